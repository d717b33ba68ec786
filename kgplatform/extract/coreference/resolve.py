"""Resolves the references of one document, passage after passage: once, at ingest.

Names come first, over all passages that are at hand, as a full name may follow a short one; then
pronouns and descriptions in the order of the text.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from kgplatform.extract.coreference.antecedents import Antecedents, Link
from kgplatform.extract.coreference.names import DocumentNames
from kgplatform.extract.grammar.opening import Opening
from kgplatform.records import Mention, Passage

__all__ = ["Coreference", "Link", "Resolved", "to_mentions"]


class Resolved(NamedTuple):
    """The mentions of a passage, each of the entity it stands for, and its other references."""

    mentions: list[Mention]
    links: list[Link]


class Coreference:
    """The references of one document: give it all passages of the document in order."""

    def __init__(self) -> None:
        self._names, self._antecedents = DocumentNames(), Antecedents()

    def resolve(
        self, passages: Sequence[tuple[Passage, Any, Sequence[Mention], Opening | None]]
    ) -> list[Resolved]:
        """Return what the next passages of the document refer to, in order.

        Args:
            passages: each with its spaCy Doc, its mentions by position and what it is about.
        """
        for passage, _, mentions, opening in passages:
            topic = opening.entity if opening else None
            self._names.learn(passage.text, mentions, topic=topic)
        resolved = []
        for passage, tree, mentions, opening in passages:
            named = self._names.rename(passage, tree, mentions)
            resolved.append(
                Resolved(named, self._antecedents.read(passage.text, tree, named, opening))
            )
        return resolved


def to_mentions(passage: Passage, links: Sequence[Link]) -> tuple[Mention, ...]:
    """Return the references of a passage as mentions, for the graph to keep."""
    return tuple(
        Mention(passage.id, entity, start, end, passage.text[start:end], kind)
        for start, end, entity, kind in links
    )
