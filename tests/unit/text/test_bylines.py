"""Bylines and datelines, and the day that they give a text."""

from __future__ import annotations

import pytest

from kgplatform.text.bylines import day_of, find_bylines, find_date_of_text


@pytest.mark.parametrize(
    ("text", "bylines", "day"),
    [
        (
            "Ferry sold\n\nBy Morag Sinclair, 3 March 2025\n\nBy noon all was well.",
            ["By Morag Sinclair, 3 March 2025"],
            "2025-03-03",
        ),
        (
            "Library stays\n\nReading, 1 February 2024 – The council voted.",
            ["Reading, 1 February 2024 – "],
            "2024-02-01",
        ),
        ("LONDON (Agency) — Shares fell in 2024.", ["LONDON (Agency) — "], ""),
        ("HTML — Hypertext Markup Language, of 1993.", [], ""),
        ("A note\n\nPublished: 2025-03-03\n\nText.", ["Published: 2025-03-03"], "2025-03-03"),
        ("This Deed is made on the 3rd day of March 2025 between A and B.", [], "2025-03-03"),
        ("Minutes of the board, 12 May 2024\n\nPresent: A", [], "2024-05-12"),
        ("A life\n\n2 May 1900 – 3 June 1980 was the time of Ada Berg.", [], ""),
        ("A report\n\nThe ship sank on 3 May 1990. By 4 May 1990 all were safe.", [], ""),
    ],
)
def test_the_head_of_a_text_dates_it(text: str, bylines: list[str], day: str) -> None:
    assert [text[one.start : one.end] for one in find_bylines(text)] == bylines
    assert find_date_of_text(text) == day


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("Mon, 3 Mar 2025 14:02:11 +0100", "2025-03-03"),
        ("D:20250303120000+01'00'", "2025-03-03"),
        ("2025-03-03T10:00:00Z", "2025-03-03"),
        ("March 3, 2025", "2025-03-03"),
        ("2025-02-30", ""),
        ("yesterday", ""),
        ("", ""),
    ],
)
def test_metadata_give_a_day(written: str, day: str) -> None:
    assert day_of(written) == day
