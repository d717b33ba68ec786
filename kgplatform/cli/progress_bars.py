"""Draws Progress as bars on stderr, from the first stage on.

Where stderr is not a terminal only the beginning of each stage is said, so logs stay short.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress as Display
    from rich.progress import TaskID

    from kgplatform.progress import FileState

__all__ = ["Bars"]


class Bars:
    """A Progress that draws; a context manager, one bar a stage, nothing where there is none."""

    def __init__(self) -> None:
        self._display: Display | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> Bars:
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Complete the present bar and stop drawing, so that other output can follow."""
        self._finish()
        if self._display is not None and self._display.live.is_started:
            self._display.stop()
        self._display = None

    def begin(self, stage: str, *, total: int | None, unit: str) -> None:
        """Start a bar; the one before it is complete."""
        self._finish()
        if self._display is None:
            from kgplatform.cli.drawing import make_display

            self._display = make_display()
        if self._display.console.is_terminal:
            self._display.start()
        else:
            size = f" ({total:,} {unit})" if total else ""
            self._display.console.print(f"{stage}{size}", highlight=False)
        self._task = self._display.add_task(stage, total=total, unit=unit, note="")

    def advance(self, amount: int = 1) -> None:
        """Move the present bar."""
        if self._display is not None and self._task is not None:
            self._display.advance(self._task, amount)

    def note(self, text: str) -> None:
        """Write something behind the present bar."""
        if self._display is not None and self._task is not None:
            self._display.update(self._task, note=text)

    def file(self, path: str, state: FileState, *, problems: Sequence[str] = ()) -> None:  # noqa: ARG002  # the report has them
        """Write which file is being read behind the present bar."""
        if state == "reading":
            self.note(Path(path).name)

    def _finish(self) -> None:
        if self._display is not None and self._task is not None:
            done = self._display.tasks[self._task].completed or 1
            self._display.update(self._task, total=done, completed=done)
        self._task = None
