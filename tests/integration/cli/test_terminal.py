"""Documents, names and messages of others reach a terminal, or a pipe, as signs."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
from functools import partial
from pathlib import Path

import pytest

from kgplatform.text.visible import show
from tests.integration.cli.conftest import COMMAND, Run, run_here

pytestmark = pytest.mark.integration

OSC, CLEAR, C1, TURN = "\x1b]0;OWNED\x07", "\x1b[2J", "\x9b31m", "\u202e"
OURS = re.compile(r"\x1b\[[0-9;]*m|\r(?=\n)")
"""Colours, and the line ends of a terminal."""
LISTINGS = [
    ["retrieve", "Who built the Oak Pier?"],
    ["ask", "Who built the Oak Pier?", "--explain"],
    ["documents", "list"],
    ["entities", "list"],
    ["query", "show_ingest_runs", "-p", "limit=3"],
    ["documents", "show", f"none{CLEAR}"],
]


@pytest.fixture(scope="module")
def hostile(home: Path, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """The command over a graph with texts, titles and names of files that hold controls."""
    folder = tmp_path_factory.mktemp("hostile")
    run = partial(run_here, home=home, cwd=folder)
    row = {
        "_id": "1",
        "title": f"Oak Pier{OSC}",
        "text": f"The Oak Pier was built by Ines{CLEAR} Roth.",
    }
    (folder / "pier.jsonl").write_text(json.dumps(row) + "\n")
    (folder / f"na{CLEAR}{C1}me.md").write_text(f"The Elm Quay was built by Otto {TURN}Lind.\n")
    (folder / f"bad{CLEAR}\nfile.md").write_bytes(b"\x00\x01\x02")
    done = run("ingest", ".")
    assert "bad␛[2J␊file.md" in done.stderr
    assert show(done.stdout + done.stderr) == done.stdout + done.stderr
    return run


def test_commands_print_signs(hostile: Run) -> None:
    printed = ""
    for command in LISTINGS:
        done = hostile(*command)
        assert show(done.stdout + done.stderr) == done.stdout + done.stderr, command
        printed += done.stdout
    assert "Oak Pier␛]0;OWNED␇" in printed
    assert "na␛[2J⟨U+009B⟩31mme" in printed
    told = hostile("documents", "list", "--json").stdout
    assert show(told) == told
    assert f"Oak Pier{OSC}" in [row["title"] for row in json.loads(told)]


@pytest.mark.usefixtures("hostile")
def test_a_terminal_gets_signs_and_our_own_colours(home: Path) -> None:
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [COMMAND, "retrieve", "Who built the Oak Pier?"],
        env={**os.environ, "KGPLATFORM_HOME": str(home), "TERM": "xterm"},
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=theirs,
    ):
        os.close(theirs)
        told = b""
        try:
            while part := os.read(ours, 4096):
                told += part
        except OSError:  # the other side is closed
            pass
    os.close(ours)
    text = told.decode()
    assert "Oak Pier␛]0;OWNED␇" in text
    assert "\x1b[1m" in text
    plain = OURS.sub("", text)
    assert show(plain) == plain
