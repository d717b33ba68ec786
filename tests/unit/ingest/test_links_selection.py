from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from kgplatform.ingest.links import selection
from kgplatform.ingest.links.selection import (
    FeatureTable,
    Proposals,
    choose_links,
    propose_by_features,
    rank_proposals,
)

pytestmark = pytest.mark.unit


def _table(*rows):
    table = FeatureTable()
    for row in rows:
        table.add_row(row.items())
    return table


def _proposals(*rows):
    """Rows of (source, target, rank, score)."""
    columns = list(zip(*rows, strict=True)) or [(), (), (), ()]
    kinds = (np.int32, np.int32, np.int32, np.float32)
    return Proposals(*(np.asarray(c, k) for c, k in zip(columns, kinds, strict=True)))


def _propose(matrix, *, groups=None, count=5, min_score=0.01):
    groups = np.arange(matrix.shape[0]) if groups is None else np.asarray(groups)
    parts = list(propose_by_features(matrix, groups=groups, count=count, min_score=min_score))
    assert sum(done for done, _ in parts) == matrix.shape[0]
    joined = Proposals.join(part for _, part in parts)
    columns = (joined.sources, joined.targets, joined.ranks, joined.scores)
    return [
        (a, b, rank, round(score, 3))
        for a, b, rank, score in zip(*(c.tolist() for c in columns), strict=True)
    ]


def _links(*rows, total=10, max_degree=5):
    low, high, scores = choose_links(_proposals(*rows), rows=total, max_degree=max_degree)
    return [
        (a, b, round(s, 3))
        for a, b, s in zip(low.tolist(), high.tolist(), scores.tolist(), strict=True)
    ]


def test_rows_are_weighed_by_rarity_and_have_length_one():
    """x is in 2 of 3 rows, y in 3: rarity ln(1 + 3/2) = 0.916 and ln 2 = 0.693."""
    matrix = _table({"x": 1, "y": 1}, {"x": 1, "y": 1}, {"y": 2}).normalised(max_rows=9)
    x, y = 0.9163, 0.6931
    length = (x * x + y * y) ** 0.5
    expected = [[x / length, y / length]] * 2 + [[0, 1]]
    assert matrix.toarray() == pytest.approx(np.asarray(expected), abs=1e-4)


def test_feature_of_one_row_and_feature_of_too_many_are_left_out():
    rows = [{"all": 1, f"only {n}": 1, f"pair {n // 2}": 1} for n in range(4)]
    matrix = _table(*rows).normalised(max_rows=3)
    assert matrix.getnnz(axis=1).tolist() == [1, 1, 1, 1]
    assert matrix.data == pytest.approx([1, 1, 1, 1])


def test_row_proposes_the_rows_it_shares_most_with():
    """0 shares x (rarity r) with 1 and y (rarity r) with 2 at half the weight: cosines
    2/√5 = 0.894 and 1/√5 = 0.447."""
    matrix = _table({"x": 2, "y": 1}, {"x": 1}, {"y": 1}).normalised(max_rows=9)
    assert _propose(matrix)[:2] == [(0, 1, 0, 0.894), (0, 2, 1, 0.447)]
    assert _propose(matrix, min_score=0.5) == [(0, 1, 0, 0.894), (1, 0, 0, 0.894)]
    assert [row[:2] for row in _propose(matrix, count=1)] == [(0, 1), (1, 0), (2, 0)]


def test_rows_of_one_group_are_no_choice():
    matrix = _table({"x": 1}, {"x": 1}, {"x": 1}).normalised(max_rows=9)
    assert [row[:2] for row in _propose(matrix, groups=[0, 0, 1])] == [
        (0, 2),
        (1, 2),
        (2, 0),
        (2, 1),
    ]


def test_blocks_give_what_one_product_gives(monkeypatch):
    generator = np.random.default_rng(4)
    rows = [dict.fromkeys(map(str, generator.integers(0, 40, 6)), 1.0) for _ in range(60)]
    matrix = _table(*rows).normalised(max_rows=50)
    whole = _propose(matrix, count=3)
    monkeypatch.setattr(selection, "MAX_PRODUCTS", 70)
    assert len(list(selection._blocks(matrix))) > 10
    assert _propose(matrix, count=3) == whole
    dense = np.round((matrix @ matrix.T).toarray(), 3)
    np.fill_diagonal(dense, -1)
    best = {(a, int(np.argmax(dense[a]))) for a in range(60) if dense[a].max() > 0}
    assert best == {(a, b) for a, b, rank, _ in whole if rank == 0}


def test_no_rows_and_empty_rows_propose_nothing():
    assert _propose(_table().normalised(max_rows=9)) == []
    assert _propose(_table({}, {}).normalised(max_rows=9)) == []


def test_equal_scores_are_ranked_by_row():
    sources, targets = np.asarray([5, 5, 5], np.int32), np.asarray([9, 2, 7], np.int32)
    scores = np.asarray([0.5, 0.5, 0.9], np.float32)
    ranked = rank_proposals(sources, targets, scores, groups=np.arange(10), count=2, min_score=0.1)
    assert (ranked.targets.tolist(), ranked.ranks.tolist()) == ([7, 2], [0, 1])


def test_pair_is_linked_once_from_the_lower_row():
    assert _links((7, 2, 0, 0.5), (2, 7, 3, 0.5)) == [(2, 7, 0.5)]


def test_links_are_made_choice_by_choice():
    """1 has room for one: 2's first choice goes before 3's second one, though that scores more."""
    rows = [(2, 1, 0, 0.4), (3, 1, 1, 0.9)]
    assert _links(*rows, max_degree=1) == [(1, 2, 0.4)]


def test_better_score_goes_first_among_equal_choices_then_the_lower_rows():
    assert _links((2, 1, 0, 0.4), (3, 1, 0, 0.9), max_degree=1) == [(1, 3, 0.9)]
    assert _links((3, 1, 0, 0.9), (2, 1, 0, 0.9), max_degree=1) == [(1, 2, 0.9)]


@pytest.mark.parametrize("max_degree", [1, 3, 8])
def test_no_row_has_more_links_than_allowed(max_degree):
    star = [(n, 0, 0, n / 100) for n in range(1, 30)]
    links = _links(*star, total=30, max_degree=max_degree)
    degrees = Counter(row for a, b, _ in links for row in (a, b))
    assert degrees[0] == max_degree == max(degrees.values())
    assert {b for _, b, _ in links} == set(range(30 - max_degree, 30))


def test_links_do_not_depend_on_the_order_of_proposals():
    generator = np.random.default_rng(1)
    rows = [
        (a, b, rank, float(generator.integers(1, 9)) / 10)
        for a in range(30)
        for rank, b in enumerate(
            generator.permutation([n for n in range(30) if n != a])[:5].tolist()
        )
    ]
    shuffled = [rows[i] for i in generator.permutation(len(rows))]
    assert _links(*rows, total=30) == _links(*shuffled, total=30)


def test_nothing_proposed_is_nothing_linked():
    assert _links() == []
    assert len(Proposals.join([]).sources) == 0
