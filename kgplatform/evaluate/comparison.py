"""Evaluates methods side by side: one data set, one scratch graph, one run file a method.

The figures are computed from the run files as written, never from what is in memory, so that a
table made now and one made later from the files cannot differ. What a run has already is not
asked again, and no graph is opened where nothing is left to ask.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing, nullcontext
from dataclasses import asdict, dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any, Protocol

from kgplatform.answer import read
from kgplatform.answer.closed_book import CLOSED_BOOK_TASK, read_closed_book
from kgplatform.answer.llm import choose_task
from kgplatform.answer.reader import LLM_COT, MODEL_READERS, Complement, check_reader
from kgplatform.answer.reading import Reading
from kgplatform.evaluate.baselines import (
    BASELINES,
    CLOSED_BOOK,
    GOLD_DOCUMENTS,
    IRCOT,
    OWN_DOCUMENTS,
    READING_MODEL,
    RETRIEVING,
    STRUCTQA,
    WITHOUT_CORPUS,
    Answering,
    SearchedCorpus,
    baseline_settings,
)
from kgplatform.evaluate.baselines.corpus import CorpusPlatform
from kgplatform.evaluate.datasets import Dataset, EvaluationQuestion
from kgplatform.evaluate.plan import ComparisonPlan, check_plan
from kgplatform.evaluate.planned import PlannedMethod, PlanningPlatform, plan_settings
from kgplatform.evaluate.revision import hash_code, list_code
from kgplatform.evaluate.runner import Method, Read, Trial, list_missing, run
from kgplatform.evaluate.runs import NO_READER, Run, RunFile, RunHeader
from kgplatform.evaluate.scoring import score
from kgplatform.evaluate.scratch import ScratchGraph, ScratchPlatform, serve_corpus
from kgplatform.ingest.links.passage_links import DEFAULT_LINKS
from kgplatform.models.conversation import ChatModel
from kgplatform.models.prompts import load_prompt
from kgplatform.plan.variants import PlannerModels, find_variant
from kgplatform.progress import NO_PROGRESS, Progress
from kgplatform.records import Evidence
from kgplatform.retrieve import Shaping, find_complement, find_shaping, method_settings
from kgplatform.settings import Settings

__all__ = ["ComparedPlatform", "ComparisonPlan", "compare_methods", "reader_settings"]

PLAN_CODE = ("plan", "plan_answerers.py", "planning.py")
RECORDED_SETTINGS = ("embedder", "spacy_pipeline", "neo4j_version")
AUTO, LLM, EXTRACTIVE = "auto", "llm", "extractive"
READ_WHOLE = frozenset({OWN_DOCUMENTS, GOLD_DOCUMENTS, STRUCTQA, IRCOT})
"""Baselines whose evidence is read to its end: IRCoT's reader gets what all its thoughts found."""


