from __future__ import annotations

import numpy as np
import pytest

from kgplatform.retrieve.chains.features import PASSAGE_FEATURES, describe_passages, spread
from tests.unit.retrieve.chains.views import make_view

pytestmark = pytest.mark.unit


def test_candidates_are_what_a_search_gave_and_pages_of_what_the_question_names() -> None:
    assert make_view().candidates.tolist() == [0, 3, 4]
    assert make_view(asked=(0, 1, 0)).candidates.tolist() == [0, 1, 3, 4]


def test_passages_are_described_by_text_words_and_names() -> None:
    view = make_view(asked=(2, 0, 0))
    features = describe_passages(view)
    assert features.shape == (3, len(PASSAGE_FEATURES))
    ship = dict(zip(PASSAGE_FEATURES, features[0].tolist(), strict=True))
    captain, endurance, _ = view.wording.weights
    assert ship["covered"] == pytest.approx(captain + endurance)
    assert ship["best_sentence"] == pytest.approx(max(captain, endurance))
    assert ship["rank"] == 0
    assert (ship["is_named"], ship["namesakes"]) == (1, pytest.approx(np.log(3)))
    assert ship["names_asked"] == pytest.approx(1)
    bread = dict(zip(PASSAGE_FEATURES, features[2].tolist(), strict=True))
    assert (bread["is_named"], bread["names_asked"], bread["covered"]) == (0, 0, 0)
    assert bread["rank"] == pytest.approx(-np.log(3))


def test_what_is_no_candidate_is_just_below_the_last_one() -> None:
    everywhere = spread(make_view(), np.array([1.0, -2.0, 0.5]))
    assert everywhere.tolist() == [1.0, -3.0, -3.0, -2.0, 0.5]
