"""Rows of a query, printed for people."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from kgplatform.cli.console import Console
from kgplatform.cli.query import print_rows

pytestmark = pytest.mark.unit

ROWS = [
    {
        "id": "a" * 24,
        "started_at": datetime(2026, 11, 3, 9, 30, 1, 500, UTC),
        "errors": ["one", "two"],
    },
    {"id": "b" * 24, "started_at": None, "errors": []},
]


def test_columns_that_fit_are_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    print_rows(ROWS, console=Console(width=80))
    lines = capsys.readouterr().out.splitlines()
    assert lines[3].split("│")[1:4] == [
        f" {'a' * 24} ",
        " 2026-11-03 09:30:01+00:00 ",
        " one, two ",
    ]


def test_columns_that_do_not_fit_are_a_block_a_row(capsys: pytest.CaptureFixture[str]) -> None:
    print_rows(ROWS, console=Console(width=60))
    assert capsys.readouterr().out.splitlines() == [
        f"id          {'a' * 24}",
        "started_at  2026-11-03 09:30:01+00:00",
        "errors      one, two",
        "",
        f"id          {'b' * 24}",
        "started_at",
        "errors",
    ]


def test_nothing_is_printed_of_no_rows(capsys: pytest.CaptureFixture[str]) -> None:
    print_rows([], console=Console(width=60))
    assert capsys.readouterr().out == ""
