"""Methods are measured side by side, from the run files they leave."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from kgplatform.evaluate.comparison import ComparisonPlan, compare_methods
from kgplatform.evaluate.datasets import CorpusDocument, Dataset, EvaluationQuestion
from kgplatform.evaluate.runs import Run
from kgplatform.evaluate.scoring import score
from kgplatform.progress import NO_PROGRESS, Progress
from kgplatform.records import Evidence, ScoredPassage
from kgplatform.settings import Settings

pytestmark = pytest.mark.unit

DATASET = Dataset(
    "tiny",
    (CorpusDocument("a", "A", "Text."), CorpusDocument("b", "B", "Text.")),
    (EvaluationQuestion("q1", "First?", ("Alpha",), None, frozenset({"a"})),),
)
RANKINGS = {"right": ["a", "b"], "wrong": ["b", "a"]}


class Ingested:
    failures = ()


class RankingPlatform:
    """Returns a fixed ranking a method; its server and models are never used."""

    chat = linguistics = None

    def __init__(self, settings: Settings) -> None:
        self.server = self

    def status(self) -> None:
        return None

    def start(self, progress: Progress = NO_PROGRESS) -> None:
        return None

    def stop(self) -> bool:
        return True

    def close(self) -> None:
        return None

    def ingest(self, paths: Sequence[Path | str], *, progress: Progress = NO_PROGRESS) -> Any:
        return Ingested()

    def retrieve(self, question: str, *, method: str, top_k: int) -> Evidence:
        names = RANKINGS[method][:top_k]
        return Evidence(
            tuple(ScoredPassage(n, n, n, f"file:///c.jsonl#{n}", "Text.", 1.0) for n in names)
        )


def compare(tmp_path: Path, **plan: Any) -> list[dict[str, Any]]:
    return compare_methods(
        DATASET,
        ComparisonPlan(("right", "wrong"), ks=(1, 2), **plan),
        settings=Settings(home=tmp_path),
        connect=RankingPlatform,
    )


def test_figures_come_in_the_order_of_the_methods(tmp_path: Path) -> None:
    found = [(row["method"], row["recall"]["1"]) for row in compare(tmp_path)]
    assert found == [("right", 1.0), ("wrong", 0.0)]


def test_figures_can_be_computed_again_from_the_files(tmp_path: Path) -> None:
    figures = compare(tmp_path, out=tmp_path / "out")
    runs = [Run.load(path) for path in sorted((tmp_path / "out").iterdir())]
    assert [score(run, DATASET, ks=(1, 2)) for run in runs] == figures


def test_run_keeps_the_settings_that_shaped_it_and_no_secret(tmp_path: Path) -> None:
    compare(tmp_path, out=tmp_path / "out")
    run = Run.load(min((tmp_path / "out").iterdir()))
    assert set(run.settings) == {
        "embedder", "spacy_pipeline", "neo4j_version", "chat_model", "reader",
    }  # fmt: skip
