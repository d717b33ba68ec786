"""What notebooks show: quotes are marked, and what others wrote is text."""

from __future__ import annotations

import pytest

from kgplatform.frames import Rows
from kgplatform.records import Answer, Citation, Usage

pytestmark = pytest.mark.unit

HOSTILE = "<img src=x onerror=alert(1)>"


def make_answer(answer: str, quote: str, abstention: str = "") -> Answer:
    citation = Citation("p1", "d1", HOSTILE, "file:///a", 3, 0, 4, quote, 0.5, section="Crew")
    return Answer(
        "q1", HOSTILE, answer, not answer, "graph", "extractive", (citation,), (), (),
        Usage(0, 2, 1, 0), {}, abstention,
    )  # fmt: skip


def test_answer_shows_its_quotes_marked() -> None:
    shown = make_answer("Archer & Co", "by Archer & Co")._repr_html_()
    assert "<strong>Archer &amp; Co</strong>" in shown
    assert "<mark>by Archer &amp; Co</mark>" in shown
    assert "Crew · page 3" in shown
    assert "3 tokens" in shown


def test_abstention_says_why() -> None:
    shown = make_answer("", "x", "Nothing says who.")._repr_html_()
    assert "No answer" in shown
    assert "Nothing says who." in shown


def test_nothing_that_others_wrote_is_markup() -> None:
    answer = make_answer(HOSTILE, HOSTILE, HOSTILE)
    rows = Rows([{HOSTILE: HOSTILE}], columns=[HOSTILE])
    for shown in (answer._repr_html_(), rows._repr_html_()):
        assert "<img" not in shown
        assert "&lt;img" in shown


def test_rows_are_a_table_of_which_many_are_cut() -> None:
    assert Rows(columns=["a"])._repr_html_().count("<tr>") == 1
    shown = Rows([{"a": None, "b": n} for n in range(150)])._repr_html_()
    assert shown.count("<tr>") == 101
    assert "150 rows" in shown


def test_a_long_text_is_cut_before_it_is_escaped() -> None:
    shown = Rows([{"text": "<" * 1000, "count": 7}])._repr_html_()
    assert f">{'&lt;' * 200}…</td>" in shown
    assert "<td>7</td>" in shown
