"""Taking questions apart."""

from __future__ import annotations

import pytest

from kgplatform.question.analysis import CHOICE, SPAN, YES_NO, analyse

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("question", "kind", "answer_type"),
    [
        ("Who built the Fram?", SPAN, "PERSON"),
        ("Where did Colin Archer die?", SPAN, "PLACE"),
        ("When was Colin Archer born?", SPAN, "DATE"),
        ("In which year did the Fram sink?", SPAN, "DATE"),
        ("How many men were on board?", SPAN, "NUMBER"),
        ("How much did the Discovery cost to build?", SPAN, "MONEY"),
        ("Which rock band recorded Rope?", SPAN, "ORG"),
        ("What is the cause of death of Colin Archer?", SPAN, "ANY"),
        ("What nationality is the director of film Levity?", SPAN, "GROUP"),
        ("Are the Fram and the Maud both ships?", YES_NO, "ANY"),
        ("Which ship is older, Fram or Maud?", CHOICE, "ANY"),
        ("Was Ann Lee or Bo Orr born first?", CHOICE, "ANY"),
    ],
)
def test_analyse_tells_kind_and_type(question: str, kind: str, answer_type: str) -> None:
    asked = analyse(question)
    assert (asked.kind, asked.answer_type) == (kind, answer_type)


@pytest.mark.parametrize(
    ("question", "relations"),
    [
        ("Where was the director of film Levity born?", ["director", "birth_place"]),
        ("Who is the mother of the director of film Levity?", ["director", "mother"]),
        ("When did Henry Grey's father die?", ["father", "death_date"]),
        ("Who is Ann Lee's husband's mother?", ["spouse", "mother"]),
        ("Who is the maternal grandfather of Ann Lee?", ["mother", "father"]),
        ("Which film is longer, The Prairie King or Levity?", []),
        ("Who commanded the ship that Colin Archer built?", ["formed", "captain"]),
    ],
    ids=["of", "of twice", "possessive", "twice", "composed", "inside a name", "clause"],
)
def test_analyse_orders_relations_from_the_name_outwards(
    question: str, relations: list[str]
) -> None:
    assert [relation.name for relation in analyse(question).relations] == relations


@pytest.mark.parametrize(
    ("question", "options"),
    [
        ("Which film is older, Levity or Bitter Rice?", ("Levity", "Bitter Rice")),
        (
            "Which film has the director died earlier, No, No, Nanette or Majhli Didi?",
            ("No, No, Nanette", "Majhli Didi"),
        ),
        ("Who was born first, Ann Lee or Bo Orr?", ("Ann Lee", "Bo Orr")),
        ("Was Ann Lee or Bo Orr born first?", ("Ann Lee", "Bo Orr")),
    ],
)
def test_analyse_finds_the_options(question: str, options: tuple[str, str]) -> None:
    assert analyse(question).options == options


def test_analyse_leaves_the_question_word_out_of_names() -> None:
    assert analyse("Which Norwegian built the Fram?").names == ("Norwegian", "Fram")


@pytest.mark.parametrize(
    ("question", "answers", "can_be"),
    [
        ("Who built the Fram and the Maud?", ["Colin Archer", "Christian Jensen"], True),
        ("Who built the Fram?", ["yes"], False),
        ("Who built the Fram?", [], False),
        ("Name the builder of the Fram.", ["yes"], True),
        ("Which ship is older, Fram or Maud?", ["Fram"], True),
        ("Which ship is older, Fram or Maud?", ["Fram", "Maud"], False),
        ("Which ship is older, Fram or Maud?", ["No"], False),
        ("Which ship is older, Fram or Maud?", ["Colin Archer"], False),
        ("Which ship is older, the Fram or the Queen Maud?", ["the ship Maud"], True),
        ("Are the Fram and the Maud both ships?", ["Yes"], True),
        ("Are the Fram and the Maud both ships?", ["a schooner"], False),
        ("Are the Fram and the Maud both ships?", ["yes", "no"], False),
        ("He plays for a team in the autonomous community of what?", ["yes"], False),
        ("The college has an affiliation with what university?", ["Yes"], False),
        ("The actor won the award for his role in which play?", ["no"], False),
        ("The actor won the award for his role in which play?", ["Cymbeline"], True),
        ("In what year did the builder of the Fram die?", ["1921", "1942"], False),
        ("In what year did the builder of the Fram die?", ["1921"], True),
        ("When were the builders of the Fram and the Maud born?", ["1832", "1870"], True),
        ("The town in which he lived is large, is it not?", ["yes"], True),
    ],
)
def test_some_answers_cannot_be_those_of_a_question(
    question: str, answers: list[str], can_be: bool
) -> None:
    assert analyse(question).admits(answers) is can_be
