"""Joins names to entities: the surest links first, and never across a conflict.

The result depends on the links alone, not on their order: they are sorted by score, method and
ids. A link whose name could as well lean on another entity is not followed but reported.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from kgplatform.ingest.resolution.candidates import METHODS, EntityName
from kgplatform.ingest.resolution.scoring import LifeYears, Link
from kgplatform.text.name_forms import parse_name

__all__ = ["Clusters", "Membership", "cluster_names"]

MARGIN = 0.05  # by which a link must be better than the next other entity its name could be
STATED = frozenset({"user", "qid", "redirect", "alias"})
"""Methods that somebody stated: they may join two titles, and entities of different types."""
UNRIVALLED = frozenset({"qid", "redirect"})
TYPE_BLIND = STATED | {"abbreviation", "opening"}  # a text is surer than a recogniser's type
SYMMETRIC = STATED | {"variant"}  # the others lean: one name, one entity
USER_SCORE = 1.0
UNKNOWN = "Thing"


class Membership(NamedTuple):
    """`member` is the entity `canonical`; it was joined by its link with `via`."""

    member: str
    canonical: str
    method: str
    score: float
    via: str


@dataclass(frozen=True, slots=True)
class Clusters:
    """What was joined, and the links of names that could be several entities, sorted."""

    memberships: tuple[Membership, ...]
    ambiguous: tuple[Link, ...]


@dataclass(slots=True)
class _Cluster:
    """Names that are one entity, with what another cluster may contradict."""

    members: set[str]
    qids: set[str] = field(default_factory=set)
    titled: set[str] = field(default_factory=set)
    details: set[str] = field(default_factory=set)
    appendices: set[str] = field(default_factory=set)
    years: dict[str, set[str]] = field(default_factory=dict)


def cluster_names(
    links: Iterable[Link],
    *,
    threshold: float,
    entities: dict[str, EntityName],
    years: LifeYears,
    same: Iterable[tuple[str, str]] = (),
    different: Collection[tuple[str, str]] = (),
    chosen: Collection[str] = (),
) -> Clusters:
    """Join names by their links.

    Args:
        links: what names and context propose.
        threshold: the score from which a link is followed.
        entities: every entity a link or decision names, by id.
        years: see `fetch_life_years`.
        same, different: what people decided, as pairs of ids; it goes before all links.
        chosen: ids of those that people gave a name or a type; one of them stands for its names.
    """
    joining = _Joining(entities, years, different)
    for a, b in sorted(same):
        joining.follow(Link(a, b, "user", USER_SCORE))
    ordered = sorted(links, key=lambda x: (-x.score, METHODS.index(x.method), x.name, x.anchor))
    rivals: dict[str, list[Link]] = defaultdict(list)
    for link in ordered:
        rivals[link.name].append(link)
    ambiguous: set[Link] = set()
    for link in ordered:
        if link.score < threshold:
            break
        if joining.is_open(link) and not joining.conflicts(link):
            others = [other for other in rivals[link.name] if joining.is_rival(other, link)]
            if others:
                ambiguous.update([link, *others])
            else:
                joining.follow(link)
    for of_name in rivals.values():
        namesakes = [link for link in of_name if link.method == "title"]
        if len(namesakes) > 1 and not any(joining.is_joined(link) for link in of_name):
            ambiguous.update(link for link in namesakes if not joining.conflicts(link))
    open_links = (link for link in ambiguous if not joining.is_joined(link))
    return Clusters(joining.memberships(chosen), tuple(sorted(open_links)))


class _Joining:
    """The clusters while they grow, and the links that were followed: a tree a cluster."""

    def __init__(
        self,
        entities: dict[str, EntityName],
        years: LifeYears,
        different: Collection[tuple[str, str]],
    ) -> None:
        self._entities = entities
        self._years = years
        self._clusters: dict[str, _Cluster] = {}
        self._followed: dict[str, list[tuple[str, Link]]] = defaultdict(list)
        self._leaning: set[str] = set()
        self._apart: dict[str, set[str]] = defaultdict(set)
        for a, b in different:
            self._apart[a].add(b)
            self._apart[b].add(a)

    def is_open(self, link: Link) -> bool:
        """Return whether a link is still to be decided; a name that leans leans on one entity."""
        has_leaned = link.method not in SYMMETRIC and link.name in self._leaning
        return not has_leaned and not self.is_joined(link)

    def is_joined(self, link: Link) -> bool:
        """Return whether both sides of a link are one entity."""
        return self._cluster(link.name) is self._cluster(link.anchor)

    def is_rival(self, other: Link, link: Link) -> bool:
        """Return whether a link's name could as well be the other's anchor, another entity."""
        return (
            link.method not in UNRIVALLED
            and round(link.score - other.score, 6) < MARGIN
            and not self.is_joined(other)
            and self._cluster(other.anchor) is not self._cluster(link.anchor)
            and not self.conflicts(other)
        )

    def conflicts(self, link: Link) -> bool:
        """Return whether anything speaks against the same entity, among all names of both sides."""
        a, b = self._cluster(link.name), self._cluster(link.anchor)
        if any(self._apart.get(member, set()) & b.members for member in a.members):
            return True
        if link.method == "user":
            return False
        if len(a.qids | b.qids) > 1 or _disagree(a.years, b.years):
            return True
        types = {self._entities[key].type for key in (link.name, link.anchor)} - {UNKNOWN}
        if link.method not in TYPE_BLIND and len(types) > 1:
            return True
        if link.method in STATED:
            return False
        distinguished = (a.titled | b.titled, a.details | b.details, a.appendices | b.appendices)
        return any(len(values) > 1 for values in distinguished)

    def follow(self, link: Link) -> None:
        """Join the two sides of a link, unless they are one or a person said otherwise."""
        a, b = self._cluster(link.name), self._cluster(link.anchor)
        if a is b or (link.method == "user" and self.conflicts(link)):
            return
        self._followed[link.name].append((link.anchor, link))
        self._followed[link.anchor].append((link.name, link))
        if link.method not in SYMMETRIC:
            self._leaning.add(link.name)
        if len(a.members) < len(b.members):
            a, b = b, a
        a.members |= b.members
        a.qids |= b.qids
        a.titled |= b.titled
        a.details |= b.details
        a.appendices |= b.appendices
        for kind, years in b.years.items():
            a.years.setdefault(kind, set()).update(years)
        for member in b.members:
            self._clusters[member] = a

    def memberships(self, chosen: Collection[str]) -> tuple[Membership, ...]:
        """Return every joined name with its entity, by the link on its way to it."""
        found: list[Membership] = []
        for cluster in {id(c): c for c in self._clusters.values()}.values():
            if len(cluster.members) > 1:
                found += self._star(_choose_canonical(cluster.members, self._entities, chosen))
        return tuple(sorted(found))

    def _star(self, canonical: str) -> Iterable[Membership]:
        waiting, seen = [canonical], {canonical}
        while waiting:
            here = waiting.pop()
            for member, link in self._followed[here]:
                if member not in seen:
                    seen.add(member)
                    waiting.append(member)
                    yield Membership(member, canonical, link.method, link.score, here)

    def _cluster(self, key: str) -> _Cluster:
        cluster = self._clusters.get(key)
        if cluster is None:
            cluster = self._clusters[key] = self._single(self._entities[key])
        return cluster

    def _single(self, entity: EntityName) -> _Cluster:
        form = parse_name(entity.name, entity.type)
        return _Cluster(
            members={entity.id},
            qids={entity.qid} if entity.qid else set(),
            titled={entity.id} if entity.titled else set(),
            details={form.detail} if form.detail else set(),
            appendices={form.appendix} if form.appendix else set(),
            years={kind: set(found) for kind, found in self._years.get(entity.id, {}).items()},
        )


def _disagree(a: dict[str, set[str]], b: dict[str, set[str]]) -> bool:
    return any(kind in b and not years & b[kind] for kind, years in a.items())


def _choose_canonical(
    members: Iterable[str], entities: dict[str, EntityName], chosen: Collection[str]
) -> str:
    """Return the name that stands for all.

    A person's choice, one that has a document, the most mentioned, the longest, the smallest id.
    """

    def rank(key: str) -> tuple[bool, bool, int, int, str]:
        entity = entities[key]
        titled = entity.titled
        return (key not in chosen, not titled, -entity.mentions, -len(entity.name), key)

    return min(members, key=rank)
