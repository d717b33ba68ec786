"""Rows of a query, printed for people."""

from __future__ import annotations

import csv
import io
from datetime import UTC, date, datetime

import pytest

from kgplatform.cli.console import Console
from kgplatform.cli.query import print_csv, print_rows
from kgplatform.frames import Rows

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


def test_csv_has_a_value_a_cell(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    rows = [
        {
            "text": 'She said "no",\r\nthen left.',
            "at": datetime(2026, 11, 3, 9, 30, 1, tzinfo=UTC),
            "day": date(2026, 11, 3),
            "tags": ["a, b", "é"],
            "node": {"labels": ["Person"], "properties": {"born": date(1861, 10, 10)}},
            "score": 0.5,
            "cited": True,
            "page": None,
        },
        dict.fromkeys(("text", "at", "day", "tags", "node", "score", "cited", "page"), "=1+1"),
    ]
    print_csv(Rows(rows, columns=tuple(rows[0])))
    printed = capsysbinary.readouterr().out
    assert printed.count(b"\r\n") == 4  # one of them in a cell
    assert printed.startswith(b'text,at,day,tags,node,score,cited,page\r\n"She said ""no"",\r\n')
    header, first, second = csv.reader(io.StringIO(printed.decode(), newline=""))
    assert dict(zip(header, first, strict=True)) == {
        "text": 'She said "no",\r\nthen left.',
        "at": "2026-11-03 09:30:01+00:00",
        "day": "2026-11-03",
        "tags": '["a, b", "é"]',
        "node": '{"labels": ["Person"], "properties": {"born": "1861-10-10"}}',
        "score": "0.5",
        "cited": "true",
        "page": "",
    }
    assert set(second) == {"=1+1"}


def test_csv_of_no_rows_is_the_names_of_the_columns(
    capsysbinary: pytest.CaptureFixture[bytes],
) -> None:
    print_csv(Rows(columns=("label", "count")))
    assert capsysbinary.readouterr().out == b"label,count\r\n"
