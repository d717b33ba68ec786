"""Answers a question by one method: its evidence is retrieved, and read."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from kgplatform.answer.reading import Reading
from kgplatform.errors import ModelError, ModelUnavailable, UsageError
from kgplatform.events import RETRIEVAL, evidence_fields, observe
from kgplatform.models.conversation import UnusableReply
from kgplatform.pipelines.methods import open_complement, open_retriever, resolve_method
from kgplatform.pipelines.protocol import AnswerOptions
from kgplatform.pipelines.tables import bring_tables
from kgplatform.question.limits import check_question
from kgplatform.records import Answer, Evidence, Measured, Question, Usage
from kgplatform.retrieve.documents import check_documents
from kgplatform.retrieve.hydrate import narrow_evidence
from kgplatform.runtime.resources import Resources

__all__ = [
    "Direct",
    "Outcome",
    "check_asked",
    "cost_of",
    "find_evidence",
    "form_answer",
    "make_answer",
    "read_evidence",
    "retrieve_and_read",
]

MS_PER_S = 1000


def check_asked(question: str, top_k: int | None, what: str = "question") -> None:
    """Refuse a question that is none, and too few passages; `what` is what it is called.

    Raises:
        UsageError: the question has no word, or too many; top_k is below 1.
    """
    check_question(question, what)
    if top_k is not None and top_k < 1:
        raise UsageError(f"top_k is {top_k}: ask for at least one passage.")


def find_evidence(resources: Resources, question: Question, *, method: str, top_k: int) -> Evidence:
    """Return the evidence a method finds, with the tables that the question may be over.

    Args:
        resources: whose graph and models.
        question: in plain English.
        method: its name, or "auto".
        top_k: most passages.

    Raises:
        UsageError: there is no such method, or it needs a chat model that is not set.
        SchemaError: the graph's vectors are of another embedder.
    """
    text, within = question.text, question.documents
    method = resolve_method(method, text)
    retriever = open_retriever(resources, method)
    graph, embedder = resources.searched
    shows_content = resources.settings.log_content
    with observe(RETRIEVAL, shows_content=shows_content, method=method, top_k=top_k) as seen:
        seen.add_content(question=lambda: text)
        found = retriever.retrieve(question, top_k=top_k)
        evidence = bring_tables(found, text, graph=graph, embedder=embedder, within=within)
        seen.add(**evidence_fields(evidence))
    return evidence


def read_evidence(
    resources: Resources,
    question: Question,
    evidence: Evidence,
    how: AnswerOptions,
    *,
    method: str = "",
) -> Reading:
    """Read evidence; errors are those of `read`.

    Args:
        resources: whose models.
        question: in plain English.
        evidence: best passages first.
        how: which reader.
        method: that found it and may complement it; '' for none.
    """
    from kgplatform.answer.reader import read  # which is not loaded to retrieve

    resolved = resolve_method(method, question.text)
    return read(
        question.text,
        evidence,
        reader=how.reader,
        chat=resources.chat,
        linguistics=resources.linguistics,
        heads=resources.reading_heads,
        complement=open_complement(resources, resolved, question.documents),
        fall_back=how.fall_back,
    )


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a question: all that was `found`, what of it was `shown`, and the reading."""

    found: Evidence
    shown: Evidence
    reading: Reading
    retrieve_s: float
    read_s: float
    error: str = ""


def retrieve_and_read(
    question: str,
    how: AnswerOptions,
    *,
    retrieve: Callable[[int], Evidence],
    read: Callable[[Evidence], Reading],
) -> Outcome:
    """Retrieve evidence and read it: for users and for evaluations, methods and baselines.

    Args:
        question: in plain English.
        how: how much is retrieved, how much of it is shown, and what a failed model call is.
        retrieve: returns the best so many passages.
        read: reads what is shown.

    Raises:
        ModelError: a model call failed, and `how.fall_back` is on.
        ModelUnavailable: the model's endpoint does not answer.
    """
    from kgplatform.answer.likely import find_depth

    started = time.perf_counter()
    needed = find_depth(question, how.top_k) if how.top_k else 0
    found = retrieve(max(needed, how.depth))
    shown = _show(found, how.top_k, needed)
    retrieved, error = time.perf_counter(), ""
    try:
        reading = read(shown)
    except ModelUnavailable:
        raise
    except ModelError as exc:
        if how.fall_back:
            raise
        reading, error = Reading("", True, "llm", usage=cost_of(exc)), str(exc)
    ended = time.perf_counter()
    return Outcome(found, shown, reading, retrieved - started, ended - retrieved, error)


