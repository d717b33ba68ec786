"""Values as business texts write them."""

from __future__ import annotations

import pytest

from kgplatform.text.amounts import find_values, is_number_of_clause

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "It costs EUR 2,150 or $4.5 million.",
            [("EUR 2,150", "MONEY"), ("$4.5 million", "MONEY")],
        ),
        ("They paid 12,000 SEK and 80 euros.", [("12,000 SEK", "MONEY"), ("80 euros", "MONEY")]),
        ("EUR 95 per night", [("EUR 95", "MONEY")]),
        ("a hall of 7,300 square metres", [("7,300 square metres", "QUANTITY")]),
        ("stored at -18 °C for 24 months", [("-18 °C", "QUANTITY"), ("24 months", "QUANTITY")]),
        (
            "99.5 % of 3 hours 20 minutes",
            [("99.5 %", "QUANTITY"), ("3 hours 20 minutes", "QUANTITY")],
        ),
        ("a notice of six months", [("six months", "QUANTITY")]),
        ("pumps 30 m³/h and weighs 61 kg", [("30 m³/h", "QUANTITY"), ("61 kg", "QUANTITY")]),
        ("copied every six hours", [("every six hours", "FREQUENCY")]),
        ("Call +44 20 7946 0018.", [("+44 20 7946 0018", "PHONE")]),
        ("Write to ann.lee@mill.example.", [("ann.lee@mill.example", "EMAIL")]),
        ("version 4.2 fixes TKT-118", [("4.2", "VERSION"), ("TKT-118", "CODE")]),
        ("from 8 to 12 June 2021, 40 people", []),
    ],
)
def test_values_are_whole_spans(text: str, found: list[tuple[str, str]]) -> None:
    assert [(text[v.start : v.end], v.kind) for v in find_values(text)] == found


@pytest.mark.parametrize(
    ("text", "number", "is_clause"),
    [
        ("4. Prices\nThe price is 4 crowns.", 0, True),
        ("Prices\n  2.1 The price", 9, False),  # no full stop: a figure may start a line
        ("The mill has 4. Nobody", 13, False),
    ],
)
def test_numbers_of_clauses_are_known(text: str, number: int, is_clause: bool) -> None:
    assert is_number_of_clause(text, number, number + 1) is is_clause
