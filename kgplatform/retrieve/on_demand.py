"""Passages that a question reaches and that nobody has read yet, as methods read them on demand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kgplatform.graph.connection import Graph
from kgplatform.records import Entity, Mention, Passage

__all__ = ["Unread", "list_unread"]


@dataclass(frozen=True, slots=True)
class Unread:
    """A passage that states nothing, with what it was found to name."""

    passage: Passage
    mentions: tuple[Mention, ...]


def list_unread(passage_ids: Sequence[str], *, extractor: str, graph: Graph) -> list[Unread]:
    """Return those of some passages that state nothing and were not read before, in their order.

    Args:
        passage_ids: best first.
        extractor: who would read them; what it read without finding a fact is not read again.
        graph: where they are.
    """
    rows = graph.read("list_passages_to_read", passage_ids=list(passage_ids), extractor=extractor)
    return [_unread(row) for row in rows]


def _unread(row: dict[str, Any]) -> Unread:
    names = ("id", "document_id", "index", "start", "end", "title", "text")
    passage = Passage(**{name: row[name] for name in names})
    return Unread(passage, tuple(_mention(passage, found) for found in row["mentions"]))


def _mention(passage: Passage, found: dict[str, Any]) -> Mention:
    start, end = found["start"], found["end"]
    entity = Entity(
        found["id"],
        found["name"],
        found["normalized_name"],
        found["type"],
        tuple(found["aliases"]),
    )
    return Mention(passage.id, entity, start, end, passage.text[start:end])
