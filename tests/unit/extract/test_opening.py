from __future__ import annotations

import pytest

from kgplatform.extract.grammar.opening import find_opening_name, read_opening, subject_span
from kgplatform.records import Passage
from tests.pipeline import linguistics
from tests.unit.extract.reading_aid import read

pytestmark = pytest.mark.unit


def _passage(title: str, text: str) -> Passage:
    return Passage("p", "d", 0, 0, len(text), title, text)


@pytest.mark.parametrize(
    ("title", "text", "name"),
    [
        ("Shawn Levy", "Shawn Adam Levy (born 1968) is", "Shawn Adam Levy"),
        ("Aurora (ship)", "The Aurora is a ship.", "Aurora"),
        ("Who?", "Who? is a film.", "Who?"),
        ("Louis IV of France", "Louis IV (920 – 954), called d'Outremer, was", "Louis IV"),
        ("Jerry Paris", "William Paris (1925 – 1986), known as Jerry Paris, was", "William Paris"),
        ("Bill McCollum", 'Ira William "Bill" McCollum Jr. is', 'Ira William "Bill" McCollum Jr.'),
        ("Fram", '"Fram" is a ship.', "Fram"),
    ],
)
def test_the_name_a_passage_opens_with(title: str, text: str, name: str) -> None:
    span = find_opening_name(_passage(title, text))
    assert span is not None
    assert text[slice(*span)] == name


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("", "Fram is a ship."),
        ("Fram", ""),
        ("Fram", "The Norwegians built ships."),
        ("List of ships", "Ships is a list."),
        ("Annual report", "Revenue was high."),
    ],
)
def test_other_openings_name_nothing(title: str, text: str) -> None:
    assert find_opening_name(_passage(title, text)) is None


def test_brackets_and_other_names_go_with_the_name() -> None:
    text = "Ann Lee (born 1960), better known as Annie, is a singer."
    assert subject_span(text, (0, 7)) == (0, text.index(" is a"))
    text = "Ann Lee (born 1960), a cousin of Tom Lee, is a singer."
    assert subject_span(text, (0, 7)) == (0, text.index(", a cousin"))
    assert subject_span(text, None) is None


@pytest.mark.parametrize(
    ("text", "kind", "gender"),
    [
        ("Ann Lee is an actress.", "Person", "she"),
        ("Ann Lee is a singer. She sings.", "Person", "she"),
        ("Ann Lee is a singer. He sings.", "Person", "he"),
        ("Ann Lee is a 1990 film.", "Work", ""),
        ("Ann Lee is a village in Norway.", "Place", ""),
        ("Ann Lee is a punk band.", "Organization", ""),
        ("Ann Lee (12 May 1900 – 3 May 1950) wrote.", "Person", ""),
        ("Ann Lee is nice.", "Thing", ""),
    ],
)
def test_the_first_sentence_says_what_the_title_is(text: str, kind: str, gender: str) -> None:
    passage = _passage("Ann Lee", text)
    (tree,) = linguistics().parse([text])
    opening = read_opening(passage, tree, span=(0, 7))
    assert opening is not None
    assert (opening.kind, opening.gender) == (kind, gender)
    assert opening.entity.type == kind


def test_mentions_take_the_type_and_the_title_of_the_opening() -> None:
    mentions = read("Bergen is a city. Bergen is wet.", title="Bergen").mentions
    assert {(m.entity.name, m.entity.type) for m in mentions} == {("Bergen", "Place")}
    first = read("Shawn Adam Levy is an actor.", title="Shawn Levy").mentions[0]
    assert (first.surface, first.entity.name) == ("Shawn Adam Levy", "Shawn Levy")


def test_an_album_is_not_meant_where_a_place_is_seen() -> None:
    mentions = read("He lives in Atlanta, Georgia.", known=("Atlanta (album)",)).mentions
    assert "Atlanta (album)" not in {mention.entity.name for mention in mentions}
