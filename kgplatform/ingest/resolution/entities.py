"""Finds entities by what people call them, lists them, and shows one with all that is known of it.

The names that resolution joined are one entity here, the canonical one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from kgplatform.errors import NotFound, UsageError
from kgplatform.graph.connection import Graph
from kgplatform.text.names import make_entity
from kgplatform.text.values import read_value

__all__ = ["EVIDENCE", "Kind", "find_entity", "group_of", "list_entities", "show_entity"]

MAX_NAMESAKES = 20
EVERY_ENTITY = 2**31
LAST_DAY = "9999"  # facts without a date come after those with one

Kind = Literal["all", "merged", "ambiguous"]

EVIDENCE = {
    "decision": "somebody decided so",
    "given": "the data or the model say so",
    "wikidata": "the linked Wikidata item is of a class of this type",
    "instance": "facts say what it is an instance of",
    "column": "it stands in a column of a table for this type",
    "form": "the form of its name",
    "context": "the words around its name",
    "recogniser": "the name recogniser took it for one",
}
"""What gives a type, the surest first, in words."""


def list_entities(
    graph: Graph,
    *,
    name: str | None = None,
    kind: Kind = "all",
    limit: int = EVERY_ENTITY,
    documents: Sequence[str] | None = None,
) -> list[dict[str, Any]]:
    """Return entities with the names that were joined to them, the most mentioned first.

    Args:
        name: only those that go by this name, in any case; an id will do as well.
        kind: "merged" for those with several names, "ambiguous" for names that may be several
            entities and were left alone.
        limit: most entities.
        documents: ids of the only documents whose mentions count; None: all.

    Returns:
        {id, name, type, qid, mentions, members, may_be, different_from} each; the last three
        hold {id, name, type, method, score, decided_by}.
    """
    key = make_entity(name).normalized_name if name is not None else None
    return graph.read(
        "list_entity_things",
        name=name,
        normalized=key,
        kind=kind,
        limit=limit,
        documents=documents,
    )


def find_entity(graph: Graph, reference: str) -> str:
    """Return the id of the entity that a name or id means.

    The id comes first, then the name in any spelling, then the name without its parenthesis; the
    first of these that some entity answers to decides. Names that are joined count as one entity.

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
    if len({row["canonical"] for row in best}) > 1:
        listed = "; ".join(f"{row['id']} {row['name']} ({row['type']})" for row in best)
        raise UsageError(f"'{reference}' is the name of {len(best)} entities, give an id: {listed}")
    return str(best[0]["id"])


def group_of(graph: Graph, key: str) -> list[str]:
    """Return the ids of all names of the entity that a name belongs to, the canonical one first."""
    return [row["id"] for row in graph.read("list_entity_group", id=key)]


def show_entity(
    graph: Graph, reference: str, *, documents: Sequence[str] | None = None
) -> dict[str, Any]:
    """Return an entity with its other names, its type and why, and its facts with their sources.

    Args:
        reference: a name or an id.
        documents: ids of the only documents whose facts are shown; None: all.

    Returns:
        {id, name, type, qid, mentions, members, may_be, different_from, names, type_by, evidence,
        facts}: `names` are its other names, `type_by` is what gives its type (EVIDENCE),
        `evidence` counts {type, evidence, count} of all that speaks for a type, the surest first,
        `facts` are as `list_entity_facts` has them, ordered by relation and time.

    Raises:
        NotFound, UsageError: the reference means no entity or several.
    """
    group = group_of(graph, find_entity(graph, reference))
    [row] = list_entities(graph, name=group[0])
    surest = list(EVIDENCE)
    evidence = sorted(
        graph.read("list_type_evidence", ids=group),
        key=lambda found: (surest.index(found["evidence"]), -found["count"], found["type"]),
    )
    return {
        **row,
        "names": _other_names(row),
        "type_by": next((f["evidence"] for f in evidence if f["type"] == row["type"]), ""),
        "evidence": evidence,
        "facts": sorted(
            graph.read("list_entity_facts", id=group[0], documents=documents), key=_place
        ),
    }


def _other_names(row: Mapping[str, Any]) -> list[str]:
    written = [row["written_name"]] if row["written_name"] else []
    members = [member["name"] for member in row["members"]]
    counted: Iterable[str] = Counter([*written, *members, *row["aliases"]])
    return [name for name in counted if name != row["name"]]


def _place(fact: Mapping[str, Any]) -> tuple[str, str, str, str]:
    """Return what a fact is ordered by: its relation, its first day, its object."""
    values = [(fact["object"], fact["object_type"])]
    values += [(item["value"], item["type"]) for item in fact["qualifiers"]]
    days = [read_value(value, "date").start for value, kind in values if kind == "date"]
    first = min((day for day in days if day), default=LAST_DAY)
    return fact["relation"], first, fact["object"], fact["statement_id"]
