from __future__ import annotations

import pytest

from kgplatform.text.cells import (
    AMOUNT,
    CODE,
    DATE,
    FLAG,
    NUMBER,
    TEXT,
    find_totals,
    kind_of_cell,
    kind_of_column,
    read_figure,
)

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("", ""),
        ("n/a", ""),
        ("31", NUMBER),
        ("-1,250.5", NUMBER),
        ("31 m", NUMBER),
        ("12.5%", NUMBER),
        ("€ 95", AMOUNT),
        ("-$3.00", AMOUNT),
        ("410 EUR", AMOUNT),
        ("2024-05-01", DATE),
        ("1 May 2024", DATE),
        ("1/5/2024", DATE),
        ("2024-05-01 07:30", DATE),
        ("Yes", FLAG),
        ("B-12", CODE),
        ("kim@quay.example", CODE),
        ("Skua", TEXT),
        ("31 of the vessels were seen", TEXT),
    ],
)
def test_cells_are_of_kinds(text: str, kind: str) -> None:
    assert kind_of_cell(text) == kind


def test_a_column_is_of_the_kind_of_most_cells() -> None:
    assert kind_of_column(["4", "€ 5", "6", "", "7", "about 8 or so"]) == NUMBER
    assert kind_of_column(["4", "Skua"]) == TEXT
    assert kind_of_column(["", "-"]) == ""


def test_totals_are_found_by_their_label_or_their_sum() -> None:
    rows = [
        ["Skua", "31"],
        ["Petrel", "44"],
        ["East total", "75"],
        ["Fulmar", "29"],
        ["Total Marine", "12"],  # a name
        ["Total lengths", "116"],
        ["Grand total", ""],
    ]
    assert find_totals(rows) == {2, 5, 6}
    assert find_totals([["", "Total", "3"]]) == {0}
    assert find_totals([["Skua", "3"], ["Total", "9"]], checked=True) == frozenset()


@pytest.mark.parametrize(
    ("text", "has_commas", "value"),
    [
        ("1,250.5", False, 1250.5),
        ("1.250,5", True, 1250.5),
        ("-$3.00", False, -3.0),
        ("€ -3", False, -3.0),
        ("1.2.3", False, None),
        ("Skua", False, None),
    ],
)
def test_figures_are_read(*, text: str, has_commas: bool, value: float | None) -> None:
    assert read_figure(text, has_commas=has_commas) == value
