"""How a process of the command line ends when it is asked to: at any moment, within two seconds.

Python runs a signal's handler between two steps of its own and raises there what it raises: in a
callback, where that is dropped; in a library that catches all; or, while a call into C lasts, not
yet. So a thread hears of the signal as well. What the handler raises has GRACE_S to unwind the
command; then, or at a second signal, the thread stops what was started for the command alone and
ends the process. From the moment the signal came, the exit code is the signal's.

Only the command line takes signals; as a library the platform leaves them alone. This module is
loaded before all others, so it imports only what Python itself has in it or loads at its start.
"""

from __future__ import annotations

import _thread
import atexit
import os
import select
import signal
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

__all__ = ["Signals", "StopAtEnd", "Unbroken", "begin", "choose_code", "is_signalled", "leave"]

NAMES = ("SIGINT", "SIGTERM", "SIGHUP")
GRACE_S = 1.2
AGAIN_S = 0.1
SAID = b"Stopped.\n"
STDERR = 2
TIME_OVER, CLOSED = 0, -1
STOPPING_S = 0.5  # what stops the rest may itself wait for something the main thread holds
SIGNAL_CODES = 128  # shells report a signal as this and its number


class _State:
    """What has come so far; a process has one."""

    def __init__(self) -> None:
        self.main = 0  # the thread that takes signals
        self.number = 0  # of the first signal that came
        self.is_handled = False
        self.has_reported = False
        self.can_unwind = True
        self.unbroken = 0
        self.is_held_back = False
        self.stops: list[Callable[[], object]] = []


_state = _State()


class Signals:
    """Takes the signals that end a process, for the length of a block or for good.

    Where the command has not begun, a signal ends the process at once, until `begin` is called.
    """

    def __init__(self, *, has_begun: bool = True) -> None:
        _state.can_unwind = has_begun
        self._former: dict[int, Any] = {}
        self._pipe = -1

    def __enter__(self) -> Signals:
        if not _state.main:
            _state.main = _thread.get_ident()
            for name in NAMES:
                self._take(name)
            if os.name == "posix":  # elsewhere only sockets wake a thread
                heard, self._pipe = os.pipe()
                os.set_blocking(self._pipe, False)
                signal.set_wakeup_fd(self._pipe, warn_on_full_buffer=False)
                _thread.start_new_thread(_watch, (heard,))
        return self

    def __exit__(self, *_: object) -> None:
        if not self._former:
            return
        for number, handler in self._former.items():
            signal.signal(number, handler)
        if self._pipe >= 0:
            signal.set_wakeup_fd(-1)
            os.close(self._pipe)  # upon which the thread ends
        _state.main = 0

    def _take(self, name: str) -> None:
        number = getattr(signal, name, None)
        if number is None or (name == "SIGHUP" and signal.getsignal(number) is signal.SIG_IGN):
            return  # whoever ignores it for us (nohup) means to
        self._former[number] = signal.signal(number, _handle)


class Unbroken:
    """A block of a few steps that no signal of the main thread parts; it is raised afterwards."""

    def __enter__(self) -> None:
        if _thread.get_ident() == _state.main:
            _state.unbroken += 1

    def __exit__(self, *_: object) -> None:
        if _thread.get_ident() != _state.main:
            return
        _state.unbroken -= 1
        if _state.is_held_back and not _state.unbroken:
            _state.is_held_back = False
            raise KeyboardInterrupt


class StopAtEnd:
    """While the block lasts, an end without unwinding calls `stop`, which must be quick."""

    def __init__(self, stop: Callable[[], object]) -> None:
        self._stop = stop

    def __enter__(self) -> None:
        _state.stops.append(self._stop)

    def __exit__(self, *_: object) -> None:
        _state.stops.remove(self._stop)


def begin() -> None:
    """From now on a signal unwinds the command, within the caller's `try`."""
    _state.can_unwind = True


def is_signalled() -> bool:
    """Return whether this process was asked to end: then nothing that fails is worth a word."""
    return bool(_state.number)


