"""Keeps same-named different entities apart: documents of one title that are about two entities.

Equal names are one entity to begin with. Where several documents are about it and they disagree
on what it is (a ship and a novel) or on when the person was born, each of the entities but the one
with the most documents gets an entity of its own, a sense of the plain one. What is apart is
computed from the whole graph each time, so a document that is removed or read again lets entities
fall back together or part anew. What a person decided about the name is left alone.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from kgplatform.graph.connection import Graph
from kgplatform.ingest.resolution.senses import move_parts
from kgplatform.records.ids import content_id

__all__ = ["Titled", "part_namesakes", "resolve_namesakes"]

KINDS = ("Person", "Place", "Organization", "Work", "Event")
COMPATIBLE = frozenset({frozenset({"Place", "Organization"}), frozenset({"Work", "Event"})})
"""Kinds that recognisers confuse: a town and its club, a festival and its film."""

LEAST_SHARE = 0.6  # of a document's typed mentions that must agree before its word counts
YEAR = re.compile(r"\b(1\d{3}|20\d{2})\b")


@dataclass(frozen=True, slots=True)
class Titled:
    """A document about a name, and what it says of the entity.

    Attributes:
        name: id of the plain entity.
        entity: id of what stands for it in this document now.
        types: of the name's mentions in this document.
        births: values of dates of birth stated there.
    """

    name: str
    document: str
    entity: str
    types: tuple[str, ...]
    births: tuple[str, ...]

    def kind(self) -> str | None:
        """Return what the document takes the entity for, or None where it is not clear."""
        votes = Counter(item for item in self.types if item in KINDS)
        if not votes:
            return None
        (kind, count), *_ = sorted(votes.items(), key=lambda item: (-item[1], item[0]))
        return kind if count >= LEAST_SHARE * votes.total() else None

    def birth_years(self) -> frozenset[str]:
        """Return the years of birth stated."""
        return frozenset(year for value in self.births for year in YEAR.findall(value))

    def is_distinctive(self) -> bool:
        """Return whether the document says anything of what the entity is."""
        return self.kind() is not None or bool(self.birth_years())

    def is_apart_from(self, other: Titled) -> bool:
        """Return whether two documents cannot be about one entity."""
        kinds = {self.kind(), other.kind()} - {None}
        if len(kinds) == 2 and frozenset(kinds) not in COMPATIBLE:
            return True
        ours, theirs = self.birth_years(), other.birth_years()
        return bool(ours and theirs and not ours & theirs)


def resolve_namesakes(graph: Graph, *, decided: Iterable[str]) -> int:
    """Give each entity that shares a title a node of its own; return how many links moved.

    Args:
        decided: ids of entities that a person decided about.
    """
    untouchable = frozenset(decided)
    moved = 0
    for name, titled in _contested(graph):
        if name in untouchable or any(item.entity in untouchable for item in titled):
            continue
        wanted = part_namesakes(titled)
        for item in titled:
            if item.entity != wanted[item.document]:
                moved += _move(graph, item, wanted[item.document])
    return moved


def part_namesakes(titled: Sequence[Titled]) -> dict[str, str]:
    """Return document to the entity that should stand for the name there.

    Documents that say what the entity is form groups, each joining the first one that it does not
    contradict, in the order of their ids; the others join the largest that fits. The largest
    group (on a tie the earliest) keeps the plain entity.
    """
    groups: list[list[Titled]] = []
    for item in sorted(titled, key=lambda item: (not item.is_distinctive(), item.document)):
        if not item.is_distinctive():
            groups.sort(key=lambda group: -len(group))
        fitting = (g for g in groups if not any(item.is_apart_from(other) for other in g))
        group = next(fitting, None)
        if group is None:
            groups.append([item])
        else:
            group.append(item)
    groups.sort(key=lambda group: -len(group))
    wanted = {item.document: item.name for item in groups[0]} if groups else {}
    for group in groups[1:]:
        documents = sorted(item.document for item in group)
        sense = content_id("namesake", group[0].name, documents[0])
        wanted.update(dict.fromkeys(documents, sense))
    return wanted


def _contested(graph: Graph) -> Iterator[tuple[str, list[Titled]]]:
    rows = graph.read("list_contested_titles")
    for name, group in groupby(rows, key=lambda row: str(row["id"])):
        yield (
            name,
            [
                Titled(
                    name, row["document"], row["entity"], tuple(row["types"]), tuple(row["births"])
                )
                for row in group
            ],
        )


def _move(graph: Graph, item: Titled, target: str) -> int:
    """Let a document's links point to another of the name's entities, by way of the plain one."""
    moved = 0
    if item.entity != item.name:
        moved += move_parts(graph, item.entity, item.name, [item.document], sense=False)
    if target != item.name:
        moved += move_parts(graph, item.name, target, [item.document], sense=True)
    return moved
