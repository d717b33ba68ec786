"""`kgplatform evaluate` on run files made before, and what it says to mistakes."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from kgplatform.cli import main
from kgplatform.cli.evaluate import run_methods
from kgplatform.cli.evaluate_output import hide_secrets
from kgplatform.cli.evaluate_runs import compare
from kgplatform.cli.evaluate_runs import score as score_command
from kgplatform.evaluate.baselines import BASELINES
from kgplatform.evaluate.datasets import load_dataset
from kgplatform.evaluate.manifest import MANIFEST_FILE, DatasetFile, keep_dataset_files
from kgplatform.evaluate.scoring import score
from kgplatform.plugins import RETRIEVERS
from tests.unit.evaluate.reported import make_run, write_pack, write_run

pytestmark = pytest.mark.unit

PAGE = (Path(__file__).parents[3] / "docs" / "how-to" / "evaluate.md").read_text(encoding="utf-8")
CONNECTION = {"--home", "--uri", "--user", "--password", "--database"}  # as of every command


class Done(NamedTuple):
    code: int
    out: str
    err: str


class Shell:
    """Runs commands as the installed program would, in a folder with runs of a data set."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], folder: Path
    ) -> None:
        self._monkeypatch, self._capsys, self.folder = monkeypatch, capsys, folder
        write_pack(folder / "tiny.jsonl")
        self.dataset = load_dataset(folder / "tiny.jsonl")
        for method in ("graph", "bm25"):
            write_run(make_run(method, dataset=self.dataset), folder / "runs")

    def __call__(self, *words: str) -> Done:
        self._monkeypatch.setattr(sys, "argv", ["kgplatform", "evaluate", *words])
        with pytest.raises(SystemExit) as ended:
            main()
        code = ended.value.code
        return Done(int(code or 0), *self._capsys.readouterr())

    def run_file(self, method: str) -> str:
        [path] = (self.folder / "runs").glob(f"*-{method}-*.jsonl")
        return str(path)


