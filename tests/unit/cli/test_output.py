"""What commands print of others' texts is shown, and never obeyed."""

from __future__ import annotations

import logging
import subprocess
import sys

import click
import pytest
from rich.table import Table
from rich.text import Text

from kgplatform.cli.console import Console
from kgplatform.cli.output import ShownLines, echo, keep_secret, print_usage_error
from kgplatform.text.visible import show

pytestmark = pytest.mark.unit

EVIL = "\x1b[2Jred[red]x[/red] :smile:\x9b\u202e\r"
SHOWN = "␛[2Jred[red]x[/red] :smile:⟨U+009B⟩⟨U+202E⟩␍"


def test_line_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    echo(f"{EVIL}\nError: none", err=True)
    echo("a\nb\x07", lines=True, bold=True)
    told = capsys.readouterr()
    assert told.err == f"{SHOWN}␊Error: none\n"
    assert told.out == "a\nb␇\n"


@pytest.mark.parametrize("cell", [EVIL, Text(EVIL)], ids=["text", "drawn text"])
def test_cell_is_no_markup_and_its_column_is_as_wide_as_its_signs(
    capsys: pytest.CaptureFixture[str], cell: str | Text
) -> None:
    table = Table(f"head{EVIL}", "next")
    table.add_row(cell, "value")
    Console(width=200).print(table)
    told = capsys.readouterr().out
    assert show(told) == told
    lines = told.splitlines()
    assert f"head{SHOWN}" in lines[1]
    if isinstance(cell, str):
        assert SHOWN in lines[3]
        assert len({len(line) for line in lines}) == 1


def test_log_and_usage_errors_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    record = logging.LogRecord("lib", logging.INFO, __file__, 1, "read %s", (EVIL,), None)
    assert ShownLines("%(message)s").format(record) == f"read {SHOWN}"
    print_usage_error(click.UsageError(f"No such option: {EVIL}"))
    told = capsys.readouterr().err
    assert "red[red]x[/red] :smile:⟨U+009B⟩⟨U+202E⟩␍" in told
    assert show(told) == told


def test_event_is_one_line_with_its_fields_and_no_secret() -> None:
    keep_secret(['key "one"'])
    record = logging.makeLogRecord(
        {
            "name": "kgplatform.query",
            "msg": "ran",
            "_stamp_of_a_library": 7,
            "rows": 3,
            "ms": 1.5,
            "query": "count_nodes",
            "reply": f'a "b"\n{EVIL}',
            "text": 'is key "one"',
            "notes": ["a b"],
        }
    )
    shown = ShownLines("%(name)s %(message)s").format(record)
    said = """kgplatform.query ran rows=3 ms=1.5 query=count_nodes"""
    assert shown.startswith(said)
    assert "\n" not in shown
    assert show(shown) == shown
    assert shown.endswith("""text="is ***" notes="['a b']\"""")


def test_traceback_of_a_fault_is_shown() -> None:
    code = (
        "import kgplatform.cli as c; c.cli.main = lambda **_: 1 / 0 if 0 else open('\\x1b[2J');"
        "c.main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert done.returncode == 1
    assert b"Traceback" in done.stderr
    assert b"\x1b" not in done.stderr
