"""Holdings: what the graph holds, put in, listed, corrected, taken out and exported.

The half of `Platform` that needs no question. Like it, it opens what the settings name and hands
each task to the room that does it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from kgplatform.connected import EVERY_DOCUMENT, no_document
from kgplatform.errors import NotFound, UsageError
from kgplatform.export import export_question
from kgplatform.extract.extractors import DEFAULT_EXTRACTOR
from kgplatform.graph.clearing import clear
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
from kgplatform.job_settings import settings_for
from kgplatform.pipelines.ingest_job import estimate_job, run_job
from kgplatform.progress import Progress
from kgplatform.retrieve.places import locate_span
from kgplatform.runtime.resources import Opened
from kgplatform.sources.listing import check_paths

__all__ = ["Holdings"]


class Holdings(Opened):
    """All that can be done with what a graph holds; a context manager."""

    def migrate(self) -> list[str]:
        """Bring the graph's schema up to date; return the names of the migrations applied."""
        embedder = self.embedder
        return migrate(self.connection, embedder=embedder.name, dimension=embedder.dimension)

    def check_schema(self) -> SchemaReport:
        """Compare the graph's schema with the one this version needs."""
        embedder = self.embedder
        return check(self.connection, embedder=embedder.name, dimension=embedder.dimension)

    def clear(self) -> int:
        """Take all that kgplatform wrote out of the database; return how many nodes went."""
        return clear(self.connection)

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
        with self._for_job(job) as holdings:
            holdings.migrate()
            return run_job(holdings, job, progress=progress or self.progress)

    def estimate_job(self, job: Job, *, progress: Progress | None = None) -> Estimate:
        """Tell what an ingest job would do and cost; nothing is written."""
        with self._for_job(job) as holdings:
            return estimate_job(holdings, job, progress=progress or self.progress)

    @contextmanager
    def _for_job(self, job: Job) -> Iterator[Holdings]:
        """Give holdings with the job's own models, or these where it names none."""
        settings = settings_for(self.settings, job)
        if settings == self.settings:
            yield self
            return
        with Holdings(settings, progress=self.progress) as other:
            yield other

    def locate(self, passage_id: str, start: int, end: int) -> list[dict[str, Any]]:
        """Return where passage.text[start:end] stands on the pages of its file.

        Returns:
            {page, label, box} a line, box being left, top, right, bottom in points from the upper
            left; a page without box where the file does not tell where its text is (slides,
            sheets); nothing where it has no pages.

        Raises:
            NotFound: there is no such passage.
            UsageError: start and end are no span of it.
        """
        rows = self.graph().read("fetch_passages", ids=[passage_id])
        if not rows:
            raise NotFound(f"There is no passage '{passage_id}': ask --json shows the ids.")
        length = len(rows[0]["text"])
        if not 0 <= start < end <= length:
            raise UsageError(
                f"{start} to {end} is no span of the passage, which has {length} characters: "
                f"give a start below the end, and an end of {length} at most."
            )
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
        with self.graph().turn("write"):
            for document_id in document_ids:
                removed = delete_document(self.graph(), document_id)
                if not removed:
                    raise no_document(document_id)
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

    def export_question(
        self, question_id: str, *, format: str, out: Path, **how: Any
    ) -> dict[str, int]:
        """Write the subgraph behind one answer to a file; see `kgplatform.export`."""
        return export_question(self.graph(), question_id, format=format, out=out, **how)
