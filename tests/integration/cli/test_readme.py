"""Runs every command that the README and the how-to pages show; `demo` has a test of its own."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from tests.integration.cli.conftest import REPOSITORY, Run, run_here
from tests.wikidata_dump import write_dump

pytestmark = pytest.mark.integration

README = REPOSITORY / "README.md"
PAGES = [README, REPOSITORY / "docs/index.md", *sorted(REPOSITORY.glob("docs/how-to/*.md"))]
# Commands stand in fences without a language (those that need what no test has are in fences of
# `sh`); every fence is matched, so that none is taken for the end of another.
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PARAGRAPH = "The Nile is a river in Africa. It flows through Khartoum."


def _commands() -> list[str]:
    """Return the commands of all pages in their order, each once."""
    found = [fence for page in PAGES for fence in FENCE.findall(page.read_text(encoding="utf-8"))]
    lines = [line for language, text in found if not language for line in text.splitlines()]
    parts = [part.strip() for line in lines for part in line.split("&&")]
    return [part for part in dict.fromkeys(parts) if part.startswith("kgplatform ")]


def _small_pack(path: Path) -> None:
    paragraphs = [
        {"title": "Nile", "sentences": [PARAGRAPH], "is_supporting": True},
        {
            "title": "Rhine",
            "sentences": ["The Rhine is a river in Europe."],
            "is_supporting": False,
        },
    ]
    row = {"id": "1", "question": "Where is the Nile?", "answer": "Africa", "type": "bridge",
           "paragraphs": paragraphs, "supporting_facts": []}  # fmt: skip
    path.write_text(json.dumps(row) + "\n")


def test_readme_has_exactly_two_set_up_commands() -> None:
    text = README.read_text(encoding="utf-8")
    assert "pip install . && kgplatform demo" in text
    assert 'pip install -e ".[dev]" && pytest' in text
    assert text.count("pip install") == 2


def test_every_shown_command_runs(run: Run, tmp_path: Path) -> None:
    asked = json.loads(run("ask", "Who built the Fram?", "--json").stdout)
    _small_pack(tmp_path / "2wikimultihopqa.jsonl")
    write_dump(tmp_path / "wikidata.nt")
    commands = [command for command in _commands() if command != "kgplatform demo"]
    assert len(commands) > 30
    for command in commands:
        words = shlex.split(
            command.replace("ID", asked["question_id"]).replace(".jsonl.gz", ".jsonl")
        )
        home = {"home": tmp_path / "other"} if "--neo4j-version" in words else {}
        words = [str(REPOSITORY / w) if w.startswith("ingest/") else w for w in words]
        done = run(*words[1:], **home)
        assert done.returncode == 0, f"{command}\n{done.stderr}"
    run_here("db", "stop", home=tmp_path / "other", cwd=tmp_path)


@pytest.mark.parametrize("page", ["docs/index.md", "docs/how-to/python.md"])
def test_python_of_the_pages_runs(
    page: str, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(REPOSITORY)
    monkeypatch.setenv("KGPLATFORM_HOME", str(home))
    text = (REPOSITORY / page).read_text(encoding="utf-8")
    blocks = [code for language, code in FENCE.findall(text) if language == "python"]
    exec("".join(blocks), {})
    printed = capsys.readouterr().out.splitlines()
    assert printed
    assert all(line.startswith("Colin Archer") for line in printed)
    assert page != "docs/how-to/python.md" or printed[1:] == [
        "Colin Archer by llm",
        "Colin Archer by extractive",
    ]