def choose_code(code: int) -> int:
    """Return a command's exit code: the signal's, where one came, which is said once."""
    if not _state.number:
        return code
    _describe()
    return SIGNAL_CODES + _state.number


def leave(code: int) -> NoReturn:
    """End the process, in place of Python's own end, in which a signal would not be ours."""
    _state.can_unwind = False
    if not _state.number:
        atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        _attempt(stream.flush)  # whoever read it may have gone, which is no fault
    if _state.number:
        _end()
    os._exit(code)


def _handle(number: int, _: object) -> None:
    _state.is_handled = True
    _note(number)
    if not _state.can_unwind:
        _end()
    if _state.unbroken:
        _state.is_held_back = True
        return
    raise KeyboardInterrupt


def _note(number: int) -> None:
    """Remember the first signal; what fails from now on, anywhere, fails because of it."""
    _state.number = _state.number or number
    sys.unraisablehook = _say_nothing
    if "threading" in sys.modules:
        setattr(sys.modules["threading"], "excepthook", _say_nothing)  # noqa: B010


def _say_nothing(_: object) -> None:
    return


def _watch(heard: int) -> None:
    """Wait for a signal, and see that the process ends; runs in a thread of its own."""
    try:
        number = _await_signal(heard, None)
        if number == CLOSED:
            return
        _note(number)
        if _await_second(heard, number) != CLOSED:
            _end()
    finally:
        os.close(heard)


def _await_second(heard: int, number: int) -> int:
    """Wait until a second signal comes, the grace is over, or the pipe is closed; return which.

    A signal that comes just before the main thread begins to wait does not wake it: while the
    handler has not run, it is sent again.
    """
    sent = 0
    until = time.monotonic() + GRACE_S
    while (left := until - time.monotonic()) > 0:
        stated = _await_signal(heard, min(left, AGAIN_S))
        if stated == TIME_OVER:
            if not _state.is_handled:
                sent += 1
                signal.pthread_kill(_state.main, number)
        elif stated == CLOSED or not sent:
            return stated
        else:
            sent -= 1
    return TIME_OVER


def _await_signal(heard: int, timeout_s: float | None) -> int:
    """Return the number of the next signal that ends a process, TIME_OVER, or CLOSED."""
    until = None if timeout_s is None else time.monotonic() + timeout_s
    while True:
        left = None if until is None else max(until - time.monotonic(), 0)
        if not select.select([heard], [], [], left)[0]:
            return TIME_OVER
        stated = os.read(heard, 1)
        if not stated:
            return CLOSED
        if signal.getsignal(stated[0]) is _handle:
            return stated[0]


def _end() -> NoReturn:
    """End the process now, without unwinding; servers and workers of the command go with it."""
    stopped = _thread.allocate_lock()
    stopped.acquire()

    def stop_all() -> None:
        for stop in (*reversed(_state.stops), _kill_workers):
            _attempt(stop)
        stopped.release()

    try:
        _thread.start_new_thread(stop_all, ())
        stopped.acquire(timeout=STOPPING_S)
    finally:
        _describe()
        os._exit(SIGNAL_CODES + _state.number)


def _kill_workers() -> None:
    """Kill this command's own processes; servers are apart from it, in sessions of their own."""
    psutil = sys.modules.get("psutil")  # nothing that starts one does without
    if psutil is not None:
        for child in psutil.Process().children(recursive=True):
            if os.getsid(child.pid) == os.getsid(0):
                child.kill()


def _describe() -> None:
    if not _state.has_reported:
        _state.has_reported = True
        # Below Python's own stream, which the signal may have come in the middle of.
        _attempt(lambda: os.write(STDERR, SAID))


def _attempt(step: Callable[[], object]) -> None:
    """Do a step of the end; whatever fails in it, the others follow."""
    try:  # noqa: SIM105  # contextlib is not loaded yet when the first signal may come
        step()
    except Exception:  # noqa: BLE001, S110
        pass
