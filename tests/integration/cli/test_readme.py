"""Runs the commands that the README and the how-to pages show.

Those of `demo` and `evaluate`, which start a Neo4j of their own, run in tests of these.
"""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import SHORT_LIVED
from tests.integration.cli.conftest import REPOSITORY, Run, run_here
from tests.integration.cli.shown import README, list_blocks, list_commands
from tests.wikidata_dump import write_dump

pytestmark = pytest.mark.integration

NOTEBOOKS = REPOSITORY / "examples" / "notebooks"
SHOWN = {
    "start": ("answer.answer", "Larvik"),
    "own_documents": ("(answer.answer, checked.has_lost)", ("Norrpump AB", True)),
    "evaluate": ("counts['graph']", 3),
    "audit": ("(answer.answer, report.holds)", ("Larvik", True)),
}
"""What each notebook knows in the end: an expression, and its value."""
ELSEWHERE = ("kgplatform demo", "kgplatform evaluate")
JAVA = "KGPLATFORM_NEO4J_JAVA_OPTIONS"
STARTED_ONCE = {JAVA: f"{SHORT_LIVED[JAVA]} -XX:AOTMode=off"}
"""It writes nothing that would make later starts fast."""


def test_readme_has_exactly_two_set_up_commands() -> None:
    text = README.read_text(encoding="utf-8")
    assert "pip install . && kgplatform demo" in text
    assert 'pip install -e ".[dev]" && pytest' in text
    assert text.count("pip install") == 2


def test_every_shown_command_runs(run: Run, tmp_path: Path) -> None:
    asked = json.loads(run("ask", "Who built the Fram?", "--json").stdout)
    write_dump(tmp_path / "wikidata.nt")
    commands = [command for command in list_commands() if not command.startswith(ELSEWHERE)]
    assert len(commands) > 30
    for command in commands:
        words = shlex.split(command.replace("ID", asked["question_id"]))
        other = {"home": tmp_path / "other", "env": STARTED_ONCE}
        options: dict[str, Any] = other if "--neo4j-version" in words else {}
        words = [str(REPOSITORY / w) if w.startswith("ingest/") else w for w in words]
        done = run(*words[1:], **options)
        assert done.returncode == 0, f"{command}\n{done.stderr}"
    run_here("db", "stop", home=tmp_path / "other", cwd=tmp_path)


@pytest.mark.parametrize("page", ["docs/index.md", "docs/how-to/python.md"])
def test_python_of_the_pages_runs(
    page: str, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(REPOSITORY)
    monkeypatch.setenv("KGPLATFORM_HOME", str(home))
    exec("".join(list_blocks(page, "python")), {})
    printed = capsys.readouterr().out.splitlines()
    assert printed
    assert all(line.startswith("Colin Archer") for line in printed)
    assert page != "docs/how-to/python.md" or printed[1:] == [
        "Colin Archer by llm",
        "Colin Archer by extractive",
    ]


@pytest.mark.parametrize("name", SHOWN)
def test_code_of_a_notebook_runs(name: str, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In one home, without a kernel; scripts/notebooks.py runs them in Jupyter."""
    notebook = json.loads((NOTEBOOKS / f"{name}.ipynb").read_text(encoding="utf-8"))
    monkeypatch.setenv("KGPLATFORM_HOME", str(home))
    known: dict[str, Any] = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), known)
    expression, value = SHOWN[name]
    assert eval(expression, known) == value


def test_every_notebook_is_run() -> None:
    assert {path.stem for path in NOTEBOOKS.glob("*.ipynb")} == SHOWN.keys()