def _show(found: Evidence, top_k: int | None, needed: int) -> Evidence:
    """Return what is read; what was found for a ranking alone is not even excluded."""
    if top_k is None or len(found.passages) <= top_k:
        return found
    passed_over = (*found.passages[top_k:needed], *found.passed_over)
    return replace(narrow_evidence(found, top_k), passed_over=passed_over)


def cost_of(exc: ModelError) -> Usage:
    """Return what a model call cost that failed."""
    from kgplatform.answer.asking import UnusableReplies

    return exc.usage if isinstance(exc, UnusableReply | UnusableReplies) else Usage()


def make_answer(
    resources: Resources, question: str, outcome: Outcome, how: AnswerOptions, *, method: str
) -> Answer:
    """Return the answer of a question, not recorded: its id is empty.

    Args:
        resources: whose models say what comes nearest, of an abstention that explains itself.
        question: as it was asked.
        outcome: what came of it.
        how: it was answered.
        method: by which, as the answer names it.
    """
    from kgplatform.answer.abstaining import explain_abstention

    answer = form_answer(question, outcome, method=method)
    if not (how.explains and answer.abstained):
        return answer
    split_sentences = resources.linguistics.split_sentences
    return explain_abstention(answer, outcome.shown, split_sentences, resources.embedder)


def form_answer(question: str, outcome: Outcome, *, method: str) -> Answer:
    """Return an outcome in the form of an answer, which says nothing of what comes nearest."""
    reading, shown = outcome.reading, outcome.shown
    seconds = {"retrieve": outcome.retrieve_s, "read": outcome.read_s}
    seconds["total"] = sum(seconds.values())
    return Answer(
        question_id="",
        question=question,
        answer=reading.answer,
        abstained=reading.abstained,
        method=method,
        reader=reading.reader,
        evidence=reading.citations,
        statements=reading.statements,
        steps=(*shown.steps, *reading.steps),
        usage=shown.usage + reading.usage,
        timings_ms={part: round(lasted * MS_PER_S, 1) for part, lasted in seconds.items()},
        measured=Measured(
            outcome.found, reading.usage, reading.confidence, reading.rejected, outcome.error
        ),
    )


@dataclass(frozen=True, slots=True)
class Direct:
    """Retrieves by one method, and reads.

    Args:
        resources: whose graph and models.
        method: its name, or "auto": KGP for a question about a page, table or section, else the
            default.
        how: how it answers.
    """

    resources: Resources
    method: str
    how: AnswerOptions = field(default_factory=AnswerOptions)

    def retrieve(self, question: Question, *, top_k: int) -> Evidence:
        """Return the evidence the method finds; see `Platform.retrieve` for what is raised."""
        check_asked(question.text, top_k)
        if question.documents is not None:
            check_documents(self.resources.graph(), question.documents)
        return find_evidence(self.resources, question, method=self.method, top_k=top_k)

    def answer(self, question: Question) -> Answer:
        """Return the answer; see `Platform.ask` for what is raised."""
        check_asked(question.text, self.how.top_k)
        method = resolve_method(self.method, question.text)
        resolved = replace(self, method=method)
        outcome = retrieve_and_read(
            question.text,
            self.how,
            retrieve=lambda depth: resolved.retrieve(question, top_k=depth),
            read=lambda shown: read_evidence(
                self.resources, question, shown, self.how, method=method
            ),
        )
        return make_answer(self.resources, question.text, outcome, self.how, method=method)
