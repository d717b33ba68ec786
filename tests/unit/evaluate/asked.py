"""Questions and runs for scoring, as small as they can be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kgplatform.evaluate.questions import CorpusDocument, Dataset, EvaluationQuestion
from kgplatform.evaluate.runs import QuestionRun, Run, RunHeader
from kgplatform.records import Usage


def make_question(
    identifier: str, answers: Sequence[str] = (), gold: str = "", **more: Any
) -> EvaluationQuestion:
    """Return a question; each letter of `gold` is a document."""
    return EvaluationQuestion(identifier, "?", tuple(answers), None, frozenset(gold), **more)


def make_dataset(*questions: EvaluationQuestion, form: str = "beir") -> Dataset:
    """Return the questions with the documents a to h."""
    corpus = tuple(CorpusDocument(letter, letter, letter) for letter in "abcdefgh")
    return Dataset("made", corpus, questions, form)


def make_result(
    identifier: str, ranking: str = "", answer: str | None = None, **more: Any
) -> QuestionRun:
    """Return what came back; each letter of `ranking` is a document, best first."""
    fields: dict[str, Any] = {
        "abstained": answer == "",
        "confidence": None,
        "rejected": "",
        "usage": Usage(),
        "timings_ms": {"retrieve": 1.0, "read": 1.0, "total": 2.0},
    }
    return QuestionRun(identifier, tuple(ranking), answer, **{**fields, **more})


def make_run(
    dataset: Dataset, *results: QuestionRun, reader: str = "llm", depth: int = 10, top_k: int = 2
) -> Run:
    """Return a run over the data set."""
    header = RunHeader(
        dataset.name, dataset.sha256, "open", "bm25", reader, depth, top_k, {}, "0.0"
    )
    return Run(header, results)
