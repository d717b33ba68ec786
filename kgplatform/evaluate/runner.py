"""Asks a method every question of a data set and keeps what came back, as a Run.

The method is two functions, so that a baseline, the platform or a test's fake are measured alike.
No figure is computed here: that is `scoring`, from the run alone.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from importlib.metadata import version
from typing import Any

from kgplatform.answer.reading import Reading
from kgplatform.errors import EvaluationError
from kgplatform.evaluate.datasets import Dataset, EvaluationQuestion
from kgplatform.evaluate.runs import QuestionRun, Run
from kgplatform.progress import NO_PROGRESS, Progress
from kgplatform.records import Evidence, ScoredPassage, Usage

__all__ = ["DEFAULT_DEPTH", "Read", "Retrieve", "run"]

DEFAULT_DEPTH = 10  # the largest k of the usual tables

Retrieve = Callable[[str, int], Evidence]
"""Question and number of passages wanted, to evidence, best first."""

Read = Callable[[str, Evidence], Reading]
"""Question and what was retrieved for it, to an answer or an abstention."""


def run(
    dataset: Dataset,
    *,
    method: str,
    retrieve: Retrieve,
    read: Read | None = None,
    depth: int = DEFAULT_DEPTH,
    limit: int | None = None,
    settings: Mapping[str, Any] | None = None,
    progress: Progress = NO_PROGRESS,
) -> Run:
    """Retrieve for, and with `read` also answer, the first `limit` questions (None: all).

    Args:
        dataset: its corpus must be what `retrieve` searches.
        method: the name the run is listed under.
        retrieve: the method.
        read: the reader; None measures retrieval alone.
        depth: passages asked for; no figure deeper than this can be computed later.
        limit: how many questions, from the first.
        settings: what else shaped the result, kept in the run; no secrets.
        progress: told of each question.

    Raises:
        EvaluationError: a retrieved passage is not of the data set's corpus.
    """
    locate = _make_locator(dataset)
    questions = dataset.questions[:limit]
    progress.begin(f"{dataset.name}: {method}", total=len(questions), unit="questions")
    results = []
    for question in questions:
        results.append(_ask(question, retrieve=retrieve, read=read, depth=depth, locate=locate))
        progress.advance()
    return Run(
        dataset=dataset.name,
        dataset_sha256=dataset.sha256,
        method=method,
        depth=depth,
        limit=limit,
        settings=dict(settings or {}),
        version=version("kgplatform"),
        questions=tuple(results),
    )


def _ask(
    question: EvaluationQuestion,
    *,
    retrieve: Retrieve,
    read: Read | None,
    depth: int,
    locate: Callable[[ScoredPassage], str],
) -> QuestionRun:
    started = time.perf_counter()
    evidence = retrieve(question.text, depth)
    retrieved = time.perf_counter()
    reading = read(question.text, evidence) if read else None
    ended = time.perf_counter()
    timings_ms = {
        "retrieve": (retrieved - started) * 1000,
        "read": (ended - retrieved) * 1000,
        "total": (ended - started) * 1000,
    }
    # a long document has several passages: it ranks where its first one does
    ranking = tuple(dict.fromkeys(locate(passage) for passage in evidence.passages))
    if reading is None:
        return QuestionRun(question.id, ranking, None, timings_ms, Usage())
    return QuestionRun(question.id, ranking, reading.answer, timings_ms, reading.usage)


def _make_locator(dataset: Dataset) -> Callable[[ScoredPassage], str]:
    """Return the function from a passage to the id of its document in the corpus.

    Ingest gives each line of a corpus file the address of the file with the line's id after '#'.
    """
    known = {document.id for document in dataset.corpus}

    def locate(passage: ScoredPassage) -> str:
        identifier = passage.uri.partition("#")[2]
        if identifier not in known:
            raise EvaluationError(
                f"The retrieved passage {passage.passage_id} ({passage.uri}) is not of the corpus "
                f"of {dataset.name}; evaluate in a graph that holds this corpus alone."
            )
        return identifier

    return locate
