"""Gives entities of the graph their Wikidata identifiers; what is ambiguous gets none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kgplatform.graph.connection import Graph
from kgplatform.progress import NO_PROGRESS, Progress
from kgplatform.records import ENTITY_TYPES
from kgplatform.text.classes import entity_type_of
from kgplatform.wikidata.label_index import Candidate
from kgplatform.wikidata.linking import Link, Linker, choose_link

__all__ = ["AmbiguousEntity", "EntityLinkReport", "link_entities"]

PAGE_SIZE = 200


@dataclass(frozen=True, slots=True)
class AmbiguousEntity:
    """An entity that several items may be, the likest first."""

    id: str
    name: str
    candidates: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class EntityLinkReport:
    """How many entities had no identifier, got one, and are unknown; which ones are ambiguous."""

    entities: int
    linked: int
    unknown: int
    ambiguous: tuple[AmbiguousEntity, ...]


def link_entities(
    graph: Graph, linker: Linker, *, is_exact: bool = False, progress: Progress = NO_PROGRESS
) -> EntityLinkReport:
    """Write the identifier of each entity without one that can be linked.

    An entity is compared with its items by its name, its type, and a passage that names it.

    Args:
        graph: its entities are linked.
        linker: finds their items.
        is_exact: leave names that are merely alike; of a graph whose names are mostly of entities
            that the endpoint lacks this takes a small part of the time.
        progress: reports the entities.

    Raises:
        GraphError: Neo4j cannot be asked or written.
        WikidataError: the endpoint cannot be asked.
    """
    with graph.turn("run"):
        return _link_all(graph, linker, is_exact=is_exact, progress=progress)


def _link_all(
    graph: Graph, linker: Linker, *, is_exact: bool, progress: Progress
) -> EntityLinkReport:
    progress.begin("Linking entities", total=None, unit="entities")
    entities = linked = 0
    ambiguous: list[AmbiguousEntity] = []
    unknown = 0
    for page in _pages(graph):
        found: list[list[str | None]] = []
        for row in page:
            links = linker.rank(
                row["name"], context=row["context"], entity_type=row["type"], is_exact=is_exact
            )
            chosen = choose_link(links)
            if chosen is not None:
                found.append([row["id"], chosen.qid, _type_of(chosen.candidate)])
            elif links:
                ambiguous.append(AmbiguousEntity(row["id"], row["name"], tuple(links[:3])))
            else:
                unknown += 1
        entities += len(page)
        if found:
            with graph.turn("write"):
                linked += graph.write("write_entity_qids", rows=found)[0]["entities"]
                ids = [row[0] for row in found]
                graph.write("decide_entity_types", document_ids=[], entity_ids=ids)
        progress.advance(len(page))
    return EntityLinkReport(entities, linked, unknown, tuple(ambiguous))


def _pages(graph: Graph) -> Iterator[list[dict[str, str]]]:
    after = ""
    while page := graph.read("list_entities_to_link", after=after, limit=PAGE_SIZE):
        yield page
        after = page[-1]["id"]


def _type_of(item: Candidate) -> str | None:
    """Return the type that the first class of an item that has one is of."""
    types = (entity_type_of(name) for name in item.classes)
    return next((kind for kind in types if kind in ENTITY_TYPES[:-1]), None)
