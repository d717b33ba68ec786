from __future__ import annotations

import pytest

from kgplatform.text.dates import find_calendar_dates, parse_date

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    "text",
    ["4 February 1997", "4th of February, 1997", "February 4, 1997", "Feb. 4 1997", "1997-02-04"],
)
def test_one_day_is_read_in_each_form(text: str) -> None:
    assert parse_date(text) == (1997, 2, 4)


@pytest.mark.parametrize(
    ("text", "date"),
    [("May 1960", (1960, 5, 0)), ("May 4", (0, 5, 4)), ("the 4 May", (0, 5, 4))],
)
def test_date_may_be_told_in_part(text: str, date: tuple[int, int, int]) -> None:
    assert parse_date(text) == date


@pytest.mark.parametrize(
    "text", ["1997", "on 4 May 1997", "Maya 4", "45 May 1997", "1997-13-04", "4 Auguſt 1997", ""]
)
def test_other_texts_are_no_date(text: str) -> None:
    assert parse_date(text) is None


def test_dates_are_found_at_their_places_longest_first() -> None:
    text = "Born (8 March 1874 – 24 October 1931), he came in May 1890."
    found = find_calendar_dates(text)
    assert [text[item.start : item.end] for item in found] == [
        "8 March 1874",
        "24 October 1931",
        "May 1890",
    ]
