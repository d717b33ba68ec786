"""What is recorded of a run besides its answers: all that shapes them.

A run is continued only by the same: of other data, another prompt, model or code it begins anew.
"""

from __future__ import annotations

from dataclasses import asdict, replace
from importlib.metadata import version
from typing import Any

from kgplatform.answer.closed_book import CLOSED_BOOK_TASK
from kgplatform.answer.llm import choose_task
from kgplatform.answer.reader import LLM, LLM_COT, MODEL_READERS, check_reader, resolve_reader
from kgplatform.evaluate.baselines import (
    BASELINES,
    CLOSED_BOOK,
    READING_MODEL,
    RETRIEVING,
    WITHOUT_CORPUS,
    baseline_settings,
)
from kgplatform.evaluate.code_hash import hash_code, list_code
from kgplatform.evaluate.datasets import Dataset
from kgplatform.evaluate.plan import ComparisonPlan
from kgplatform.evaluate.runs import NO_READER, RunHeader
from kgplatform.extract.extractors import DEFAULT_EXTRACTOR
from kgplatform.ingest.links.passage_links import DEFAULT_LINKS
from kgplatform.models.conversation import ChatModel
from kgplatform.models.prompts import load_prompt
from kgplatform.pipelines.methods import (
    DEFAULT_METHOD,
    Shaping,
    find_complement,
    find_shaping,
    method_settings,
)
from kgplatform.pipelines.plan.variants import (
    CHAT,
    PlannerModels,
    PlanOptions,
    choose_planner,
    find_plan,
)
from kgplatform.plan.items import TASK
from kgplatform.plugins import AUTO
from kgplatform.records.ids import content_id
from kgplatform.settings import Settings

__all__ = ["PLAN_CODE", "make_header", "plan_settings", "reader_settings", "shape_method"]

PLAN_CODE = ("plan", "pipelines/plan")
RECORDED_SETTINGS = ("embedder", "spacy_pipeline", "neo4j_version")


def make_header(
    dataset: Dataset,
    plan: ComparisonPlan,
    method: str,
    models: PlannerModels,
    settings: Settings,
) -> RunHeader:
    """Return what identifies a run of a method.

    Args:
        dataset: what is asked.
        plan: how.
        method: of the plan.
        models: those that plan and read.
        settings: of the graph that is searched.

    Raises:
        UsageError: the method or the reader is not known, or needs a chat model that is not set.
    """
    reader = _choose_reader(plan.reader, method, models.chat)
    shaping = shape_method(method)
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
            **_extraction_settings(method, plan.extractor, settings),
            "code": hash_code(code),
        },
        version=version("kgplatform"),
    )


def reader_settings(method: str, reader: str, chat: ChatModel | None) -> dict[str, Any]:
    """Return what shapes a reader's answers besides the code: JSON values, no secrets.

    Args:
        method: whose evidence is read.
        reader: by its own name.
        chat: the model, if one is configured.
    """
    if reader not in MODEL_READERS or chat is None:
        return {}
    versions = [load_prompt(task).version for task in _reading_tasks(method, reader)]
    return {"chat_model": chat.name, "prompt": "+".join(versions)}


def plan_settings(options: PlanOptions, models: PlannerModels) -> dict[str, Any]:
    """Return what shapes a plan's answers besides the code: JSON values, no secrets.

    Raises:
        UsageError: the planner, or the method of its steps, needs a model that is not configured.
    """
    planner, model = choose_planner(options.planner, models)
    method = DEFAULT_METHOD if options.method == AUTO else options.method
    found = {**method_settings(method, models.chat), "planner": planner}
    if model is None:
        return found
    if planner == CHAT:
        shown = models.demonstrations.read_text(encoding="utf-8")
        found = {**found, "demonstrations": content_id("demonstrations", shown)}
    prompts = {**found.get("method_prompts", {}), TASK: load_prompt(TASK).version}
    return {**found, "planner_model": model.name, "method_prompts": prompts}


def shape_method(method: str) -> Shaping:
    """Return what shapes a method's evidence; of a planned one also what plans and runs it."""
    options = find_plan(method)
    if options is None:
        return find_shaping(method)
    shaping = find_shaping(options.method)
    return replace(shaping, code=(*shaping.code, *PLAN_CODE))


def _extraction_settings(method: str, extractor: str, settings: Settings) -> dict[str, Any]:
    """Return who read the corpus that a method searches, where it is not the usual one."""
    if extractor == DEFAULT_EXTRACTOR or method in WITHOUT_CORPUS:
        return {}
    return {"extractor": extractor, "extraction_model": settings.chat_model}


def _link_settings(shaping: Shaping) -> dict[str, Any]:
    """Return the links that a method follows; nothing of one that follows none."""
    if not shaping.links:
        return {}
    return {"links": {link: asdict(DEFAULT_LINKS[link]) for link in shaping.links}}


def _method_settings(method: str, models: PlannerModels) -> dict[str, Any]:
    if method in BASELINES:
        return baseline_settings(method, models.chat)
    options = find_plan(method)
    return plan_settings(options, models) if options else method_settings(method, models.chat)


def _reading_tasks(method: str, reader: str) -> list[str]:
    """Return the prompts that a model reads a method's evidence with.

    Where it may ask for what it misses, it then reads once more, and may not.
    """
    if method == CLOSED_BOOK:
        return [CLOSED_BOOK_TASK]
    options = find_plan(method)
    may_ask = find_complement(options.method if options else method) is not None
    thinks = reader == LLM_COT
    return [choose_task(may_ask=asks, thinks=thinks) for asks in sorted({may_ask, False})]


def _choose_reader(reader: str, method: str, chat: ChatModel | None) -> str:
    """Return the reader by its own name: a run must not depend on what "auto" meant that day."""
    is_model = reader == AUTO and method in READING_MODEL
    reader = LLM if is_model else resolve_reader(reader, chat)
    if reader != NO_READER:
        check_reader(reader, chat)
    return reader
