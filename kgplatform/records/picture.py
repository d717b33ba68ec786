"""A picture that was drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["DrawPage", "Picture"]


@dataclass(frozen=True, slots=True)
class Picture:
    """The bytes of a picture; `media_type` is image/png or image/jpeg."""

    data: bytes
    media_type: str


DrawPage = Callable[[str, int], Picture | None]
"""Draws a page by its document's id and its number; None where the file is not there any more, or
is another than the one that was read."""
