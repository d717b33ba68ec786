"""The demo: the whole way through on a small corpus, from nothing to three answers.

It works in the user's own local Neo4j and, unless asked to keep them, removes its documents,
questions and ingest runs again and stops the server it started.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path

from kgplatform.ending import StopAtEnd
from kgplatform.graph.writer import delete_document
from kgplatform.ingest import IngestReport
from kgplatform.ingest.derive import recount_schema
from kgplatform.ingest.job.spec import Job
from kgplatform.packaged import resource_dir
from kgplatform.platform import Platform
from kgplatform.records import Answer, Document
from kgplatform.sources.files import list_files, read_sources

__all__ = ["DemoQuestion", "demo_documents", "demo_graph", "demo_questions", "forget"]

QUESTIONS_SHOWN = 3
DEMO_JOB = "kgplatform demo"


@dataclass(frozen=True, slots=True)
class DemoQuestion:
    """A question on the demo corpus; `answer` is None where the corpus does not hold it."""

    question: str
    answer: str | None


def demo_documents() -> Path:
    """Return the folder of the demo corpus."""
    return resource_dir("jobs") / "demo" / "documents"


def demo_questions() -> list[DemoQuestion]:
    """Return the demo's questions: of two documents, of a qualifier, one to abstain from."""
    lines = (demo_documents().parent / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines if line.strip()]
    return [DemoQuestion(row["question"], row["answer"]) for row in rows[:QUESTIONS_SHOWN]]


@contextmanager
def demo_graph(platform: Platform, *, keep: bool) -> Iterator[IngestReport]:
    """Start what is needed, read the corpus, and clean up at the end of the block.

    Args:
        keep: leave the documents, the questions and the running server.
    """
    is_local = platform.settings.neo4j_uri is None
    was_running = not is_local or platform.server.status() is not None
    is_temporary = not (keep or was_running)
    with StopAtEnd(platform.server.ask_to_end) if is_temporary else nullcontext():
        try:
            if is_local:
                platform.server.start(platform.resources.progress)
            with _cleared(platform, keep=keep):
                yield platform.run_job(Job.of_paths([demo_documents()], name=DEMO_JOB))
        finally:
            if not keep:
                platform.close()
            if is_temporary:
                platform.server.stop()


@contextmanager
def _cleared(platform: Platform, *, keep: bool) -> Iterator[None]:
    """Remove what the demo wrote at the end of the block."""
    try:
        yield
    finally:
        if not keep:
            with platform.graph().turn("write"):
                _remove_documents(platform)
                platform.graph().write("delete_ingest_runs", job=DEMO_JOB)


def forget(platform: Platform, answers: list[Answer]) -> None:
    """Remove recorded questions."""
    for answer in answers:
        platform.graph().write("delete_question", id=answer.question_id)


def _remove_documents(platform: Platform) -> None:
    for item in read_sources(list_files([demo_documents()])):
        if isinstance(item, Document):
            delete_document(platform.graph(), item.id)
    recount_schema(platform.graph(), embedder=platform.embedder)
