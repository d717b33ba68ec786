"""Where the installed command begins: signals are taken before anything else is loaded.

To import this module is to begin a command: from then on signals are the command line's.
"""

from __future__ import annotations

import sys

from kgplatform.ending import Signals, begin, choose_code, is_signalled, leave

__all__ = ["main"]

FAULT, INTERRUPTED = 1, 130

Signals(has_begun=False).__enter__()  # for good: the process ends in leave()


def main() -> None:
    """Run the command line and end the process with its exit code."""
    try:
        begin()
        code = _run()
    except KeyboardInterrupt:  # where nothing of the command was there to unwind yet
        code = INTERRUPTED
    leave(choose_code(code))


def _run() -> int:
    try:
        from kgplatform.cli import main as run_command

        run_command()
    except SystemExit as exc:
        return exc.code if isinstance(exc.code, int) else FAULT
    except Exception:  # noqa: BLE001  # a fault of the program
        if not is_signalled():
            sys.excepthook(*sys.exc_info())
        return FAULT
    return 0
