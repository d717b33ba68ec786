"""Bars: what they write, where, and when."""

from __future__ import annotations

import os
import pty
import subprocess
import sys

import pytest

from kgplatform.cli.progress_bars import Bars

pytestmark = pytest.mark.unit

DRAWING = """
from kgplatform.cli.progress_bars import Bars
with Bars() as bars:
    bars.begin("Fetching", total=2, unit="bytes")
    bars.advance(2)
    print('{"found": 1}')
"""


def test_without_a_stage_nothing_is_written_and_nothing_loaded(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with Bars() as bars:
        bars.advance()
        bars.note("something")
    assert capsys.readouterr() == ("", "")
    code = "import kgplatform.cli.progress_bars, sys; print('rich' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_in_a_log_each_stage_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with Bars() as bars:
        bars.begin("Fetching", total=2000, unit="bytes")
        bars.advance(2000)
        bars.close()
        bars.begin("Starting Neo4j", total=None, unit="s")
    assert capsys.readouterr() == ("", "Fetching (2,000 bytes)\nStarting Neo4j\n")


def test_what_is_printed_while_bars_are_drawn_goes_to_stdout() -> None:
    terminal, stderr = pty.openpty()
    environment = {**os.environ, "TERM": "xterm"}
    with os.fdopen(terminal, "rb", buffering=0) as shown:
        done = subprocess.run(
            [sys.executable, "-c", DRAWING],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=stderr,
            check=True,
        )
        os.close(stderr)
        drawn = shown.read(100_000)
    assert done.stdout == b'{"found": 1}\n'
    assert b"Fetching" in drawn
