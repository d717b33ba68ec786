"""Evaluates methods side by side: one data set, one scratch graph, one run file a method.

The figures are computed from the run files as written, never from what is in memory, so that a
table made now and one made later from the files cannot differ.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from kgplatform.answer import read
from kgplatform.evaluate.datasets import Dataset
from kgplatform.evaluate.runner import Read, run
from kgplatform.evaluate.runs import Run
from kgplatform.evaluate.scoring import DEFAULT_KS, score
from kgplatform.evaluate.scratch import ScratchGraph, ScratchPlatform, open_scratch_graph
from kgplatform.models.chat import ChatModel
from kgplatform.models.linguistics import Linguistics
from kgplatform.progress import NO_PROGRESS, Progress
from kgplatform.records import Evidence
from kgplatform.settings import Settings

__all__ = ["NO_READER", "ComparedPlatform", "ComparisonPlan", "compare_methods"]

NO_READER = "none"
RECORDED_SETTINGS = ("embedder", "spacy_pipeline", "neo4j_version", "chat_model")  # no secrets


class ComparedPlatform(ScratchPlatform, Protocol):
    """What is needed of the platform to be measured."""

    def retrieve(self, question: str, *, method: str, top_k: int) -> Evidence:
        """Return the evidence that a method finds."""

    @property
    def chat(self) -> ChatModel | None:
        """The chat model, if one is configured."""

    @property
    def linguistics(self) -> Linguistics:
        """The spaCy pipeline."""


@dataclass(frozen=True, slots=True)
class ComparisonPlan:
    """What to measure: methods by name, a reader or NO_READER, depths, the first `limit` questions.

    `out` is the folder of the run files; None keeps them beside the scratch graph.
    """

    methods: tuple[str, ...]
    reader: str = NO_READER
    ks: tuple[int, ...] = DEFAULT_KS
    limit: int | None = None
    out: Path | None = None


def compare_methods(
    dataset: Dataset,
    plan: ComparisonPlan,
    *,
    settings: Settings,
    connect: Callable[[Settings], ComparedPlatform],
    progress: Progress = NO_PROGRESS,
) -> list[dict[str, Any]]:
    """Return the figures of each method of the plan, in its order; the form is that of `score`.

    Args:
        dataset: what is asked, and of which corpus.
        plan: what to measure.
        settings: the user's; the graph they name is never touched.
        connect: makes a platform for settings.
        progress: told of the ingest and of each question.

    Raises:
        KgPlatformError: the scratch graph cannot be made, or a method fails.
    """
    out = plan.out or ScratchGraph.plan(dataset, settings=settings).runs_dir
    recorded = {name: getattr(settings, name) for name in RECORDED_SETTINGS}
    with open_scratch_graph(
        dataset, settings=settings, connect=connect, progress=progress
    ) as platform:
        for method in plan.methods:
            result = run(
                dataset,
                method=method,
                retrieve=partial(_retrieve, platform, method),
                read=_make_read(plan, platform),
                depth=max(plan.ks),
                limit=plan.limit,
                settings={**recorded, "reader": plan.reader},
                progress=progress,
            )
            result.save(_run_path(out, dataset, method, plan))
    paths = [_run_path(out, dataset, method, plan) for method in plan.methods]
    return [score(Run.load(path), dataset, ks=plan.ks) for path in paths]


def _run_path(out: Path, dataset: Dataset, method: str, plan: ComparisonPlan) -> Path:
    # the hash keeps apart data sets that share a file name
    return out / f"{dataset.name}-{dataset.sha256[:8]}-{method}-{plan.reader}.json"


def _retrieve(platform: ComparedPlatform, method: str, question: str, top_k: int) -> Evidence:
    return platform.retrieve(question, method=method, top_k=top_k)


def _make_read(plan: ComparisonPlan, platform: ComparedPlatform) -> Read | None:
    """Return the reader alone: unlike `ask` it does not retrieve again, nor record the question."""
    if plan.reader == NO_READER:
        return None
    return partial(
        read,
        reader=plan.reader,
        chat=platform.chat,
        linguistics=platform.linguistics,
    )
