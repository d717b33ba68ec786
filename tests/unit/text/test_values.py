"""Values as a program compares them; benchmarks/references has many more forms."""

from __future__ import annotations

import pytest

from kgplatform.text.values import ReadValue, find_literals, read_value

DAY = "2025-03-05"  # a Wednesday


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("3 March 2025", "2025-03-03", "2025-03-03"),
        ("31 February 2024", "", ""),
        ("04/05/2024", "", ""),
        ("from March 2020 until May 2021", "2020-03-01", "2021-05-31"),
        ("3–5 March 2025", "2025-03-03", "2025-03-05"),
        ("since 2014", "2014-01-01", ""),
        ("before 1900", "", "1899-12-31"),
        ("Q2 2024", "2024-04-01", "2024-06-30"),
        ("the 1990s", "1990-01-01", "1999-12-31"),
        ("the 3rd century BC", "-0299-01-01", "-0200-12-31"),
        ("winter 2020", "2020-12-01", "2021-02-28"),
    ],
)
def test_dates_and_intervals_have_their_first_and_last_day(text: str, start: str, end: str) -> None:
    assert read_value(text, "date") == ReadValue(start, end)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("on Monday", "2025-03-03", "2025-03-03"),
        ("by Thursday", "", "2025-03-06"),
        ("last year", "2024-01-01", "2024-12-31"),
        ("next spring", "2026-03-01", "2026-05-31"),
        ("2 July", "2025-07-02", "2025-07-02"),
        ("since October", "2024-10-01", ""),
    ],
)
def test_a_relative_date_counts_from_the_day_of_the_text(text: str, start: str, end: str) -> None:
    assert read_value(text, "date", reference=DAY) == ReadValue(start, end, is_relative=True)
    assert read_value(text, "date") == ReadValue(is_relative=True)


def test_what_is_to_come_has_the_next_monday() -> None:
    read = read_value("on Monday", "date", reference=DAY, is_future=True)
    assert read.start == "2025-03-10"


@pytest.mark.parametrize(
    ("text", "number", "unit", "currency"),
    [
        ("£84m", 84e6, "", "GBP"),
        ("2.615,00 EUR", 2615.0, "", "EUR"),
        ("12 000 kr", 12000.0, "krone", ""),
        ("6 per cent", 6.0, "%", ""),
        ("5 ft 11 in", 5 + 11 / 12, "foot", ""),
        ("0.3 t per hectare", 0.3, "tonne per hectare", ""),
        ("two hundred and fifty", 250.0, "", ""),
        ("45 people", 45.0, "people", ""),
        ("€3–5 million", None, "", "EUR"),
        ("Fram", None, "", ""),
    ],
)
def test_a_quantity_has_number_unit_and_currency(
    text: str, number: float | None, unit: str, currency: str
) -> None:
    read = read_value(text, "quantity")
    assert (read.unit, read.currency, read.start) == (unit, currency, "")
    assert read.number == (number if number is None else pytest.approx(number))


def test_a_length_of_time_is_a_date_without_days() -> None:
    assert read_value("ten years", "date") == ReadValue(number=10.0, unit="year")
    assert read_value("ten ships", "date") == ReadValue()


def test_values_are_found_in_a_text() -> None:
    text = (
        "Since 2014 Nordsø paid £71 million, 6 per cent more than in the 1990s, for 31 routes of "
        "1,200 km until 15 January; write to a@b.org about TKT-118 last night."
    )
    assert [(text[a:b], kind) for a, b, kind in find_literals(text)] == [
        ("Since 2014", "date"),
        ("£71 million", "quantity"),
        ("6 per cent", "quantity"),
        ("the 1990s", "date"),
        ("31", "quantity"),
        ("1,200 km", "quantity"),
        ("until 15 January", "date"),
        ("last night", "date"),
    ]
