from __future__ import annotations

import itertools

import pytest

from kgplatform.ingest.resolution.candidates import EntityName
from kgplatform.ingest.resolution.clusters import Clusters, cluster_names
from kgplatform.ingest.resolution.scoring import LifeYears, Link

pytestmark = pytest.mark.unit


def _entity(
    name: str,
    kind: str = "Thing",
    *,
    qid: str | None = None,
    titled: bool = False,
    mentions: int = 1,
) -> EntityName:
    return EntityName(name, name, kind, qid, (), titled, mentions)


def _cluster(
    entities: list[EntityName],
    *links: Link,
    years: LifeYears | None = None,
    same: tuple[tuple[str, str], ...] = (),
    different: tuple[tuple[str, str], ...] = (),
) -> Clusters:
    return cluster_names(
        links,
        threshold=0.85,
        entities={entity.id: entity for entity in entities},
        years=years or {},
        same=same,
        different=different,
    )


def _joined(clusters: Clusters) -> set[tuple[str, str]]:
    return {(m.member, m.canonical) for m in clusters.memberships}


def test_a_chain_of_links_becomes_a_star_that_remembers_it() -> None:
    names = [_entity("A"), _entity("B"), _entity("C", titled=True)]
    found = _cluster(names, Link("A", "B", "variant", 0.95), Link("B", "C", "opening", 0.98))
    assert [tuple(m) for m in found.memberships] == [
        ("A", "C", "variant", 0.95, "B"),
        ("B", "C", "opening", 0.98, "C"),
    ]


@pytest.mark.parametrize(
    ("names", "canonical"),
    [
        ([_entity("A", titled=True), _entity("B", mentions=9)], "A"),
        ([_entity("A", mentions=2), _entity("B", mentions=9)], "B"),
        ([_entity("A"), _entity("AB")], "AB"),
        ([_entity("B"), _entity("A")], "A"),
    ],
)
def test_the_canonical_name(names: list[EntityName], canonical: str) -> None:
    found = _cluster(names, Link(names[0].id, names[1].id, "variant", 0.95))
    assert {m.canonical for m in found.memberships} == {canonical}


def test_a_link_below_the_threshold_is_not_followed() -> None:
    names = [_entity("A"), _entity("B")]
    assert _joined(_cluster(names, Link("A", "B", "close", 0.849))) == set()
    assert _joined(_cluster(names, Link("A", "B", "close", 0.85))) == {("B", "A")}


@pytest.mark.parametrize("method", ["opening", "abbreviation", "person", "close"])
def test_two_documents_are_two_things(method: str) -> None:
    names = [_entity("A", titled=True), _entity("B", titled=True)]
    assert _joined(_cluster(names, Link("A", "B", method, 0.98))) == set()


@pytest.mark.parametrize("method", ["qid", "redirect", "alias"])
def test_what_somebody_stated_joins_two_documents(method: str) -> None:
    names = [_entity("A", titled=True), _entity("B", titled=True)]
    assert len(_joined(_cluster(names, Link("A", "B", method, 1.0)))) == 1


@pytest.mark.parametrize(
    ("a", "b", "method", "joined"),
    [
        ("Person", "Place", "close", False),
        ("Person", "Thing", "close", True),
        ("Person", "Place", "opening", True),
    ],
)
def test_types_keep_apart_what_only_looks_alike(a: str, b: str, method: str, joined: bool) -> None:
    found = _cluster([_entity("A", a), _entity("B", b)], Link("A", "B", method, 0.98))
    assert bool(_joined(found)) == joined


def test_different_qids_are_never_joined_not_even_through_a_third_name() -> None:
    names = [_entity("A", qid="Q1"), _entity("B"), _entity("C", qid="Q2")]
    found = _cluster(names, Link("A", "B", "alias", 0.97), Link("B", "C", "variant", 0.95))
    assert _joined(found) == {("B", "A")}


