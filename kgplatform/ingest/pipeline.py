"""The ingest job: scan, read, analyse, write, derive; the one way documents enter the graph.

It may be killed at any point: a document counts as done when its last passage is written, and
the next run does what is left. A run that finds nothing new writes nothing. Of several runs at
once one waits for the other; removals and merges come in between two batches.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from kgplatform.extract.gazetteer import Gazetteer
from kgplatform.extract.given import is_given
from kgplatform.graph.connection import Graph
from kgplatform.graph.writer import BatchWriter, delete_document, delete_orphans
from kgplatform.ingest.analysis import IngestModels
from kgplatform.ingest.derive import Derivation, derive, is_derived
from kgplatform.ingest.engines import Engine, LocalEngine
from kgplatform.ingest.groups import GroupSize, group_passages
from kgplatform.ingest.limits import Limits
from kgplatform.ingest.paging import in_parts, read_pages
from kgplatform.ingest.reading import SourceReader, opened_sources
from kgplatform.ingest.report import IngestReport, Tally
from kgplatform.ingest.runs import RecordedRun, recorded_run
from kgplatform.ingest.scan import Scan, folder_prefixes, scan_sources
from kgplatform.progress import NO_PROGRESS, Progress
from kgplatform.records import Document
from kgplatform.text.languages import LANGUAGES

__all__ = ["ingest"]

ROWS_PER_STATEMENT = 5_000


def ingest(
    paths: Sequence[Path],
    *,
    graph: Graph,
    models: IngestModels,
    engine: Engine | None = None,
    derivation: Derivation = Derivation(),  # noqa: B008  # frozen
    limits: Limits = Limits(),  # noqa: B008  # frozen
    pruned: Sequence[Path] = (),
    name: str = "",
    progress: Progress = NO_PROGRESS,
) -> IngestReport:
    """Read files and folders into the graph.

    Args:
        graph: migrated for the embedder of `models`.
        engine: where models run; on this machine by default.
        derivation: what is made of the whole graph afterwards.
        limits: how much this run may do; what is left then waits for the next one.
        pruned: folders, which may be empty now; documents whose file is no longer in one of them
            are removed.
        name: of the job, kept with the run; the paths by default.

    Returns:
        What was done; a file or line that cannot be read is in `failures`, the rest goes on.

    Raises:
        UsageError: a path does not exist or holds nothing readable, or there are too many files.
        GraphError: Neo4j failed; what was written so far stays, the next run goes on from there.
        ModelUnavailable: the chat endpoint does not answer; the same holds.
    """
    tally = Tally()
    engine = engine or LocalEngine(models)
    extractors = models.extractor_names()
    progress.begin("Looking for changes", total=None, unit="documents")
    folders = folder_prefixes(pruned)
    opening = partial(
        opened_sources, graph=graph, parse=engine.parse, extractors=extractors, progress=progress
    )
    with graph.turn("run"), opening(paths, limits=limits, pruned=pruned) as reader:
        limits.check_files(len(reader.listing.files))
        tally.skipped.update(reader.listing.skipped)
        with tally.timed("scan"):
            scan = scan_sources(reader, graph=graph, extractors=extractors, folders=folders)
        reader.states.compare(scan.pending)
        _count(scan, tally)
        _note_files(reader, scan, graph)
        if not (scan.pending or scan.vanished or scan.places or not is_derived(graph, derivation)):
            return tally.report()
        job = name or " ".join(str(path) for path in paths)
        with recorded_run(graph, job, tally) as run:
            graph.write("mark_derivation", signature=None, threshold=None, links=None)
            _write(reader, scan, run, engine, models, limits, progress)
            with graph.turn("write"):
                _write_places(graph, scan, tally)
                _remove(graph, scan.vanished, tally)
                _clean_up(run)
                derive(run, derivation, models=models, progress=progress)
    return tally.report()


def _note_files(reader: SourceReader, scan: Scan, graph: Graph) -> None:
    """Note the bytes of files that were read for nothing, so that the next run need not read them.

    That is so where the readers are newer than the graph: most documents come out as they were.
    """
    rows = [
        [document_id, file_hash, list(reader.unread.get(document_id, ())) or None]
        for document_id, file_hash in reader.file_hashes.items()
        if document_id not in scan.pending
    ]
    for part in in_parts(rows, ROWS_PER_STATEMENT):
        with graph.turn("write"):
            graph.write("note_document_files", rows=part)


def _count(scan: Scan, tally: Tally) -> None:
    tally.failures.extend(scan.failures)
    tally.partly_read.extend(scan.partly_read)
    tally.counts.update(
        new=len(scan.new),
        changed=len(scan.changed),
        unchanged=scan.unchanged,
        copies=scan.copies,
        failed=len(scan.failures),
    )


def _write(
    reader: SourceReader,
    scan: Scan,
    run: RecordedRun,
    engine: Engine,
    models: IngestModels,
    limits: Limits,
    progress: Progress,
) -> None:
    """Analyse and write all documents that are new or changed."""
    if not scan.pending:
        return
    graph, tally = run.graph, run.tally
    progress.begin("Reading documents", total=len(scan.pending), unit="documents")
    split = _timed_splitter(models, tally)
    documents = reader.read(scan.pending)
    size = GroupSize()
    groups = group_passages(documents, split_sentences=split, replaced=scan.changed, size=size)
    writer = BatchWriter(graph)
    with ExitStack() as turn:
        for batch in engine.analyse(groups, gazetteer=_known_names(graph, scan), tally=tally):
            turn.enter_context(graph.turn("write"))
            started = time.perf_counter()
            with tally.timed("write"):
                tally.counts["rows"] += writer.write(
                    batch,
                    file_hashes=reader.file_hashes,
                    source_hashes=reader.source_hashes,
                )
            size.learn(time.perf_counter() - started)
            tally.counts["finished"] += len(batch.finished)
            tally.languages.update(_unread_languages(batch.finished, models))
            run.update()
            if batch.finished == batch.documents:  # else nobody may change what is written half
                turn.close()
            reader.states.finish(batch.finished)
            progress.advance(len(batch.finished))
            progress.note(tally.in_short())
            if (bound := limits.reached(tally)) is not None:
                left = len(scan.pending) - tally.counts["finished"]
                tally.failures.append(
                    f"Stopped after {bound}: {left:,} documents are left for the next run."
                )
                return


def _unread_languages(documents: Iterable[Document], models: IngestModels) -> Iterator[str]:
    """Yield the names of the languages of documents in which no facts are read."""
    for document in documents:
        if not is_given(document) and not models.reads(document.language):
            yield LANGUAGES[document.language]


def _timed_splitter(models: IngestModels, tally: Tally) -> Callable[[str], list[tuple[int, int]]]:
    def split(text: str) -> list[tuple[int, int]]:
        with tally.timed("split"):
            return models.linguistics.split_sentences(text)

    return split


def _known_names(graph: Graph, scan: Scan) -> Gazetteer:
    """Return the titles of the graph and of this run as names to look for.

    Types are left out, and names sorted: neither which types are known already nor the order of
    names may depend on where an earlier run was cut off.
    """
    names = set(scan.titles)
    for rows in read_pages(graph, "list_title_entities"):
        names.update(row["name"] for row in rows)
    return Gazetteer.of_names(sorted(names))


def _write_places(graph: Graph, scan: Scan, tally: Tally) -> None:
    """Record where documents are found now; one that a limit left for later is not there yet."""
    rows = [
        [place.document_id, place.paths[0], list(place.paths[1:]) or None, place.content]
        for place in scan.places
    ]
    with tally.timed("write"):
        for part in in_parts(rows, ROWS_PER_STATEMENT):
            tally.counts["rows"] += graph.write("write_document_places", rows=part)[0]["documents"]


def _remove(graph: Graph, document_ids: frozenset[str], tally: Tally) -> None:
    """Remove documents that their sources no longer give, each in one transaction."""
    with tally.timed("write"):
        for document_id in sorted(document_ids):
            removed = delete_document(graph, document_id)
            tally.counts.update(removed=1, rows=sum(removed.values()))


def _clean_up(run: RecordedRun) -> None:
    """After a run that was cut off, remove what it may have left without support."""
    if run.follows_a_crash:
        run.tally.counts["rows"] += sum(delete_orphans(run.graph).values())
        run.graph.write("mark_runs_cleaned")
