from __future__ import annotations

import pytest

from kgplatform.text.name_forms import (
    NameForm,
    abbreviation_letters,
    are_person_variants,
    iterate_initials,
    name_likeness,
    parse_name,
)

pytestmark = pytest.mark.unit


def _person(name: str) -> NameForm:
    return parse_name(name, "Person")


def test_a_name_is_taken_apart() -> None:
    form = parse_name("Henry Lascelles, 5th Earl of Harewood (peer)", "Person")
    assert form.base == ("henry", "lascelles")
    assert form.appendix == "5th earl of harewood"
    assert form.detail == "peer"
    assert form.marks == frozenset()


@pytest.mark.parametrize(
    ("name", "marks"),
    [
        ("Alexander Henderson Jr.", {"jr"}),
        ("Alexander Henderson, Junior", {"jr"}),
        ("Adlai Stevenson I", {"i"}),
        ("Rocky III", {"iii"}),
        ("1984", {"1984"}),
        ("Apollo 11", {"11"}),
        ("V. Ravichandran", set()),
        ("Anna I Berg", set()),  # an initial, not "the First"
    ],
)
def test_marks_tell_namesakes_apart(name: str, marks: set[str]) -> None:
    assert _person(name).marks == marks


@pytest.mark.parametrize(
    ("a", "b", "kind"),
    [
        ("U.S.", "US", "Place"),
        ("Rock & Roll Hall of Fame", "The Rock and Roll Hall of Fame", "Organization"),
        ("Ford Motor Co.", "Ford Motor Company", "Organization"),
        ("Apple Inc.", "Apple", "Organization"),
        ("Sir Henry Tizard", "Henry Tizard", "Person"),
        ("Lech Wałęsa", "Lech Walesa", "Person"),
        ("Tromsø", "Tromso", "Place"),
    ],
)
def test_spelling_conventions_leave_the_key_alone(a: str, b: str, kind: str) -> None:
    assert parse_name(a, kind).key == parse_name(b, kind).key


@pytest.mark.parametrize(
    ("a", "b", "kind"),
    [
        ("Ford Motor Company", "Ford Motor", "Person"),  # only an organisation's ending goes
        ("Sir Duke", "Duke", "Work"),
        ("Sir Duke", "Duke", "Person"),  # an honorific before one word is part of the name
    ],
)
def test_what_is_part_of_a_name_stays(a: str, b: str, kind: str) -> None:
    assert parse_name(a, kind).key != parse_name(b, kind).key


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("J. R. R. Tolkien", "John Ronald Reuel Tolkien"),
        ("Barack H. Obama", "Barack Hussein Obama"),
        ("Barack Obama", "Barack Hussein Obama"),
        ("Alexander D. Henderson Jr.", "Alexander Dawson Henderson, Jr."),
        ("Adlai Stevenson I", "Adlai E. Stevenson I"),
    ],
)
def test_given_names_that_agree(a: str, b: str) -> None:
    assert are_person_variants(_person(a), _person(b))
    assert are_person_variants(_person(b), _person(a))


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Alexander Henderson", "Alexander Henderson Jr."),
        ("H. Obama", "Barack H. Obama"),
        ("John A. Smith", "John B. Smith"),
        ("Jane Smith", "Jane Smythe"),
        ("Henry Lascelles, 4th Earl of Harewood", "Henry Lascelles, 5th Earl of Harewood"),
        ("Smith", "John Smith"),
    ],
)
def test_given_names_that_disagree(a: str, b: str) -> None:
    assert not are_person_variants(_person(a), _person(b))


@pytest.mark.parametrize(
    ("name", "letters"),
    [("BBC", "bbc"), ("U.S.", "us"), ("F14", "f14"), ("MoMA", None), ("B", None), ("Bob", None)],
)
def test_what_is_written_as_an_abbreviation(name: str, letters: str | None) -> None:
    assert abbreviation_letters(name) == letters


@pytest.mark.parametrize(
    ("name", "initials"),
    [
        ("British Broadcasting Corporation", ["bbc"]),
        ("Columbia High School (DeKalb County)", ["chs"]),
        ("Museum of Modern Art", ["mma", "moma"]),
        ("UNESCO", []),
        ("One of the Many of the Few", []),  # four small words
    ],
)
def test_what_a_name_can_be_abbreviated_to(name: str, initials: list[str]) -> None:
    assert list(iterate_initials(name)) == initials


def test_likeness_does_not_depend_on_word_order() -> None:
    duke = parse_name("Duke William II of Bavaria")
    assert name_likeness(duke, parse_name("William II, Duke of Bavaria")) == 1.0
    assert name_likeness(parse_name("abcd"), parse_name("abce")) == 0.75  # 2 * 3 / 8
