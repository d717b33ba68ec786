"""The platform's hold on one process that reads files: starts it, talks to it, ends it."""

from __future__ import annotations

import os
import pickle
import select
import subprocess
import sys
import tempfile
import time
from typing import IO, cast

from kgplatform.sources.isolated.messages import HEADER, Message, Request, pack
from kgplatform.sources.limits import ReadLimits

__all__ = ["EndedProcess", "ReadingProcess", "SilentProcess"]

CHILD = "kgplatform.sources.isolated.child"
PIPE_BYTES = 1 << 20  # how far a process reads ahead; systems that cannot do it give less
BLOCK = 1 << 20
TEMPORARY = ("TMPDIR", "TEMP", "TMP")  # where a process keeps the parts of what it reads
SAID_BYTES = 1 << 16  # of what a process said: its first words say why it ended


class EndedProcess(Exception):
    """The process ended by itself; `code` is minus the signal, `said` what it printed."""

    def __init__(self, code: int, said: str) -> None:
        self.code = code
        self.said = said
        super().__init__(code, said)


class SilentProcess(Exception):
    """The process said nothing for as long as it was waited for."""


class ReadingProcess:
    """A running process that reads files under some limits."""

    def __init__(self, limits: ReadLimits) -> None:
        self._said = tempfile.TemporaryFile()  # noqa: SIM115  # closed by `end`
        self._scratch = tempfile.TemporaryDirectory(prefix="kgplatform-")  # outlives a kill
        lifeline, self._lifeline = os.pipe()  # closes with this process, however that ends
        words = (limits.memory_mb, limits.cpu_s, limits.wall_s, lifeline)
        # -P: the current folder, where files of strangers may lie, is no place for modules.
        command = [sys.executable, "-P", "-m", CHILD, *map(str, words)]
        self._process = subprocess.Popen(  # noqa: S603  # our own module
            command,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._said,
            env={**os.environ, **dict.fromkeys(TEMPORARY, self._scratch.name)},
            pass_fds=() if sys.platform == "win32" else (lifeline,),
            pipesize=PIPE_BYTES,
        )
        self._requests = cast("IO[bytes]", self._process.stdin)
        self._replies = cast("IO[bytes]", self._process.stdout)
        os.close(lifeline)

    def send(self, request: Request) -> None:
        """Hand over a request; a process that has ended is noticed by `receive`."""
        try:
            self._requests.write(pack(request))  # far less than a pipe holds: never blocks
        except BrokenPipeError:
            return

    def receive(self, seconds: float) -> Message:
        """Return the next message.

        Raises:
            EndedProcess: the process ended by itself.
            SilentProcess: it takes longer than `seconds`.
        """
        until = time.monotonic() + seconds
        (length,) = HEADER.unpack(self._read(HEADER.size, until))
        message: Message = pickle.loads(self._read(length, until))  # noqa: S301  # our own
        return message

    def end(self) -> int:
        """End the process unless it has ended, and return its code."""
        self._process.kill()
        code = self._process.wait()
        for pipe in (self._requests, self._replies, self._said):
            pipe.close()
        os.close(self._lifeline)
        self._scratch.cleanup()
        return code

    def _read(self, length: int, until: float) -> bytes:
        descriptor = self._replies.fileno()
        data = bytearray()
        while len(data) < length:
            if not _is_readable(descriptor, until - time.monotonic()):
                raise SilentProcess
            block = os.read(descriptor, min(length - len(data), BLOCK))
            if not block:
                raise EndedProcess(self._process.wait(), self._words())
            data += block
        return bytes(data)

    def _words(self) -> str:
        self._said.seek(0)
        return self._said.read(SAID_BYTES).decode("utf-8", errors="replace")


def _is_readable(descriptor: int, seconds: float) -> bool:
    if sys.platform == "win32":  # where pipes cannot be waited for with a limit
        return True
    return bool(select.select([descriptor], [], [], max(seconds, 0))[0])
