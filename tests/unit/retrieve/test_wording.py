from __future__ import annotations

import numpy as np
import pytest

from kgplatform.retrieve.word_overlap import compare_words

pytestmark = pytest.mark.unit

QUESTION = "Where was the captain of the Endurance born?"  # captain, endurance, born
SHIP = "The Endurance was built in Norway. Her captain was Frank Worsley. She sank in 1915."
MAN = "Frank Worsley, a captain, was born in Akaroa."


def test_words_are_found_by_sentence_and_by_passage_with_its_title() -> None:
    wording = compare_words(QUESTION, [SHIP, MAN], ["Ships", "Endurance (crew)"])
    assert wording.sentence_of.tolist() == [0, 3, 4]
    assert wording.in_sentence.tolist() == [[0, 1, 0], [1, 0, 0], [0, 0, 0], [1, 0, 1]]
    assert wording.in_passage.tolist() == [[1, 1, 0], [1, 1, 1]]


def test_rarer_words_weigh_more_and_all_weigh_one_together() -> None:
    weights = compare_words(QUESTION, [SHIP, MAN], ["", ""]).weights
    captain, endurance, born = weights
    assert endurance == born > captain
    assert weights.sum() == pytest.approx(1)


def test_character_is_located_in_its_sentence() -> None:
    wording = compare_words(QUESTION, [SHIP, MAN], ["", ""])
    offsets = np.array([SHIP.index("Norway"), SHIP.index("Frank"), SHIP.index("1915"), 0])
    assert wording.locate(np.array([0, 0, 0, 1]), offsets).tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Which captaincies?", "Her captain"),
        ("Which ships?", "a ship"),
        ("Where is Córdoba?", "Cordoba lies in Spain"),
        ("Where is Cordoba?", "CÓRDOBA"),
    ],
)
def test_words_are_alike_if_they_begin_alike_whatever_case_and_accents(
    question: str, text: str
) -> None:
    assert compare_words(question, [text], [""]).in_passage.tolist() == [[1]]


@pytest.mark.parametrize("question", ["", "who was it?", "?!"])
def test_question_without_content_words_has_none(question: str) -> None:
    wording = compare_words(question, [SHIP], ["Ship"])
    assert wording.weights.shape == (0,)
    assert wording.in_passage.shape == (1, 0)
    assert wording.in_sentence.shape == (3, 0)


def test_no_passages_give_empty_arrays() -> None:
    wording = compare_words(QUESTION, [], [])
    assert wording.in_passage.shape == (0, 3)
    assert wording.sentence_of.tolist() == [0]


def test_empty_text_has_one_empty_sentence() -> None:
    assert compare_words(QUESTION, ["", MAN], ["", ""]).sentence_of.tolist() == [0, 1, 2]
