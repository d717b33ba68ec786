"""Weekdays and hours in texts."""

from __future__ import annotations

import pytest

from kgplatform.text.hours import find_hours

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Open from Monday to Friday, 9:00 to 17:00.", ["Monday to Friday, 9:00 to 17:00"]),
        ("Open Mon–Fri 9:00–17:00 and Sat 10:00-12:00.", ["Mon–Fri 9:00–17:00", "Sat 10:00-12:00"]),
        ("It closes at 7 pm on Sundays.", ["7 pm on Sundays"]),
        ("On Mondays, Wednesdays and Fridays it rests.", ["Mondays, Wednesdays and Fridays"]),
        ("Staff meet daily at 08:30.", ["daily at 08:30"]),
        ("The lorry came at half nine, the crane at ten o'clock.", ["half nine", "ten o'clock"]),
        ("The ratio is 3:2 and the total 17.", []),
    ],
)
def test_find_hours_takes_days_and_hours_together(text: str, found: list[str]) -> None:
    assert [text[start:end] for start, end in find_hours(text)] == found
