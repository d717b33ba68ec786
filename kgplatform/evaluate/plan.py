"""What a comparison measures, and whether a data set lets it: checked before anything is opened."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from kgplatform.answer.reader import DEFAULT_TOP_K
from kgplatform.errors import EvaluationError, MissingExtra, UsageError
from kgplatform.evaluate.baselines import (
    BASELINES,
    CLOSED_BOOK,
    COT,
    OWN_DOCUMENTS,
    READING_MODEL,
    STRUCTQA,
    WITHOUT_CORPUS,
)
from kgplatform.evaluate.datasets import Dataset
from kgplatform.evaluate.runs import NO_READER, PARAGRAPH_SETTINGS, ParagraphSetting
from kgplatform.evaluate.scoring import DEFAULT_KS
from kgplatform.extract.extractors import DEFAULT_EXTRACTOR
from kgplatform.pipelines.methods import is_method
from kgplatform.pipelines.plan.variants import is_answering
from kgplatform.plugins import PIPELINES, RETRIEVERS

__all__ = ["ComparisonPlan", "check_plan"]

EXTRA = "evaluate"


@dataclass(frozen=True, slots=True)
class ComparisonPlan:
    """What to measure.

    Attributes:
        methods: names of baselines, retrievers and pipelines.
        setting: whether a question is asked of the whole corpus or of its own paragraphs.
        reader: auto, llm, extractive, cascade, or NO_READER.
        ks: depths of recall@k and all@k; a ranking is as deep as the deepest.
        top_k: passages that the reader gets.
        limit: the first so many questions; None: all.
        extractor: who reads the corpus; the name of an extractor.
        out: folder of the run files; None keeps them next to the scratch graph.
        concurrency: questions under way at a time; shapes no answer, only times.
    """

    methods: tuple[str, ...]
    setting: ParagraphSetting = "open"
    reader: str = NO_READER
    ks: tuple[int, ...] = DEFAULT_KS
    top_k: int = DEFAULT_TOP_K
    limit: int | None = None
    out: Path | None = None
    extractor: str = DEFAULT_EXTRACTOR
    concurrency: int = 1

    @property
    def depth(self) -> int:
        """Passages to retrieve: for the deepest figure, and for the reader."""
        return max(*self.ks, self.top_k)


def check_plan(plan: ComparisonPlan, dataset: Dataset) -> None:
    """See that a plan can be carried out on a data set.

    Raises:
        UsageError: there is no such method or setting.
        EvaluationError: the data set lacks what a method or the setting needs.
        MissingExtra: a baseline needs a package that is not installed.
    """
    for method in plan.methods:
        _check_method(method, plan)
    if plan.setting not in PARAGRAPH_SETTINGS:
        raise UsageError(f"There is no setting '{plan.setting}': choose open or distractor.")
    if not dataset.corpus and not set(plan.methods) <= WITHOUT_CORPUS:
        raise EvaluationError(
            f"{dataset.name} has questions and no corpus: choose the method {CLOSED_BOOK} or {COT},"
            " or give the corpus to search."
        )
    questions = dataset.questions[: plan.limit]
    without = sum(not question.allowed for question in questions)
    if plan.setting == "distractor" and without:
        raise EvaluationError(
            f"{without} of the {len(questions)} questions of {dataset.name} have no paragraphs of "
            "their own: choose the setting open."
        )


def _check_method(method: str, plan: ComparisonPlan) -> None:
    if is_method(method):
        return
    if is_answering(method):
        if plan.reader == NO_READER:
            raise EvaluationError(
                f"The method '{method}' reads as it goes: choose a reader, such as llm."
            )
        return
    if method not in BASELINES:
        known = ", ".join((*BASELINES, *RETRIEVERS, *PIPELINES))
        raise UsageError(f"There is no method '{method}' to evaluate: choose of {known}.")
    if any(find_spec(package) is None for package in BASELINES[method].packages):
        raise MissingExtra(EXTRA, f"The method '{method}'")
    if method in (OWN_DOCUMENTS, STRUCTQA) and plan.setting == "open":
        raise EvaluationError(
            f"The method '{method}' reads all of a question's own paragraphs: choose the setting "
            "distractor, or the method gold."
        )
    if method in READING_MODEL and plan.reader not in {"auto", "llm"}:
        raise EvaluationError(
            f"The method '{method}' measures what a model answers: choose the reader llm."
        )
