from __future__ import annotations

import numpy as np
import pytest

from kgplatform.retrieve.chains import pairs as module
from kgplatform.retrieve.chains.features import View
from kgplatform.retrieve.chains.pairs import MAX_DEGREE, PAIR_FEATURES, Pairs, find_pairs
from tests.unit.retrieve.chains.views import make_view

pytestmark = pytest.mark.unit

SCORES = np.array([2.0, 0.5, -1.0, 0.0, -3.0])


def _find(view: View, *seeds: int) -> Pairs:
    return find_pairs(view, np.array(seeds), SCORES)


def _rows(pairs: Pairs) -> dict[tuple[int, int], dict[str, float]]:
    """Return the features by name of each pair of passages (these tests have one thing a pair)."""
    return {
        (int(a), int(b)): dict(zip(PAIR_FEATURES, row.tolist(), strict=True))
        for a, b, row in zip(pairs.first, pairs.second, pairs.features, strict=True)
    }


def test_pairs_lead_by_a_thing_to_its_page_and_to_others_that_name_it() -> None:
    rows = _rows(_find(make_view(), 0))
    assert set(rows) == {(0, 1), (0, 3)}
    page, other = rows[0, 1], rows[0, 3]
    assert (page["is_about"], page["is_shared"], page["is_back"]) == (1, 0, 0)
    assert (other["is_about"], other["is_shared"], other["is_back"]) == (0, 1, 0)


def test_pair_from_a_page_of_a_thing_leads_back_to_those_that_name_it() -> None:
    rows = _rows(_find(make_view(), 1))
    assert rows[1, 0]["is_back"] == 1
    assert rows[1, 2]["is_about"] == 1


def test_pair_knows_the_sentence_that_names_the_thing_and_what_the_question_leaves_open() -> None:
    view = make_view()
    captain, endurance, born = view.wording.weights
    page = _rows(_find(view, 0))[0, 1]
    assert page["sentence"] == pytest.approx(captain)  # "Her captain was Frank Worsley."
    assert page["is_late"] == 1
    assert page["open"] == page["open_sentence"] == pytest.approx(born)
    assert page["joint"] == pytest.approx(captain + endurance + born)
    assert page["joint_gain"] == pytest.approx(born)
    assert (page["first"], page["second"]) == (2.0, 0.5)
    assert page["mentions"] == pytest.approx(np.log(2))


def test_thing_that_the_question_names_is_told_and_its_sentence_does_not_count() -> None:
    page = _rows(_find(make_view(asked=(0, 1, 0)), 0))[0, 1]
    assert (page["is_asked"], page["sentence"]) == (1, 0)


def test_thing_named_too_often_leads_to_its_page_alone() -> None:
    rows = _rows(_find(make_view(degrees=(1, MAX_DEGREE + 1, 3)), 0))
    assert set(rows) == {(0, 1)}


def test_best_by_text_are_kept_of_each_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PER_ENTITY", 1)
    view = make_view(fused=(0.3, 0.1, 0.2, 0.4, 0.1))
    assert set(_rows(_find(view, 2))) == {(2, 3)}  # 1 names Akaroa too
    assert set(_rows(_find(view, 0))) == {(0, 1), (0, 3)}  # a page and another


def test_no_pair_is_of_a_passage_with_itself_and_none_is_there_twice() -> None:
    pairs = _find(make_view(), 0, 1, 2, 3, 4)
    assert not (pairs.first == pairs.second).any()
    assert (pairs.features[:, 2:5].sum(axis=1) == 1).all()
    assert 4 not in pairs.first
    assert np.isfinite(pairs.features).all()


@pytest.mark.parametrize("seeds", [(), (4,)])
def test_seeds_that_name_nothing_have_no_pairs(seeds: tuple[int, ...]) -> None:
    view = make_view()
    pairs = find_pairs(view, np.array(seeds, int), SCORES)
    assert pairs.features.shape == (0, len(PAIR_FEATURES))
    assert len(pairs.first) == len(pairs.second) == 0
