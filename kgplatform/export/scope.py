"""Which part of the graph is exported: what a question, an entity, a document… leads to.

A scope is resolved to ids by kind, which is all that is held of it; of the whole graph not even
these.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from kgplatform.errors import NotFound, UsageError
from kgplatform.export.model import KINDS
from kgplatform.graph.connection import Graph
from kgplatform.text.names import normalize_name

__all__ = ["ALL", "SCOPES", "Scope", "Selection", "select"]

Selection = Mapping[str, list[str]]
"""Ids by kind of node, sorted."""

IDS_PER_QUERY = 1_000
LATEST = "latest"
HOW_TO_FIND = {
    "question": "`kgplatform questions list` shows their ids",
    "conversation": "`kgplatform conversations list` shows their ids",
    "entity": "`kgplatform entities list` shows their names",
    "document": "`kgplatform documents list` shows their ids",
    "run": "`kgplatform query show_ingest_runs -p limit=10` shows their ids",
}


@dataclass(frozen=True, slots=True)
class Scope:
    """What is exported.

    Attributes:
        kind: one of SCOPES.
        value: the id or name of it; of "all" nothing.
        depth: of an entity, how many steps over statements are followed to further entities.
        parameters: of a query.
    """

    kind: str
    value: str = ""
    depth: int = 1
    parameters: Mapping[str, Any] = field(default_factory=dict)


ALL = Scope("all")


def select(graph: Graph, scope: Scope) -> Selection | None:
    """Return the nodes of a scope; None is the whole graph.

    Raises:
        UsageError: there is no such kind of scope, or a depth below 1.
        NotFound: the graph has nothing of that id or name.
    """
    if scope.kind not in SCOPES:
        raise UsageError(f"There is no scope '{scope.kind}': choose {', '.join(SCOPES)}.")
    if scope.depth < 1:
        raise UsageError(f"A depth of {scope.depth} leads nowhere: give 1 or more.")
    if scope.kind == "all":
        return None
    chosen = _Chosen(graph)
    _SELECTORS[scope.kind](chosen, scope)
    return {kind: sorted(chosen.ids[kind]) for kind in KINDS if chosen.ids[kind]}


class _Chosen:
    """Collects ids by kind."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.ids: defaultdict[str, set[str]] = defaultdict(set)

    def add(self, rows: Iterable[Mapping[str, Any]]) -> int:
        """Add rows of {kind, ids}; return how many ids are new."""
        before = sum(map(len, self.ids.values()))
        for row in rows:
            self.ids[row["kind"]].update(row["ids"])
        return sum(map(len, self.ids.values())) - before

    def follow(self, query: str, ids: Iterable[str]) -> int:
        """Add what a query finds from ids; return how many are new."""
        return sum(self.add(self.graph.read(query, ids=part)) for part in in_parts(sorted(ids)))

    def add_terms_and_places(self) -> None:
        """Add what the statements are about, and what the passages are of."""
        self.follow("list_export_terms", self.ids["Statement"])
        self.follow("list_export_places", self.ids["Passage"])


def in_parts(ids: list[str]) -> Iterator[list[str]]:
    """Yield the ids in lists that a query takes at once."""
    for start in range(0, len(ids), IDS_PER_QUERY):
        yield ids[start : start + IDS_PER_QUERY]


def _not_found(scope: Scope) -> NotFound:
    return NotFound(f"The graph has no {scope.kind} '{scope.value}'; {HOW_TO_FIND[scope.kind]}.")


def _add_given(chosen: _Chosen, scope: Scope, kind: str) -> None:
    rows = chosen.graph.read("list_export_kinds", ids=[scope.value])
    if not chosen.add(row for row in rows if row["kind"] == kind):
        raise _not_found(scope)


def _add_answers(chosen: _Chosen) -> None:
    """Add what the questions cite, what states the statements cited, and what is stated there."""
    chosen.follow("list_export_cited", chosen.ids["Question"])
    cited = set(chosen.ids["Passage"])
    chosen.follow("list_export_sources", set(chosen.ids["Statement"]))
    chosen.follow("list_export_stated", cited)
    chosen.add_terms_and_places()


def _select_question(chosen: _Chosen, scope: Scope) -> None:
    _add_given(chosen, scope, "Question")
    _add_answers(chosen)


def _select_conversation(chosen: _Chosen, scope: Scope) -> None:
    if not chosen.add(chosen.graph.read("list_export_questions", conversation=scope.value)):
        raise _not_found(scope)
    _add_answers(chosen)


def _select_entity(chosen: _Chosen, scope: Scope) -> None:
    found = chosen.graph.read(
        "list_export_names", name=scope.value.strip(), normalized=normalize_name(scope.value)
    )
    if not chosen.add(found):
        raise _not_found(scope)
    reached: set[str] = set()
    for _ in range(scope.depth):
        entities = chosen.ids["Entity"] - reached
        reached |= entities
        chosen.follow("list_export_facts", entities)
        chosen.follow("list_export_terms", chosen.ids["Statement"])
    chosen.follow("list_export_sources", chosen.ids["Statement"])
    chosen.add_terms_and_places()


def _add_documents(chosen: _Chosen) -> None:
    chosen.follow("list_export_parts", chosen.ids["Document"])
    chosen.follow("list_export_stated", chosen.ids["Passage"])
    chosen.add_terms_and_places()


def _select_document(chosen: _Chosen, scope: Scope) -> None:
    _add_given(chosen, scope, "Document")
    _add_documents(chosen)


def _select_run(chosen: _Chosen, scope: Scope) -> None:
    if not chosen.add(chosen.graph.read("list_export_runs", run=scope.value or LATEST)):
        raise _not_found(scope)
    _add_documents(chosen)


def _select_query(chosen: _Chosen, scope: Scope) -> None:
    """Add the nodes that the rows of a named query hold, or name by their ids.

    Statements come with what they are about and what states them.
    """
    rows = chosen.graph.read(scope.value, **scope.parameters)
    texts = sorted(set(_list_texts(rows)))
    if not texts or not chosen.follow("list_export_kinds", texts):
        raise NotFound(
            f"No row of the query '{scope.value}' holds a node or the id of one: choose a query "
            "whose columns do."
        )
    chosen.follow("list_export_sources", set(chosen.ids["Statement"]))
    chosen.add_terms_and_places()


def _list_texts(value: Any) -> Iterator[str]:
    """Yield each text within a value of a query; of a node its id alone."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping) and value.keys() == {"labels", "properties"}:
        yield from _list_texts(value["properties"].get("id"))
    elif isinstance(value, Mapping):
        yield from _list_texts(list(value.values()))
    elif isinstance(value, list):
        for item in value:
            yield from _list_texts(item)


_SELECTORS = {
    "question": _select_question,
    "conversation": _select_conversation,
    "entity": _select_entity,
    "document": _select_document,
    "run": _select_run,
    "query": _select_query,
}
SCOPES = (*_SELECTORS, "all")
