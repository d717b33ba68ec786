"""Where tables and bars are drawn, with `output`'s care for texts of others.

Apart from it, as the library that draws takes longer to load than most commands' help.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.console import Console as RichConsole
from rich.console import ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from kgplatform.text.visible import show

__all__ = ["Console"]


class Console(RichConsole):
    """Draws tables and bars; cells are texts, never markup."""

    def __init__(self, *, stderr: bool = False, **options: Any) -> None:
        super().__init__(stderr=stderr, markup=False, emoji=False, **options)

    def render_str(self, text: str, **options: Any) -> Text:
        """Return a text as rich draws it; here, so that columns are as wide as the signs."""
        return super().render_str(show(text), **options)

    def on_broken_pipe(self) -> None:
        """Let the command end as for everything else that it prints."""
        raise BrokenPipeError

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """Yield all that is drawn, whichever way it came here."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=show(segment.text))
