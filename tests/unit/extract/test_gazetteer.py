from __future__ import annotations

import pytest

from kgplatform.extract.gazetteer import Gazetteer
from kgplatform.text.names import make_entity

pytestmark = pytest.mark.unit


def _gazetteer(*names: str) -> Gazetteer:
    return Gazetteer(make_entity(name) for name in names)


def _found(text: str, *names: str) -> list[str]:
    return [text[m.start : m.end] for m in _gazetteer(*names).find(text)]


def test_longest_name_wins() -> None:
    assert _found("He left King Edward VII Land.", "King Edward VII", "King Edward VII Land") == [
        "King Edward VII Land"
    ]


def test_name_is_found_without_its_disambiguation_accents_or_article() -> None:
    assert _found("On the Gjoa and the Aurora.", "Gjoa", "Aurora (ship)") == ["Gjoa", "Aurora"]
    assert _found("On the Gjöa.", "Gjoa") == ["Gjöa"]


def test_a_name_in_brackets_must_be_named() -> None:
    name = "Central District (Anar County)"
    assert _found("In the Central District of Rabor County.", name) == []
    assert _found("In the Central District of Anar County.", name) == ["Central District"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("he saw it", "It"),
        ("It was cold", "It"),
        ("in 1911 he", "1911"),
        ("the discovery", "Discovery"),
        ("The harbour froze.", "The Harbour (band)"),
    ],
    ids=["small letter", "common word", "number", "common noun", "article before a noun"],
)
def test_common_words_are_not_names(text: str, name: str) -> None:
    assert _found(text, name) == []


def test_any_case_finds_names_as_people_type_them() -> None:
    text = "who built the discovery"
    assert [m.start for m in _gazetteer("Discovery").find(text, any_case=True)] == [14]


def test_shared_name_gives_its_candidates_and_too_many_give_none() -> None:
    two = _gazetteer("Aurora (ship)", "Aurora (novel)").find("The Aurora sank.")
    assert {e.name for e in two[0].candidates} == {"Aurora (ship)", "Aurora (novel)"}
    assert _gazetteer(*(f"Aurora ({n})" for n in "abcd")).find("The Aurora sank.") == []


def test_matches_do_not_overlap_and_come_in_order() -> None:
    matches = _gazetteer("Colin Archer", "Archer Street", "Larvik").find(
        "Colin Archer Street, Larvik"
    )
    assert [(m.start, m.end) for m in matches] == [(0, 12), (21, 27)]
