"""`kgplatform evaluate` as users run it: a scratch Neo4j, run files, a report, the same again.

The first evaluation starts that Neo4j and stops it; for the others it runs already.
"""

from __future__ import annotations

import gzip
import json
import re
import shlex
import subprocess
from collections.abc import Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from kgplatform.runtime.resources import Resources
from kgplatform.settings import Settings
from tests.chat_server import ChatServer
from tests.integration.cli.conftest import REPOSITORY, Run, install_examples, run_here
from tests.integration.cli.shown import list_commands

pytestmark = pytest.mark.integration

SHIPS = {
    "Fram": "Colin Archer",
    "Belgica": "Christian Jacobsen",
    "Nimrod": "Alexander Stephen",
    "Terra Nova": "William Stephen",
}
WORDS = ("ships.jsonl", "--method", "fulltext,graph", "--reader", "extractive", "--out", "out")
Done = subprocess.CompletedProcess[str]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home without a graph of the user's: evaluation needs none."""
    return tmp_path_factory.mktemp("evaluate-home")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with four questions, each with two paragraphs, of which the first tells the answer.

    They have two names: that of the pages that show evaluations too.
    """
    rows = [
        {
            "id": ship,
            "question": f"Who designed the {ship}?",
            "answer": designer,
            "type": "bridge",
            "supporting_facts": [],
            "paragraphs": [
                {
                    "title": ship,
                    "sentences": [f"The {ship} was designed by {designer}."],
                    "is_supporting": True,
                },
                {
                    "title": f"Port of the {ship}",
                    "sentences": [f"The {ship} lay in port for the winter."],
                    "is_supporting": False,
                },
            ],
        }
        for ship, designer in SHIPS.items()
    ]
    folder = tmp_path_factory.mktemp("ships")
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    (folder / "ships.jsonl").write_text(lines)
    with gzip.open(folder / "2wikimultihopqa.jsonl.gz", "wt") as file:
        file.write(lines)
    return folder


@pytest.fixture(scope="module")
def begun(home: Path, folder: Path) -> Done:
    """The first evaluation, of one question."""
    return run_here("evaluate", *WORDS, "--limit", "1", "--json", home=home, cwd=folder)


@pytest.fixture(scope="module")
def served(home: Path, begun: Done) -> Iterator[None]:
    """The Neo4j of that evaluation, started again and left running."""
    (scratch,) = (home / "evaluate").iterdir()
    with Resources(Settings.load(home=scratch)) as resources:
        assert resources.server.status() is None
        resources.server.start()
        yield
        assert resources.server.stop()


@pytest.fixture
def run(run: Run, folder: Path) -> Run:
    """The command in that folder."""
    return partial(run, cwd=folder)


def _evaluate(run: Run, *words: str, **options: Any) -> list[dict[str, Any]]:
    done = run("evaluate", *words, "--json", **options)
    assert done.returncode == 0, done.stderr
    figures: list[dict[str, Any]] = json.loads(done.stdout)
    return figures


def _contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*.jsonl"))}


def test_the_first_evaluation_starts_a_neo4j_of_its_own_and_stops_it(
    begun: Done, served: None, home: Path
) -> None:
    assert begun.returncode == 0, begun.stderr
    assert "Starting Neo4j" in begun.stderr
    assert [(row["method"], row["n"]) for row in json.loads(begun.stdout)] == [
        ("fulltext", 1),
        ("graph", 1),
    ]
    # no graph but the scratch one; chat replies are the user's
    assert {path.name for path in home.iterdir()} <= {"evaluate", "cache"}


@pytest.mark.usefixtures("served")
def test_runs_are_extended_reported_and_scored_again(run: Run, folder: Path) -> None:
    begun = _contents(folder / "out")
    assert len(begun) == 2

    done = run("evaluate", *WORDS)
    assert done.returncode == 0, done.stderr
    assert "Report: out/report.md" in done.stderr
    assert done.stdout.startswith("ships, open: 4 questions, extractive reader")
    extended = _contents(folder / "out")
    assert extended.keys() == begun.keys()
    for name, content in extended.items():
        assert content.startswith(begun[name])  # the first question was not asked again
        assert content.count(b"\n") == 1 + len(SHIPS)

    done = run("evaluate", *WORDS, "--json")
    again = json.loads(done.stdout)
    assert _contents(folder / "out") == extended  # nothing is left to ask
    assert [row["recall"]["2"] for row in again] == [1.0, 1.0]
    assert [row["em"] for row in again] == [1.0, 1.0]
    assert all(row["usage"]["llm_calls"] == 0 for row in again)

    for data in ([], ["--data", "ships.jsonl"]):
        assert _evaluate(run, "score", "out", *data) == again
    page = (folder / "out" / "report.md").read_text(encoding="utf-8")
    assert "kgplatform evaluate ships.jsonl --method fulltext,graph" in page
    assert "4 of 4" in page
    for name in re.findall(r"!\[.*?\]\((.*?)\)", page):
        assert (folder / "out" / name).is_file()

    done = run("evaluate", "compare", *(f"out/{name}" for name in extended), "--json")
    compared = json.loads(done.stdout)
    assert compared["n"] == len(SHIPS)
    differences = {test["metric"]: test["difference"] for test in compared["tests"]}
    assert differences["recall@2"] == 0.0


def _answer(body: dict[str, Any]) -> str:
    """Answer from the evidence where there is some, and otherwise guess the same each time."""
    sent = body["messages"][-1]["content"]
    asked = re.search(r"Who designed the ([A-Z][\w ]+)\?", sent)
    assert asked is not None
    told = re.search(rf"The {asked[1]} was designed by (\w+ \w+)\.", sent)
    if "<evidence>" in sent:
        assert told is not None
        return json.dumps({"answer": told[1], "citations": [1]})
    return json.dumps({"answer": "Colin Archer"})


@pytest.mark.usefixtures("served")
def test_every_shown_evaluation_runs(run: Run) -> None:
    shown = [shlex.split(command) for command in list_commands()]
    shown = [words[1:] for words in shown if words[1] == "evaluate"]
    assert len(shown) > 2
    for words in shown:
        done = run(*words)
        assert done.returncode == 0, f"{words}\n{done.stderr}"


@pytest.mark.usefixtures("served")
def test_a_method_of_another_package_is_measured(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(install_examples(tmp_path, [REPOSITORY / "examples/retriever"]))
    (figures,) = _evaluate(run, "ships.jsonl", "--method", "fused", "--k", "1")
    assert (figures["method"], figures["recall"]) == ("fused", {"1": 1.0})


@pytest.mark.usefixtures("served")
def test_model_is_measured_closed_book_and_with_its_own_documents(run: Run) -> None:
    words = ("ships.jsonl", "--setting", "distractor", "--method", "none,documents,gold")
    with ChatServer(_answer) as server:
        env = {
            "KGPLATFORM_CHAT_BASE_URL": server.base_url,
            "KGPLATFORM_CHAT_MODEL": "rule-made",
        }
        rows = _evaluate(run, *words, "--reader", "llm", "--prices", "1,2", "--out", "llm", env=env)
    figures = {row["method"]: row for row in rows}
    assert [row["em"] for row in rows] == [0.25, 1.0, 1.0]  # the guess is right of one ship
    assert all(row["usage"]["llm_calls"] == len(SHIPS) for row in rows)
    assert figures["none"]["tokens_per_question"]["prompt"] > 0
    assert (
        figures["none"]["tokens_per_question"]["prompt"]
        < figures["gold"]["tokens_per_question"]["prompt"]
        < figures["documents"]["tokens_per_question"]["prompt"]
    )
    usage = figures["gold"]["usage"]
    expected = (usage["prompt_tokens"] + 2 * usage["completion_tokens"]) / 1e6
    assert figures["gold"]["cost"] == pytest.approx(expected)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--method", "documents"), "choose the setting distractor"),
        (("--method", "none", "--reader", "extractive"), "choose the reader llm"),
        (("--method", "graph", "--reader", "llm"), "needs a chat model"),
        (("--method", "graph", "--format", "popqa"), "popqa"),
    ],
)
def test_what_cannot_be_measured_is_told_before_anything_is_started(
    run: Run, words: tuple[str, ...], told: str
) -> None:
    done = run("evaluate", "ships.jsonl", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(bool(find_spec("torchmetrics")), reason="the extra bertscore is installed")
def test_missing_extra_is_told_before_anything_is_asked(run: Run) -> None:
    done = run("evaluate", "ships.jsonl", "--method", "fulltext", "--bertscore")
    assert (done.returncode, done.stdout) == (2, "")
    assert 'pip install "kgplatform[bertscore]"' in done.stderr
    assert "Starting Neo4j" not in done.stderr


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        (
            "cut.jsonl.gz",
            gzip.compress(b'{"question": "?"}', mtime=0)[:-9],
            "cannot be read as text",
        ),
        ("cafe.jsonl", b'{"question": "Caf\xe9?"}', "cannot be read as text"),
        ("list.jsonl", b'{"id": 1, "question": "?", "label": "Ohio"}', "label: Input should be"),
        ("popQA.tsv", b'question\tpossible_answers\n?\t"[""a""]"\n', "and no corpus"),
    ],
    ids=["cut off", "Latin-1", "text for a list", "no corpus"],
)
def test_data_that_cannot_be_read_are_told_in_one_sentence(
    run: Run, tmp_path: Path, name: str, content: bytes, told: str
) -> None:
    (tmp_path / name).write_bytes(content)
    done = run("evaluate", name, "--method", "fulltext", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert name.partition(".")[0] in done.stderr
    assert told in done.stderr
    assert "Traceback" not in done.stderr
