"""What a question asks for, by its words."""

from __future__ import annotations

import pytest

from kgplatform.wikidata.question.kinds import QuestionKind, read_kind

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
