"""Names as wholes: who performed "Long Black Limousine" tells nothing of "Black Limousine".

Words of a name are looked for in longer ones, since texts shorten and lengthen names; but where the
evidence has the very thing that a question names, a thing of a longer name is another.
"""

from __future__ import annotations

from collections.abc import Sequence

from kgplatform.answer.numbered import NumberedItem
from kgplatform.question.analysis import SPAN, Asked
from kgplatform.text.words import base_title, fold

__all__ = ["keep_whole_names"]


def keep_whole_names(asked: Asked, items: Sequence[NumberedItem]) -> list[NumberedItem]:
    """Return the evidence without what is of another thing, whose name holds the asked one.

    Args:
        asked: the question; others than those that ask of what they name are left alone.
        items: pieces of the evidence.
    """
    if asked.bridges or asked.kind != SPAN:
        return list(items)
    question = fold(asked.text)
    titles = [fold(base_title(item.about)) for item in items]
    named = [name for name in map(fold, asked.names) if name in titles]
    return [
        item
        for item, title in zip(items, titles, strict=True)
        if title in question or not any(_is_of_longer(name, title, item) for name in named)
    ]


def _is_of_longer(name: str, title: str, item: NumberedItem) -> bool:
    """Tell whether a piece, and what it is about, have a name only within a longer one."""
    if title == name or f" {name} " not in f" {title} ":
        return False
    said = f" {fold(item.text)} ".replace(f" {title} ", " | ")
    return f" {name} " not in said