class ComparedPlatform(ScratchPlatform, CorpusPlatform, PlanningPlatform, Protocol):
    """What is needed of the platform to be measured."""

    def retrieve(
        self, question: str, *, method: str, top_k: int, documents: Sequence[str] | None
    ) -> Evidence:
        """Return the evidence that a method finds in the documents of these ids; None: in all."""

    def complement(self, method: str, documents: Sequence[str] | None = None) -> Complement | None:
        """Return what adds to a method's evidence the things that a reader misses, or None."""


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
        progress: told of the ingest and of each question.

    Raises:
        EvaluationError: the plan does not suit the data set, or the corpus cannot be ingested.
        UsageError: a method or reader is not known, or needs a chat model that is not set.
        MissingExtra: a baseline needs a package that is not installed.
        ModelUnavailable: the chat endpoint does not answer; what was asked before is kept.
        KgPlatformError: the scratch graph cannot be made, or a method fails.
    """
    check_plan(plan, dataset)
    shared = ScratchGraph.plan(dataset, settings=settings)
    with closing(connect(shared.settings)) as platform:
        headers = [_make_header(dataset, plan, m, platform, settings) for m in plan.methods]
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
        if chat is not None and _find_shaping(header.method).writes:
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
    links = {link for file in files for link in _find_shaping(file.header.method).links}
    serving = serve_corpus(
        scratch, dataset.corpus, platform=platform, links=links, progress=progress
    )
    with serving if searching else nullcontext():
        corpus = SearchedCorpus(dataset, plan.setting, platform)
        for file in files:
            trial = _make_trial(file.header, corpus, platform)
            run(dataset, file, trial, limit=plan.limit, progress=progress)


def reader_settings(method: str, reader: str, chat: ChatModel | None) -> dict[str, Any]:
    """Return what shapes a reader's answers beside the code: JSON values, no secrets.

    Args:
        method: whose evidence is read.
        reader: by its own name.
        chat: the model, if one is configured.
    """
    if reader not in MODEL_READERS or chat is None:
        return {}
    versions = [load_prompt(task).version for task in _reading_tasks(method, reader)]
    return {"chat_model": chat.name, "prompt": "+".join(versions)}


def _make_header(
    dataset: Dataset,
    plan: ComparisonPlan,
    method: str,
    models: PlannerModels,
    settings: Settings,
) -> RunHeader:
    reader = _choose_reader(plan.reader, method, models.chat)
    shaping = _find_shaping(method)
    recorded = (*RECORDED_SETTINGS, *shaping.settings)
    code = list_code(
        is_baseline=method in BASELINES,
        retrieves=method in RETRIEVING or method not in BASELINES,
        is_read=reader != NO_READER,
        shaping=shaping,
    )
    return RunHeader(
        dataset=dataset.name,
        dataset_sha256=dataset.sha256,
        setting=plan.setting,
        method=method,
        reader=reader,
        depth=plan.depth,
        top_k=plan.top_k,
        settings={
            **{name: getattr(settings, name) for name in recorded},
            **_link_settings(shaping),
            **_method_settings(method, models),
            **reader_settings(method, reader, models.chat),
            "code": hash_code(code),
        },
        version=version("kgplatform"),
    )


def _find_shaping(method: str) -> Shaping:
    variant = find_variant(method)
    if variant is None:
        return find_shaping(method)
    shaping = find_shaping(variant.method)
    return replace(shaping, code=(*shaping.code, *PLAN_CODE))


def _link_settings(shaping: Shaping) -> dict[str, Any]:
    """Return the links that a method follows; nothing of one that follows none."""
    if not shaping.links:
        return {}
    return {"links": {link: asdict(DEFAULT_LINKS[link]) for link in shaping.links}}


def _method_settings(method: str, models: PlannerModels) -> dict[str, Any]:
    if method in BASELINES:
        return baseline_settings(method, models.chat)
    variant = find_variant(method)
    return plan_settings(variant, models) if variant else method_settings(method, models.chat)


def _reading_tasks(method: str, reader: str) -> list[str]:
    """Return the prompts that a model reads a method's evidence with.

    Where it may ask for what it misses, it then reads once more, and may not.
    """
    if method == CLOSED_BOOK:
        return [CLOSED_BOOK_TASK]
    variant = find_variant(method)
    may_ask = find_complement(variant.method if variant else method) is not None
    thinks = reader == LLM_COT
    return [choose_task(may_ask=asks, thinks=thinks) for asks in sorted({may_ask, False})]


def _choose_reader(reader: str, method: str, chat: ChatModel | None) -> str:
    """Return the reader by its own name: a run must not depend on what "auto" meant that day."""
    if reader == AUTO:
        reader = EXTRACTIVE if chat is None and method not in READING_MODEL else LLM
    if reader != NO_READER:
        check_reader(reader, chat)
    return reader


def _make_trial(header: RunHeader, corpus: SearchedCorpus, platform: ComparedPlatform) -> Trial:
    if header.method not in WITHOUT_CORPUS:
        corpus.prepare()
    method = _make_method(header, corpus, platform)
    return Trial(
        method=method,
        depth=header.depth,
        read=method.read if isinstance(method, Answering) else _make_read(header, corpus, platform),
        top_k=None if _is_read_whole(header.method) else header.top_k,
    )


def _is_read_whole(method: str) -> bool:
    return method in READ_WHOLE or _find_shaping(method).is_read_whole


def _make_method(header: RunHeader, corpus: SearchedCorpus, platform: ComparedPlatform) -> Method:
    name = header.method
    if name in BASELINES:
        return BASELINES[name](corpus)
    if find_variant(name):
        return PlannedMethod(name, corpus, platform, header.top_k, header.reader)
    return _PlatformMethod(name, corpus, platform)


def _make_read(
    header: RunHeader, corpus: SearchedCorpus, platform: ComparedPlatform
) -> Read | None:
    """Return the reader alone: unlike `ask` it does not retrieve again, nor record the question."""
    chat = platform.chat
    if header.reader == NO_READER:
        return None
    if header.method == CLOSED_BOOK and chat is not None:
        return lambda question, _: read_closed_book(question.text, chat)

    def read_with_complement(question: EvaluationQuestion, evidence: Evidence) -> Reading:
        return read(
            question.text,
            evidence,
            reader=header.reader,
            chat=chat,
            linguistics=platform.linguistics,
            complement=platform.complement(header.method, corpus.list_allowed(question)),
            fall_back=False,
        )

    return read_with_complement


@dataclass(frozen=True, slots=True)
class _PlatformMethod:
    """One of the platform's own methods, measured as a baseline is."""

    name: str
    corpus: SearchedCorpus
    platform: ComparedPlatform

    def retrieve(self, question: EvaluationQuestion, top_k: int) -> Evidence:
        documents = self.corpus.list_allowed(question)
        return self.platform.retrieve(
            question.text, method=self.name, top_k=top_k, documents=documents
        )
