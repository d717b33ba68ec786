"""Text of others in Markdown: nothing in it is a link, a picture, HTML or emphasis."""

from __future__ import annotations

import re

__all__ = ["as_text", "as_text_again"]

ESCAPED = re.compile(r"\\([\\`*_\[\]<>~|#])")
MARKUP = re.compile(r"([\\`*_\[\]<>~|#])")


def as_text(text: str) -> str:
    """Return a text in which Markdown sees nothing but text."""
    return MARKUP.sub(r"\\\1", text)


def as_text_again(markdown: str) -> str:
    """Return the text that `as_text` was given."""
    return ESCAPED.sub(r"\1", markdown)
