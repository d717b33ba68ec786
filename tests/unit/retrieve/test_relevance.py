from __future__ import annotations

from typing import Any

import pytest

from kgplatform.retrieve.relevance import MAX_BOOST, compute_boosts

pytestmark = pytest.mark.unit

TEXT = "The Endurance was built in Norway. Her captain was Frank Worsley. She sank in 1915."


def _row(*names: str) -> dict[str, Any]:
    starts = [TEXT.index(name) for name in names]
    ends = [start + len(name) for start, name in zip(starts, names, strict=True)]
    return {"id": "p", "text": TEXT, "entities": list(names), "starts": starts, "ends": ends}


def test_mention_in_a_sentence_with_words_of_the_question_is_boosted() -> None:
    # content words of the question: captain, born; one of the two stands beside Frank Worsley
    boosts = compute_boosts("Where was the captain born?", [_row("Norway", "Frank Worsley")])
    assert boosts == {("p", "Frank Worsley"): pytest.approx(1 + MAX_BOOST * 0.25)}


def test_the_mentions_own_words_do_not_count() -> None:
    assert compute_boosts("Who was Frank Worsley?", [_row("Frank Worsley")]) == {}


def test_words_are_alike_if_they_begin_alike() -> None:
    assert ("p", "Frank Worsley") in compute_boosts("Which captaincies?", [_row("Frank Worsley")])


@pytest.mark.parametrize("question", ["", "who was it?", "?!"])
def test_question_without_content_words_boosts_nothing(question: str) -> None:
    assert compute_boosts(question, [_row("Norway", "Frank Worsley")]) == {}
