"""Who answers the sub-questions of a plan: a retriever and a reader, Wikidata, or both in turn."""

from __future__ import annotations

import threading
from collections.abc import Mapping

from kgplatform.answer import Reading
from kgplatform.answer.asking import UnusableReplies
from kgplatform.answer.reader import DEFAULT_TOP_K
from kgplatform.errors import UsageError, WikidataError
from kgplatform.events import QUESTION, observe, usage_fields
from kgplatform.pipelines.direct import find_evidence, read_evidence
from kgplatform.pipelines.plan.answering import (
    Answered,
    Answerer,
    SubQuestion,
    first_of,
    search_and_read,
)
from kgplatform.pipelines.plan.lookup import look_up
from kgplatform.pipelines.plan.naming import name_by_graph
from kgplatform.pipelines.protocol import AnswerOptions
from kgplatform.plan import BOTH, SOURCES, TEXT, WIKIDATA
from kgplatform.records import Evidence, Question, Step
from kgplatform.retrieve.documents import check_documents
from kgplatform.runtime.resources import Resources
from kgplatform.wikidata.service import WikidataBridge

__all__ = ["BOTH", "SOURCES", "TEXT", "WIKIDATA", "make_answerer", "read_part"]


def make_answerer(
    resources: Resources,
    how: AnswerOptions,
    *,
    method: str,
    over: str = TEXT,
    documents: tuple[str, ...] | None = None,
) -> Answerer:
    """Return what answers a sub-question.

    Args:
        resources: whose graph and models.
        how: how each sub-question is answered.
        method: that finds its passages, or "auto".
        over: one of SOURCES. Both: Wikidata, and the text where that has nothing or is away.
        documents: ids of the only documents to look in; None: all.

    Raises:
        UsageError: there is no such source.
        NotFound: there is no document of one of the ids.
    """
    if over not in SOURCES:
        raise UsageError(f"A plan cannot run over '{over}': choose {', '.join(SOURCES)}.")
    if over == WIKIDATA:
        return _observed(_Wikidata(resources), method=WIKIDATA, top_k=None)
    by_text = _ask_text(resources, how, method, documents)
    asked = by_text if over == TEXT else first_of([_going_on(_Wikidata(resources)), by_text])
    return _observed(asked, method=method, top_k=how.top_k)


def _observed(ask: Answerer, *, method: str, top_k: int | None) -> Answerer:
    """Return an answerer whose every sub-question is an event, within that of the question."""

    def answer(question: SubQuestion) -> Answered:
        with observe(QUESTION, method=method, top_k=top_k) as seen:
            seen.add_content(question=lambda: question.text)
            answered = ask(question)
            seen.add(
                abstained=not answered.items,
                citations=len(answered.citations),
                **usage_fields(answered.usage),
            )
            seen.add_content(answer=lambda: [item.text for item in answered.items])
        return answered

    return answer


def _ask_text(
    resources: Resources, how: AnswerOptions, method: str, documents: tuple[str, ...] | None
) -> Answerer:
    """Return what answers over the graph's passages."""
    graph = resources.graph()
    if documents is not None:
        check_documents(graph, documents)
    top_k = how.top_k or DEFAULT_TOP_K

    def search(query: str) -> Evidence:
        return find_evidence(resources, Question(query, documents), method=method, top_k=top_k)

    def answer(question: str, evidence: Evidence) -> Reading:
        return read_part(resources, Question(question, documents), evidence, how, method=method)

    return search_and_read(search, answer, name=name_by_graph(graph))


def read_part(
    resources: Resources,
    question: Question,
    evidence: Evidence,
    how: AnswerOptions,
    *,
    method: str = "",
) -> Reading:
    """Read one step's evidence; errors are those of `read`.

    Where the model replies nonsense and `how.fall_back` is off, the step has no answer.
    """
    try:
        return read_evidence(resources, question, evidence, how, method=method)
    except UnusableReplies as exc:
        steps = (Step("model_reply_unusable", {"reason": exc.reason}),)
        return Reading("", True, "llm", usage=exc.usage, steps=steps)


class _Wikidata:
    """Answers at the endpoint of the settings, which is opened with the first sub-question."""

    def __init__(self, resources: Resources) -> None:
        self._resources = resources
        self._opening = threading.Lock()  # steps run side by side
        self._answer: Answerer | None = None

    def __call__(self, question: SubQuestion) -> Answered:
        with self._opening:
            answer = self._answer = self._answer or self._open()
        return answer(question)

    def _open(self) -> Answerer:
        endpoint = WikidataBridge(self._resources).endpoint

        def select(query: str) -> list[Mapping[str, str]]:
            rows = endpoint.run(query).rows
            named = (row for row in rows if all(term.kind != "bnode" for term in row.values()))
            return [{name: term.value for name, term in row.items()} for row in named]

        return look_up(select, self._resources.embedder)


def _going_on(ask: Answerer) -> Answerer:
    """Return an answerer to which an endpoint that is away is one without an answer."""

    def answer(question: SubQuestion) -> Answered:
        try:
            return ask(question)
        except WikidataError as exc:
            return Answered(problem=str(exc))

    return answer
