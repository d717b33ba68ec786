"""What pronouns, descriptions and short names stand for."""

from __future__ import annotations

import pytest

from kgplatform.extract.proof.alignment import PassageWords
from kgplatform.extract.proof.reference import Named, resolve_references
from kgplatform.records import Entity
from kgplatform.text.names import make_entity

pytestmark = pytest.mark.unit


def resolve(
    text: str, *entities: Entity, title: Entity | None = None
) -> list[tuple[str, str, str]]:
    """Return (words, thing, alignment); entities are named wherever the text writes them."""
    sentences, start = [], 0
    for sentence in text.split(". "):
        sentences.append((start, start + len(sentence)))
        start += len(sentence) + 2
    named = []
    for entity in entities:
        at = text.find(entity.name)
        while at >= 0:
            named.append(Named(at, at + len(entity.name), entity))
            at = text.find(entity.name, at + 1)
    words = PassageWords(text, sentences)
    found = resolve_references(words, named, title=title)
    return [(text[item.start : item.end], item.entity.name, item.alignment) for item in found]


ARCHER = make_entity("Colin Archer", "Person")
NANSEN = make_entity("Fridtjof Nansen", "Person")
FRAM = make_entity("Fram", "Product")
LARVIK = make_entity("Larvik", "Place")


def test_pronoun_is_the_first_fitting_thing_of_its_sentence() -> None:
    found = resolve(
        "In Larvik Colin Archer met Fridtjof Nansen when he was old", LARVIK, ARCHER, NANSEN
    )
    assert found == [("he", "Colin Archer", "pronoun")]


def test_pronoun_is_a_thing_of_the_sentence_before() -> None:
    found = resolve("Colin Archer built Fram. He sold it", ARCHER, FRAM)
    assert found == [("He", "Colin Archer", "pronoun"), ("it", "Fram", "pronoun")]


def test_pronoun_without_another_thing_is_the_title() -> None:
    assert resolve("In 1892 he died", title=ARCHER) == [("he", "Colin Archer", "pronoun")]
    assert resolve("In 1892 it sank", title=FRAM) == [("it", "Fram", "pronoun")]


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("İt sank", FRAM),
        ("He died", FRAM),
        ("It died", ARCHER),
        ("They died", ARCHER),
        ("He died", None),
    ],
)
def test_pronoun_of_another_kind_is_not_resolved(text: str, title: Entity | None) -> None:
    assert resolve(text, title=title) == []


def test_thing_that_was_it_is_not_he_afterwards() -> None:
    title = make_entity("The Hireling Shepherd")
    found = resolve("It is a painting. He shows a moth", title=title)
    assert found == [("It", "The Hireling Shepherd", "pronoun")]


def test_thing_too_far_back_is_forgotten() -> None:
    text = "Colin Archer rose. One. Two. Three. Four. He fell"
    assert resolve(text, ARCHER) == []


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("In 2020 the film was shown", make_entity("Fram", "Work")),
        ("The film was shown", make_entity("Fram")),
        ("In 2020 the courthouse burnt", make_entity("Hudson County Courthouse")),
        ("In 2020 this town burnt", make_entity("Larvik", "Place")),
        ("Fram is a film. In 2020 the film was shown", make_entity("Fram")),
    ],
)
def test_description_of_the_titles_kind_stands_for_it(text: str, title: Entity) -> None:
    ((_, name, alignment),) = resolve(text, title=title)
    assert (name, alignment) == (title.name, "title")


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("In 2020 the film was shown", make_entity("Fram", "Place")),
        ("In 2020 the film was shown", make_entity("Fram")),
        ("The city of Oslo burnt", make_entity("Larvik", "Place")),
        ("It was the film", make_entity("Fram", "Person")),
        ("A film was shown", make_entity("Fram", "Work")),
    ],
)
def test_other_descriptions_do_not(text: str, title: Entity) -> None:
    assert [item for item in resolve(text, title=title) if item[2] == "title"] == []


def test_description_may_mean_another_thing_of_that_kind() -> None:
    lake = make_entity("Tamazula River", "Place")
    text = "It joins the Tamazula River. The river is long"
    found = resolve(text, lake, title=make_entity("Humaya River", "Place"))
    assert [item for item in found if item[2] == "title"] == []


@pytest.mark.parametrize(
    ("title", "text", "expected"),
    [
        (make_entity("Friedrich Hayek", "Person"), "Then Hayek wrote", ["Hayek"]),
        (make_entity("Friedrich Hayek", "Person"), "Then Friedrich wrote", []),
        (make_entity("Friedrich Hayek", "Person"), "Then Laurence Hayek wrote", []),
        (make_entity("Honda VT500"), "The VT500 sold", ["VT500"]),
        (make_entity("Skybus Airlines", "Organization"), "Then Skybus sold", ["Skybus"]),
        (make_entity("Ohio River", "Place"), "In Ohio it rains", []),
        (make_entity("The Rites of Dracula", "Work"), "Lee plays Dracula", []),
        (make_entity("2018 Winter Olympics", "Event"), "The Olympics began", []),
    ],
)
def test_one_word_of_the_title_may_stand_for_it(
    title: Entity, text: str, expected: list[str]
) -> None:
    found = resolve(text, title=title)
    assert [words for words, _, alignment in found if alignment == "title"] == expected


def test_word_that_names_another_thing_is_no_short_name() -> None:
    place = make_entity("Hayek", "Place")
    assert resolve("Then Hayek burnt", place, title=make_entity("Friedrich Hayek", "Person")) == []
