"""A process that reads files for the platform, one after another, and hands over what they hold.

    python -P -m kgplatform.sources.isolated.child MEMORY_MB CPU_S WALL_S LIFELINE

A file from a stranger may take any library down with it: here it takes this process alone. The
system itself keeps the limits, in native code too: memory by RLIMIT_DATA, processor time by a
timer whose signal ends the process, and the platform's death by the signal of a pipe that only
the platform holds open. Where a system lacks one of these (Windows, for memory and time), the
process does without it.
"""

from __future__ import annotations

import gc
import os
import re
import select
import signal
import sys
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import BinaryIO

from kgplatform.errors import KgPlatformError, SourceError
from kgplatform.records import Document
from kgplatform.sources.facts.detection import holds_content
from kgplatform.sources.files import read_file
from kgplatform.sources.isolated.messages import (
    Begun,
    Done,
    Extended,
    Held,
    Message,
    Raised,
    Request,
    pack,
    receive,
)
from kgplatform.sources.limits import MB, MORE, ReadLimits

__all__ = ["main"]

BATCH_CHARS = 100_000  # of small documents that are handed over together
WORN = 0.5  # of the memory: a process that once took as much is replaced
PEAK = re.compile(r"VmHWM:\s*(\d+) kB")
MAX_STACK_BYTES = 16 << 20  # native code that calls itself without end meets it soon

Item = Document | SourceError


def main() -> None:
    """Read what is asked for until there are no more requests."""
    limits = ReadLimits(int(sys.argv[1]), float(sys.argv[2]), float(sys.argv[3]))
    requests, replies = _take_pipes()
    _end_with(int(sys.argv[4]))
    _limit(limits)
    MORE.set(partial(_extend, replies, limits))
    while (request := receive(requests)) is not None:
        is_worn = _serve(request, replies, limits)
        if is_worn:
            return


def _take_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Return the pipes; what a library prints must not come between the messages."""
    requests, replies = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    return os.fdopen(requests, "rb"), os.fdopen(replies, "wb", buffering=0)


def _end_with(lifeline: int) -> None:
    """Have this process end when the platform ends, and leave Ctrl-C to the platform."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform == "win32":
        return
    import fcntl

    signal.signal(signal.SIGIO, signal.SIG_DFL)  # ends the process, whatever it is doing
    fcntl.fcntl(lifeline, fcntl.F_SETOWN, os.getpid())
    flags = fcntl.fcntl(lifeline, fcntl.F_GETFL)
    fcntl.fcntl(lifeline, fcntl.F_SETFL, flags | os.O_ASYNC)
    if select.select([lifeline], [], [], 0)[0]:  # the platform ended before that
        sys.exit()


def _limit(limits: ReadLimits) -> None:
    if sys.platform == "win32":
        return
    import resource

    _lower(resource.RLIMIT_DATA, limits.memory_mb * MB)
    _lower(resource.RLIMIT_STACK, MAX_STACK_BYTES)
    _lower(resource.RLIMIT_CORE, 0)


def _lower(which: int, most: int) -> None:
    import resource

    soft, hard = resource.getrlimit(which)
    bounds = [most, *(bound for bound in (soft, hard) if bound != resource.RLIM_INFINITY)]
    resource.setrlimit(which, (min(bounds), hard))


def _raise_memory(ours: int, more: int) -> None:
    """Raise the limit of memory, unless it has been raised or is not the one set here."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    if soft == ours:
        most = soft + more if hard == resource.RLIM_INFINITY else min(soft + more, hard)
        resource.setrlimit(resource.RLIMIT_DATA, (most, hard))


def _serve(request: Request, replies: BinaryIO, limits: ReadLimits) -> bool:
    """Answer one request; return whether this process has grown too large to go on."""
    _send(replies, Begun())
    _set_timer(limits.cpu_of(request.content or request.file))
    is_content = False
    try:
        if request.is_look:
            is_content = holds_content(request.file)
        else:
            items = read_file(
                request.file, max_file_mb=request.max_file_mb, content=request.content
            )
            for batch in _batches(items):
                _hand_over(batch, replies, request.file, limits)
        is_out_of_memory = False
    except MemoryError:
        is_out_of_memory = True  # reported below, when all that was held is let go
    except KgPlatformError as exc:
        _send(replies, Raised.of(exc))
        return False
    finally:
        _set_timer(0)
    if is_out_of_memory:
        gc.collect()
        _send(replies, Held((limits.too_much_memory(request.file),)))
    is_worn = is_out_of_memory or _peak_mb() > WORN * limits.memory_mb
    _send(replies, Done(is_content, is_worn))
    return is_worn


def _batches(items: Iterable[Item]) -> Iterator[tuple[Item, ...]]:
    """Yield items together while they are small."""
    batch: list[Item] = []
    size = 0
    for item in items:
        batch.append(item)
        size += len(item.text) if isinstance(item, Document) else len(str(item))
        if size >= BATCH_CHARS:
            yield tuple(batch)
            batch, size = [], 0
    if batch:
        yield tuple(batch)


def _hand_over(batch: tuple[Item, ...], replies: BinaryIO, file: Path, limits: ReadLimits) -> None:
    packed = pack(Held(batch))
    if len(packed) > limits.handed_over_bytes:
        packed = pack(Held((limits.too_large(file),)))
    _write(replies, packed)


def _send(replies: BinaryIO, message: Message) -> None:
    _write(replies, pack(message))


def _write(replies: BinaryIO, data: bytes) -> None:
    view = memoryview(data)
    try:
        while view:
            view = view[replies.write(view) :]
    except BrokenPipeError:
        sys.exit()  # nobody waits for it any more


def _set_timer(seconds: float) -> None:
    """Have this process ended after so much processor time; 0: no longer."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_PROF, seconds)


def _extend(
    replies: BinaryIO, limits: ReadLimits, cpu_s: float, wall_s: float, memory_mb: int
) -> None:
    """Give the file more time, here and where it is waited for, and the process more memory."""
    _send(replies, Extended(wall_s))
    _raise_memory(limits.memory_mb * MB, memory_mb * MB)
    if sys.platform != "win32" and (left := signal.getitimer(signal.ITIMER_PROF)[0]):
        _set_timer(left + cpu_s)


def _peak_mb() -> float:
    """Return the most memory that this process had; 0 where the system does not report it."""
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
    except OSError:
        return 0.0
    peak = PEAK.search(status)  # getrusage would report that of the platform, if it is larger
    return int(peak[1]) * 1024 / MB if peak else 0.0


if __name__ == "__main__":
    main()
