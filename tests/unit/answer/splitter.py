"""A sentence splitter for tests: a full stop and a space end a sentence."""

from __future__ import annotations

import re

__all__ = ["split_at_full_stops"]


def split_at_full_stops(text: str) -> list[tuple[int, int]]:
    return [match.span() for match in re.finditer(r"\S.*?(?:\.(?=\s)|$)", text)]
