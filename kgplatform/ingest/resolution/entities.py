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

__all__ = [
    "EVIDENCE",
    "MOST_FACTS",
    "Kind",
    "fetch_entities",
    "find_entity",
    "group_of",
    "list_entities",
    "show_entity",
]

MAX_NAMESAKES = 20
EVERY_ENTITY = 2**31
MOST_FACTS = 1_000
"""That an entity is shown with; `Entities.facts` has the others in pages."""

TIES = {"SAME_AS": "members", "MAY_BE": "may_be", "DIFFERENT_FROM": "different_from"}

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
    rows = graph.read(
        "list_entity_things",
        name=name,
        normalized=key,
        kind=kind,
        limit=limit,
        documents=documents,
    )
    return fetch_entities(graph, [row["id"] for row in rows], documents=documents)


def fetch_entities(
    graph: Graph, ids: Sequence[str], *, documents: Sequence[str] | None = None
) -> list[dict[str, Any]]:
    """Return entities by the ids of their main names, in that order, as `list_entities` does.

    It is a query of its own, since one that does both takes Neo4j seconds to plan.
    """
    rows = {
        row["id"]: row for row in graph.read("fetch_entity_things", ids=ids, documents=documents)
    }
    return [_sort_others(rows[key]) for key in ids if key in rows]


def _sort_others(row: dict[str, Any]) -> dict[str, Any]:
    """Return an entity with the names that are tied to it by what ties them."""
    tied: dict[str, list[dict[str, Any]]] = {part: [] for part in TIES.values()}
    for other in row.pop("others"):
        tied[TIES[other.pop("tie")]].append(other)
    return {**row, **tied}


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
    graph: Graph,
    reference: str,
    *,
    limit: int = MOST_FACTS,
    documents: Sequence[str] | None = None,
) -> dict[str, Any]:
    """Return an entity with its other names, its type and why, and its facts with their sources.

    Args:
        reference: a name or an id.
        limit: most facts that are shown.
        documents: ids of the only documents whose facts are shown; None: all.

    Returns:
        {id, name, type, qid, mentions, members, may_be, different_from, names, type_by, evidence,
        fact_count, facts}: `names` are its other names, `type_by` is what gives its type
        (EVIDENCE), `evidence` counts {type, evidence, count} of all that speaks for a type, the
        surest first, `facts` are the first of `fact_count`, as `list_entity_facts` has them, by
        relation and time.

    Raises:
        NotFound, UsageError: the reference means no entity or several.
    """
    group = group_of(graph, find_entity(graph, reference))
    [row] = fetch_entities(graph, group[:1])
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
        "fact_count": graph.read("count_entity_facts", ids=group, documents=documents)[0]["count"],
        "facts": graph.read("list_entity_facts", ids=group, limit=limit, documents=documents)
        if limit
        else [],
    }


def _other_names(row: Mapping[str, Any]) -> list[str]:
    written = [row["written_name"]] if row["written_name"] else []
    members = [member["name"] for member in row["members"]]
    counted: Iterable[str] = Counter([*written, *members, *row["aliases"]])
    return [name for name in counted if name != row["name"]]
