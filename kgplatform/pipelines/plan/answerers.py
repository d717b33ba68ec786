"""Who answers the sub-questions of a plan: a retriever and a reader, Wikidata, or both in turn."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence

from kgplatform.answer import Reading, read
from kgplatform.answer.asking import UnusableReplies
from kgplatform.answer.reader import Complement
from kgplatform.errors import UsageError, WikidataError
from kgplatform.pipelines.methods import open_complement, open_method
from kgplatform.pipelines.plan.answering import (
    Answered,
    Answerer,
    SubQuestion,
    first_of,
    search_and_read,
)
from kgplatform.pipelines.plan.lookup import look_up
from kgplatform.pipelines.plan.naming import name_by_graph
from kgplatform.pipelines.tables import bring_tables
from kgplatform.plan import BOTH, SOURCES, TEXT, WIKIDATA
from kgplatform.records import Evidence, Step
from kgplatform.retrieve.documents import check_documents
from kgplatform.runtime.resources import Resources
from kgplatform.wikidata.service import WikidataBridge

__all__ = ["BOTH", "SOURCES", "TEXT", "WIKIDATA", "make_answerer", "read_part"]


def make_answerer(
    resources: Resources,
    *,
    over: str,
    method: str,
    top_k: int,
    reader: str,
    documents: Sequence[str] | None,
    fall_back: bool,
) -> Answerer:
    """Return what answers a sub-question; see `Platform.retrieve` for the arguments not here.

    Args:
        over: one of SOURCES. Both: Wikidata, and the text where that has nothing or is away.
        fall_back: see `read_part`.

    Raises:
        UsageError: there is no such source, method or reader.
        NotFound: there is no document of one of the ids.
    """
    if over not in SOURCES:
        raise UsageError(f"A plan cannot run over '{over}': choose {', '.join(SOURCES)}.")
    if over == WIKIDATA:
        return _Wikidata(resources)
    by_text = _ask_text(resources, method, top_k, documents, reader=reader, fall_back=fall_back)
    return by_text if over == TEXT else first_of([_going_on(_Wikidata(resources)), by_text])


def _ask_text(
    resources: Resources,
    method: str,
    top_k: int,
    documents: Sequence[str] | None,
    *,
    reader: str,
    fall_back: bool,
) -> Answerer:
    """Return what answers over the graph's passages."""
    if documents is not None:
        check_documents(resources.graph(), documents)
    retriever = open_method(resources, method)
    complement = open_complement(resources, method, documents)
    graph, embedder = resources.searched

    def search(question: str) -> Evidence:
        found = retriever(question, graph=graph, embedder=embedder, top_k=top_k, within=documents)
        return bring_tables(found, question, graph=graph, embedder=embedder, within=documents)

    def answer(question: str, evidence: Evidence) -> Reading:
        return read_part(
            resources, question, evidence, reader=reader, complement=complement, fall_back=fall_back
        )

    return search_and_read(search, answer, name=name_by_graph(graph))


def read_part(
    resources: Resources,
    question: str,
    evidence: Evidence,
    *,
    reader: str,
    fall_back: bool,
    complement: Complement | None = None,
) -> Reading:
    """Read one step's evidence; errors are those of `read`.

    Args:
        resources: whose models.
        question: of the step.
        evidence: of the step.
        reader: as of `read`.
        fall_back: read without the model where it replies nonsense; otherwise the step has no
            answer, which measures the model itself.
        complement: as of `read`.
    """
    try:
        return read(
            question,
            evidence,
            reader=reader,
            chat=resources.chat,
            linguistics=resources.linguistics,
            complement=complement,
            fall_back=fall_back,
        )
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
