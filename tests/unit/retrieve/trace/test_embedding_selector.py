"""TRACE's selector without a model: each weight alone, in vectors of three dimensions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from kgplatform.retrieve.trace.chains import Choice, ReasoningChain
from kgplatform.retrieve.trace.embedding_selector import (
    ALIKE,
    DOCUMENT,
    END,
    NEW_WORDS,
    RELATION,
    RELEVANCE,
    REPETITION,
    EmbeddingSelector,
)
from tests.unit.retrieve.trace.made_triples import make_triple

pytestmark = pytest.mark.unit

EMPTY, FIRST = ReasoningChain(), ReasoningChain((0,), (1.0,))
TRIPLES = [make_triple("Fram", "made", "Larvik"), make_triple("Ann", "is", "x"),
           make_triple("Bo", "is", "y")]  # fmt: skip
X, Y, Z = np.eye(3, dtype=np.float32)


def choose(
    chain: ReasoningChain,
    rows: Sequence[int],
    *,
    question: str = "what is it?",  # no content words
    vectors: Sequence[np.ndarray] = (Y, Y, Z),
    odds: Sequence[float] = (0, 0, 0),
    nearness: Sequence[Sequence[float]] = ((), (), ()),
    may_end: bool = True,
) -> Choice:
    numbers = np.array(odds, float), np.array(nearness, float)
    selector = EmbeddingSelector(question, TRIPLES, X, np.stack(vectors), *numbers, may_end)
    [choice] = selector([chain], [rows])
    return choice


def logit_between(choice: Choice, one: int, other: int) -> float:
    return float(np.log(choice.triples[one] / choice.triples[other]))


def test_probabilities_sum_to_one_and_an_empty_chain_does_not_end() -> None:
    assert choose(EMPTY, [0, 1, 2]) == Choice(0.0, pytest.approx((1 / 3, 1 / 3, 1 / 3)))
    choice = choose(FIRST, [1, 2])
    assert choice.end + sum(choice.triples) == pytest.approx(1)


def test_what_is_near_the_question_comes_first() -> None:
    nearer = np.array([0.3, 0.0, 0.9], np.float32)
    choice = choose(EMPTY, [1, 2], vectors=(Y, Y, nearer))
    assert logit_between(choice, 1, 0) == pytest.approx(0.3 * RELEVANCE)


def test_the_document_counts_by_its_odds() -> None:
    assert logit_between(choose(EMPTY, [1, 2], odds=(0, 2, -1)), 0, 1) == pytest.approx(
        3 * DOCUMENT
    )


def test_what_repeats_the_chain_comes_last() -> None:
    # the second triple has the first one's vector, the third is at a right angle to both
    choice = choose(FIRST, [1, 2])
    assert logit_between(choice, 1, 0) == pytest.approx((1 - ALIKE) * REPETITION)


def test_words_of_the_question_count_until_the_chain_has_them() -> None:
    # the only word that any triple has is the first one's "Larvik": the whole weight
    choice = choose(EMPTY, [0, 2], question="Larvik?", vectors=(Y, Y, Y))
    assert logit_between(choice, 0, 1) == pytest.approx(NEW_WORDS)
    again = choose(FIRST, [1, 2], question="Larvik?", vectors=(X, Z, Z))
    assert logit_between(again, 0, 1) == pytest.approx(0)


def test_a_relation_asked_for_counts_as_far_as_the_chain_lacks_it() -> None:
    # the second triple states the one relation half, the third the other one wholly
    nearness = ((1.0, 0.25), (0.5, 0.0), (0.0, 1.0))
    choice = choose(EMPTY, [1, 2], vectors=(Y, Y, Y), nearness=nearness)
    assert logit_between(choice, 1, 0) == pytest.approx(0.5 * RELATION)
    after = choose(FIRST, [1, 2], vectors=(X, Z, Z), nearness=nearness)
    assert logit_between(after, 1, 0) == pytest.approx(0.75 * RELATION)


def test_the_end_has_a_weight_of_its_own() -> None:
    choice = choose(FIRST, [2])
    assert np.log(choice.end / choice.triples[0]) == pytest.approx(END)
    assert choose(FIRST, [2], may_end=False) == Choice(0.0, (1.0,))


def test_without_candidates_there_is_nothing_but_the_end() -> None:
    assert choose(FIRST, []) == Choice(1.0, ())
    assert choose(FIRST, [], may_end=False) == Choice(0.0, ())
