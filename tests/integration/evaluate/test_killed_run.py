"""A run that is killed in the middle is continued, and asks only what is missing."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from kgplatform.evaluate.runs import Run

pytestmark = pytest.mark.integration

SLOW_RUN = """
import sys
import time
from pathlib import Path
from kgplatform.evaluate.datasets import CorpusDocument, Dataset, EvaluationQuestion
from kgplatform.evaluate.runner import run
from kgplatform.evaluate.runs import RunFile, RunHeader
from kgplatform.records import Evidence, ScoredPassage

folder, seconds = Path(sys.argv[1]), float(sys.argv[2])
corpus = (CorpusDocument("a", "A", "Text."),)
gold = frozenset({"a"})
questions = tuple(EvaluationQuestion(f"q{n}", "?", (), None, gold) for n in range(20))
dataset = Dataset("slow", corpus, questions)
header = RunHeader("slow", dataset.sha256, "open", "slow", "none", 5, 5, {}, "1.0")


class Slow:
    def retrieve(self, question, *, top_k):
        with (folder / "asked").open("a") as asked:
            print(question.id, file=asked)
        time.sleep(seconds)
        return Evidence((ScoredPassage("p", "d", "A", "c.jsonl#a", "Text.", 1.0),))


run(dataset, RunFile(folder, header), Slow())
"""
SOME = 4


def start(folder: Path, seconds: float) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", SLOW_RUN, str(folder), str(seconds)])


def count_lines(folder: Path) -> int:
    return sum(len(path.read_text().splitlines()) for path in folder.glob("*.jsonl"))


def test_killed_run_is_continued(tmp_path: Path) -> None:
    with start(tmp_path, 0.1) as first:
        while count_lines(tmp_path) <= SOME:
            assert first.poll() is None
            time.sleep(0.01)
        first.kill()
    (path,) = tmp_path.glob("*.jsonl")
    kept = [result.id for result in Run.load(path).questions]
    asked = (tmp_path / "asked").read_text().split()
    every = [f"q{number}" for number in range(20)]
    assert SOME <= len(kept) < len(every)
    assert kept == every[: len(kept)]

    with start(tmp_path, 0.0) as second:
        assert second.wait() == 0
    asked_again = (tmp_path / "asked").read_text().split()[len(asked) :]
    assert asked_again == every[len(kept) :]
    assert [result.id for result in Run.load(path).questions] == every
