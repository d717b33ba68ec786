"""Platform: the one object that the command line, the web page and notebooks use.

It opens what the settings name, when it is first needed, and hands each task to the room that
does it. It decides nothing itself.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import cached_property, partial
from typing import Any

from kgplatform.answer import read, write_question
from kgplatform.answer.abstaining import tell_abstention
from kgplatform.answer.likely import find_depth
from kgplatform.answer.places import place_citations
from kgplatform.answer.reader import DEFAULT_TOP_K, READERS
from kgplatform.answer.reading import Reading
from kgplatform.errors import ReadOnlyGraph, UsageError
from kgplatform.holdings import Holdings
from kgplatform.ingest import IngestReport
from kgplatform.pipelines.divknow.lookup import look_up
from kgplatform.pipelines.divknow.outer import OuterParts
from kgplatform.pipelines.divknow.wiring import make_outer_parts
from kgplatform.pipelines.plan.planning import (
    Planned,
    answer_by_plan,
    answer_plan_text,
    make_plan,
    read_by_plan,
)
from kgplatform.pipelines.plan.variants import FORM, find_variant
from kgplatform.pipelines.tables import bring_tables
from kgplatform.plan import PLAN
from kgplatform.progress import NOTICES
from kgplatform.question_limits import check_question
from kgplatform.records import Answer, Evidence
from kgplatform.retrieve import settle_method
from kgplatform.retrieve.documents import check_documents
from kgplatform.retrieve.hydrate import narrow_evidence
from kgplatform.wikidata.ingest_items import bring_items
from kgplatform.wikidata.service import WikidataBridge

__all__ = ["DEFAULT_TOP_K", "READERS", "Platform"]


class Platform(Holdings):
    """All that can be done with the graph and the models of some settings; a context manager."""

    def retrieve(
        self,
        question: str,
        *,
        method: str = "auto",
        top_k: int = DEFAULT_TOP_K,
        documents: Sequence[str] | None = None,
    ) -> Evidence:
        """Return the evidence a method finds for a question.

        Args:
            question: in plain English.
            method: its name, or "auto": KGP for a question about a page, table or section, else
                the default.
            top_k: most passages.
            documents: ids of the only documents that the evidence may come from; None: all.

        Raises:
            UsageError: the question is empty, top_k is below 1, or the method is unknown or
                needs a chat model that is not set.
            NotFound: there is no document of one of the ids.
        """
        _check_question(question, top_k)
        if find_variant(method):
            how: dict[str, Any] = {"method": method, "top_k": top_k, "documents": documents}
            return self.read_by_plan(question, **how)[0]
        retriever = self.find_method(settle_method(method, question))
        graph, embedder = self.searched()
        if documents is not None:
            check_documents(graph, documents)
        evidence = retriever(
            question, graph=graph, embedder=embedder, top_k=top_k, within=documents
        )
        return bring_tables(evidence, question, graph=graph, embedder=embedder, within=documents)

    def ask(
        self,
        question: str,
        *,
        method: str = "auto",
        top_k: int = DEFAULT_TOP_K,
        reader: str = "auto",
        documents: Sequence[str] | None = None,
    ) -> Answer:
        """Answer a question from the graph, and record question, answer and citations in it.

        Where the graph may only be read, the answer has no `question_id` and nothing is recorded.
        See `retrieve` for the arguments and errors.
        """
        how: dict[str, Any] = {"top_k": top_k, "reader": reader, "documents": documents}
        variant = find_variant(method)
        if variant:
            _check_question(question, top_k)
            planned = self.plan(question, planner=variant.planner)
            how |= {"method": variant.method, "whole": question}
            answer = answer_by_plan(self, planned, question, **how)
            return self._record(replace(answer, method=method))
        return self._record(self._answer(question, method=method, **how))

    def plan(self, question: str, *, planner: str = "auto", fall_back: bool = True) -> Planned:
        """Return the plan of a question; see `kgplatform.pipelines.plan.planning`."""
        return make_plan(self, question, planner=planner, fall_back=fall_back)

    def read_by_plan(
        self, question: str, *, method: str, fall_back: bool = True, **how: Any
    ) -> tuple[Evidence, Reading]:
        """Return what a question's plan finds, with what it cost, and its answer, not recorded.

        A question whose plan comes to no answer is asked itself.

        Args:
            question: in plain English.
            method: a variant of plan.
            fall_back: plan and read without a model that replies nonsense.
            how: what `ask` takes.

        Raises:
            UsageError: the method is no variant of plan, or needs a chat model that is not set.
            UnusableReply: a planning model wrote no plan, and `fall_back` is off.
        """
        variant = find_variant(method)
        if variant is None:
            raise UsageError(f"The method '{method}' does not plan: choose {PLAN} or {FORM}.")
        planned = self.plan(question, planner=variant.planner, fall_back=fall_back)
        how |= {"method": variant.method, "fall_back": fall_back, "whole": question}
        return read_by_plan(self, planned, **how)

    def run_plan(self, text: str, **how: Any) -> tuple[Planned, Answer]:
        """Run the plan in a text; `how` is what `ask` takes, the method being that of each step.

        Raises:
            PlanError: there is no plan in it, or it cannot be run.
        """
        planned, answer = answer_plan_text(self, text, **how)
        return planned, self._record(answer)

    def _answer(
        self,
        question: str,
        *,
        method: str,
        top_k: int,
        reader: str,
        documents: Sequence[str] | None,
    ) -> Answer:
        started = time.perf_counter()
        method = settle_method(method, question)
        depth = find_depth(question, top_k)
        found = self.retrieve(question, method=method, top_k=depth, documents=documents)
        evidence = found if depth == top_k else narrow_evidence(found, top_k)
        retrieved = time.perf_counter()
        reading = read(
            question,
            evidence,
            reader=reader,
            chat=self.chat,
            linguistics=self.linguistics,
            complement=self.complement(method, documents),
        )
        done = time.perf_counter()
        answer = Answer(
            question_id="",
            question=question,
            answer=reading.answer,
            abstained=reading.abstained,
            method=method,
            reader=reading.reader,
            evidence=reading.citations,
            statements=reading.statements,
            steps=(*evidence.steps, *reading.steps),
            usage=evidence.usage + reading.usage,
            timings_ms={
                "retrieve": round((retrieved - started) * 1000, 1),
                "read": round((done - retrieved) * 1000, 1),
                "total": round((done - started) * 1000, 1),
            },
        )
        return tell_abstention(answer, evidence, self.linguistics.split_sentences, self.embedder)

    def _record(self, answer: Answer) -> Answer:
        return place_citations(replace(answer, question_id=self._write(answer)), self.graph())

    def _write(self, answer: Answer) -> str:
        """Write an answer to the graph and return its id: none where the graph is read-only."""
        try:
            return write_question(self.graph(), answer, asked_at=datetime.now(UTC))
        except ReadOnlyGraph:
            NOTICES.info("The question is not recorded: the graph may only be read.")
            return ""

    def open_outer(self) -> OuterParts:
        """Return what DetLLM is handed of other rooms; nothing is loaded or asked yet."""
        return make_outer_parts(self, partial(look_up, self, self.wikidata))

    def close(self) -> None:
        """Close what was opened."""
        bridge = self.__dict__.pop("wikidata", None)
        if bridge is not None:
            bridge.close()
        super().close()

    @cached_property
    def wikidata(self) -> WikidataBridge:
        """All that can be done with Wikidata under these settings."""
        return WikidataBridge(self, progress=self.progress)

    def ingest_item(self, qid: str) -> IngestReport:
        """Bring a Wikidata item's statements into the graph, or those there up to date.

        Raises:
            NotFound: the endpoint tells nothing of it.
            WikidataError: the endpoint cannot be asked.
        """
        self.migrate()
        path = self.wikidata.save_item(self.wikidata.fetch_item(qid))
        return bring_items(self, {qid: path}, progress=self.progress)


def _check_question(question: str, top_k: int) -> None:
    check_question(question)
    if top_k < 1:
        raise UsageError(f"top_k is {top_k}: ask for at least one passage.")
