"""Platform: the one object that the command line, the web page and notebooks use.

It opens what the settings name, when it is first needed, and hands each task to the room that
does it. It decides nothing itself.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Any

from kgplatform.answer import read, write_question
from kgplatform.errors import NotFound, UsageError
from kgplatform.export import export_question
from kgplatform.extract.extractors import make_extractor
from kgplatform.graph.connection import Address, Graph
from kgplatform.graph.migrations import SchemaReport, check, migrate
from kgplatform.graph.server import LocalServer
from kgplatform.graph.writer import delete_document
from kgplatform.ingest import IngestModels, IngestReport, ingest
from kgplatform.models.conversation import ChatModel
from kgplatform.models.embedding import Embedder, load_embedder
from kgplatform.models.linguistics import Linguistics, load_linguistics
from kgplatform.progress import NO_PROGRESS, Progress
from kgplatform.records import Answer, Evidence
from kgplatform.retrieve import choose_method
from kgplatform.settings import Settings

__all__ = ["DEFAULT_EXTRACTOR", "DEFAULT_TOP_K", "EVERY_DOCUMENT", "READERS", "Platform"]

READERS = ("auto", "llm", "extractive")

DEFAULT_TOP_K = 5
DEFAULT_EXTRACTOR = "spacy"
EVERY_DOCUMENT = 2**31


class Platform:
    """A graph with its models, as the settings name them; a context manager.

    Args:
        settings: what to open; nothing is opened before it is needed.
        progress: told about downloads and long work.
    """

    def __init__(self, settings: Settings, *, progress: Progress = NO_PROGRESS) -> None:
        self.settings = settings
        self.progress = progress

    def __enter__(self) -> Platform:
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection, if there is one."""
        graph = self.__dict__.pop("_graph", None)
        if graph is not None:
            graph.close()

    @cached_property
    def server(self) -> LocalServer:
        """The local Neo4j of these settings, running or not."""
        settings = self.settings
        return LocalServer(settings.home, version=settings.neo4j_version, cache=settings.cache)

    def graph(self) -> Graph:
        """Return the open connection to Neo4j.

        Raises:
            GraphUnavailable: nothing answers; for the local Neo4j the message says how to start it.
        """
        return self._graph

    @cached_property
    def _graph(self) -> Graph:
        return Graph.connect(self._address())

    def _address(self) -> Address:
        settings = self.settings
        if settings.neo4j_uri is None:
            return self.server.address()
        password = settings.neo4j_password
        return Address(
            uri=settings.neo4j_uri,
            user=settings.neo4j_user,
            password=password.get_secret_value() if password else "",
            database=settings.neo4j_database,
        )

    @cached_property
    def embedder(self) -> Embedder:
        """The embedder, fetched and loaded on first use."""
        settings = self.settings
        return load_embedder(settings.embedder, cache=settings.cache, progress=self.progress)

    @cached_property
    def linguistics(self) -> Linguistics:
        """The spaCy pipeline, loaded on first use."""
        return load_linguistics(self.settings.spacy_pipeline)

    @cached_property
    def chat(self) -> ChatModel | None:
        """The chat model, or None where none is configured, which is a normal state."""
        from kgplatform.models.chat import load_chat_model  # its client takes long to load

        settings = self.settings
        key = settings.chat_api_key
        return load_chat_model(
            settings.chat_base_url,
            key.get_secret_value() if key else None,
            settings.chat_model,
            timeout_s=settings.chat_timeout_s,
            cache_path=settings.home / "cache" / "replies.sqlite",
        )

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
        """Read files and folders into the graph; see `kgplatform.ingest.ingest`."""
        self.migrate()
        reader = make_extractor(extractor, linguistics=self.linguistics)
        models = IngestModels(self.embedder, self.linguistics, reader)
        return ingest(
            [Path(path) for path in paths],
            graph=self.graph(),
            models=models,
            progress=progress or self.progress,
        )

    def retrieve(
        self, question: str, *, method: str = "auto", top_k: int = DEFAULT_TOP_K
    ) -> Evidence:
        """Return the evidence a method finds for a question.

        Raises:
            UsageError: the question is empty, top_k is below 1, or the method is unknown.
        """
        if not any(char.isalnum() for char in question):
            raise UsageError("The question is empty of words: write one.")
        if top_k < 1:
            raise UsageError(f"top_k is {top_k}: ask for at least one passage.")
        _, retriever = choose_method(method)
        return retriever(question, graph=self.graph(), embedder=self.embedder, top_k=top_k)

    def ask(
        self,
        question: str,
        *,
        method: str = "auto",
        top_k: int = DEFAULT_TOP_K,
        reader: str = "auto",
    ) -> Answer:
        """Answer a question from the graph, and record question, answer and citations in it."""
        started = time.perf_counter()
        evidence = self.retrieve(question, method=method, top_k=top_k)
        retrieved = time.perf_counter()
        reading = read(
            question,
            evidence,
            reader=reader,
            chat=self.chat,
            linguistics=self.linguistics,
        )
        done = time.perf_counter()
        answer = Answer(
            question_id="",
            question=question,
            answer=reading.answer,
            abstained=reading.abstained,
            method=choose_method(method)[0],
            reader=reading.reader,
            evidence=reading.citations,
            statements=reading.statements,
            steps=(*evidence.steps, *reading.steps),
            usage=reading.usage,
            timings_ms={
                "retrieve": round((retrieved - started) * 1000, 1),
                "read": round((done - retrieved) * 1000, 1),
                "total": round((done - started) * 1000, 1),
            },
        )
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

    def remove_document(self, document_id: str) -> dict[str, int]:
        """Remove a document with all that only it supports; return what went.

        Raises:
            NotFound: there is no such document.
        """
        removed = delete_document(self.graph(), document_id)
        if not removed:
            raise _no_document(document_id)
        return removed

    def export_question(self, question_id: str, *, format: str, out: Path) -> dict[str, int]:
        """Write the subgraph behind one answer to a file; see `kgplatform.export`."""
        return export_question(self.graph(), question_id, format=format, out=out)


def _no_document(document_id: str) -> NotFound:
    return NotFound(
        f"There is no document '{document_id}': kgplatform documents list shows the ids."
    )
