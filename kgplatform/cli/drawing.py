"""How progress looks on a terminal; loaded when there is some, as it takes long to load."""

from __future__ import annotations

from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    SpinnerColumn,
    Task,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from kgplatform.cli.console import Console

__all__ = ["make_display"]


class _RateColumn(ProgressColumn):
    """Units a second, once it is known."""

    def render(self, task: Task) -> Text:
        """Return the rate as text."""
        speed = task.finished_speed or task.speed
        return Text(f"{speed:,.0f} {task.fields['unit']}/s" if speed else "")


def make_display() -> Progress:
    """Return what draws bars on stderr: stage, share done, rate, time left, a note."""
    return Progress(
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        _RateColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[note]}", markup=False),
        console=Console(stderr=True),
        redirect_stdout=False,  # to stderr, that is: what is printed may go to a file
    )
