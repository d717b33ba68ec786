"""Reads files in processes of their own, under limits, so that no file takes the others with it.

A process is started when the first file is asked for, and reads many. It is sent some files ahead,
and reads on while what it has read is used, until its pipe is full. One that dies, or passes a
limit, costs the file that it was reading: those after it go to a new process.
"""

from __future__ import annotations

import os
import signal
import tempfile
import time
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import cycle
from pathlib import Path
from types import TracebackType

from kgplatform.errors import SettingsError, SourceError
from kgplatform.records import Document
from kgplatform.sources.isolated.messages import Begun, Done, Extended, Held, Raised, Request
from kgplatform.sources.isolated.process import EndedProcess, ReadingProcess, SilentProcess
from kgplatform.sources.limits import DEFAULT_READ_LIMITS, MB, ReadLimits
from kgplatform.sources.listing import STDIN
from kgplatform.sources.text import drain_stdin

__all__ = ["ReadingProcesses"]

AHEAD = 8  # requests that a process may have: they fit into the smallest pipe
MAX_STARTS = 2  # of a process for a file that none of them began

Item = Document | SourceError


class ReadingProcesses:
    """Reads files in processes that are started when they are needed; a context manager.

    It does one task at a time: a reading is used up, or left for good, before the next begins.

    Args:
        limits: what a process may take.
    """

    def __init__(self, limits: ReadLimits = DEFAULT_READ_LIMITS) -> None:
        self.limits = limits
        self._readers: list[_Reader] = []
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    def __enter__(self) -> ReadingProcesses:
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the processes; a later reading would start new ones."""
        for reader in self._readers:
            reader.stop()
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def read(
        self, files: Iterable[Path], *, max_file_mb: float | None, count: int = 1
    ) -> Iterator[Iterator[Item]]:
        """Yield what each file holds, in order: its documents, and what of it cannot be read.

        Args:
            files: as `list_sources` gives them.
            max_file_mb: a text, Markdown, CSV or HTML file above it is not read; None reads any.
            count: processes that read at a time.

        Raises:
            KgPlatformError: something is missing for all files.
        """
        readers = [self._reader(number) for number in range(count)]
        turns = cycle(readers)
        asked: deque[_Reader] = deque()
        try:
            for file in files:
                asked.append(next(turns))
                asked[-1].ask(self._request(file, max_file_mb))
                if len(asked) == AHEAD * count:
                    yield from _answers(asked.popleft())
            while asked:
                yield from _answers(asked.popleft())
        finally:
            for reader in readers:
                reader.forget()

    def holds_content(self, file: Path) -> bool:
        """Return whether a file of data holds facts, records or texts, and no program's settings.

        One whose look passes a limit does: reading it will report what is wrong with it.
        """
        reader = self._reader(0)
        reader.ask(Request(file, is_look=True))
        failures = list(reader.answer())
        return reader.is_content or bool(failures)

    def _reader(self, number: int) -> _Reader:
        while len(self._readers) <= number:
            self._readers.append(_Reader(self.limits))
        return self._readers[number]

    def _request(self, file: Path, max_file_mb: float | None) -> Request:
        if file != STDIN:
            return Request(file, max_file_mb)
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="kgplatform-")
        content = Path(self._folder.name) / "stdin"
        content.write_bytes(drain_stdin(None if max_file_mb is None else int(max_file_mb * MB)))
        return Request(file, max_file_mb, content=content)


def _answers(reader: _Reader) -> Iterator[Iterator[Item]]:
    """Yield the answer to a reader's oldest request, and see that nothing of it is left."""
    answer = reader.answer()
    yield answer
    deque(answer, maxlen=0)


class _Reader:
    """One process at a time, and what it was asked and has not answered."""

    def __init__(self, limits: ReadLimits) -> None:
        self.is_content = False
        self._limits = limits
        self._process: ReadingProcess | None = None
        self._asked: deque[Request] = deque()

    def ask(self, request: Request) -> None:
        """Send a request, to a new process where there is none."""
        self._asked.append(request)
        if self._process is None:
            self._start()
        else:
            self._process.send(request)

    def answer(self) -> Iterator[Item]:
        """Yield what the oldest request gives, as it comes."""
        request = self._asked[0]
        seconds = self._limits.wall_of(request.content or request.file)
        starts = 0
        has_begun = False
        while True:
            asked_at = time.monotonic()
            try:
                message = self._running().receive(seconds)
            except (EndedProcess, SilentProcess) as exc:
                self.stop()
                if not has_begun and isinstance(exc, EndedProcess) and starts < MAX_STARTS:
                    starts += 1
                    continue
                self._asked.popleft()
                yield self._describe(request.file, exc, has_begun=has_begun)
                return
            seconds -= time.monotonic() - asked_at
            if isinstance(message, Extended):
                seconds += message.seconds
            elif isinstance(message, Held):
                yield from message.items
            elif isinstance(message, Raised):
                raise message.error()
            elif isinstance(message, Begun):
                has_begun = True
            else:
                self._finish(message)
                return

    def forget(self) -> None:
        """Leave unanswered what is not answered."""
        if self._asked:
            self._asked.clear()
            self.stop()

    def stop(self) -> None:
        """End the process; what was asked is asked again of the next."""
        process, self._process = self._process, None
        if process is not None:
            process.end()

    def _finish(self, done: Done) -> None:
        self._asked.popleft()
        self.is_content = done.is_content
        if done.is_worn:
            self.stop()

    def _running(self) -> ReadingProcess:
        return self._process or self._start()

    def _start(self) -> ReadingProcess:
        self._process = ReadingProcess(self._limits)
        for request in self._asked:
            self._process.send(request)
        return self._process

    def _describe(
        self, file: Path, end: EndedProcess | SilentProcess, *, has_begun: bool
    ) -> SourceError:
        """Return the error for a file whose process ended, or had to be ended."""
        if isinstance(end, SilentProcess):
            return self._limits.too_long(file)
        if not has_begun:
            last = (end.said.strip().splitlines() or [f"exit code {end.code}"])[-1]
            raise SettingsError(
                f"The process that reads files ends at its start ({last}): raise "
                "KGPLATFORM_READ_MEMORY_MB, or see that Python can start here."
            )
        if os.name != "nt" and end.code in (-signal.SIGPROF, -signal.SIGXCPU):
            return self._limits.too_much_cpu(file)
        if "memory" in end.said.casefold():
            return self._limits.too_much_memory(file)
        return self._limits.ended(file, end.code)
