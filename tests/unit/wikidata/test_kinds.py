"""What a question asks for, by its words."""

from __future__ import annotations

import pytest

from kgplatform.wikidata.question.kinds import QuestionKind, asks_truth, read_kind
from kgplatform.wikidata.question.templates import list_measures

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("How many children does Mila Kunis have?", "count"),
        ("What is the number of members of the band?", "count"),
        ("Was Colin Archer born in Larvik?", "yes_no"),
        ("Who is older, Amundsen or Archer?", "comparison"),
        ("what are the 5 biggest cities in the usa?", "superlative"),
        ("Where was Colin Archer born?", "things"),
    ],
)
def test_kind(question: str, name: str) -> None:
    assert read_kind(question).name == name


@pytest.mark.parametrize(
    ("question", "masked"),
    [
        ("Who directed Seven Samurai?", "Who directed"),
        ("Who directed The Last Emperor?", "Who directed"),
        ("Who sang More or Less?", "Who sang"),
    ],
)
def test_names_of_items_say_nothing_of_what_is_asked(question: str, masked: str) -> None:
    assert read_kind(question, masked) == QuestionKind("things")


@pytest.mark.parametrize(
    ("words", "measures"),
    [
        ("largest", ["P1082", "P2046"]),
        ("largest area", ["P2046"]),
        ("heaviest", ["P2067"]),
        ("bigger", ["P1082", "P2046"]),
        ("earliest", ["P577"]),
        ("eldest", ["P569"]),
        ("nicest", []),
    ],
)
def test_measures_are_found_by_an_adjectives_degrees(words: str, measures: list[str]) -> None:
    assert list_measures(words.split()) == measures


@pytest.mark.parametrize(
    ("question", "starts", "contains"),
    [
        ("What are the comedic genres which start with the letter s", "s", ""),
        ("Tell me written work whose name has the word war in it.", "", "war"),
        ('Which city contains the word "tallinn" in its name', "", "tallinn"),
        ("Who built the Fram?", "", ""),
    ],
)
def test_conditions_on_names(question: str, starts: str, contains: str) -> None:
    kind = read_kind(question)
    assert (kind.starts, kind.contains) == (starts, contains)


def test_how_many_are_wanted_and_in_which_order() -> None:
    assert read_kind("what are the 5 biggest cities?") == QuestionKind("superlative", wanted=5)
    assert read_kind("what are five countries that border france?").wanted == 5
    assert not read_kind("Which city is the smallest?").is_descending
    assert not read_kind("Who is older, Amundsen or Archer?").is_descending  # born earlier
    assert read_kind("Which city is larger, Oslo or Larvik?").is_descending
    assert not read_kind("Who is the oldest of them?").is_descending
    assert read_kind("Who is the youngest of them?").is_descending


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("How many people live in Oslo?", "count"),
        ("Number of seats in the Storting?", "count"),
        ("What is the total number of seats?", "count"),
        ("What is the atomic number of oxygen?", "things"),
        ("Who wrote The Count of Monte Cristo?", "things"),
        ("How much does the Fram weigh?", "things"),
        ("how much indiana jones movies are there?", "count"),
    ],
)
def test_a_number_that_is_a_name_is_no_count(question: str, name: str) -> None:
    assert read_kind(question).name == name


@pytest.mark.parametrize(
    ("question", "is_so"),
    [
        ("Was Colin Archer born in Larvik?", True),
        ("In Norway, is Oslo the capital?", True),
        ("Tell me whether Oslo is the capital.", True),
        ("Is the number of captains two?", True),
        ("Who was captain of the Fram?", False),
        ("Where is the Fram?", False),
    ],
)
def test_whether_yes_or_no_can_answer(question: str, is_so: bool) -> None:
    assert asks_truth(question) is is_so
