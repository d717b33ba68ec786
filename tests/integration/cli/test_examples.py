"""The packages in examples/ are installed as others install them, and used by the command line."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

from tests.integration.cli.conftest import REPOSITORY, Run, install_examples, run_command

pytestmark = pytest.mark.integration

EXAMPLES = sorted(path.parent for path in REPOSITORY.glob("examples/*/pyproject.toml"))
MOST_LINES = 45
BUILDER = "Who built the Discovery?"
CALENDAR = """\
BEGIN:VCALENDAR
BEGIN:VEVENT
UID:1@example.org
DTSTART;VALUE=DATE:20260304
SUMMARY:Norrpump NP-40
DESCRIPTION:Supplier: Norrpump AB\\nDelivered to the site in Rotter
 dam.
END:VEVENT
END:VCALENDAR
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of installed packages: the examples."""
    return install_examples(tmp_path_factory.mktemp("examples"), EXAMPLES)


@pytest.fixture
def use(home: Path, tmp_path: Path, site: Path) -> Run:
    """The command as it runs where the examples are installed."""
    return partial(run_command, home=home, cwd=tmp_path, env={"PYTHONPATH": str(site)})


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_an_example_is_small_and_explained(path: Path) -> None:
    (module,) = path.glob("*.py")
    assert module.read_text(encoding="utf-8").count("\n") <= MOST_LINES
    assert "pip install ." in (path / "README.md").read_text(encoding="utf-8")


def test_a_retriever_finds_passages_and_takes_options(use: Run) -> None:
    for method, others in (("fused", ["graph", "passages"]), ("fused-kgp", ["graph", "kgp"])):
        done = use("ask", BUILDER, "--method", method, "--json")
        assert done.returncode == 0, done.stderr
        answer = json.loads(done.stdout)
        assert (answer["answer"], answer["method"]) == ("Dundee Shipbuilders Company", method)
        (fused,) = [step for step in answer["steps"] if step["step"] == "fuse"]
        assert fused["methods"] == others
    found = json.loads(use("retrieve", BUILDER, "--method", "fused", "--json").stdout)
    assert found[0]["title"] == "Discovery"


def test_a_reader_answers_and_its_answer_is_exported(use: Run, tmp_path: Path) -> None:
    done = use("ask", BUILDER, "--reader", "verbatim", "--json")
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert answer["reader"] == "verbatim"
    assert answer["answer"].startswith("The Discovery is a research ship built by the Dundee")
    assert answer["answer"] == answer["evidence"][0]["quote"]
    identifier = answer["question_id"]
    done = use("export", "--question", identifier, "--format", "dot", "--out", "answer.dot")
    assert done.returncode == 0, done.stderr
    drawn = (tmp_path / "answer.dot").read_text(encoding="utf-8")
    assert f'"Question {identifier}" [label="Question\\n{BUILDER}", shape=box];' in drawn
    passage = answer["evidence"][0]["passage_id"]
    assert f'"Question {identifier}" -> "Passage {passage}" [label="cites"];' in drawn


def test_a_kind_of_file_is_read_and_an_extractor_reads_it(use: Run, tmp_path: Path) -> None:
    (tmp_path / "pumps.ics").write_text(CALENDAR, encoding="utf-8")
    done = use("ingest", "pumps.ics", "--extractor", "forms", "--json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    # the extractor's two, and what the platform itself reads in a field
    assert (report["documents"]["new"], report["statements"]) == (1, 3)
    done = use("ask", "Who is the supplier of the Norrpump NP-40?", "--json")
    answer = json.loads(done.stdout)
    assert answer["answer"] == "Norrpump AB"
    assert answer["evidence"][0]["quote"] == "Supplier: Norrpump AB"
