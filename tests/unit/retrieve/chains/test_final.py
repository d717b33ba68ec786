from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from kgplatform.retrieve.chains.features import PASSAGE_FEATURES
from kgplatform.retrieve.chains.models import WEIGHTS, Linear, load_chain_models
from kgplatform.retrieve.chains.pairs import (
    FINAL_FEATURES,
    PAIR_FEATURES,
    UNCHAINED,
    describe_chained,
    find_pairs,
)
from kgplatform.retrieve.chains.ranking import chain_passages, rank_passages, score_alone
from kgplatform.retrieve.word_overlap import compare_words
from tests.unit.retrieve.chains.views import make_view

pytestmark = pytest.mark.unit

SCORES = np.array([2.0, 0.5, -1.0, 0.0, -3.0])
WALKED = np.array([0.9, 0.8, 0.1, 0.0, 0.0])


def test_passage_has_its_best_pair_on_both_sides() -> None:
    view = make_view()
    pairs = find_pairs(view, np.array([0]), SCORES)  # to 1, a page, and to 3
    odds = np.where(pairs.second == 1, 4.0, 0.0)
    table = describe_chained(view, SCORES, pairs, odds, WALKED)
    rows = [dict(zip(FINAL_FEATURES, row.tolist(), strict=True)) for row in table]
    assert [row["into"] for row in rows] == [UNCHAINED, 4, UNCHAINED, 0, UNCHAINED]
    assert [row["out_of"] for row in rows] == [4, *[UNCHAINED] * 4]
    assert (rows[1]["into_about"], rows[1]["into_shared"]) == (4, UNCHAINED)
    assert (rows[3]["into_about"], rows[3]["into_shared"]) == (UNCHAINED, 0)
    assert rows[3]["into_sum"] == pytest.approx(np.log1p(0.5))
    assert [row["into_count"] > 0 for row in rows] == [False, True, False, True, False]
    assert [row["best"] for row in rows] == [4, 4, UNCHAINED, 0, UNCHAINED]


def test_shipped_models_rank_the_second_hop_before_what_is_not_linked() -> None:
    rounds = rank_passages(make_view(), WALKED, load_chain_models())
    ship, man, *others = rounds[-1].scores.tolist()
    assert min(ship, man) > max(others)


def test_a_round_starts_from_what_the_one_before_found() -> None:
    view, models = make_view(), load_chain_models()
    alone = score_alone(view, models)
    first, second = rank_passages(view, WALKED, models)
    assert first.seeds.tolist() == np.argsort(-alone, kind="stable").tolist()
    assert second.seeds.tolist() == np.argsort(-first.scores, kind="stable").tolist()
    again = chain_passages(view, WALKED, first.scores, models.rounds[1])
    assert again.scores.tolist() == second.scores.tolist()


def test_question_around_which_nothing_is_has_no_ranking() -> None:
    view = replace(
        make_view(), cosines=np.zeros(0), fused=np.zeros(0), wording=compare_words("Who?", [], []),
        mentions=np.zeros((0, 3), int), about=np.zeros((0, 2), int), degrees=np.zeros(0, int),
        rarity=np.zeros(0), namesakes=np.zeros(0, int),
    )  # fmt: skip
    rounds = rank_passages(view, np.zeros(0), load_chain_models())
    assert rounds[-1].scores.shape == (0,)


def test_weights_file_has_a_weight_for_each_feature_and_no_other() -> None:
    fields = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    assert set(fields["passage"]["weights"]) == set(PASSAGE_FEATURES)
    for models in fields["rounds"]:
        assert set(models["pair"]["weights"]) == set(PAIR_FEATURES)
        assert set(models["final"]["weights"]) == set(FINAL_FEATURES)


def test_linear_model_takes_its_weights_by_name() -> None:
    model = Linear.load({"bias": 1.0, "weights": {"b": 3.0, "a": 2.0}}, ("a", "b"))
    assert model.score(np.array([[1.0, 0.0], [0.0, 1.0]])).tolist() == [3.0, 4.0]
