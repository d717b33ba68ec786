"""What people say about entities: merge, split, rename, retype, ignore; and take it back.

A decision is a node of its own, (:Decision {kind, left, right}): it holds before everything
automatic, survives that a file is read again, and is taken back by the decision to the contrary
or by `undo_decisions`, which also brings back what the decision itself took back.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

from kgplatform.errors import NotFound, UsageError
from kgplatform.graph.connection import Graph
from kgplatform.ingest.resolution.entities import find_entity, group_of
from kgplatform.ingest.resolution.resolve import ResolutionReport, resolve_entities
from kgplatform.ingest.resolution.senses import Decision, fetch_decisions, restore_sense
from kgplatform.records import ENTITY_TYPES
from kgplatform.records.ids import content_id
from kgplatform.text.names import make_entity

__all__ = [
    "ignore_entity",
    "list_decisions",
    "merge_entities",
    "rename_entity",
    "retype_entity",
    "split_entity",
    "undo_decisions",
]

MIN_MERGED = 2


def list_decisions(graph: Graph) -> list[Decision]:
    """Return what people decided, the latest first."""
    return fetch_decisions(graph)[::-1]


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
    groups = [set(group_of(graph, key)) for key in ids]
    contrary = []
    for decision in fetch_decisions(graph):
        sides = [n for n, group in enumerate(groups) if decision.pair & group]
        if decision.kind != "same" and len(sides) > 1:
            contrary.append(decision)
            if decision.kind == "sense":
                restore_sense(graph, decision)
    known = {row["id"] for row in graph.read("list_entity_ids", ids=ids)}
    made = [_pair("same", ids[0], b) for b in ids[1:] if {ids[0], b} <= known]
    _record(graph, made, contrary)
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
        _record(graph, [_sense(graph, key, documents)], [])
        return resolve_entities(graph)
    group = group_of(graph, key)
    joined = {group[0]} if key != group[0] else set(group) - {key}
    others = {find_entity(graph, from_)} if from_ is not None else joined
    if not others or others == {key}:
        raise UsageError(f"'{reference}' stands alone already: name what it is not as well.")
    contrary = [
        decision
        for decision in fetch_decisions(graph)
        if decision.kind == "same" and key in decision.pair and decision.pair <= set(group)
    ]
    _record(graph, [_pair("different", key, other) for other in sorted(others)], contrary)
    return resolve_entities(graph)


def rename_entity(graph: Graph, reference: str, name: str) -> ResolutionReport:
    """Decide what an entity is called; the names that texts call it by still find it.

    Raises:
        NotFound, UsageError: the reference means no entity or several, the name is empty, or it
            is another entity's.
    """
    with graph.turn("write"):
        group = group_of(graph, find_entity(graph, reference))
        named = make_entity(name)
        if not named.name:
            raise UsageError("The new name is empty: give one.")
        if graph.read("list_entity_ids", ids=[named.id]) and named.id not in group:
            raise UsageError(
                f"Another entity is called '{named.name}': kgplatform entities merge makes the "
                "two one."
            )
        key = content_id("decision", "name", group[0])
        decision = Decision(key, "name", group[0], named.normalized_name, value=named.name)
        _record(graph, [decision], _earlier(graph, "name", group))
        return resolve_entities(graph)


def retype_entity(graph: Graph, reference: str, entity_type: str) -> ResolutionReport:
    """Decide of what type an entity is, under all its names.

    Raises:
        NotFound, UsageError: the reference means no entity or several, or there is no such type.
    """
    types = {known.casefold(): known for known in ENTITY_TYPES}
    kind = types.get(entity_type.casefold())
    if kind is None:
        raise UsageError(
            f"There is no entity type '{entity_type}': choose one of {', '.join(ENTITY_TYPES)}."
        )
    with graph.turn("write"):
        group = group_of(graph, find_entity(graph, reference))
        decision = _about("type", group, value=kind)
        _record(graph, [decision], _earlier(graph, "type", group))
        return _resolve(graph, group)


def ignore_entity(graph: Graph, reference: str) -> ResolutionReport:
    """Decide that a name, with all that it was joined to, is no entity.

    What it consists of is kept out of sight, so that taking the decision back brings it back.

    Raises:
        NotFound, UsageError: the reference means no entity or several.
    """
    with graph.turn("write"):
        group = group_of(graph, find_entity(graph, reference))
        _record(graph, [_about("ignored", group)], [])
        return _resolve(graph, [])


def undo_decisions(graph: Graph, decision_id: str | None = None) -> list[Decision]:
    """Take a decision back, with all that it changed, and bring back what it took back.

    Args:
        decision_id: which; None: the latest, with all that were decided by the same command.

    Returns:
        The decisions taken back.

    Raises:
        NotFound: there is no such decision, or none at all.
    """
    with graph.turn("write"):
        every = fetch_decisions(graph)
        if not every and decision_id is None:
            raise NotFound("Nothing was decided about entities, so that nothing can be undone.")
        if decision_id is None:
            undone = [item for item in every if item.decided_at == every[-1].decided_at]
        else:
            undone = [item for item in every if item.id == decision_id]
        if not undone:
            raise NotFound(
                f"There is no decision '{decision_id}': kgplatform entities decisions lists them."
            )
        for decision in undone:
            _take_back(graph, decision)
        _resolve(graph, [key for item in undone if item.kind == "type" for key in item.entities])
        return undone


def _take_back(graph: Graph, decision: Decision) -> None:
    if decision.kind == "sense":
        restore_sense(graph, decision)
    if decision.kind == "name":
        graph.write("restore_entity_name", id=decision.left)
    if decision.kind == "ignored":
        graph.write("restore_ignored")
    graph.write("write_decisions", rows=json.loads(decision.replaced), contrary=[decision.id])


def _resolve(graph: Graph, entities: Sequence[str]) -> ResolutionReport:
    """Let decisions about types and what is ignored take effect, and resolve names anew."""
    graph.write("hide_ignored")
    graph.write("decide_entity_types", document_ids=[], entity_ids=list(entities))
    graph.write("mark_derivation", signature=None, threshold=None, links=None)
    return resolve_entities(graph)


def _pair(kind: str, a: str, b: str) -> Decision:
    left, right = sorted((a, b))
    return Decision(content_id("decision", kind, left, right), kind, left, right)


def _about(kind: str, group: Sequence[str], *, value: str = "") -> Decision:
    key = content_id("decision", kind, group[0])
    return Decision(key, kind, group[0], "", value=value, entities=tuple(group))


def _sense(graph: Graph, key: str, documents: Sequence[str]) -> Decision:
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
    ordered = tuple(sorted(found))
    sense = content_id("sense", key, *ordered)
    return Decision(content_id("decision", "sense", key, sense), "sense", key, sense, ordered)


def _earlier(graph: Graph, kind: str, group: Iterable[str]) -> list[Decision]:
    """Return the decisions of a kind about an entity, which another one of the kind takes back."""
    return [d for d in fetch_decisions(graph) if d.kind == kind and d.left in group]


def _record(graph: Graph, made: Sequence[Decision], contrary: Sequence[Decision]) -> None:
    """Write decisions, which take others back; the first one keeps these, to be undone."""
    known = {decision.id for decision in fetch_decisions(graph)} - {d.id for d in contrary}
    new = [decision for decision in made if decision.id not in known]
    now, taken_back = datetime.now(UTC).isoformat(), json.dumps(contrary)
    rows = [
        _replace_all(decision, _names(graph, decision), now, taken_back if not place else "[]")
        for place, decision in enumerate(new)
    ]
    graph.write("write_decisions", rows=rows, contrary=[item.id for item in contrary])


def _replace_all(
    decision: Decision, names: tuple[str, ...], decided_at: str, replaced: str
) -> list[Any]:
    row = decision._replace(names=names, decided_at=decided_at, replaced=replaced)
    return [list(value) if isinstance(value, tuple) else value for value in row]


def _names(graph: Graph, decision: Decision) -> tuple[str, ...]:
    """Return what the entities of a decision are called before it."""
    ids = decision.entities or (sorted(decision.pair) if decision.pair else [decision.left])
    return tuple(row["name"] for row in graph.read("list_entity_ids", ids=list(ids)))
