"""Ingests Wikidata items: those a job names, or those of the graph's linked entities.

Each item is a fact file that is ingested like any other, so one that is brought again is refreshed
in place. Fetching is the slow part, and an endpoint may fail half-way: what was fetched is written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from kgplatform.errors import NotFound, WikidataError
from kgplatform.ingest import IngestModels, IngestReport, ingest
from kgplatform.ingest.job.spec import Wikidata
from kgplatform.ingest.limits import Limits
from kgplatform.ingest.report import Tally
from kgplatform.progress import NO_PROGRESS, Progress
from kgplatform.wikidata.item_files import item_path, mark_statements
from kgplatform.wikidata.service import Resources, WikidataBridge

__all__ = ["bring_items", "bring_missing", "count_missing"]

JOB_NAME = "Wikidata items"


def bring_missing(
    resources: Resources, wanted: Wikidata, progress: Progress, *, models: IngestModels
) -> IngestReport:
    """Bring the items that a job asks for, after linking where it asks for that.

    Args:
        resources: the graph, and the models that link.
        wanted: what the job says.
        progress: reports the linking, the fetching and the writing.
        models: of the ingest; items need no extractor.

    Returns:
        The report, in which an item that is unknown and an endpoint that fails are failures.

    Raises:
        GraphError: Neo4j cannot be asked or written.
    """
    bridge = WikidataBridge(resources, progress=progress)
    tally = Tally()
    files: dict[str, Path] = {}
    try:
        if wanted.link:
            report = bridge.link_entities(is_exact=wanted.exact)
            tally.derived["entities linked"] = report.linked
        qids = _list_qids(resources, bridge, wanted)
        if len(qids) > wanted.max_items:
            tally.failures.append(
                f"More than {wanted.max_items:,} items are asked for: the rest is left out "
                "(wikidata.max_items of the job)."
            )
            del qids[wanted.max_items :]
        progress.begin("Fetching Wikidata items", total=len(qids), unit="items")
        with tally.timed("fetch"):
            for qid, path in _fetch(bridge, qids, tally, progress):
                files[qid] = path
    except WikidataError as exc:
        tally.failures.append(f"Wikidata failed after {len(files):,} items: {exc}")
    finally:
        bridge.close()
    stated = tally.report()
    return (
        stated + bring_items(resources, files, models=models, progress=progress)
        if files
        else stated
    )


def count_missing(resources: Resources, wanted: Wikidata) -> dict[str, int]:
    """Return what a job's items would come to, by the graph as it is; see `Estimate.wikidata`.

    What the job's own sources add to the graph, and which entities an endpoint knows, only the job
    itself can say.

    Raises:
        GraphError: Neo4j cannot be asked.
    """
    if not (wanted.items or wanted.link or wanted.linked):
        return {}
    listed = len(dict.fromkeys(wanted.items))
    qids = _list_qids(resources, WikidataBridge(resources), wanted)
    stated = {"items": listed, "linked": len(qids) - listed}
    stated["brought"] = min(len(qids), wanted.max_items)
    if wanted.link:
        stated["looked_up"] = resources.graph().read("count_entities_to_link")[0]["entities"]
    return stated


def bring_items(
    resources: Resources,
    files: Mapping[str, Path],
    *,
    models: IngestModels,
    progress: Progress = NO_PROGRESS,
) -> IngestReport:
    """Write items into the graph, or those there up to date; the graph's schema is there.

    Args:
        resources: the graph and its settings.
        files: the items' fact files by QID (`WikidataBridge.save_item`).
        models: of the ingest; items need no extractor.
        progress: reports the writing.

    Raises:
        GraphError: Neo4j cannot be asked or written.
    """
    graph, retrieved_at = resources.graph(), datetime.now(UTC)
    with graph.turn("run"):
        report = ingest(
            list(files.values()),
            graph=graph,
            models=models,
            limits=Limits(reading=resources.settings.read_limits),
            name=JOB_NAME,
            progress=progress,
        )
        marked = sum(
            mark_statements(graph, path, qid, retrieved_at=retrieved_at)
            for qid, path in files.items()
        )
    stated = {"Wikidata items": len(files), "Wikidata statements": marked}
    return replace(report, derived={**report.derived, **stated})


def _list_qids(resources: Resources, bridge: WikidataBridge, wanted: Wikidata) -> list[str]:
    """Return the items asked for: those listed, then those of the entities that texts name most.

    Where there are more than `max_items`, there is at least one more in the list.
    """
    qids = list(wanted.items)
    if wanted.linked:
        folder = item_path(bridge.store.folder, "").parent.as_uri() + "/"
        limit = wanted.max_items + len(qids) + 1
        rows = resources.graph().read("list_linked_qids", folder=folder, limit=limit)
        qids += [row["qid"] for row in rows]
    return list(dict.fromkeys(qids))


def _fetch(
    bridge: WikidataBridge, qids: Iterable[str], tally: Tally, progress: Progress
) -> Iterator[tuple[str, Path]]:
    """Yield each item with its file, which is written."""
    for qid in qids:
        try:
            item = bridge.fetch_item(qid)
        except NotFound as exc:
            tally.failures.append(str(exc))
        else:
            if item.statements:
                yield qid, bridge.save_item(item)
            else:
                tally.skipped["items without statements"] += 1
        progress.advance()
