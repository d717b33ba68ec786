"""Platform: the one object that command line, page and notebooks use; each room does its task."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self

from kgplatform import pipelines
from kgplatform.extract.reading import DEFAULT_EXTRACTOR
from kgplatform.frames import Rows
from kgplatform.pipelines.protocol import AnswerOptions, Pipeline
from kgplatform.plan import TEXT
from kgplatform.progress import NO_PROGRESS, Progress
from kgplatform.records import Answer, Evidence, Question
from kgplatform.records.claim import CHECKED_PASSAGES, CheckedClaim
from kgplatform.records.filters import Documents
from kgplatform.records.question import DEFAULT_TOP_K, Turn
from kgplatform.runtime.resources import EVERY_DOCUMENT, Resources

if TYPE_CHECKING:
    from kgplatform.answer.conversations import Conversations
    from kgplatform.answer.questions import Questions
    from kgplatform.export.exporter import ExportOptions
    from kgplatform.export.scope import Scope
    from kgplatform.graph.connection import Graph
    from kgplatform.graph.migrations import SchemaReport
    from kgplatform.graph.pack_files import Manifest
    from kgplatform.graph.server import LocalServer
    from kgplatform.ingest.estimate import Estimate
    from kgplatform.ingest.job.spec import Job
    from kgplatform.ingest.report import IngestReport
    from kgplatform.ingest.resolution.service import Entities
    from kgplatform.models.conversation import ChatModel
    from kgplatform.models.embedding import Embedder
    from kgplatform.models.linguistics import Linguistics
    from kgplatform.pipelines import PackReport, Planned, QuestionCheck
    from kgplatform.records.picture import Picture
    from kgplatform.settings import Settings
    from kgplatform.wikidata.service import WikidataBridge

__all__ = ["DEFAULT_TOP_K", "Platform"]


class Platform:
    """All that can be done with a graph and its models; a context manager.

        with Platform() as platform:
            print(platform.ask("Who built the Fram?").answer)

    Graph and models are those that the settings name, each opened when it is first needed and
    closed at the end. What is given is used in their place, and is its owner's to close.

    Args:
        settings: what to open; None: what the command line would, that is flags apart, from the
            environment and the settings files.
        graph: the connection to use; None: the settings' Neo4j, which is started where it is the
            local one, does not run, and `neo4j_start` is on. It stays; `kgplatform db stop` ends
            it.
        embedder: makes vectors of texts; those in the graph must be its own.
        chat: a chat model; False: no language model is asked, whatever the settings name.
        linguistics: a spaCy pipeline.
        progress: reports downloads and long work.
        measured: whether models are measured, so that nothing takes their place where they fail.

    Raises:
        SettingsError: no settings are given, and those that are found are malformed.
    """

    def __init__(
        self,
        settings: Settings | None = None,
        *,
        graph: Graph | None = None,
        embedder: Embedder | None = None,
        chat: ChatModel | Literal[False] | None = None,
        linguistics: Linguistics | None = None,
        progress: Progress = NO_PROGRESS,
        measured: bool = False,
    ) -> None:
        self.resources = Resources(
            settings,
            graph=graph,
            embedder=embedder,
            chat=chat,
            linguistics=linguistics,
            progress=progress,
            measured=measured,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close what was opened, not what was given; it is opened again when it is needed."""
        self.resources.close()

    @property
    def settings(self) -> Settings:
        """What is opened."""
        return self.resources.settings

    @property
    def server(self) -> LocalServer:
        """The local Neo4j of these settings, running or not."""
        return self.resources.server

    @property
    def embedder(self) -> Embedder:
        """The embedder, loaded on first use."""
        return self.resources.embedder

    @property
    def linguistics(self) -> Linguistics:
        """The spaCy pipeline, loaded on first use."""
        return self.resources.linguistics

    @property
    def chat(self) -> ChatModel | None:
        """The chat model, where one is set; see `Resources.chat`."""
        return self.resources.chat

    @property
    def tuned_planner(self) -> ChatModel | None:
        """The model tuned to plan; see `Resources.tuned_planner`."""
        return self.resources.tuned_planner

    @property
    def demonstrations(self) -> Path:
        """The planning data that a chat model is shown as it plans."""
        return self.resources.demonstrations

    @property
    def wikidata(self) -> WikidataBridge:
        """All that can be done with Wikidata under these settings."""
        return self.resources.wikidata

    @property
    def entities(self) -> Entities:
        """All that can be done with the entities of the graph."""
        from kgplatform.ingest.resolution.service import Entities

        return Entities(self.resources)

    @property
    def questions(self) -> Questions:
        """The questions that were asked, with their answers."""
        from kgplatform.answer.questions import Questions

        return Questions(self.resources)

    @property
    def conversations(self) -> Conversations:
        """The conversations that questions were asked in."""
        from kgplatform.answer.conversations import Conversations

        return Conversations(self.resources)

    def graph(self) -> Graph:
        """Return the open connection; see `Resources.graph` for what is raised."""
        return self.resources.graph()

    def query(self, name: str, /, **parameters: Any) -> Rows:
        """Run a named query in read mode and return its rows; see `Resources.query`."""
        return self.resources.query(name, **parameters)

    def cypher(self, text: str, parameters: dict[str, Any] | None = None, **how: Any) -> Rows:
        """Run Cypher of one's own, reading only; see `Resources.cypher`."""
        return self.resources.cypher(text, parameters, **how)

    def list_documents(
        self, *, limit: int = EVERY_DOCUMENT, documents: Documents = None
    ) -> list[dict[str, Any]]:
        """Return the documents of the graph by title, at most `limit`; those of a filter alone."""
        return self.resources.list_documents(limit=limit, documents=documents)

    def list_statements(
        self, *, after: str = "", limit: int = EVERY_DOCUMENT, documents: Documents = None
    ) -> list[dict[str, Any]]:
        """Return plain statements by id: those behind the id `after`, of a filter's documents."""
        within = self.resources.select_documents(documents)
        return self.query("list_facts", after=after, limit=limit, documents=within)

    def fetch_document(self, document_id: str) -> dict[str, Any]:
        """Return one document with its passages; see `Resources.fetch_document`."""
        return self.resources.fetch_document(document_id)

    def retrieve(
        self,
        question: str,
        *,
        method: str = "auto",
        top_k: int = DEFAULT_TOP_K,
        documents: Documents = None,
    ) -> Evidence:
        """Return the evidence a method finds for a question.

        Args:
            question: in plain English.
            method: its name, or "auto": KGP for a question about a page, table or section, else
                the default.
            top_k: most passages.
            documents: which the evidence may come from: a filter, or the ids of the only ones.

        Raises:
            UsageError: the question is empty, top_k is below 1, or the method is unknown or
                needs a chat model that is not set.
            NotFound: there is no document of one of the ids.
        """
        asked = Question(question, self.resources.select_documents(documents))
        return self.pipeline(method).retrieve(asked, top_k=top_k)

    def ask(
        self,
        question: str,
        *,
        method: str = "auto",
        top_k: int = DEFAULT_TOP_K,
        reader: str = "auto",
        documents: Documents = None,
        record: bool = True,
        conversation: str | None = None,
        turns: Sequence[Turn] = (),
    ) -> Answer:
        """Answer a question from the graph, and record question, answer and citations in it.

        See `retrieve` for the other arguments and the errors.

        Args:
            question: in plain English; it may lean on the turns before it ("Where was he born?").
            record: off: nothing is recorded, and the answer has no `question_id`, as where the
                graph may only be read.
            conversation: id of the recorded one that it goes on, or that it begins.
            turns: before it, where they are not recorded.
        """
        before = (*self.conversations.turns(conversation), *turns) if conversation else turns
        understood = pipelines.understand(self.resources, question, before)
        within = self.resources.select_documents(documents)

        def keep(answer: Answer) -> Answer:
            answer, resolved = understood.put_in(answer), understood.resolved
            options = {"method": method, "top_k": top_k, "reader": reader, "documents": within}
            return pipelines.keep(
                self.resources,
                answer,
                record=record,
                options=options,
                understood=resolved,
                conversation=conversation,
            )

        how = AnswerOptions(top_k=top_k, reader=reader)
        pipeline = pipelines.open_pipeline(
            self.resources, method, how, unclear=understood.unclear, record=keep
        )
        return pipeline.answer(Question(understood.question, within))

    def check_questions(self, *, since: str | None = None) -> QuestionCheck:
        """Ask what is recorded again and compare; see `kgplatform.pipelines.question_check`."""
        return pipelines.check_questions(self.resources, since=since)

    def check(
        self, claim: str, *, top_k: int = CHECKED_PASSAGES, documents: Documents = None
    ) -> CheckedClaim:
        """Return the sentences for a claim and against it; see `pipelines.claims.check_claim`."""
        return pipelines.check_claim(self.resources, claim, top_k=top_k, documents=documents)

    def pipeline(self, method: str = "auto", how: AnswerOptions | None = None) -> Pipeline:
        """Return what answers by a method, and records nothing; see `open_pipeline`."""
        return pipelines.open_pipeline(self.resources, method, how)

    def plan(self, question: str, *, planner: str = "auto", fall_back: bool = True) -> Planned:
        """Return the plan of a question; see `kgplatform.pipelines.plan.planning`."""
        return pipelines.make_plan(self.resources, question, planner=planner, fall_back=fall_back)

    def run_plan(
        self,
        text: str,
        *,
        method: str = "auto",
        top_k: int = DEFAULT_TOP_K,
        reader: str = "auto",
        over: str = TEXT,
        documents: Documents = None,
    ) -> tuple[Planned, Answer]:
        """Run the plan in a text, and record its answer.

        Args:
            text: the plan.
            method: that finds the passages of each step.
            top_k: most passages a step.
            reader: who reads them.
            over: what answers the steps: the graph's "text", "wikidata", or "both".
            documents: to look in: a filter, or the ids of the only ones.

        Raises:
            PlanError: there is no plan in it, or it cannot be run.
        """
        how = AnswerOptions(top_k=top_k, reader=reader)
        within = self.resources.select_documents(documents)
        return pipelines.answer_plan_text(
            self.resources,
            text,
            how,
            method=method,
            over=over,
            documents=within,
            record=partial(pipelines.keep, self.resources),
        )

    def ingest_item(self, qid: str) -> IngestReport:
        """Bring a Wikidata item's statements into the graph, or those there up to date.

        Raises:
            NotFound: the endpoint has nothing about it.
            WikidataError: the endpoint cannot be asked.
        """
        return pipelines.ingest_item(self.resources, qid)

    def migrate(self) -> list[str]:
        """Bring the graph's schema up to date; return the names of the migrations applied."""
        return self.resources.migrate()

    def check_schema(self) -> SchemaReport:
        """Compare the graph's schema with the one this version needs."""
        return self.resources.check_schema()

    def clear(self) -> int:
        """Take all that kgplatform wrote out of the database; return how many nodes went."""
        from kgplatform.graph.clearing import clear

        return clear(self.resources.connection)

    def ingest(
        self,
        paths: Sequence[Path | str],
        *,
        extractor: str = DEFAULT_EXTRACTOR,
        progress: Progress | None = None,
    ) -> IngestReport:
        """Read files and folders into the graph; see `run_job`."""
        from kgplatform.ingest.job.spec import Extraction, Job

        job = Job.of_paths(paths, extraction=Extraction.of(extractor))
        return self.run_job(job, progress=progress)

    def run_job(self, job: Job, *, progress: Progress | None = None) -> IngestReport:
        """Do an ingest job; see `kgplatform.ingest.ingest`."""
        return pipelines.run_job(self.resources, job, progress=progress)

    def estimate_job(self, job: Job, *, progress: Progress | None = None) -> Estimate:
        """Return what an ingest job would do and cost; nothing is written."""
        return pipelines.estimate_job(self.resources, job, progress=progress)

    def export_pack(self, path: Path) -> Manifest:
        """Write the whole graph into a file; see `kgplatform.pipelines.packs.export_pack`."""
        return pipelines.export_pack(self.resources, path)

    def import_pack(self, path: Path) -> PackReport:
        """Bring a pack into the graph; see `kgplatform.pipelines.packs.import_pack`."""
        return pipelines.import_pack(self.resources, path)

    def locate(self, passage_id: str, start: int, end: int) -> list[dict[str, Any]]:
        """Return where passage.text[start:end] is on its file's pages; see `locate_span`."""
        from kgplatform.retrieve.places import locate_span

        return locate_span(self.graph(), passage_id, start, end)

    def remove_documents(self, document_ids: Sequence[str]) -> dict[str, int]:
        """Remove documents, each with all that only it supports; return what went in all.

        Raises:
            NotFound: there is no such document; those before it are removed.
        """
        return pipelines.remove_documents(self.resources, document_ids)

    def export(
        self,
        scope: Scope,
        *,
        format: str,
        out: Path,
        options: ExportOptions | None = None,
        notify: Callable[[str], None] = lambda message: None,  # noqa: ARG005
    ) -> dict[str, int]:
        """Write a part of the graph to a file; see `kgplatform.export.write.export_graph`."""
        from kgplatform.export.exporter import ExportOptions
        from kgplatform.export.write import export_graph

        how = options or ExportOptions(draw_page=self.draw_page)
        return export_graph(self.graph(), scope, format=format, out=out, options=how, notify=notify)

    def draw_page(self, document_id: str, number: int) -> Picture | None:
        """Return a page of a document; None where its file is not the one that was read."""
        return pipelines.draw_page(self.resources, document_id, number)
