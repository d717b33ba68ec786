"""Values of steps and computations in words, as a receipt and the server's pages show them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

__all__ = ["in_words"]

ID = re.compile(r"[0-9a-f]{24,}")


def in_words(value: Any) -> str:
    """Return a value for people; ids say nothing, so that they are counted or left out."""
    if isinstance(value, Mapping):
        told = {name: inner for name, inner in value.items() if not _is_id(inner)}
        return ", ".join(f"{name} {in_words(inner)}" for name, inner in told.items())
    if isinstance(value, list | tuple):
        if value and all(_is_id(one) for one in value):
            return f"({len(value):,} id{'' if len(value) == 1 else 's'})"
        return "; ".join(in_words(one) for one in value)
    return str(value)


def _is_id(value: object) -> bool:
    return isinstance(value, str) and ID.fullmatch(value) is not None
