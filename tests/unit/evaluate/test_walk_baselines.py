"""Baselines of KGP's comparison: pairs of hops, a walk at random, and two ways to be near."""

from __future__ import annotations

import numpy as np
import pytest

from kgplatform.errors import UsageError
from kgplatform.evaluate.baselines import BASELINES
from kgplatform.evaluate.baselines.kgp_knn import KgpKnn
from kgplatform.evaluate.baselines.kgp_random import RandomAgent
from kgplatform.evaluate.baselines.mdr import score_pairs
from kgplatform.retrieve.kgp.agents import Fact
from kgplatform.retrieve.kgp.encoder import HopEncoder
from tests.unit.evaluate.table_corpus import ask, list_ids, make_corpus

pytestmark = pytest.mark.unit

ROOT_HALF = 0.5**0.5
NOTHING = np.zeros((3, 3), np.float32)
IDENTITY = np.eye(3, dtype=np.float32)
TURN = np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0]], np.float32)  # x to y, y to z, z to x
QUESTION = np.array([1, 0, 0], np.float32)
VECTORS = np.array([[0, 0, 1], [ROOT_HALF, ROOT_HALF, 0], [0, 1, 0], [1, 0, 0]], np.float32)


def test_second_hop_is_sought_from_the_first() -> None:
    # The first hop is as the question: row 3 (cosine 1), then row 1 (.71). From row 3 the question
    # and x turned to y are sought, (1, 1, 0) / sqrt 2: row 1 (1), then row 2 (.71).
    encoder = HopEncoder(IDENTITY, TURN, NOTHING)
    scores = score_pairs(QUESTION, VECTORS, np.arange(4), encoder)
    assert np.argsort(-scores, kind="stable").tolist() == [3, 1, 2, 0]
    assert scores[3] == pytest.approx(1)  # with row 1
    assert scores[1] == pytest.approx(1)
    assert scores[2] == pytest.approx(ROOT_HALF)  # with row 3


def test_passages_outside_the_rows_are_in_no_pair() -> None:
    encoder = HopEncoder(IDENTITY, TURN, NOTHING)
    scores = score_pairs(QUESTION, VECTORS, np.array([1, 2]), encoder)
    assert np.isneginf(scores[[0, 3]]).all()
    assert scores[1] > scores[2] > 0


def test_encoder_is_refused_to_other_vectors() -> None:
    with pytest.raises(UsageError, match="was trained for"):
        BASELINES["mdr"](make_corpus())


def test_random_agent_draws_the_same_for_the_same_path() -> None:
    facts = [Fact("Fram", text, QUESTION) for text in ("a", "b")]
    paths = [(), facts[:1], facts[1:], facts]
    drawn = RandomAgent("Who?", 384).aim(paths).vectors
    assert np.linalg.norm(drawn, axis=1) == pytest.approx(np.ones(4))
    assert np.array_equal(drawn, RandomAgent("Who?", 384).aim(paths).vectors)
    others = RandomAgent("Where?", 384).aim(paths).vectors
    cosines = np.concatenate([drawn, others]) @ np.concatenate([drawn, others]).T
    assert np.abs(cosines - np.eye(8)).max() < 0.3  # 384 dimensions: independent directions


NEAR = {
    "a": ("Ox", "axe"),  # "Ox\naxe": 6 characters
    "b": ("Fram", "is a ship"),
    "c": ("Fra", "m"),
    "d": ("Bread", "is baked every day of the week"),
}


def test_levenshtein_counts_edits_over_the_longer_text() -> None:
    scores = dict(zip("abcd", KgpKnn(make_corpus(texts=NEAR)).score("FRAM"), strict=True))
    assert scores["c"] == pytest.approx(1 - 1 / 5)  # one line break to put in, of "fra\nm"
    assert scores["b"] == pytest.approx(1 - 10 / 14)  # all but "fram"
    assert scores["a"] == pytest.approx(1 - 5 / 6)  # of the four letters only the a stays


def test_knn_of_kgp_is_half_by_meaning_and_half_by_spelling() -> None:
    # By meaning (words in common) b comes first, by spelling c; both have the other next.
    knn = KgpKnn(make_corpus(texts=NEAR))
    assert list_ids(knn.retrieve(ask("Fram"), 1)) == ["p-b"]
    assert list_ids(knn.retrieve(ask("Fram"), 2)) == ["p-b", "p-c"]
    assert set(list_ids(knn.retrieve(ask("Fram"), 4))) >= {"p-b", "p-c"}
    assert len(list_ids(knn.retrieve(ask("Fram"), 9))) == 4
    alone = KgpKnn(make_corpus("distractor", texts=NEAR))
    assert set(list_ids(alone.retrieve(ask("Fram", allowed="ad"), 4))) == {"p-a", "p-d"}
