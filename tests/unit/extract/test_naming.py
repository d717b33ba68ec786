"""Entity or value, and of which type."""

from __future__ import annotations

import pytest

from kgplatform.extract.proof.alignment import PassageWords
from kgplatform.extract.proof.claims import ClaimedEntity, Claims
from kgplatform.extract.proof.naming import Naming, entity_type_of
from kgplatform.records import ENTITY_TYPES, Entity, Literal, Mention, Passage
from kgplatform.text.names import make_entity

pytestmark = pytest.mark.unit

TEXT = "Fram was built by Colin Archer in 1892 for 2,500 crowns, a strong wooden ship."
PASSAGE = Passage("p", "d", 0, 0, len(TEXT), "Fram (ship)", TEXT)


def naming_of(*entities: ClaimedEntity, mentions: tuple[Mention, ...] = ()) -> Naming:
    words = PassageWords(TEXT, [(0, len(TEXT))])
    return Naming(PASSAGE, claims=Claims(entities=entities), mentions=mentions, words=words)


def target(part: str, *entities: ClaimedEntity, **options: bool) -> Entity | Literal:
    start = TEXT.index(part)
    return naming_of(*entities).target(part, start, start + len(part), "exact", **options)


@pytest.mark.parametrize(
    ("part", "datatype"),
    [("1892", "date"), ("2,500 crowns", "quantity"), ("strong wooden ship", "string")],
)
def test_value_is_a_literal_by_its_form(part: str, datatype: str) -> None:
    found = target(part)
    assert isinstance(found, Literal)
    assert (found.value, found.datatype) == (part, datatype)


def test_name_is_an_entity_with_the_claimed_type() -> None:
    assert target("Colin Archer") == make_entity("Colin Archer")
    claimed = ClaimedEntity("colin archer", "individual")
    assert target("Colin Archer", claimed) == make_entity("Colin Archer", "Person")


def test_title_is_the_thing_of_its_whole_title() -> None:
    found = target("Fram", ClaimedEntity("Fram", "ship"))
    assert found == make_entity("Fram (ship)", "Product")


def test_described_subject_is_a_thing() -> None:
    assert isinstance(target("strong wooden ship", is_subject=True), Entity)
    assert isinstance(target("1892", is_subject=True), Literal)


def test_mention_of_the_same_name_is_the_same_thing() -> None:
    known = make_entity("Colin Archer (shipbuilder)", "Person")
    mention = Mention("p", known, 18, 30, "Colin Archer")
    naming = naming_of(mentions=(mention,))
    assert naming.target("Colin Archer", 18, 30, "exact") == known


def test_first_word_of_a_sentence_is_no_name_by_its_capital() -> None:
    text = "Ships sail. They met Archer."
    words = PassageWords(text, [(0, 11), (12, 28)])
    passage = Passage("p", "d", 0, 0, len(text), "", text)
    naming = Naming(passage, claims=Claims(), mentions=(), words=words)
    assert isinstance(naming.target("Ships", 0, 5, "exact"), Literal)
    assert isinstance(naming.target("Archer", 21, 27, "exact"), Entity)


@pytest.mark.parametrize(
    ("claimed", "expected"),
    [
        ("Person", "Person"),
        ("PERSON", "Person"),
        ("creative work", "Work"),
        ("Rock band", "Organization"),
        ("GPE", "Place"),
        ("war", "Event"),
        ("nationality", "Group"),
        ("", "Thing"),
        ("date", "Thing"),
        ("quokka", "Thing"),
    ],
)
def test_claimed_type_is_mapped_to_the_closed_set(claimed: str, expected: str) -> None:
    assert entity_type_of(claimed) == expected
    assert expected in ENTITY_TYPES
