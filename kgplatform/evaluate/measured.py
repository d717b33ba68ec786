"""What is measured, each asked in the same way: methods of the platform, and baselines."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Protocol

from kgplatform.answer import Reading, read
from kgplatform.answer.closed_book import read_closed_book
from kgplatform.evaluate.baselines import (
    BASELINES,
    CLOSED_BOOK,
    GOLD_DOCUMENTS,
    IRCOT,
    OWN_DOCUMENTS,
    STRUCTQA,
    AnsweredByModel,
    Baseline,
    SearchedCorpus,
)
from kgplatform.evaluate.baselines.corpus import CorpusPlatform
from kgplatform.evaluate.questions import EvaluationQuestion
from kgplatform.evaluate.runner import Method
from kgplatform.evaluate.runs import RunHeader
from kgplatform.models.conversation import require_chat
from kgplatform.pipelines.direct import Outcome, form_answer, retrieve_and_read
from kgplatform.pipelines.observed import observe_answer
from kgplatform.pipelines.protocol import AnswerOptions, Pipeline
from kgplatform.records import Answer, Evidence, Question
from kgplatform.settings import Settings

__all__ = ["MeasuredPlatform", "measure"]

READ_WHOLE = frozenset({OWN_DOCUMENTS, GOLD_DOCUMENTS, STRUCTQA, IRCOT})
"""Baselines whose evidence is read to its end: IRCoT's reader gets what all its thoughts found."""


class MeasuredPlatform(CorpusPlatform, Protocol):
    """What is needed of a platform whose methods are measured."""

    @property
    def settings(self) -> Settings:
        """Say whether texts are in events."""

    def pipeline(self, method: str = "auto", how: AnswerOptions | None = None) -> Pipeline:
        """Return what answers by a method, and records nothing."""


def measure(header: RunHeader, corpus: SearchedCorpus, platform: MeasuredPlatform) -> Method:
    """Return what is asked for a run.

    Args:
        header: its method, reader, depth and passages to read.
        corpus: what is searched.
        platform: whose methods and models these are.
    """
    how = AnswerOptions(
        top_k=None if header.method in READ_WHOLE else header.top_k,
        reader=header.reader,
        depth=header.depth,
        fall_back=False,
        explains=False,
    )
    if header.method in BASELINES:
        return _MeasuredBaseline(header.method, BASELINES[header.method](corpus), platform, how)
    return _MeasuredPipeline(platform.pipeline(header.method, how), corpus)


@dataclass(frozen=True, slots=True)
class _MeasuredPipeline:
    """What users ask, in the documents that a question may be asked of."""

    pipeline: Pipeline
    corpus: SearchedCorpus

    def retrieve(self, question: EvaluationQuestion, *, top_k: int) -> Evidence:
        return self.pipeline.retrieve(self._ask(question), top_k=top_k)

    def answer(self, question: EvaluationQuestion) -> Answer:
        return self.pipeline.answer(self._ask(question))

    def _ask(self, question: EvaluationQuestion) -> Question:
        allowed = self.corpus.list_allowed(question)
        return Question(question.text, None if allowed is None else tuple(allowed))


@dataclass(frozen=True, slots=True)
class _MeasuredBaseline:
    """What a baseline finds, read by the platform's readers unless a model answers as it goes."""

    name: str
    baseline: Baseline
    platform: MeasuredPlatform
    how: AnswerOptions

    def retrieve(self, question: EvaluationQuestion, *, top_k: int) -> Evidence:
        return self.baseline.retrieve(question, top_k)

    def answer(self, question: EvaluationQuestion) -> Answer:
        return observe_answer(
            question.text,
            lambda: self._answer(question),
            method=self.name,
            top_k=self.how.top_k,
            shows_content=self.platform.settings.log_content,
        )

    def _answer(self, question: EvaluationQuestion) -> Answer:
        if isinstance(self.baseline, AnsweredByModel):
            started = time.perf_counter()
            found, reading = self.baseline.answer(question)
            outcome = Outcome(found, found, reading, time.perf_counter() - started, 0.0)
        else:
            outcome = retrieve_and_read(
                question.text,
                self.how,
                retrieve=lambda depth: self.baseline.retrieve(question, depth),
                read=lambda shown: self._read(question.text, shown),
            )
        return form_answer(question.text, outcome, method=self.name)

    def _read(self, question: str, shown: Evidence) -> Reading:
        platform = self.platform
        if self.name == CLOSED_BOOK:
            return read_closed_book(question, require_chat(platform.chat, method=self.name))
        return read(
            question,
            shown,
            reader=self.how.reader,
            chat=platform.chat,
            linguistics=platform.linguistics,
            fall_back=self.how.fall_back,
        )
