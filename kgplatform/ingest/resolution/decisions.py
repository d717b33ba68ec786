"""What people say about entities: list what was decided, merge two names, split one.

A decision is a node of its own, (:Decision {kind, left, right}), not a change of the entities: it
holds before every automatic link, survives that a file is read again, and is taken back by the
decision to the contrary.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Literal

from kgplatform.errors import NotFound, UsageError
from kgplatform.graph.connection import Graph
from kgplatform.ingest.resolution.resolve import ResolutionReport, resolve_entities
from kgplatform.ingest.resolution.senses import fetch_decisions, restore_sense
from kgplatform.records.ids import content_id
from kgplatform.text.names import make_entity

__all__ = ["Kind", "find_entity", "list_entities", "merge_entities", "split_entity"]

MAX_NAMESAKES = 20
EVERY_ENTITY = 2**31
MIN_MERGED = 2

Kind = Literal["all", "merged", "ambiguous"]


def list_entities(
    graph: Graph, *, name: str | None = None, kind: Kind = "all", limit: int = EVERY_ENTITY
) -> list[dict[str, Any]]:
    """Return entities with the names that were joined to them, the most mentioned first.

    Args:
        name: only those that go by this name, in any case; an id will do as well.
        kind: "merged" for those with several names, "ambiguous" for names that may be several
            entities and were left alone.

    Returns:
        {id, name, type, qid, mentions, members, may_be, different_from} each; the last three
        hold {id, name, type, method, score, decided_by}.
    """
    key = make_entity(name).normalized_name if name is not None else None
    return graph.read("list_entity_things", name=name, normalized=key, kind=kind, limit=limit)


def find_entity(graph: Graph, reference: str) -> str:
    """Return the id of the entity that a name or id means.

    The id comes first, then the name in any spelling, then the name without its parenthesis; the
    first of these that some entity answers to decides.

    Raises:
        NotFound: none is called that.
        UsageError: several are; the message lists them with their ids.
    """
    named = make_entity(reference)
    rows = graph.read(
        "find_entities_named",
        reference=reference.strip(),
        own_id=named.id,
        normalized=named.normalized_name,
        limit=MAX_NAMESAKES,
    )
    if not rows:
        raise NotFound(
            f"No entity is called '{reference}': kgplatform entities list shows names and ids."
        )
    best = [row for row in rows if row["rank"] == rows[0]["rank"]]
    if len(best) > 1:
        listed = "; ".join(f"{row['id']} {row['name']} ({row['type']})" for row in best)
        raise UsageError(f"'{reference}' is the name of {len(best)} entities, give an id: {listed}")
    return str(best[0]["id"])


def merge_entities(graph: Graph, references: Sequence[str]) -> ResolutionReport:
    """Decide that several names or ids are one entity; earlier decisions to the contrary go.

    Raises:
        NotFound, UsageError: a reference means no entity or several; nothing was decided.
    """
    with graph.turn("write"):
        return _merge(graph, references)


def _merge(graph: Graph, references: Sequence[str]) -> ResolutionReport:
    ids = list(dict.fromkeys(find_entity(graph, reference) for reference in references))
    if len(ids) < MIN_MERGED:
        raise UsageError("Merging takes two different entities: name at least two.")
    groups = [_group_of(graph, key) for key in ids]
    contrary = []
    for decision in fetch_decisions(graph):
        sides = [n for n, group in enumerate(groups) if {decision.left, decision.right} & group]
        if decision.kind != "same" and len(sides) > 1:
            contrary.append(decision.id)
            if decision.kind == "sense":
                restore_sense(graph, decision)
    known = {row["id"] for row in graph.read("list_entity_ids", ids=ids)}
    rows = [_row("same", min(ids[0], b), max(ids[0], b)) for b in ids[1:] if {ids[0], b} <= known]
    _record(graph, rows, contrary)
    return resolve_entities(graph)


def split_entity(
    graph: Graph,
    reference: str,
    *,
    from_: str | None = None,
    documents: Sequence[str] = (),
) -> ResolutionReport:
    """Decide that a name is not the entity it was joined to, or is another one in some documents.

    Args:
        reference: name or id of the entity that is to stand apart.
        from_: the entity it is not; without it, what it was joined to, or if others were joined
            to it, each of them.
        documents: ids; there the name is another entity, which gets a node of its own.

    Raises:
        NotFound, UsageError: a reference means no entity or several, or there is nothing to split.
    """
    with graph.turn("write"):
        return _split(graph, reference, from_, documents)


def _split(
    graph: Graph, reference: str, from_: str | None, documents: Sequence[str]
) -> ResolutionReport:
    key = find_entity(graph, reference)
    if documents:
        _record(graph, [_sense_row(graph, key, documents)], [])
        return resolve_entities(graph)
    group = _group_of(graph, key)
    others = {find_entity(graph, from_)} if from_ is not None else _joined_to(graph, key)
    if not others or others == {key}:
        raise UsageError(f"'{reference}' stands alone already: name what it is not as well.")
    contrary = [
        decision.id
        for decision in fetch_decisions(graph)
        if decision.kind == "same"
        and key in decision[2:4]
        and {decision.left, decision.right} <= group
    ]
    _record(graph, [_row("different", min(key, o), max(key, o)) for o in sorted(others)], contrary)
    return resolve_entities(graph)


def _group_of(graph: Graph, key: str) -> set[str]:
    """Return the ids of all names of the entity that a name belongs to."""
    return {row["id"] for row in graph.read("list_entity_group", id=key)}


def _joined_to(graph: Graph, key: str) -> set[str]:
    rows = graph.read("list_entity_group", id=key)
    canonical = {row["id"] for row in rows if row["is_canonical"]}
    return canonical if key not in canonical else {row["id"] for row in rows} - {key}


def _row(kind: str, left: str, right: str) -> list[Any]:
    return [content_id("decision", kind, left, right), kind, left, right, []]


def _sense_row(graph: Graph, key: str, documents: Sequence[str]) -> list[Any]:
    """Return the decision that a name is another entity in some documents."""
    found = {
        row["id"] for row in graph.read("list_documents_naming", id=key, documents=list(documents))
    }
    missing = [document for document in documents if document not in found]
    if missing:
        raise NotFound(
            f"No document '{missing[0]}' names that entity: "
            "kgplatform documents list shows the ids."
        )
    ordered = sorted(found)
    sense = content_id("sense", key, *ordered)
    return [content_id("decision", "sense", key, sense), "sense", key, sense, ordered]


def _record(graph: Graph, rows: list[list[Any]], contrary: list[str]) -> None:
    graph.write("write_decisions", rows=rows, contrary=contrary, at=datetime.now(UTC).isoformat())
