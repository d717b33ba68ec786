"""Intervals and tests against what theory says of them."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from kgplatform.evaluate.significance import compare_pairs, compute_interval

pytestmark = pytest.mark.unit


def test_interval_of_a_share_is_about_two_standard_errors_wide() -> None:
    # 40 of 100: the standard error is sqrt(.4 * .6 / 100) = .049, 1.96 of them .096
    low, high = compute_interval([1.0] * 40 + [0.0] * 60)
    error = 1.96 * sqrt(0.4 * 0.6 / 100)
    assert (low, high) == pytest.approx((0.4 - error, 0.4 + error), abs=0.015)


@pytest.mark.parametrize("values", [[0.25], [0.25, 0.25, 0.25]])
def test_one_value_between_0_and_1_tells_no_interval(values: list[float]) -> None:
    assert compute_interval(values) is None


@pytest.mark.parametrize(
    ("values", "interval"),
    [
        # z = 1.96, z² = 3.84: the upper bound of 0 of n is z² / (n + z²)
        pytest.param([0.0] * 50, (0, 3.84 / 53.84), id="0 of 50"),
        pytest.param([1.0] * 50, (50 / 53.84, 1), id="50 of 50"),
        # centre (2 + 1.92) / (10 + 3.84), half-width 1.96 / 13.84 * sqrt(2 * 8 / 10 + 0.96)
        pytest.param([1.0] * 2 + [0.0] * 8, (0.0567, 0.5098), id="2 of 10"),
    ],
)
def test_share_has_the_interval_of_wilson(
    values: list[float], interval: tuple[float, float]
) -> None:
    assert compute_interval(values) == pytest.approx(interval, abs=2e-4)


def test_interval_of_other_figures_is_about_two_standard_errors_wide() -> None:
    values = [0.0, 0.25, 0.5, 0.75, 1.0] * 40  # their variance is 1/8
    error = 1.96 * sqrt(1 / 8 / 200)
    assert compute_interval(values) == pytest.approx((0.5 - error, 0.5 + error), abs=0.005)


def test_same_values_have_the_same_interval() -> None:
    values = [0.0, 1.0, 0.5, 1.0, 0.0, 0.0]
    assert compute_interval(values) == compute_interval(values)


def test_p_counts_all_swaps_where_there_are_few() -> None:
    # three differences of 1: of the 8 ways to swap, 2 (none and all) are as far from 0
    result = compare_pairs([1, 1, 1, 1], [0, 0, 0, 1])
    assert result["difference"] == pytest.approx(3 / 4)
    assert result["p"] == pytest.approx(2 / 8)


def test_p_of_many_questions_is_near_the_normal_one() -> None:
    # 60 questions won and 40 lost of 400: z = 20 / sqrt(100) = 2, two-sided p = .0455;
    # with the steps of a count allowed for, (20 - 1) / 10: .057
    a = [1.0] * 60 + [0.0] * 40 + [1.0] * 300
    b = [0.0] * 60 + [1.0] * 40 + [1.0] * 300
    assert compare_pairs(a, b)["p"] == pytest.approx(0.057, abs=0.02)


def test_p_may_be_far_below_a_thousandth() -> None:
    # all of 40 questions won: the chance of it is 2 / 2^40
    assert compare_pairs([1.0] * 40, [0.0] * 40)["p"] == pytest.approx(1 / 10_001)


def test_noise_of_floating_point_is_no_difference() -> None:
    a = [0.1 + 0.2] * 20
    assert np.subtract(a, 0.3).all()
    result = compare_pairs(a, [0.3] * 20)
    assert result == {"difference": 0, "low": 0, "high": 0, "p": 1}


def test_interval_is_of_the_difference_not_of_the_runs() -> None:
    # both runs vary from question to question, their difference hardly does
    a = [0.1 * (n % 10) for n in range(50)]
    b = [value - 0.05 - 0.001 * (n % 2) for n, value in enumerate(a)]
    result = compare_pairs(a, b)
    assert 0.05 < result["low"] < result["difference"] < result["high"] < 0.051


def test_turned_round_the_difference_changes_its_sign() -> None:
    a, b = [1.0, 0.5, 0.0, 1.0], [0.0, 0.5, 0.25, 0.0]
    forth, back = compare_pairs(a, b), compare_pairs(b, a)
    assert (back["difference"], back["p"]) == (-forth["difference"], forth["p"])


@pytest.mark.parametrize("values", [[1.0], [0.0, 1.0, 1.0]])
def test_equal_runs_do_not_differ(values: list[float]) -> None:
    assert compare_pairs(values, values) == {"difference": 0, "low": 0, "high": 0, "p": 1}


def test_runs_of_unlike_length_are_no_pairs() -> None:
    with pytest.raises(ValueError, match="as many"):
        compare_pairs([1.0], [1.0, 0.0])
