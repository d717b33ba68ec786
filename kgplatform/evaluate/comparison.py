"""Evaluates methods side by side: one data set, one scratch graph, one run file a method.

The figures are computed from the run files as written, never from what is in memory, so that a
table made now and one made later from the files cannot differ. What a run has already is not
asked again, and no graph is opened where nothing is left to ask.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Any, Protocol

from kgplatform.evaluate.baselines import WITHOUT_CORPUS, SearchedCorpus
from kgplatform.evaluate.datasets import Dataset
from kgplatform.evaluate.measured import MeasuredPlatform, measure
from kgplatform.evaluate.plan import ComparisonPlan, check_plan
from kgplatform.evaluate.run_metadata import make_header, shape_method
from kgplatform.evaluate.runner import list_missing, run
from kgplatform.evaluate.runs import Run, RunFile
from kgplatform.evaluate.scoring import score
from kgplatform.evaluate.scratch import ScratchGraph, ScratchPlatform, serve_corpus
from kgplatform.models.conversation import ChatModel
from kgplatform.pipelines.plan.variants import PlannerModels
from kgplatform.progress import NO_PROGRESS, Progress
from kgplatform.settings import Settings

__all__ = ["ComparedPlatform", "ComparisonPlan", "compare_methods"]


class ComparedPlatform(ScratchPlatform, MeasuredPlatform, PlannerModels, Protocol):
    """What is needed of the platform to be measured."""


def compare_methods(
    dataset: Dataset,
    plan: ComparisonPlan,
    *,
    settings: Settings,
    connect: Callable[[Settings], ComparedPlatform],
    progress: Progress = NO_PROGRESS,
) -> list[tuple[Path, dict[str, Any]]]:
    """Return the run file and the figures of each method of the plan, in its order.

    A run that was cut off, or asked of fewer questions, is continued.

    Args:
        dataset: what is asked, and of which corpus.
        plan: what to measure.
        settings: the user's; the graph they name is never touched.
        connect: makes a platform for settings.
        progress: reports the ingest and each question.

    Raises:
        EvaluationError: the plan does not suit the data set, or the corpus cannot be ingested.
        UsageError: a method or reader is not known, or needs a chat model that is not set.
        MissingExtra: a baseline needs a package that is not installed.
        ModelUnavailable: the chat endpoint does not answer; what was asked before is kept.
        KgPlatformError: the scratch graph cannot be made, or a method fails.
    """
    check_plan(plan, dataset)
    shared = ScratchGraph.plan(dataset, settings=settings, extractor=plan.extractor)
    with closing(connect(shared.settings)) as platform:
        headers = [make_header(dataset, plan, m, platform, settings) for m in plan.methods]
        files = [RunFile(plan.out or shared.runs_dir, header) for header in headers]
        unfinished = [file for file in files if list_missing(dataset, file, limit=plan.limit)]
        for scratch, members in _group(unfinished, shared, platform.chat):
            owner = platform if scratch is shared else connect(scratch.settings)
            with closing(owner):
                _continue(members, dataset, plan, scratch, owner, progress)
    return [
        (file.path, score(Run.load(file.path), dataset, ks=plan.ks, limit=plan.limit))
        for file in files
    ]


def _group(
    files: Sequence[RunFile], shared: ScratchGraph, chat: ChatModel | None
) -> list[tuple[ScratchGraph, list[RunFile]]]:
    """Return run files by graph: those of methods that write to theirs have one each.

    It is found again by what writes: the method, its code and the model.
    """
    apart, together = [], []
    for file in files:
        header = file.header
        if chat is not None and shape_method(header.method).writes:
            own = shared.apart(header.method, chat.name, str(header.settings["code"]))
            apart.append((own, [file]))
        else:
            together.append(file)
    return [(shared, together), *apart] if together else apart


def _continue(
    files: Sequence[RunFile],
    dataset: Dataset,
    plan: ComparisonPlan,
    scratch: ScratchGraph,
    platform: ComparedPlatform,
    progress: Progress,
) -> None:
    """Ask what runs over one graph lack."""
    searching = any(file.header.method not in WITHOUT_CORPUS for file in files)
    links = {link for file in files for link in shape_method(file.header.method).links}
    serving = serve_corpus(
        scratch, dataset.corpus, platform=platform, links=links, progress=progress
    )
    with serving if searching else nullcontext():
        corpus = SearchedCorpus(dataset, plan.setting, platform)
        for file in files:
            if file.header.method not in WITHOUT_CORPUS:
                corpus.prepare()
            run(
                dataset,
                file,
                measure(file.header, corpus, platform),
                limit=plan.limit,
                concurrency=plan.concurrency,
                progress=progress,
            )
