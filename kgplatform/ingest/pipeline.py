"""The ingest job: scan, read, analyse, write, link names; the one way documents enter the graph.

It may be killed at any point: a document counts as done when its last passage is written, and
the next run does what is left. A run that finds nothing new writes nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from kgplatform.errors import GraphError, KgPlatformError
from kgplatform.extract.extractors import Extractor
from kgplatform.extract.gazetteer import Gazetteer
from kgplatform.extract.names import make_entity
from kgplatform.graph.connection import Graph
from kgplatform.graph.writer import Batch, delete_document, write_batch
from kgplatform.ids import content_id
from kgplatform.ingest.analysis import analyse
from kgplatform.ingest.linking import link_names
from kgplatform.ingest.report import IngestReport, Tally
from kgplatform.ingest.scan import Scan, scan_sources
from kgplatform.models.embedding import Embedder
from kgplatform.models.linguistics import Linguistics
from kgplatform.progress import NO_PROGRESS, Progress
from kgplatform.records import Document
from kgplatform.sources.files import list_files, read_sources

__all__ = ["IngestModels", "ingest"]

MAX_ERRORS_STORED = 100


@dataclass(frozen=True, slots=True)
class IngestModels:
    """The models an ingest needs."""

    embedder: Embedder
    linguistics: Linguistics
    extractor: Extractor


def ingest(
    paths: Sequence[Path],
    *,
    graph: Graph,
    models: IngestModels,
    progress: Progress = NO_PROGRESS,
) -> IngestReport:
    """Read files and folders into the graph.

    Args:
        graph: migrated for the embedder of `models`.

    Returns:
        What was done; a file or line that cannot be read is in `failures`, the rest goes on.

    Raises:
        UsageError: a path does not exist or holds nothing readable.
        GraphError: Neo4j failed; what was written so far stays, the next run goes on from there.
    """
    tally = Tally()
    files = list_files(paths)
    progress.begin("Looking for changes", total=None, unit="documents")
    with tally.timed("scan"):
        scan = scan_sources(files, graph=graph, extractor=models.extractor.name)
    _count(scan, tally)
    if scan.pending or graph.read("list_unlinked_documents"):
        with _recorded_run(graph, paths, tally):
            if scan.pending:
                batches = _analyse_pending(graph, files, scan, models, tally)
                _write_batches(graph, batches, len(scan.pending), tally, progress)
            _link(graph, tally, progress)
    return tally.report()


def _count(scan: Scan, tally: Tally) -> None:
    tally.failures.extend(scan.failures)
    tally.counts.update(
        new=len(scan.new),
        changed=len(scan.changed),
        unchanged=scan.unchanged,
        failed=len(scan.failures),
    )


def _analyse_pending(
    graph: Graph, files: Sequence[Path], scan: Scan, models: IngestModels, tally: Tally
) -> Iterator[Batch]:
    """Yield the analysed batches of all documents that are new or changed."""
    return analyse(
        _read_pending(files, scan, graph),
        extractor=models.extractor,
        embedder=models.embedder,
        linguistics=models.linguistics,
        gazetteer=_known_names(graph, scan),
        tally=tally,
    )


def _write_batches(
    graph: Graph, batches: Iterator[Batch], documents: int, tally: Tally, progress: Progress
) -> None:
    progress.begin("Reading documents", total=documents, unit="documents")
    for batch in batches:
        with tally.timed("write"):
            rows = write_batch(graph, batch)
        tally.counts.update(
            rows=rows,
            passages=len(batch.passages),
            mentions=len(batch.mentions),
            statements=len(batch.statements),
        )
        progress.advance(len(batch.finished))


def _read_pending(files: Sequence[Path], scan: Scan, graph: Graph) -> Iterator[Document]:
    """Yield the documents to write; the old parts of a changed one are removed first."""
    for item in read_sources(files):
        if isinstance(item, Document) and item.id in scan.pending:
            if item.id in scan.changed:
                delete_document(graph, item.id)
            yield item


def _known_names(graph: Graph, scan: Scan) -> Gazetteer:
    """Return the titles of the graph and of this run as names to look for."""
    stored = graph.read("list_title_entities")
    entities = [make_entity(row["name"], row["type"]) for row in stored]
    return Gazetteer([*entities, *(make_entity(title) for title in scan.titles)])


def _link(graph: Graph, tally: Tally, progress: Progress) -> None:
    """Look for late-known names in all documents that were not searched yet."""
    rows = graph.read("list_unlinked_documents")
    progress.begin("Linking names", total=None, unit="documents")
    with tally.timed("link"):
        ids = [row["id"] for row in rows]
        titles = [row["title"] for row in rows if row["title"]]
        written = link_names(graph, document_ids=ids, titles=titles)
        graph.write("mark_documents_linked", ids=ids, at=_now())
    tally.counts.update(rows=written, mentions=written)


@contextmanager
def _recorded_run(graph: Graph, paths: Sequence[Path], tally: Tally) -> Iterator[None]:
    """Keep an IngestRun node beside the work, so that the Browser shows what happened when."""
    started = _now()
    job = " ".join(str(path) for path in paths)
    run_id = content_id("run", job, started)
    graph.write("write_ingest_run", id=run_id, job=job, started_at=started)
    try:
        yield
    except KgPlatformError:
        with suppress(GraphError):  # the first error is the one to tell
            _finish_run(graph, run_id, "failed", tally)
        raise
    _finish_run(graph, run_id, "done", tally)


def _finish_run(graph: Graph, run_id: str, state: str, tally: Tally) -> None:
    graph.write(
        "finish_ingest_run",
        id=run_id,
        state=state,
        finished_at=_now(),
        counts=json.dumps(dict(tally.counts)),
        errors=tally.failures[:MAX_ERRORS_STORED],
    )


def _now() -> str:
    return datetime.now(UTC).isoformat()
