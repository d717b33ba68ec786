"""Asks recorded questions again, and reports what became of their answers: tests of the knowledge.

Nothing is recorded: the answers of before stay what the next check compares with, until the
question is asked again or deleted.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from kgplatform.errors import NotFound, PluginError, UsageError
from kgplatform.graph.connection import Graph
from kgplatform.pipelines.conversation import find_unclear
from kgplatform.pipelines.opening import open_pipeline
from kgplatform.pipelines.protocol import AnswerOptions
from kgplatform.plugins import AUTO, READERS
from kgplatform.records import Answer, Question, Usage
from kgplatform.records.json import to_json
from kgplatform.records.question import DEFAULT_TOP_K
from kgplatform.runtime.resources import Resources

__all__ = ["CheckedQuestion", "QuestionCheck", "check_questions"]

LOST, CHANGED, SPAN_LOST, FOUND, SAME, NOT_ASKED = VERDICTS = (
    "lost",
    "changed",
    "span lost",
    "answerable",
    "same",
    "not asked",
)
"""The worst first. An answer is lost where none is found any more; it has lost a span where it is
the same but words that it quoted no longer stand in their document; a question is answerable that
had no answer; it is not asked where what answered it is not set up."""


@dataclass(frozen=True, slots=True)
class CheckedQuestion:
    """A recorded question with its answer then and now.

    `lost_spans` quotes what its documents no longer say; `reason` is why it was not asked.
    """

    question_id: str
    question: str
    method: str
    verdict: str
    before: str
    now: str
    lost_spans: tuple[str, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class QuestionCheck:
    """What became of the answers, the oldest question first, and what asking again cost."""

    questions: tuple[CheckedQuestion, ...]
    usage: Usage

    @property
    def counts(self) -> dict[str, int]:
        """How many questions have each verdict, the worst first."""
        counted = Counter(question.verdict for question in self.questions)
        return {verdict: counted[verdict] for verdict in VERDICTS}

    @property
    def has_lost(self) -> bool:
        """Whether an answer was lost."""
        return self.counts[LOST] > 0

    def to_json(self) -> dict[str, Any]:
        """Return the report as a JSON-ready dict."""
        return {
            "counts": self.counts,
            "questions": to_json(self.questions),
            "usage": to_json(self.usage),
        }


def check_questions(resources: Resources, *, since: str | None = None) -> QuestionCheck:
    """Ask each recorded question again by the method that answered it, and compare the answers.

    A question that was asked several times is compared with its latest answer.

    Args:
        resources: whose graph and models.
        since: id of an ingest run, or 'latest': only questions asked before it began; None: all.

    Raises:
        NotFound: there is no such run.
    """
    graph = resources.graph()
    run = None if since is None else _find_run(graph, since)
    asked = _latest(graph.read("list_questions_to_check", run=run))
    progress = resources.progress
    progress.begin("Asking again", total=len(asked), unit="questions")
    checked, usage = [], Usage()
    for each in asked:
        question, cost = _check(resources, graph, each)
        checked.append(question)
        usage += cost
        progress.advance()
    return QuestionCheck(tuple(checked), usage)


def _find_run(graph: Graph, run: str) -> str:
    for row in graph.read("find_ingest_run", id=run):
        return str(row["id"])
    raise NotFound(f"There is no ingest run '{run}': kgplatform query show_ingest_runs lists them.")


@dataclass(frozen=True, slots=True)
class _Asked:
    """A recorded question: its row, where it may look, and how it is asked."""

    row: dict[str, Any]
    question: Question
    how: AnswerOptions

    @classmethod
    def of(cls, row: dict[str, Any]) -> _Asked:
        """Return the question of a row; what it does not say is as in `Platform.ask`."""
        options = json.loads(row["details"] or "{}").get("options", {})
        documents = options.get("documents")
        reader = options.get("reader", row["reader"])
        how = AnswerOptions(
            top_k=options.get("top_k", DEFAULT_TOP_K),
            reader=reader if reader in READERS else AUTO,
            explains=False,
        )
        within = None if documents is None else tuple(documents)
        return cls(row, Question(row["question"], within), how)


def _latest(rows: Iterable[dict[str, Any]]) -> list[_Asked]:
    """Return the latest asking of each question by each method, the oldest of these first."""
    latest: dict[tuple[str, Question], _Asked] = {}
    for asked in map(_Asked.of, rows):
        latest.setdefault((asked.row["method"], asked.question), asked)
    return list(latest.values())[::-1]


def _check(resources: Resources, graph: Graph, asked: _Asked) -> tuple[CheckedQuestion, Usage]:
    """Ask one question again; return also what it cost."""
    row = asked.row
    unclear = find_unclear(resources, asked.question.text)
    try:
        pipeline = open_pipeline(resources, row["method"], asked.how, unclear=unclear)
        answer = pipeline.answer(asked.question)
    except NotFound as exc:  # a document that it was asked of
        verdict = NOT_ASKED if row["abstained"] else LOST
        return _describe(row, verdict, reason=str(exc)), Usage()
    except (PluginError, UsageError) as exc:
        return _describe(row, NOT_ASKED, reason=str(exc)), Usage()
    lost_spans = _find_lost(graph, map(json.loads, row["citations"]))
    verdict = _judge(row, answer, lost_spans)
    return _describe(row, verdict, now=answer.answer, lost=lost_spans), answer.usage


def _judge(row: dict[str, Any], answer: Answer, lost_spans: tuple[str, ...]) -> str:
    if answer.abstained:
        return SAME if row["abstained"] else LOST
    if row["abstained"]:
        return FOUND
    if _fold(answer.answer) != _fold(row["answer"]):
        return CHANGED
    return SPAN_LOST if lost_spans else SAME


def _find_lost(graph: Graph, citations: Iterable[dict[str, Any]]) -> tuple[str, ...]:
    """Return the quotes of documents of the graph that these no longer have."""
    quotes = [
        {"document_id": kept["document_id"], "quote": kept["quote"]}
        for kept in citations
        if kept["document_id"]
    ]
    rows = graph.read("find_kept_quotes", quotes=quotes) if quotes else []
    return tuple(quotes[row["index"]]["quote"] for row in rows if not row["kept"])


def _describe(
    row: dict[str, Any],
    verdict: str,
    *,
    now: str = "",
    lost: tuple[str, ...] = (),
    reason: str = "",
) -> CheckedQuestion:
    return CheckedQuestion(
        question_id=row["id"],
        question=row["question"],
        method=row["method"],
        verdict=verdict,
        before=row["answer"],
        now=now,
        lost_spans=lost,
        reason=reason,
    )


def _fold(answer: str) -> str:
    return " ".join(answer.split()).casefold()
