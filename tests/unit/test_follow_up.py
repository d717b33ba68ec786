"""Questions that lean on those before them are made to stand alone, by names."""

from __future__ import annotations

import pytest

from kgplatform.models.linguistics import Linguistics
from kgplatform.question.follow_up import find_unexplained, resolve_follow_up
from kgplatform.records.question import Turn

pytestmark = pytest.mark.unit

BUILT = Turn("Who built the Belgica?", "Christian Jacobsen")
PRIZE = Turn("Who won the Nobel Peace Prize in 1922?", "Fridtjof Nansen")
PLACE = Turn("Where was Fridtjof Nansen born?", "Oslo")


@pytest.mark.parametrize(
    ("turns", "question", "understood"),
    [
        ([BUILT], "Where was he born?", "Where was Christian Jacobsen born?"),
        ([BUILT], "When did his father die?", "When did Christian Jacobsen's father die?"),
        ([PLACE], "When did he leave it?", "When did Fridtjof Nansen leave Oslo?"),
        ([PLACE], "Who else lived there?", "Who else lived in Oslo?"),
        ([PRIZE], "And in 1923?", "Who won the Nobel Peace Prize in 1923?"),
        ([PRIZE], "and 1923?", "Who won the Nobel Peace Prize in 1923?"),
        ([PLACE], "What about Roald Amundsen?", "Where was Roald Amundsen born?"),
        ([PLACE], "And in 1882?", "Where was Fridtjof Nansen born in 1882?"),
        ([BUILT, PLACE], "Where did he work?", "Where did Fridtjof Nansen work?"),
        ([Turn("Who bakes the bread?", "siri")], "Where was she born?", "Where was siri born?"),
    ],
)
def test_a_question_is_understood_from_those_before_it(
    turns: list[Turn], question: str, understood: str, linguistics: Linguistics
) -> None:
    assert resolve_follow_up(question, turns, linguistics) == understood


@pytest.mark.parametrize(
    ("turns", "question"),
    [
        ([], "Where was he born?"),
        ([BUILT], "Who designed the Fram?"),
        ([BUILT], "When did Fridtjof Nansen meet his wife?"),
        ([Turn("How many ships are there?", "12")], "Where was she built?"),
        ([BUILT], "Is there a lighthouse in Bergen?"),
        ([BUILT], "?"),
        ([BUILT], "Why?"),
    ],
)
def test_a_question_that_stands_alone_or_fits_nothing_stays(
    turns: list[Turn], question: str, linguistics: Linguistics
) -> None:
    assert resolve_follow_up(question, turns, linguistics) == question


def test_known_types_of_names_go_before_what_they_look_like(linguistics: Linguistics) -> None:
    turns = [Turn("Who led the Belgica expedition?", "Adrien de Gerlache")]
    types = {"belgica": "Organization", "adrien de gerlache": "Person"}
    asked = {
        question: resolve_follow_up(question, turns, linguistics, types)
        for question in ("Where was he born?", "When was it founded?")
    }
    assert asked == {
        "Where was he born?": "Where was Adrien de Gerlache born?",
        "When was it founded?": "When was Belgica founded?",
    }


@pytest.mark.parametrize(
    ("question", "pronoun"),
    [
        ("Where was he born?", "he"),
        ("Who was his wife?", "his"),
        ("When did his father die?", "his"),
        ("Which king did he serve?", "he"),
        ("Where in Oslo was he born?", "he"),
        ("When did Fridtjof Nansen leave it?", "it"),
        ("Who owns it now?", "it"),
        ("What year was it built?", "it"),
        ("When was it built after the fire destroyed the old one?", "it"),
        ("How many people live there?", "there"),
        ("What happened to them?", "them"),
    ],
)
def test_a_pronoun_that_nothing_explains_is_found(
    question: str, pronoun: str, linguistics: Linguistics
) -> None:
    assert find_unexplained(question, linguistics) == pronoun


@pytest.mark.parametrize(
    "question",
    [
        "Who built the Fram?",
        "When did Fridtjof Nansen meet his wife?",
        "Who won the prize for his work?",
        "Who founded Acme and where was he born?",
        "Which criminal boasted that he smuggled heroin?",
        "Which engineer said that he would leave?",
        "In Nansen's book, what did he say?",
        "In which city did Roald Amundsen die and when was it founded?",
        "What does the contract say about its term?",
        "How long did it take to build the Fram?",
        "Is it true that the Fram sank?",
        "What time is it in Oslo?",
        "Where do they grow hops in Norway?",
        "How many ships are there?",
        "Who calls herself an engineer?",
        "Who wrote Let It Be?",
        'Who sang "You don\'t know her like I do"?',
    ],
)
def test_a_pronoun_that_the_question_explains_or_that_stands_for_nothing_is_not(
    question: str, linguistics: Linguistics
) -> None:
    assert find_unexplained(question, linguistics) is None
