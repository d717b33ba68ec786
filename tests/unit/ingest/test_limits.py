from __future__ import annotations

import pytest

from kgplatform.ingest.limits import Limits, Prices
from kgplatform.ingest.report import Tally
from kgplatform.records import Usage

pytestmark = pytest.mark.unit


def _tally(*, passages: int = 0, usage: Usage | None = None) -> Tally:
    tally = Tally()
    tally.counts["passages"] = passages
    tally.usage = usage or Usage()
    return tally


def test_price_is_per_million_tokens() -> None:
    prices = Prices(prompt=2.0, completion=10.0)
    assert prices.cost(Usage(1, 500_000, 100_000)) == pytest.approx(1.0 + 1.0)


def test_no_bound_is_never_reached() -> None:
    assert Limits().reached(_tally(passages=10**9, usage=Usage(10**9, 10**9, 10**9))) is None


@pytest.mark.parametrize(
    ("limits", "word"),
    [
        (Limits(max_passages=10), "max_passages 10"),
        (Limits(max_model_calls=5), "max_model_calls 5"),
        (Limits(max_cost=0.5, prices=Prices(1.0, 1.0)), "max_cost 0.5"),
    ],
    ids=["passages", "calls", "cost"],
)
def test_bound_is_told_once_it_is_reached(limits: Limits, word: str) -> None:
    before = _tally(passages=9, usage=Usage(4, 200_000, 200_000))
    assert limits.reached(before) is None
    reached = limits.reached(_tally(passages=10, usage=Usage(5, 300_000, 200_000)))
    assert reached is not None
    assert word in reached
