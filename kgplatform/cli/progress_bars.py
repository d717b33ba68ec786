"""Draws Progress as bars on stderr: stage, share done, rate, time left.

Where stderr is not a terminal only the beginning of each stage is said, so logs stay short.
"""

from __future__ import annotations

from types import TracebackType

from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    ProgressColumn,
    SpinnerColumn,
    Task,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.progress import Progress as RichProgress
from rich.text import Text

from kgplatform.cli.console import Console

__all__ = ["Bars"]


class _RateColumn(ProgressColumn):
    """Units a second, once it is known."""

    def render(self, task: Task) -> Text:
        """Return the rate as text."""
        speed = task.finished_speed or task.speed
        return Text(f"{speed:,.0f} {task.fields['unit']}/s" if speed else "")


class Bars:
    """A Progress that draws; a context manager, one bar a stage."""

    def __init__(self) -> None:
        self._console = Console(stderr=True)
        self._progress = RichProgress(
            SpinnerColumn(),
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=24),
            MofNCompleteColumn(),
            _RateColumn(),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.fields[note]}", markup=False),
            console=self._console,
        )
        self._task: TaskID | None = None

    def __enter__(self) -> Bars:
        if self._console.is_terminal:
            self._progress.start()
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
        if self._progress.live.is_started:
            self._progress.stop()

    def begin(self, stage: str, *, total: int | None, unit: str) -> None:
        """Start a bar; the one before it is complete."""
        self._finish()
        if not self._console.is_terminal:
            size = f" ({total:,} {unit})" if total else ""
            self._console.print(f"{stage}{size}", highlight=False)
        self._task = self._progress.add_task(stage, total=total, unit=unit, note="")

    def advance(self, amount: int = 1) -> None:
        """Move the present bar."""
        if self._task is not None:
            self._progress.advance(self._task, amount)

    def note(self, text: str) -> None:
        """Write something behind the present bar."""
        if self._task is not None:
            self._progress.update(self._task, note=text)

    def _finish(self) -> None:
        if self._task is not None:
            task = self._progress.tasks[self._task]
            self._progress.update(
                self._task, total=task.completed or 1, completed=task.completed or 1
            )
        self._task = None
