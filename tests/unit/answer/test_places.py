"""Where a quoted cell stands in its table."""

from __future__ import annotations

import pytest

from kgplatform.answer.places import find_cell_names

pytestmark = pytest.mark.unit

HEADER = "| Ship | Crew | Built |"
TABLE = f"{HEADER}\n| --- | --- | --- |\n| Pelican | 30 | 1872 |\n| A \\| B |  | 30 |"
PIECE = TABLE.partition("--- |\n")[2]
FEATURES = "| Population | 14,200 |\n| --- | --- |\n| Area | 9 km2 |"


@pytest.mark.parametrize(
    ("text", "quote", "header", "names"),
    [
        (TABLE, "30", HEADER, ("Pelican", "Crew")),
        (TABLE, "1872", HEADER, ("Pelican", "Built")),
        (TABLE, "Pelican", HEADER, ("", "Ship")),
        (TABLE, "30 | 1872", HEADER, ("", "")),
        (TABLE, "Crew", HEADER, ("", "")),
        (PIECE, "1872", HEADER, ("Pelican", "Built")),
        (FEATURES, "14,200", "| Population | 14,200 |", ("Population", "")),
        (FEATURES, "9 km2", "| Population | 14,200 |", ("Area", "")),
    ],
)
def test_a_cell_has_the_names_of_its_row_and_column(
    text: str, quote: str, header: str, names: tuple[str, str]
) -> None:
    start = text.index(quote)
    assert find_cell_names(text, start, start + len(quote), header=header) == names


def test_bars_within_a_cell_are_read() -> None:
    start = TABLE.rindex("30")
    assert find_cell_names(TABLE, start, start + 2, header=HEADER) == ("A | B", "Built")
