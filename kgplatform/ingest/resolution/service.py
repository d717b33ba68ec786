"""All that can be done with entities, on the graph and the models of a platform."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, Unpack

from kgplatform.graph.connection import Graph
from kgplatform.ingest.derive import recount_schema
from kgplatform.ingest.resolution import decisions, neighbourhood
from kgplatform.ingest.resolution.alike import list_alike
from kgplatform.ingest.resolution.entities import (
    EVERY_ENTITY,
    MOST_FACTS,
    Kind,
    list_entities,
    show_entity,
)
from kgplatform.ingest.resolution.neighbourhood import Narrowed
from kgplatform.ingest.resolution.resolve import ResolutionReport
from kgplatform.ingest.resolution.senses import Decision
from kgplatform.models.embedding import Embedder
from kgplatform.records.filters import Documents

__all__ = ["Entities"]

_Rows = list[dict[str, Any]]  # `list` is a method below


class Resources(Protocol):
    """What entities are looked up and changed with."""

    @property
    def embedder(self) -> Embedder:
        """The embedder of the graph's vectors."""

    def graph(self) -> Graph:
        """Return the open connection."""

    def select_documents(self, documents: Documents) -> tuple[str, ...] | None:
        """Return the ids of the documents that are meant; None where all are."""

    def migrate(self) -> list[str]:
        """Bring the graph's schema up to date."""


class Entities:
    """The entities of a graph, and what people decide about them.

    A reference is a name in any spelling, or an id. Each method raises NotFound where a reference
    means no entity, and UsageError where it means several.
    """

    def __init__(self, resources: Resources) -> None:
        self._resources = resources

    def list(
        self,
        name: str | None = None,
        *,
        kind: Kind = "all",
        limit: int = EVERY_ENTITY,
        documents: Documents = None,
    ) -> list[dict[str, Any]]:
        """Return entities with their other names; see `list_entities`."""
        within = self._resources.select_documents(documents)
        graph = self._resources.graph()
        return list_entities(graph, name=name, kind=kind, limit=limit, documents=within)

    def show(
        self, reference: str, *, limit: int = MOST_FACTS, documents: Documents = None
    ) -> dict[str, Any]:
        """Return an entity with its facts and their sources; see `show_entity`."""
        within = self._resources.select_documents(documents)
        return show_entity(self._resources.graph(), reference, limit=limit, documents=within)

    def search(
        self,
        words: str | None = None,
        *,
        type: str | None = None,
        skip: int = 0,
        limit: int,
        documents: Documents = None,
    ) -> _Rows:
        """Return the entities whose name or alias holds some words, the most mentioned first.

        Args:
            words: in any case; None: all entities.
            type: of this type alone.
            skip: how many of the first are left out.
            limit: most entities.
            documents: in which they are mentioned.

        Returns:
            {id, name, type, qid, aliases, mentions} each.
        """
        return self._resources.graph().read(
            "list_entities_page",
            words=words,
            type=type,
            skip=skip,
            limit=limit,
            documents=self._resources.select_documents(documents),
        )

    def facts(
        self,
        reference: str,
        *,
        skip: int = 0,
        limit: int,
        documents: Documents = None,
        **narrowed: Unpack[Narrowed],
    ) -> _Rows:
        """Return an entity's facts, a page of them; see `neighbourhood.list_facts`."""
        graph, within = self._resources.graph(), self._resources.select_documents(documents)
        return neighbourhood.list_facts(
            graph, reference, skip=skip, limit=limit, documents=within, **narrowed
        )

    def neighbourhood(
        self,
        reference: str,
        *,
        limit: int,
        documents: Documents = None,
        **narrowed: Unpack[Narrowed],
    ) -> dict[str, Any]:
        """Return the graph around an entity; see `neighbourhood.show_neighbourhood`."""
        graph, within = self._resources.graph(), self._resources.select_documents(documents)
        return neighbourhood.show_neighbourhood(
            graph, reference, limit=limit, documents=within, **narrowed
        )

    def relations(self, reference: str) -> _Rows:
        """Return which relations an entity's facts have; see `neighbourhood.count_relations`."""
        return neighbourhood.count_relations(self._resources.graph(), reference)

    def paths(self, start: str, end: str, *, limit: int) -> _Rows:
        """Return ways from one entity to another; see `neighbourhood.find_paths`."""
        return neighbourhood.find_paths(self._resources.graph(), start, end, limit=limit)

    def alike(self, *, limit: int) -> _Rows:
        """Return names that may be one entity and were not joined; see `list_alike`."""
        return list_alike(self._resources.graph(), limit=limit)

    def merge(self, references: Sequence[str]) -> ResolutionReport:
        """Decide that several are one entity; see `decisions.merge_entities`."""
        return decisions.merge_entities(self._writable(), references)

    def split(
        self, reference: str, *, from_: str | None = None, documents: Sequence[str] = ()
    ) -> ResolutionReport:
        """Decide that a name is another entity; see `decisions.split_entity`."""
        graph = self._writable()
        return decisions.split_entity(graph, reference, from_=from_, documents=documents)

    def rename(self, reference: str, name: str) -> ResolutionReport:
        """Decide what an entity is called; see `decisions.rename_entity`."""
        return decisions.rename_entity(self._writable(), reference, name)

    def retype(self, reference: str, entity_type: str) -> ResolutionReport:
        """Decide of what type an entity is; see `decisions.retype_entity`."""
        graph = self._writable()
        with graph.turn("write"):
            report = decisions.retype_entity(graph, reference, entity_type)
            self._recount(graph)
        return report

    def ignore(self, reference: str) -> ResolutionReport:
        """Decide that a name is no entity; see `decisions.ignore_entity`."""
        graph = self._writable()
        with graph.turn("write"):
            report = decisions.ignore_entity(graph, reference)
            self._recount(graph)
        return report

    def decisions(self) -> Sequence[Decision]:
        """Return what people decided, the latest first."""
        return decisions.list_decisions(self._resources.graph())

    def undo(self, decision_id: str | None = None) -> Sequence[Decision]:
        """Take a decision back, by default the latest; see `decisions.undo_decisions`."""
        graph = self._writable()
        with graph.turn("write"):
            undone = decisions.undo_decisions(graph, decision_id)
            self._recount(graph)
        return undone

    def _writable(self) -> Graph:
        self._resources.migrate()
        return self._resources.graph()

    def _recount(self, graph: Graph) -> None:
        recount_schema(graph, embedder=self._resources.embedder)
