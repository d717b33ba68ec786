"""The level-order traversal over the entity-document graph, and the facts it finds.

HOLMES, section 4.2.1: from the question's entities, the hyper triples with an entity of the level
as subject or object; their other ends are the next level. All levels are one query, which returns
ids and types; what is kept is fetched whole, with the document that a fact is valid in.

Departures: a qualifier's entity leads on as well; levels are capped, and an entity of very many
statements is not followed, since it connects everything with everything.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from kgplatform.graph.connection import Graph
from kgplatform.question.syntax import LITERAL_TYPE_NAMES, Triple
from kgplatform.retrieve.documents import list_documents

__all__ = ["LEVELS", "LIMITS", "HyperTriple", "Reached", "fetch_facts", "traverse"]

LEVELS = 4  # the paper's k, section 5.2: beyond it nothing changes

LIMITS = {"hub": 200, "per_entity": 50, "per_level": 200, "per_frontier": 200}
"""Statements of an entity beyond which it is not followed, unless documents are given; most
statements of an entity and of a level, and most entities of a level (benchmarks/holmes.py has the
times)."""


@dataclass(frozen=True, slots=True)
class Reached:
    """A statement that the traversal reached: at which level, and its relation between types."""

    id: str
    level: int
    triple: Triple


@dataclass(frozen=True, slots=True)
class HyperTriple:
    """A fact with its context: the passage that states it, at text[start:end], and qualifiers.

    `triple` is its canonical relation with the types of its ends; `attribution` is who says so
    there; `level` is where the traversal met it, 0 where it only came with its document.
    """

    id: str
    subject: str
    relation: str
    object: str
    qualifiers: tuple[tuple[str, str], ...]
    triple: Triple
    passage_id: str
    start: int
    end: int
    attribution: str = ""
    level: int = 0


def traverse(
    things: Sequence[str],
    *,
    graph: Graph,
    within: Collection[str] | None = None,
    qualifiers: bool = True,
    levels: int = LEVELS,
) -> list[Reached]:
    """Return the statements of up to four levels around some entities, in the order of the walk.

    Args:
        things: ids of entities.
        graph: where to walk; one query.
        within: ids of the only documents whose statements count; None: all.
        qualifiers: whether what a qualifier names takes part in its statement.
        levels: at most LEVELS.
    """
    row = graph.read(
        "traverse_statements",
        entities=list(things),
        documents=list_documents(within),
        qualifiers=qualifiers,
        levels=levels,
        **LIMITS,
    )[0]
    ends = zip(map(_type_of, row["subjects"]), map(_type_of, row["objects"]), strict=True)
    return [
        Reached(key, level, (subject, relation, object_))
        for key, level, relation, (subject, object_) in zip(
            row["ids"], row["levels"], row["relations"], ends, strict=True
        )
    ]


def fetch_facts(
    reached: Sequence[Reached],
    passage_ids: Sequence[str],
    *,
    graph: Graph,
    within: Collection[str] | None = None,
) -> list[HyperTriple]:
    """Return the statements that were reached, and all that some passages state, in one query.

    A statement comes once for each passage that states it.
    """
    levels = {item.id: item.level for item in reached}
    rows = graph.read(
        "fetch_facts",
        ids=list(levels),
        passage_ids=list(passage_ids),
        documents=list_documents(within),
    )
    return [_make_fact(row, levels.get(row["id"], 0)) for row in rows]


def _make_fact(row: dict[str, Any], level: int) -> HyperTriple:
    return HyperTriple(
        id=row["id"],
        subject=row["subject"],
        relation=row["relation"],
        object=row["object"],
        qualifiers=tuple((relation, value) for relation, value in sorted(row["qualifiers"])),
        triple=(_type_of(row["subject_type"]), row["canonical"], _type_of(row["object_type"])),
        passage_id=row["passage_id"],
        start=row["start"],
        end=row["end"],
        attribution=row["attribution"] or "",
        level=level,
    )


def _type_of(kind: str) -> str:
    """Return the schema's name of an entity type or a datatype."""
    return LITERAL_TYPE_NAMES.get(kind, kind)
