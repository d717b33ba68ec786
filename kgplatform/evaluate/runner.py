"""Asks a method every question of a data set that its run still lacks, one or several at a time.

The method is an object with one function, so that a baseline, the platform or a test's fake are
measured alike. No figure is computed here: that is `scoring`, from the run alone.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import Protocol, TypeVar

from kgplatform.errors import EvaluationError, ModelError, ModelUnavailable
from kgplatform.evaluate.datasets import Dataset, EvaluationQuestion
from kgplatform.evaluate.runs import NO_READER, QuestionRun, RunFile
from kgplatform.evaluate.scratch import corpus_id
from kgplatform.events import carry
from kgplatform.pipelines.direct import cost_of
from kgplatform.progress import NO_PROGRESS, Progress
from kgplatform.records import Answer, Evidence, ScoredPassage, Usage

__all__ = ["Method", "ask_several", "list_missing", "run"]

MS_PER_S = 1000

Result = TypeVar("Result")


class Method(Protocol):
    """What is measured; several threads may ask it at a time."""

    def retrieve(self, question: EvaluationQuestion, *, top_k: int) -> Evidence:
        """Return the best `top_k` passages, best first."""

    def answer(self, question: EvaluationQuestion) -> Answer:
        """Return the answer, whose `measured` has the ranking."""


def list_missing(
    dataset: Dataset, file: RunFile, *, limit: int | None = None
) -> list[EvaluationQuestion]:
    """Return those of the first `limit` questions (None: all) that the run still lacks."""
    return [q for q in dataset.questions[:limit] if q.id not in file.answered]


def run(
    dataset: Dataset,
    file: RunFile,
    method: Method,
    *,
    limit: int | None = None,
    concurrency: int = 1,
    progress: Progress = NO_PROGRESS,
) -> None:
    """Ask the first `limit` questions (None: all), but for those that the run has already.

    A model call that fails is recorded with its question, and the next one is asked.
    Results are kept in the order in which they come.

    Args:
        dataset: its corpus must be what the method searches.
        file: the run, to which each result is added at once; its header says whether questions
            are answered, or how deep passages are retrieved for them.
        method: answers or retrieves.
        limit: how many questions, from the first.
        concurrency: questions under way at a time. With more than one, a question's times include
            what it waits for the others.
        progress: reports each question.

    Raises:
        EvaluationError: a retrieved passage is not of the data set's corpus.
        ModelUnavailable: the model's endpoint does not answer; what was asked before is kept.
    """
    locate = _make_locator(dataset)
    missing = list_missing(dataset, file, limit=limit)
    description = f"{dataset.name}: {file.header.method}"
    progress.begin(description, total=len(missing), unit="questions")

    def ask(question: EvaluationQuestion) -> QuestionRun:
        try:
            if file.header.reader == NO_READER:
                return _retrieve(question, method, file.header.depth, locate)
            return _answer(question, method, locate)
        except ModelUnavailable:
            raise
        except ModelError as exc:
            return _failed(question, exc, is_read=file.header.reader != NO_READER)

    with file:
        for result in ask_several(missing, ask, concurrency):
            file.append(result)
            progress.advance()


def ask_several(
    questions: Sequence[EvaluationQuestion],
    ask: Callable[[EvaluationQuestion], Result],
    concurrency: int,
) -> Iterator[Result]:
    """Yield each result when it is there.

    After a failure no more questions begin, and those under way are yielded before it is raised.

    Args:
        questions: what to ask, in the order in which they begin.
        ask: returns the result of one; called from several threads.
        concurrency: how many are under way at a time.
    """
    if concurrency == 1:
        yield from map(ask, questions)
        return
    failure: BaseException | None = None
    with ThreadPoolExecutor(concurrency) as pool:
        asked = [pool.submit(carry(ask), question) for question in questions]
        try:
            for done in as_completed(asked):
                if done.cancelled():
                    continue
                if error := done.exception():
                    failure = failure or error
                    for future in asked:
                        future.cancel()
                else:
                    yield done.result()
        finally:  # the caller may stop, or be interrupted
            for future in asked:
                future.cancel()
    if failure:
        raise failure


Locate = Callable[[ScoredPassage], str]
"""From a passage to the id of its document in the corpus."""


def _retrieve(
    question: EvaluationQuestion, method: Method, depth: int, locate: Locate
) -> QuestionRun:
    started = time.perf_counter()
    evidence = method.retrieve(question, top_k=depth)
    lasted_ms = (time.perf_counter() - started) * MS_PER_S
    return QuestionRun(
        id=question.id,
        ranking=_rank(evidence, locate),
        answer=None,
        abstained=False,
        confidence=None,
        rejected="",
        usage=evidence.usage,
        timings_ms={"retrieve": lasted_ms, "read": 0.0, "total": lasted_ms},
        reader_usage=Usage(),
        steps=tuple(step.name for step in evidence.steps),
    )


def _answer(question: EvaluationQuestion, method: Method, locate: Locate) -> QuestionRun:
    answer = method.answer(question)
    measured = answer.measured
    return QuestionRun(
        id=question.id,
        ranking=_rank(measured.retrieved, locate),
        answer=answer.answer,
        abstained=answer.abstained,
        confidence=measured.confidence,
        rejected=measured.rejected,
        usage=answer.usage,
        timings_ms=answer.timings_ms,
        error=measured.error,
        reader_usage=measured.reader_usage,
        steps=tuple(step.name for step in answer.steps),
    )


def _failed(question: EvaluationQuestion, exc: ModelError, *, is_read: bool) -> QuestionRun:
    """Return the result of a question for which a model call failed before there was a ranking."""
    return QuestionRun(
        id=question.id,
        ranking=(),
        answer="" if is_read else None,
        abstained=is_read,
        confidence=None,
        rejected="",
        usage=cost_of(exc),
        timings_ms={"retrieve": 0.0, "read": 0.0, "total": 0.0},
        error=str(exc),
        reader_usage=Usage(),
    )


def _rank(evidence: Evidence, locate: Locate) -> tuple[str, ...]:
    """Return the documents of the corpus in the order of their first passages.

    What has no document came from outside of the graph, and is none of the corpus.
    """
    return tuple(dict.fromkeys(locate(p) for p in evidence.passages if p.document_id))


def _make_locator(dataset: Dataset) -> Locate:
    """Return the function from a passage to the id of its document in the corpus."""
    known = {document.id for document in dataset.corpus}

    def locate(passage: ScoredPassage) -> str:
        identifier = corpus_id(passage.uri)
        if identifier not in known:
            raise EvaluationError(
                f"The retrieved passage {passage.passage_id} ({passage.uri}) is not of the corpus "
                f"of {dataset.name}; evaluate in a graph that holds this corpus alone."
            )
        return identifier

    return locate
