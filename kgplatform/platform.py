"""Platform: the one object that the command line, the web page and notebooks use.

It opens what the settings name, when it is first needed, and hands each task to the room that
does it. It decides nothing itself.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from kgplatform.answer import read, write_question
from kgplatform.errors import NotFound, UsageError
from kgplatform.export import export_question
from kgplatform.graph.migrations import SchemaReport, check, migrate
from kgplatform.graph.writer import delete_document
from kgplatform.ingest import IngestReport
from kgplatform.ingest.derive import recount_schema
from kgplatform.ingest.estimate import Estimate
from kgplatform.ingest.job.spec import Extraction, Job
from kgplatform.ingest.resolution.decisions import (
    Kind,
    list_entities,
    merge_entities,
    split_entity,
)
from kgplatform.ingest.resolution.resolve import ResolutionReport
from kgplatform.jobs import estimate_job, run_job
from kgplatform.opened import Opened
from kgplatform.plan import PLAN
from kgplatform.planning import (
    Planned,
    answer_by_plan,
    answer_plan_text,
    make_plan,
    run_plan,
)
from kgplatform.progress import Progress
from kgplatform.records import Answer, Evidence
from kgplatform.retrieve import choose_method
from kgplatform.retrieve.documents import check_documents
from kgplatform.retrieve.places import locate_span
from kgplatform.sources.listing import check_paths

__all__ = ["DEFAULT_EXTRACTOR", "DEFAULT_TOP_K", "EVERY_DOCUMENT", "READERS", "Platform"]

READERS = ("auto", "llm", "extractive")

DEFAULT_TOP_K = 5
DEFAULT_EXTRACTOR = "spacy"
EVERY_DOCUMENT = 2**31


class Platform(Opened):
    """All that can be done with the graph and the models of some settings; a context manager."""

    def migrate(self) -> list[str]:
        """Bring the graph's schema up to date; return the names of the migrations applied."""
        embedder = self.embedder
        return migrate(self.graph(), embedder=embedder.name, dimension=embedder.dimension)

    def check_schema(self) -> SchemaReport:
        """Compare the graph's schema with the one this version needs."""
        embedder = self.embedder
        return check(self.graph(), embedder=embedder.name, dimension=embedder.dimension)

    def ingest(
        self,
        paths: Sequence[Path | str],
        *,
        extractor: str = DEFAULT_EXTRACTOR,
        progress: Progress | None = None,
    ) -> IngestReport:
        """Read files and folders into the graph; see `run_job`."""
        job = Job.of_paths(paths, extraction=Extraction.of(extractor))
        return self.run_job(job, progress=progress)

    def run_job(self, job: Job, *, progress: Progress | None = None) -> IngestReport:
        """Do an ingest job; see `kgplatform.ingest.ingest`."""
        check_paths(job.paths())  # before anything is connected to or loaded
        with self._for_job(job) as platform:
            platform.migrate()
            return run_job(platform, job, progress=progress or self.progress)

    def estimate_job(self, job: Job, *, progress: Progress | None = None) -> Estimate:
        """Tell what an ingest job would do and cost; nothing is written."""
        with self._for_job(job) as platform:
            return estimate_job(platform, job, progress=progress or self.progress)

    @contextmanager
    def _for_job(self, job: Job) -> Iterator[Platform]:
        """Give a platform with the job's own models, or this one where it names none."""
        given = {name: value for name, value in job.models if value is not None}
        if not given:
            yield self
            return
        with Platform(self.settings.model_copy(update=given), progress=self.progress) as other:
            yield other

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
            method: its name, or "auto".
            top_k: most passages.
            documents: ids of the only documents that the evidence may come from; None: all.

        Raises:
            UsageError: the question is empty, top_k is below 1, or the method is unknown or
                needs a chat model that is not set.
            NotFound: there is no document of one of the ids.
        """
        _check_question(question, top_k)
        if method == PLAN:
            how: dict[str, Any] = {"top_k": top_k, "documents": documents}
            return run_plan(self, self.plan(question).plan, **how).evidence
        _, retriever = choose_method(method, open_chat=lambda: self.chat)
        graph, embedder = self.graph(), self.embedder
        if documents is not None:
            check_documents(graph, documents)
        return retriever(question, graph=graph, embedder=embedder, top_k=top_k, within=documents)

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

        See `retrieve` for the arguments and errors.
        """
        how: dict[str, Any] = {"top_k": top_k, "reader": reader, "documents": documents}
        if method == PLAN:
            _check_question(question, top_k)
            return self._record(answer_by_plan(self, self.plan(question), question, **how))
        return self._record(self._answer(question, method=method, **how))

    def plan(self, question: str, *, planner: str = "auto") -> Planned:
        """Return the plan of a question; see `kgplatform.planning`."""
        return make_plan(self, question, planner=planner)

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
        evidence = self.retrieve(question, method=method, top_k=top_k, documents=documents)
        retrieved = time.perf_counter()
        reading = read(
            question,
            evidence,
            reader=reader,
            chat=self.chat,
            linguistics=self.linguistics,
        )
        done = time.perf_counter()
        return Answer(
            question_id="",
            question=question,
            answer=reading.answer,
            abstained=reading.abstained,
            method=choose_method(method)[0],
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

    def _record(self, answer: Answer) -> Answer:
        question_id = write_question(self.graph(), answer, asked_at=datetime.now(UTC))
        return replace(answer, question_id=question_id)

    def query(self, name: str, /, **parameters: Any) -> list[dict[str, Any]]:
        """Run a named query in read mode and return its rows.

        Raises:
            UsageError: there is no such query, or a parameter is missing or unknown.
        """
        return self.graph().read(name, **parameters)

    def list_documents(self, *, limit: int = EVERY_DOCUMENT) -> list[dict[str, Any]]:
        """Return the documents of the graph by title, at most `limit`."""
        return self.graph().read("list_documents", limit=limit)

    def fetch_document(self, document_id: str) -> dict[str, Any]:
        """Return one document with its passages.

        Raises:
            NotFound: there is no such document.
        """
        rows = self.graph().read("fetch_document", id=document_id)
        if not rows:
            raise _no_document(document_id)
        return rows[0]

    def locate(self, passage_id: str, start: int, end: int) -> list[dict[str, Any]]:
        """Return where passage.text[start:end] stands on the pages of its file.

        Returns:
            {page, label, box} a line, box being left, top, right, bottom in points from the upper
            left; a page without box where the file does not tell where its text is (slides,
            sheets); nothing where it has no pages.

        Raises:
            NotFound: there is no such passage.
        """
        if not self.graph().read("fetch_passages", ids=[passage_id]):
            raise NotFound(f"There is no passage '{passage_id}': ask --json shows the ids.")
        return locate_span(self.graph(), passage_id, start, end)

    def remove_document(self, document_id: str) -> dict[str, int]:
        """Remove a document with all that only it supports; return what went.

        Raises:
            NotFound: there is no such document.
        """
        return self.remove_documents([document_id])

    def remove_documents(self, document_ids: Sequence[str]) -> dict[str, int]:
        """Remove documents, each with all that only it supports; return what went in all.

        Raises:
            NotFound: there is no such document; those before it are removed.
        """
        total: Counter[str] = Counter()
        for document_id in document_ids:
            removed = delete_document(self.graph(), document_id)
            if not removed:
                raise _no_document(document_id)
            total.update(removed)
        recount_schema(self.graph(), embedder=self.embedder)
        return dict(total)

    def list_entities(
        self, name: str | None = None, *, kind: Kind = "all", limit: int = EVERY_DOCUMENT
    ) -> list[dict[str, Any]]:
        """Return things with their other names; see `resolution.decisions.list_entities`."""
        return list_entities(self.graph(), name=name, kind=kind, limit=limit)

    def merge_entities(self, references: Sequence[str]) -> ResolutionReport:
        """Decide that names or ids are one thing; see `resolution.decisions.merge_entities`."""
        self.migrate()
        return merge_entities(self.graph(), references)

    def split_entity(
        self, reference: str, *, from_: str | None = None, documents: Sequence[str] = ()
    ) -> ResolutionReport:
        """Decide that a name is another thing; see `resolution.decisions.split_entity`."""
        self.migrate()
        return split_entity(self.graph(), reference, from_=from_, documents=documents)

    def export_question(self, question_id: str, *, format: str, out: Path) -> dict[str, int]:
        """Write the subgraph behind one answer to a file; see `kgplatform.export`."""
        return export_question(self.graph(), question_id, format=format, out=out)


def _check_question(question: str, top_k: int) -> None:
    if not any(char.isalnum() for char in question):
        raise UsageError("The question is empty of words: write one.")
    if top_k < 1:
        raise UsageError(f"top_k is {top_k}: ask for at least one passage.")


def _no_document(document_id: str) -> NotFound:
    return NotFound(
        f"There is no document '{document_id}': kgplatform documents list shows the ids."
    )
