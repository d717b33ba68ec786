"""Questions that lean on those before them are made to stand alone, by names."""

from __future__ import annotations

import pytest

from kgplatform.models.linguistics import Linguistics
from kgplatform.question.follow_up import resolve_follow_up
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
