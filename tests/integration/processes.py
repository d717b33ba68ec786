"""Work in processes of its own, forked from the test's: they have loaded what the test has."""

from __future__ import annotations

import os
import signal
import traceback
from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["Child", "start"]

FAILED = 70


@dataclass(frozen=True)
class Child:
    """A forked process; whoever starts one waits for it."""

    pid: int

    def wait(self) -> int:
        """Return its exit code, or the number of the signal that ended it, negative."""
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])

    def stop(self) -> None:
        """Let it stand still, and wait until it does."""
        os.kill(self.pid, signal.SIGSTOP)
        os.waitpid(self.pid, os.WUNTRACED)

    def go_on(self) -> None:
        os.kill(self.pid, signal.SIGCONT)

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)


def start(work: Callable[[], object]) -> Child:
    """Run a function in another process, whose exit code is what it returns, or 0."""
    pid = os.fork()
    if pid:
        return Child(pid)
    code = FAILED
    try:
        result = work()
        code = result if isinstance(result, int) else 0
    except BaseException:  # noqa: BLE001  # pytest's own clean-up must not run in the child
        traceback.print_exc()
    finally:
        os._exit(code)
