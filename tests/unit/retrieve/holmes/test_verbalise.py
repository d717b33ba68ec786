"""What the reader is given: how much, in which words, in which order."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kgplatform.records import EvidenceLine
from kgplatform.retrieve.holmes.pruning import Judged, Sentence
from kgplatform.retrieve.holmes.verbalise import (
    choose_sentences,
    keep_stating,
    score_statements,
    verbalise,
    write_facts,
    write_sentences,
)
from tests.unit.retrieve.holmes.made import FRAM, NANSEN, fact_of, passage_of

pytestmark = pytest.mark.unit

SHIP, MAN = passage_of("Fram", FRAM), passage_of("Nansen", NANSEN)


def sentence_of(text: str, context: float = 0.0) -> Sentence:
    source = SHIP if text in FRAM else MAN
    start = source.text.index(text)
    return Sentence(source, start, start + len(text), context)


SHIP_1 = sentence_of("The Fram is a ship.")  # 19 characters
SHIP_2 = sentence_of("She was built by Colin Archer.")  # 30
MAN_1 = sentence_of("Nansen was an explorer.")  # 23
MAN_2 = sentence_of("He was born near Oslo.")  # 22
SCORED = [(0.9, MAN_2), (0.7, SHIP_2), (0.5, MAN_1), (0.3, SHIP_1)]

BUILT = fact_of(
    SHIP,
    "She was built by Colin Archer.",
    "Fram",
    "built by",
    "Colin Archer",
    qualifiers=(("time", "1892"),),
)
BORN = fact_of(MAN, "He was born near Oslo.", "Nansen", "place of birth", "Oslo")
KEPT = [Judged(BORN, (MAN_2,), 0.9, None, 0.9), Judged(BUILT, (SHIP_2,), 0.4, None, 0.7)]


def texts_of(lines: tuple[EvidenceLine, ...]) -> list[str]:
    return [line.text for line in lines]


def test_markers_stand_between_the_parts_of_a_fact() -> None:
    assert verbalise(BUILT) == "Fram | built by | Colin Archer (time: 1892)"
    assert verbalise(BUILT, qualifiers=False) == "Fram | built by | Colin Archer"
    assert verbalise(BORN) == "Nansen | place of birth | Oslo"


def test_what_two_documents_say_in_the_same_words_is_given_once() -> None:
    copied = replace(MAN_2, source=replace(MAN, passage_id="copy"))
    assert choose_sentences([(0.9, MAN_2), (0.8, copied), (0.7, SHIP_2)]) == [SCORED[0], SCORED[1]]


def test_best_sentences_are_chosen_until_the_characters_are_used_up() -> None:
    # 22 + 6 of the title, 30 + 4, 23: 85 in all; the last one, 19, is too much
    assert choose_sentences(SCORED, most_chars=85) == SCORED[:3]
    # without room for the second one the third still fits: 28 + 23
    assert choose_sentences(SCORED, most_chars=55) == [SCORED[0], SCORED[2]]


def test_the_best_sentence_is_cut_where_it_alone_is_too_long() -> None:
    # 6 of the title leave 10 characters of it
    [(score, cut)] = choose_sentences(SCORED, most_chars=16)
    [line] = write_sentences([(score, cut)])
    assert (score, line.text) == (0.9, "He was bor")
    assert NANSEN[line.start : line.end] == line.text


def test_without_pruning_all_sentences_that_state_a_fact_are_given() -> None:
    assert keep_stating(SCORED, KEPT) == SCORED[:2]


def test_sentences_come_by_document_in_the_order_of_its_text() -> None:
    assert texts_of(write_sentences(SCORED)) == [
        "Nansen was an explorer.",
        "He was born near Oslo.",
        "The Fram is a ship.",
        "She was built by Colin Archer.",
    ]


def test_the_best_document_can_come_last() -> None:
    assert texts_of(write_sentences(SCORED, best_first=False)) == [
        "The Fram is a ship.",
        "She was built by Colin Archer.",
        "Nansen was an explorer.",
        "He was born near Oslo.",
    ]


def test_every_line_stands_for_a_span_of_its_source() -> None:
    for line in write_sentences(SCORED):
        assert line.source.text[line.start : line.end] == line.text
    [born, built] = write_facts(KEPT)
    assert built.source.text[built.start : built.end] == "She was built by Colin Archer."
    assert born.text == "Nansen | place of birth | Oslo"


def test_facts_come_best_first_or_last_with_or_without_qualifiers() -> None:
    assert texts_of(write_facts(KEPT, qualifiers=False, best_first=False)) == [
        "Fram | built by | Colin Archer",
        "Nansen | place of birth | Oslo",
    ]


def test_statements_keep_their_scores_and_spans() -> None:
    [born, built] = score_statements(KEPT, qualifiers=True)
    assert (born.score, built.score) == (0.9, 0.7)
    assert built.qualifiers == (("time", "1892"),)
    assert score_statements(KEPT, qualifiers=False)[1].qualifiers == ()
    assert NANSEN[born.start : born.end] == "He was born near Oslo."