@pytest.fixture
def shell(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Shell:
    return Shell(monkeypatch, capsys, tmp_path)


def _score(shell: Shell, method: str, **options: Any) -> Any:
    run = make_run(method, dataset=shell.dataset)
    return json.loads(json.dumps(score(run, shell.dataset, **options)))


def test_help_lists_every_method_and_the_other_commands(shell: Shell) -> None:
    done = shell("--help")
    assert done.code == 0
    assert done.out.startswith("Usage: kgplatform evaluate [OPTIONS] DATA...")
    words = " ".join(done.out.split()).replace("- ", "-")  # lines are broken at hyphens
    for name in (
        *BASELINES,
        *RETRIEVERS,
        "kgplatform evaluate score",
        "kgplatform evaluate compare",
    ):
        assert name in words


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "Missing argument 'DATA...'"),
        (["tiny.jsonl"], "Missing option '--method'"),
        (["tiny.jsonl", "--method", "magic"], "there is no method 'magic': choose of bm25, "),
        (["tiny.jsonl", "--method", ","], "give at least one"),
        (["tiny.jsonl", "--method", "bm25", "--k", "0"], "whole numbers above 0"),
        (["tiny.jsonl", "--method", "bm25", "--prices", "1"], "two prices"),
        (["tiny.jsonl", "--method", "bm25", "--prices", "1,-2"], "two prices"),
        (["tiny.jsonl", "--method", "bm25", "--against", "dense"], "not one of --method"),
        (["tiny.jsonl", "--method", "documents"], "choose the setting distractor"),
        (["tiny.jsonl", "--method", "none"], "choose the reader llm"),
        (["tiny.jsonl", "--method", "bm25", "--setting", "closed"], "'open', 'distractor'"),
        (["none.jsonl", "--method", "bm25"], "none.jsonl does not exist"),
        (["./score", "--method", "bm25"], "score does not exist"),
        (["score", "runs"], "does not say where tiny is: name the data set"),
        (["score", "no-run.jsonl", "--data", "tiny.jsonl"], "'no-run.jsonl' does not exist"),
        (["score", ".", "--data", "tiny.jsonl", "--k", "3"], "tiny.jsonl is not a run"),
        (["score", "runs", "--data", "tiny.jsonl", "--k", "3"], "at k from 1 to 2, not at 3"),
        (["score", "runs", "--data", "tiny.jsonl", "--against", "x"], "choose one of"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_mistake_is_told_in_one_sentence(shell: Shell, words: list[str], told: str) -> None:
    extra = ["--out", "report"] if "x" in words else []
    done = shell(*words, *extra)
    assert done.code == 2
    assert told in " ".join(done.err.split())
    assert "Traceback" not in done.err
    assert done.out == ""


def test_score_gives_the_figures_of_each_run_as_json(shell: Shell) -> None:
    words = ("runs", "--data", "tiny.jsonl", "--json", "--k", "1,2", "--prices", "1,2")
    done = shell("score", *words)
    assert done.code == 0, done.err
    figures = json.loads(done.out)
    assert [row["method"] for row in figures] == ["bm25", "graph"]  # by name of the file
    assert figures[1]["cost"] == pytest.approx(0.00048)  # 4 x (100 + 2 x 10) / 1,000,000
    assert {**figures[1], "cost": None} == _score(shell, "graph", ks=(1, 2))


def test_score_takes_the_depths_that_the_runs_reach(shell: Shell) -> None:
    done = shell("score", shell.run_file("graph"), "--data", "tiny.jsonl", "--json")
    assert list(json.loads(done.out)[0]["recall"]) == ["2"]


def test_score_prints_a_table_of_what_has_figures(shell: Shell) -> None:
    done = shell("score", "runs", "--data", "tiny.jsonl", "--k", "2")
    lines = done.out.splitlines()
    assert lines[0] == "tiny, open: 4 questions, llm reader"
    assert max(map(len, lines)) <= 100
    heading = next(line for line in lines if "system" in line)
    assert "recall@2" in heading
    assert "nDCG@10" not in heading  # the runs are 2 deep
    assert "cost" not in heading
    [graph] = [line.split() for line in lines if line.split()[:1] == ["graph"]]
    cells = dict(zip(heading.replace("EM answered", "EM_answered").replace(" ms", "_ms").split(),
                     graph, strict=True))  # fmt: skip
    assert (cells["recall@2"], cells["EM"], cells["tokens"], cells["p50_ms"]) == (
        "75.0", "50.0", "110", "100",
    )  # fmt: skip


def test_columns_that_do_not_fit_are_told(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kgplatform.cli.evaluate_tables.FILE_WIDTH", 70)
    done = shell("score", "runs", "--data", "tiny.jsonl", "--k", "1,2")
    assert max(map(len, done.out.splitlines())) <= 70
    assert "…" not in done.out
    assert "Left out to fit the width: MRR, contains" in done.err


def test_score_writes_a_report(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)  # charts are tested elsewhere
    done = shell("score", "runs", "--data", "tiny.jsonl", "--out", "report", "--k", "1,2")
    assert done.code == 0, done.err
    assert "Report: report/report.md." in done.err
    page = (shell.folder / "report" / "report.md").read_text(encoding="utf-8")
    assert "kgplatform evaluate score runs --data tiny.jsonl --out report --k 1,2" in page
    fields = json.loads((shell.folder / "report" / "report.json").read_text(encoding="utf-8"))
    assert fields["origin"]["versions"]["kgplatform"]
    found = [system["figures"] for system in fields["blocks"][0]["systems"]]
    assert found == [_score(shell, method, ks=(1, 2)) for method in ("bm25", "graph")]


def test_compare_tells_the_differences_of_two_runs(shell: Shell) -> None:
    words = (shell.run_file("graph"), shell.run_file("bm25"), "tiny.jsonl", "--k", "1,2")
    done = shell("compare", *words, "--json")
    assert done.code == 0, done.err
    found = json.loads(done.out)
    assert (found["dataset"], found["n"], len(found["runs"])) == ("tiny", 4, 2)
    tests = {test["metric"]: test for test in found["tests"]}
    assert {"recall@1", "recall@2", "all@1", "all@2", "em", "f1"} <= tests.keys()
    assert tests["recall@2"]["difference"] == pytest.approx(0.75 - 0.625)
    assert (tests["em"]["value"], tests["em"]["reference_value"]) == (0.5, 0.25)
    table = shell("compare", *words).out
    assert "4 questions, graph minus bm25" in table
    [row] = [line.split() for line in table.splitlines() if line.split()[:1] == ["EM"]]
    assert row[1:4] == ["50.0", "25.0", "+25.0"]


def test_compare_takes_folders_and_finds_their_data(shell: Shell) -> None:
    run = make_run("graph", dataset=shell.dataset)
    header = replace(run.header, settings={"chat_model": "large"})
    write_run(replace(run, header=header), shell.folder / "b")
    missing = shell("compare", "runs", "b")
    assert missing.code == 2
    assert "does not say where tiny is: name the data set" in missing.err
    file = DatasetFile.at(Path("tiny.jsonl"), format=None, corpus=None, aliases=None)
    keep_dataset_files(Path("runs"), {shell.dataset.sha256: file})
    done = shell("compare", "runs", "b", "--k", "1,2", "--json")
    assert done.code == 0, done.err
    assert "1 runs have no counterpart" in done.err
    [found] = json.loads(done.out)
    assert {test["difference"] for test in found["tests"]} == {0.0}
    scored = shell("score", "runs", "--k", "1,2", "--json")
    assert json.loads(scored.out) == [_score(shell, m, ks=(1, 2)) for m in ("bm25", "graph")]


def test_data_that_changed_or_went_away_is_told(shell: Shell) -> None:
    file = DatasetFile.at(Path("tiny.jsonl"), format=None, corpus=None, aliases=None)
    keep_dataset_files(Path("runs"), {shell.dataset.sha256: file})
    path = shell.folder / "tiny.jsonl"
    path.write_text(path.read_text().replace("Question 1?", "Else?"))
    assert "tiny.jsonl has changed since" in shell("score", "runs").err
    path.unlink()
    assert "does not exist; check the path. Or name the data set" in shell("score", "runs").err
    (shell.folder / "runs" / MANIFEST_FILE).write_text("[]")
    done = shell("score", "runs")
    assert done.code == 2
    assert "datasets.json cannot be read" in done.err


def test_folders_without_a_pair_are_told(shell: Shell) -> None:
    write_run(make_run("graph", dataset=shell.dataset, reader="extractive"), shell.folder / "b")
    done = shell("compare", "runs", "b", "tiny.jsonl")
    assert done.code == 2
    assert "no runs of the same data set, method and reader" in done.err


def test_compare_needs_runs_of_the_data_set(shell: Shell) -> None:
    (shell.folder / "other.jsonl").write_text(
        (shell.folder / "tiny.jsonl").read_text().replace("Question 1?", "Else?")
    )
    done = shell("compare", shell.run_file("graph"), shell.run_file("bm25"), "other.jsonl")
    assert done.code == 2
    assert "another content" in done.err


def test_report_shows_the_command_without_secrets() -> None:
    words = ["tiny.jsonl", "--method", "graph", "--uri", "bolt://u:pw@x", "--password=secret"]
    assert hide_secrets(words) == [*words[:3], "--uri", "…", "--password=…"]


def test_bertscore_without_its_extra_says_what_to_install(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "torchmetrics.functional.text.bert", None)
    monkeypatch.setitem(sys.modules, "transformers", None)
    done = shell("score", "runs", "--data", "tiny.jsonl", "--bertscore")
    assert done.code == 2
    assert 'pip install "kgplatform[bertscore]"' in done.err


@pytest.mark.parametrize("name", [*BASELINES, *RETRIEVERS])
def test_page_on_evaluation_names_every_method(name: str) -> None:
    assert f"`{name}`" in PAGE


OPTIONS = {
    name
    for command in (run_methods, compare, score_command)
    for parameter in command.params
    for name in parameter.opts
    if name.startswith("--") and name not in CONNECTION
}


@pytest.mark.parametrize("option", sorted(OPTIONS))
def test_page_on_evaluation_names_every_option(option: str) -> None:
    assert option in PAGE
