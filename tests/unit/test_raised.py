"""Raised digits are no part of the number before them."""

from __future__ import annotations

import pytest

from kgplatform.text.amounts import find_values
from kgplatform.text.cells import kind_of_cell, read_figure
from kgplatform.text.dates import find_dates
from kgplatform.text.measures import read_measure
from kgplatform.text.quantities import read_quantity
from kgplatform.text.raised import lower_text, plain_figures, raise_text, without_marks
from kgplatform.text.words import fold

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("raised", "written"),
    [("2", "²"), ("-6", "⁻⁶"), ("1,2", "¹,²"), ("n", "ⁿ"), ("a", "^a"), ("th", "th"), ("*", "*"),
     (" see below ", " see below ")],
)  # fmt: skip
def test_raised_text_stands_apart(raised: str, written: str) -> None:
    assert raise_text(raised) == written


@pytest.mark.parametrize(
    ("behind", "lowered", "written"), [("H", "2", "2"), ("10", "2", "₂"), ("v", "max", "_max")]
)
def test_lowered_digits_join_letters_alone(behind: str, lowered: str, written: str) -> None:
    assert lower_text(lowered, behind=behind) == written


@pytest.mark.parametrize(
    ("text", "number"),
    [("40²", 40), ("40^a", 40), ("40 *", 40), ("1,234¹,²", 1234), ("3 × 10⁶", 3e6),
     ("2.5×10⁻³ W", 0.0025), ("40 m²", 40), ("-5¹", -5)],
)  # fmt: skip
def test_figure_is_read_without_marks_and_with_its_power(text: str, number: float) -> None:
    assert read_figure(text, has_commas=False) == pytest.approx(number)
    assert kind_of_cell(text) == "number"
    measure = read_measure(text)
    assert measure is not None
    assert measure.value == pytest.approx(number)


def test_power_alone_is_no_ten() -> None:
    assert read_figure("10⁶", has_commas=False) is None
    assert read_quantity("10⁶ items") is None


@pytest.mark.parametrize(
    ("text", "plain"),
    [("Rope¹", "Rope"), ("Total *", "Total"), ("km²", "km²"), ("a*b", "a*b"), ("10⁶ t", "10⁶ t"),
     ("2^10", "2^10"), ("3 × 10⁶ t", "3 × 10⁶ t")],
)  # fmt: skip
def test_marks_of_notes_go_and_units_and_powers_stay(text: str, plain: str) -> None:
    assert without_marks(text) == plain


def test_power_is_written_out() -> None:
    assert plain_figures("3 × 10⁶ t of 40²") == "3000000 t of 40"


def test_marked_dates_and_amounts_are_found() -> None:
    text = "Bought in 1892¹ for EUR 2,615²."
    assert [date.value for date in find_dates(text)] == [(1892, 0, 0)]
    assert [text[one.start : one.end] for one in find_values(text)] == ["EUR 2,615"]


def test_folded_digits_are_not_joined() -> None:
    assert fold("40²") == "40 2"
    assert fold("9 m²") == "9 m2"
