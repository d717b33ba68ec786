"""What the executor asks: something that answers a sub-question, of a retriever and a reader.

The executor knows neither methods nor readers; the platform injects them. An endpoint that
answers by lookup (Wikidata) has the same form, so that a plan can run over text, over facts, or
over both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from kgplatform.errors import BadReply
from kgplatform.pipelines.plan.values import Item
from kgplatform.records import Citation, Evidence, ScoredStatement, Usage

__all__ = [
    "Answered",
    "Answerer",
    "Naming",
    "Read",
    "Search",
    "SubQuestion",
    "first_of",
    "search_and_read",
]

SEPARATOR = ";"  # between the answers of a reader


@dataclass(frozen=True, slots=True)
class SubQuestion:
    """A sub-question as it is asked: placeholders filled.

    Attributes:
        name: of its text in the plan, as Sub_Question_1.
        text: what is asked.
        query: what is searched for; mostly the same.
        values: (placeholder, answer put in its place), in the order of the text.
    """

    name: str
    text: str
    query: str
    values: tuple[tuple[str, Item], ...] = ()


@dataclass(frozen=True, slots=True)
class Answered:
    """Answers to a sub-question, each once; none where `problem` says why.

    `tried` says why those who were asked before had none.
    """

    items: tuple[Item, ...] = ()
    evidence: Evidence = field(default_factory=Evidence)
    citations: tuple[Citation, ...] = ()
    statements: tuple[ScoredStatement, ...] = ()
    usage: Usage = field(default_factory=Usage)
    problem: str = ""
    source: str = ""
    tried: tuple[str, ...] = ()


class Answerer(Protocol):
    """Answers one sub-question; may be called by several threads at once."""

    def __call__(self, question: SubQuestion, /) -> Answered:
        """Return the answers; a service that cannot be reached is an error, not "no answer"."""


class _Reading(Protocol):
    """What is used of a reader's result."""

    @property
    def answer(self) -> str: ...
    @property
    def abstained(self) -> bool: ...
    @property
    def reader(self) -> Any: ...
    @property
    def citations(self) -> tuple[Citation, ...]: ...
    @property
    def statements(self) -> tuple[ScoredStatement, ...]: ...
    @property
    def usage(self) -> Usage: ...


Search = Callable[[str], Evidence]
"""From a question to evidence, best first: a retrieval method of the platform."""

Read = Callable[[str, Evidence], _Reading]
"""From a question and evidence to an answer, several separated by ";", or an abstention."""

Naming = Callable[[Sequence[Item]], tuple[Item, ...]]
"""Gives answers the identifiers and aliases that a graph knows of them."""


def search_and_read(search: Search, read: Read, *, name: Naming = tuple) -> Answerer:
    """Return what answers by retrieving evidence and reading it (the paper's section 3.4).

    Args:
        search: a retrieval method.
        read: a reader.
        name: what gives identifiers and aliases of an answer.
    """

    def answer(question: SubQuestion) -> Answered:
        evidence = search(question.query)
        try:
            reading = read(question.text, evidence)
        except BadReply as exc:
            return Answered(evidence=evidence, usage=evidence.usage, problem=str(exc))
        usage = evidence.usage + reading.usage
        if reading.abstained:
            problem = "the evidence does not hold an answer"
            return Answered(evidence=evidence, usage=usage, problem=problem)
        parts = dict.fromkeys(part.strip() for part in reading.answer.split(SEPARATOR))
        support = tuple(dict.fromkeys(c.passage_id for c in reading.citations))
        items = tuple(Item(part, support=support) for part in parts if part)
        return Answered(
            name(items),
            evidence,
            reading.citations,
            reading.statements,
            usage,
            source=f"{reading.reader} reader",
        )

    return answer


def first_of(answerers: Sequence[Answerer]) -> Answerer:
    """Return what asks each in turn until one has an answer, facts before text for example."""

    def answer(question: SubQuestion) -> Answered:
        usage, tried = Usage(), []
        answered = Answered()
        for ask in answerers:
            if answered.problem:
                tried.append(answered.problem)
            answered = ask(question)
            usage += answered.usage
            if answered.items:
                break
        return replace(answered, usage=usage, tried=tuple(tried))

    return answer