@pytest.mark.parametrize(
    ("a", "b"),
    [("Aurora (ship)", "Aurora (novel)"), ("Henry L, 4th Earl", "Henry L, 5th Earl")],
)
def test_what_tells_namesakes_apart_holds_across_clusters(a: str, b: str) -> None:
    names = [_entity(a), _entity(b), _entity("Common")]
    found = _cluster(names, Link("Common", a, "opening", 0.98), Link("Common", b, "close", 0.9))
    assert {m.member for m in found.memberships} | {m.canonical for m in found.memberships} == {
        "Common",
        a,
    }


def test_years_of_birth_that_disagree() -> None:
    names = [_entity("A"), _entity("B")]
    link = Link("A", "B", "person", 0.95)

    def born(a: str, b: str) -> LifeYears:
        return {"A": {"birth": frozenset({a})}, "B": {"birth": frozenset({b})}}

    assert _joined(_cluster(names, link, years=born("1835", "1900"))) == set()
    assert len(_joined(_cluster(names, link, years=born("1835", "1835")))) == 1
    only_one = {"A": {"birth": frozenset({"1835"})}, "B": {"death": frozenset({"1900"})}}
    assert len(_joined(_cluster(names, link, years=only_one))) == 1


def test_a_name_of_two_things_is_left_alone_and_told() -> None:
    names = [_entity("J Smith"), _entity("John Smith"), _entity("Jane Smith")]
    links = (
        Link("J Smith", "John Smith", "person", 0.9),
        Link("J Smith", "Jane Smith", "person", 0.9),
    )
    found = _cluster(names, *links)
    assert found.memberships == ()
    assert found.ambiguous == tuple(sorted(links))


def test_a_clear_lead_over_the_other_thing_decides() -> None:
    names = [_entity("J Smith"), _entity("John Smith"), _entity("Jane Smith")]
    found = _cluster(
        names,
        Link("J Smith", "John Smith", "person", 0.95),
        Link("J Smith", "Jane Smith", "person", 0.9),
    )
    assert _joined(found) == {("J Smith", "John Smith")}


def test_two_names_of_one_thing_are_no_rivals() -> None:
    names = [_entity("J Smith"), _entity("John Smith"), _entity("John A Smith")]
    found = _cluster(
        names,
        Link("John Smith", "John A Smith", "opening", 0.98),
        Link("J Smith", "John Smith", "person", 0.9),
        Link("J Smith", "John A Smith", "person", 0.9),
    )
    assert len({m.canonical for m in found.memberships}) == 1
    assert len(found.memberships) == 2


def test_namesakes_are_told_even_where_no_link_is_sure_enough() -> None:
    names = [_entity("Aurora"), _entity("Aurora (ship)"), _entity("Aurora (novel)")]
    found = _cluster(
        names,
        Link("Aurora", "Aurora (ship)", "title", 0.7),
        Link("Aurora", "Aurora (novel)", "title", 0.7),
    )
    assert found.memberships == ()
    assert [link.anchor for link in found.ambiguous] == ["Aurora (novel)", "Aurora (ship)"]


def test_peoples_decisions_go_before_everything() -> None:
    names = [
        _entity("A", "Person", qid="Q1", titled=True),
        _entity("B", "Place", qid="Q2", titled=True),
    ]
    [member] = _cluster(names, same=(("A", "B"),)).memberships
    assert (member.method, member.score) == ("user", 1.0)
    apart = _cluster(
        [*names[:1], _entity("B", qid="Q1")], Link("A", "B", "qid", 1.0), different=(("B", "A"),)
    )
    assert apart.memberships == ()


def test_a_split_holds_against_a_detour() -> None:
    names = [_entity("A"), _entity("B"), _entity("C")]
    found = _cluster(
        names,
        Link("A", "B", "variant", 0.95),
        Link("B", "C", "variant", 0.95),
        different=(("A", "C"),),
    )
    assert _joined(found) == {("B", "A")}


def test_the_order_of_links_does_not_matter() -> None:
    names = [_entity(key) for key in "ABCD"]
    links = [
        Link("A", "B", "person", 0.9),
        Link("A", "C", "person", 0.9),
        Link("C", "D", "variant", 0.95),
        Link("B", "D", "close", 0.95),
    ]
    results = {_cluster(names, *order) for order in itertools.permutations(links)}
    assert len(results) == 1
