"""The numbers of tables and sections, as captions and headings print them."""

from __future__ import annotations

import pytest

from kgplatform.retrieve.kgp.structural.labels import (
    read_caption_label,
    read_heading_label,
    same_label,
    strip_label,
)


@pytest.mark.parametrize(
    ("caption", "label"),
    [
        ("Table 6.1: Size of the market", "6.1"),
        ("Table 7. 5 Comparisons of sources", "7.5"),
        ("Table SA3. | Distribution of cases", "SA3"),
        ("TABLE IV. Results", "IV"),
        ("Tab. 3 – Prices", "3"),
        ("Table A Prices", "A"),
        ("Table A–1: Sums", "A–1"),
        ("Table B-12. Sums", "B-12"),
        ("Size of the market, 1996", ""),
        ("Table of prices", ""),
        ("Tables of life", ""),
        ("", ""),
    ],
)
def test_caption_labels(caption: str, label: str) -> None:
    assert read_caption_label(caption) == label


@pytest.mark.parametrize(
    ("heading", "label"),
    [
        ("6.1 Market size", "6.1"),
        ("10.2. Funding", "10.2"),
        ("2. BACKGROUND", "2"),
        ("4 Empirical strategies", "4"),
        ("CHAPTER 6 – AN OVERVIEW", "6"),
        ("Appendix A: Losses", "A"),
        ("A Appendix A: Losses", "A"),
        ("IV. Results", "IV"),
        ("B Financial literacy", "B"),
        ("A history of trade", ""),
        ("I was there", ""),
        ("A. History", "A"),
        ("Introduction", ""),
        ("", ""),
    ],
)
def test_heading_labels(heading: str, label: str) -> None:
    assert read_heading_label(heading) == label


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2", "II", True),
        ("A–1", "a-1", True),
        ("A-1", "A-11", False),
        ("6.1", "6.1.", True),
        ("sa3", "SA3", True),
        ("04", "4", True),
        ("6.1", "6.10", False),
        ("6", "6.1", False),
        ("", "", False),
    ],
)
def test_labels_are_compared_by_value(one: str, other: str, same: bool) -> None:
    assert same_label(one, other) is same


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("Table 6.1: Size of the market", "Size of the market"),
        ("Table SA3. | Distribution of cases", "Distribution of cases"),
        ("6.1 Market size", "Market size"),
        ("Appendix A: Losses", "Losses"),
        ("A history of trade", "A history of trade"),
        ("Size of the market", "Size of the market"),
    ],
)
def test_a_name_without_its_number(name: str, plain: str) -> None:
    assert strip_label(name) == plain
