"""How many of the best passages are likely to be of the answer."""

from __future__ import annotations

import numpy as np
import pytest

from kgplatform.retrieve.chains.ranking import count_likely

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("scores", "likely"),
    [
        ([], 0),
        ([1.0], 1),
        ([-9.0, 3.0], 2),  # the second is likely whatever its odds
        ([-9.0, 3.0, -3.0], 2),
        ([2.0, -1.0, 3.0, -0.2], 3),  # a tenth of the odds is 2.3 below
        ([-4.0, -5.0, -5.5, -7.0, -8.0], 4),  # and count beside the second, not by themselves
    ],
)
def test_passages_are_likely_whose_odds_are_near_those_of_the_second(
    scores: list[float], likely: int
) -> None:
    assert count_likely(np.array(scores)) == likely
