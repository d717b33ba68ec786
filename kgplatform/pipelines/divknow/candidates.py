"""A piece of retrieved information, whichever tool found it: a passage, a triple, or a SPARQL fact.

All three are lines of text to the ranker; each keeps what proves it. What a knowledge base returned
is a passage outside of the graph: it has no document, its address is the item's there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kgplatform.pipelines.divknow.dependencies import LookedUp
from kgplatform.records import ScoredPassage, ScoredStatement
from kgplatform.records.ids import content_id
from kgplatform.retrieve.hydrate import read_statement

__all__ = ["Candidate", "of_look_up", "of_passage", "of_statement"]

OUTSIDE = "Wikidata"  # in brackets behind the name, which readers do not count as part of it


@dataclass(frozen=True, slots=True)
class Candidate:
    """One piece of information; equal ones have equal keys.

    Attributes:
        key: of the statement, or of the passage.
        text: what a ranker reads.
        passage: it, or the passage that states it.
        statement: the triple; None for a passage or a SPARQL fact.
        score: how relevant it is to its hop's question, as the ranker has it.
    """

    key: str
    text: str
    passage: ScoredPassage
    statement: ScoredStatement | None = None
    score: float = 0.0

    @property
    def is_outside(self) -> bool:
        """Whether it is not in the graph."""
        return not self.passage.document_id

    def describe(self) -> str:
        """Return it as steps show it, short."""
        if self.statement is not None or self.is_outside:
            return self.text
        return self.passage.title or self.text


def of_passage(passage: ScoredPassage) -> Candidate:
    """Return a passage as a candidate."""
    text = f"{passage.title}\n{passage.text}".strip()
    return Candidate(passage.passage_id, text, passage)


def of_statement(row: dict[str, Any], passage: ScoredPassage) -> Candidate:
    """Return a row of `search_statements` as a candidate, with the passage that states it."""
    return Candidate(row["id"], row["text"], passage, read_statement(row, score=0.0))


def of_look_up(found: LookedUp) -> Sequence[Candidate]:
    """Return what a knowledge base returned as one candidate; none where it returned nothing."""
    if not found.lines:
        return ()
    text = "\n".join(f"{line}." for line in found.lines)
    key = content_id("outside", found.uri, found.query, text)
    title = f"{found.name} ({OUTSIDE})" if found.name else OUTSIDE
    return (Candidate(key, text, ScoredPassage(key, "", title, found.uri, text, 0.0)),)
