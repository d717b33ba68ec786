from __future__ import annotations

import random

import pytest

from kgplatform.ingest.resolution.candidates import EntityName, Pair, propose_pairs

pytestmark = pytest.mark.unit


def _entity(
    name: str,
    kind: str = "Thing",
    *,
    qid: str | None = None,
    aliases: tuple[str, ...] = (),
    titled: bool = False,
) -> EntityName:
    return EntityName(name, name, kind, qid, aliases, titled, 1)


def _methods(*entities: EntityName) -> dict[frozenset[str], str]:
    return {frozenset(pair[:2]): pair.method for pair in propose_pairs(entities)}


def test_one_qid_is_proposed_under_any_names() -> None:
    found = _methods(_entity("Madras", qid="Q1352"), _entity("Chennai", qid="Q1352"))
    assert found == {frozenset({"Madras", "Chennai"}): "qid"}


def test_a_given_alias_is_proposed_in_any_spelling() -> None:
    found = _methods(_entity("New York Mets", aliases=("The METS",)), _entity("Mets"))
    assert found == {frozenset({"New York Mets", "Mets"}): "alias"}


def test_a_titles_plain_form_is_no_alias() -> None:
    ship = _entity("Aurora (ship)", aliases=("Aurora",))
    assert _methods(ship, _entity("Aurora")) == {frozenset({"Aurora (ship)", "Aurora"}): "title"}


def test_a_bare_name_is_proposed_for_each_namesake_and_these_not_for_one_another() -> None:
    names = [_entity("Aurora"), _entity("Aurora (ship)"), _entity("Aurora (novel)")]
    assert _methods(*names) == {
        frozenset({"Aurora", "Aurora (ship)"}): "title",
        frozenset({"Aurora", "Aurora (novel)"}): "title",
    }


def test_spelling_conventions_are_variants() -> None:
    found = _methods(_entity("Acme Ltd", "Organization"), _entity("Acme", "Organization"))
    assert found == {frozenset({"Acme Ltd", "Acme"}): "variant"}


def test_people_are_proposed_the_shorter_name_first() -> None:
    [pair] = propose_pairs([_entity("Barack Hussein Obama", "Person"), _entity("Barack Obama")])
    assert pair[:3] == ("Barack Obama", "Barack Hussein Obama", "person")


def test_places_are_not_compared_as_people() -> None:
    names = [_entity("Santa Maria", "Place"), _entity("S. Maria", "Place")]
    assert "person" not in _methods(*names).values()


def test_close_names_are_proposed_by_common_beginning_or_end() -> None:
    found = _methods(_entity("Navid Mohammadzadeh"), _entity("Navid Mohamadzadeh"))
    assert found == {frozenset({"Navid Mohammadzadeh", "Navid Mohamadzadeh"}): "close"}
    ends = _methods(_entity("Despinis eton"), _entity("Bespinis eton"))
    assert list(ends.values()) == ["close"]


def test_family_name_first_is_a_close_name() -> None:
    [pair] = propose_pairs([_entity("Keiko Aizawa", "Person"), _entity("Aizawa Keiko", "Person")])
    assert (pair.method, pair.score) == ("close", 1.0)


def test_numbers_keep_close_names_apart() -> None:
    assert _methods(_entity("Road Warriors 2"), _entity("Road Warriors 3")) == {}


def test_an_abbreviation_is_proposed_for_every_full_name() -> None:
    found = _methods(
        _entity("CHS"), _entity("Columbia High School"), _entity("Central Hospital Svea")
    )
    assert sorted(found.values()) == ["abbreviation", "abbreviation"]


def test_an_abbreviation_with_dots_is_a_variant() -> None:
    assert list(_methods(_entity("U.S", "Place"), _entity("US", "Place")).values()) == ["variant"]


def test_the_surest_method_of_a_pair_is_kept() -> None:
    a = _entity("Barack Obama", "Person", qid="Q76")
    assert list(_methods(a, _entity("Barack H. Obama", "Person", qid="Q76")).values()) == ["qid"]


def test_proposals_do_not_depend_on_the_order_of_entities() -> None:
    names = [_entity(f"{first} {last}", "Person") for first in "ABC" for last in ("Berg", "Burg")]
    names += [_entity("Anna Berg", "Person"), _entity("Anne Berg", "Person")]
    expected = propose_pairs(names)
    assert {pair.short for pair in expected} == {"A Berg"}
    for seed in range(5):
        random.Random(seed).shuffle(names)
        assert propose_pairs(names) == expected


def test_a_block_of_many_names_is_parted_and_its_close_names_still_found() -> None:
    crowd = [_entity(f"common {chr(97 + n // 26)}{chr(97 + n % 26)} street") for n in range(450)]
    pairs = propose_pairs([*crowd, _entity("common zz boulevards"), _entity("common zz boulevard")])
    wanted = {"common zz boulevards", "common zz boulevard"}
    assert any(set(pair[:2]) == wanted for pair in pairs)


def test_a_pair_is_not_proposed_with_itself() -> None:
    twice = _entity("Acme", aliases=("acme",))
    assert propose_pairs([twice]) == []
    assert all(isinstance(pair, Pair) for pair in propose_pairs([twice, _entity("Acmé")]))
