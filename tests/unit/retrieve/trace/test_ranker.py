"""TRACE's ranker: question and chain as one query against each triple."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from kgplatform.models.embedding import Vectors
from kgplatform.retrieve.trace.chains import ReasoningChain
from kgplatform.retrieve.trace.ranker import TripleRanker
from tests.unit.retrieve.trace.made_triples import make_triple

pytestmark = pytest.mark.unit

TRIPLES = [
    make_triple("Fram", "designed by", "Colin Archer"),
    make_triple("Colin Archer", "born in", "Larvik"),
    make_triple("Oslo", "capital of", "Norway"),
]
EMPTY, FIRST = ReasoningChain(), ReasoningChain((0,), (1.0,))


class AxesEmbedder:
    """Counts three words of a text, unnormalised."""

    name, dimension = "axes", 3

    def __init__(self) -> None:
        self.asked: list[list[str]] = []

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        words = ("Fram", "Archer", "Oslo")
        return np.array([[text.count(word) for word in words] for text in texts], np.float32)

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        self.asked.append(list(texts))
        return self.embed_passages(texts)


@pytest.fixture
def embedder() -> AxesEmbedder:
    return AxesEmbedder()


def make_ranker(
    embedder: AxesEmbedder,
    candidates: int = 3,
    odds: Sequence[float] = (0, 0, 0),
    nearness: Sequence[Sequence[float]] = ((), (), ()),
) -> TripleRanker:
    vectors = embedder.embed_passages([triple.text for triple in TRIPLES])
    question = "Where was Fram made?"
    numbers = np.array(odds), np.array(nearness, float)
    return TripleRanker(question, TRIPLES, vectors, *numbers, embedder, candidates)


def test_triples_are_ranked_by_inner_product_and_equal_ones_by_row(embedder: AxesEmbedder) -> None:
    # the question is (1, 0, 0); the triples are (1, 1, 0), (0, 1, 0), (0, 0, 1)
    assert make_ranker(embedder)([EMPTY]) == [[0, 1, 2]]


def test_the_chain_is_part_of_the_query_and_not_of_the_candidates(embedder: AxesEmbedder) -> None:
    assert make_ranker(embedder)([EMPTY, FIRST]) == [[0, 1, 2], [1, 2]]
    assert embedder.asked == [
        ["Where was Fram made?", "Where was Fram made? Fram designed by Colin Archer"]
    ]


def test_no_more_than_k_candidates_are_given(embedder: AxesEmbedder) -> None:
    assert make_ranker(embedder, 1)([EMPTY, FIRST]) == [[0], [1]]
    whole = ReasoningChain((0, 1, 2), (1.0, 1.0, 1.0))
    assert make_ranker(embedder)([whole]) == [[]]


def test_a_likely_document_counts_a_little(embedder: AxesEmbedder) -> None:
    # .05 * 10 = .5 is not enough against the 1 that the first triple has before the others
    assert make_ranker(embedder, odds=(0, 0, 10))([EMPTY]) == [[0, 2, 1]]
    assert make_ranker(embedder, odds=(0, 0, 30))([EMPTY]) == [[2, 0, 1]]


def test_a_relation_asked_for_counts_a_little(embedder: AxesEmbedder) -> None:
    # .1 puts the last before the second, which has nothing of the question either
    assert make_ranker(embedder, nearness=((0,), (0,), (1,)))([EMPTY]) == [[0, 2, 1]]
