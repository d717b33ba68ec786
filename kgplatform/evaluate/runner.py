"""Asks a method every question of a data set that its run still lacks, one or several at a time.

The method is an object with one function, so that a baseline, the platform or a test's fake are
measured alike. No figure is computed here: that is `scoring`, from the run alone.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from typing import Protocol, TypeVar

from kgplatform.answer.asking import UnusableReplies
from kgplatform.answer.reading import Reading
from kgplatform.errors import EvaluationError, ModelError, ModelUnavailable
from kgplatform.evaluate.datasets import Dataset, EvaluationQuestion
from kgplatform.evaluate.runs import QuestionRun, RunFile
from kgplatform.evaluate.scratch import corpus_id
from kgplatform.models.conversation import UnusableReply
from kgplatform.progress import NO_PROGRESS, Progress
from kgplatform.records import Evidence, ScoredPassage, Usage
from kgplatform.retrieve.hydrate import narrow_evidence

__all__ = ["Method", "Read", "Trial", "ask_several", "list_missing", "run"]

MS_PER_S = 1000

Result = TypeVar("Result")


class Method(Protocol):
    """What is measured: it finds evidence for a question of a data set."""

    def retrieve(self, question: EvaluationQuestion, top_k: int) -> Evidence:
        """Return the best `top_k` passages, best first."""


Read = Callable[[EvaluationQuestion, Evidence], Reading]
"""Question and what was retrieved for it, to an answer or an abstention."""


@dataclass(frozen=True, slots=True)
class Trial:
    """How questions are asked.

    Attributes:
        method: finds `depth` passages a question, which are its ranking.
        depth: no figure deeper than this can be computed later.
        read: the reader; None measures retrieval alone.
        top_k: passages the reader gets of them; None: all.
    """

    method: Method
    depth: int
    read: Read | None = None
    top_k: int | None = None


def list_missing(
    dataset: Dataset, file: RunFile, *, limit: int | None = None
) -> list[EvaluationQuestion]:
    """Return those of the first `limit` questions (None: all) that the run still lacks."""
    return [q for q in dataset.questions[:limit] if q.id not in file.answered]


def run(
    dataset: Dataset,
    file: RunFile,
    trial: Trial,
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
        file: the run, to which each result is added at once.
        trial: how to ask.
        limit: how many questions, from the first.
        concurrency: questions under way at a time. With more than one, a question's times include
            what it waits for the others.
        progress: told of each question.

    Raises:
        EvaluationError: a retrieved passage is not of the data set's corpus.
        ModelUnavailable: the model's endpoint does not answer; what was asked before is kept.
    """
    locate = _make_locator(dataset)
    missing = list_missing(dataset, file, limit=limit)
    description = f"{dataset.name}: {file.header.method}"
    progress.begin(description, total=len(missing), unit="questions")

    def ask(question: EvaluationQuestion) -> QuestionRun:
        return _ask(question, trial, locate)

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
        asked = [pool.submit(ask, question) for question in questions]
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


def _ask(
    question: EvaluationQuestion, trial: Trial, locate: Callable[[ScoredPassage], str]
) -> QuestionRun:
    evidence, reading, error = Evidence(), None, ""
    started = retrieved = time.perf_counter()
    try:
        evidence = trial.method.retrieve(question, trial.depth)
        retrieved = time.perf_counter()
        if trial.read:
            reading = trial.read(question, narrow_evidence(evidence, trial.top_k))
    except ModelUnavailable:
        raise
    except ModelError as exc:
        error = str(exc)
        reading = _unread(exc) if trial.read else None
    ended = time.perf_counter()
    read_usage = reading.usage if reading else Usage()
    return QuestionRun(
        id=question.id,
        # a long document has several passages: it ranks where its first one does; what has no
        # document came from outside of the graph, and is none of the corpus
        ranking=tuple(dict.fromkeys(locate(p) for p in evidence.passages if p.document_id)),
        answer=reading.answer if reading else None,
        abstained=reading.abstained if reading else False,
        confidence=reading.confidence if reading else None,
        rejected=reading.rejected if reading else "",
        usage=evidence.usage + read_usage,
        timings_ms={
            "retrieve": (retrieved - started) * MS_PER_S,
            "read": (ended - retrieved) * MS_PER_S,
            "total": (ended - started) * MS_PER_S,
        },
        error=error,
        reader_usage=read_usage,
        steps=tuple(s.name for s in (*evidence.steps, *(reading.steps if reading else ()))),
    )


def _unread(exc: ModelError) -> Reading:
    """Return what stands for an answer where the model gave none, with what it cost."""
    usage = exc.usage if isinstance(exc, UnusableReply | UnusableReplies) else Usage()
    return Reading("", abstained=True, reader="llm", usage=usage)


def _make_locator(dataset: Dataset) -> Callable[[ScoredPassage], str]:
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
