"""What is made of the whole graph once its texts are written.

Late-known names are linked and types settled always; resolution, passage links and the auxiliary
schema as the job asks. Each step computes its result from the graph alone and writes the
difference, so that it does not matter how often, or after which runs, it is done.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kgplatform.graph.connection import Graph
from kgplatform.ingest.analysis import IngestModels
from kgplatform.ingest.linking import link_names
from kgplatform.ingest.paging import read_pages
from kgplatform.ingest.runs import RecordedRun, now
from kgplatform.progress import Progress

__all__ = ["Derivation", "LinkOptions", "derive"]

DOCUMENTS_PER_QUERY = 1_000


@dataclass(frozen=True, slots=True)
class LinkOptions:
    """How densely passages are linked by one method."""

    max_degree: int
    min_score: float


@dataclass(frozen=True, slots=True)
class Derivation:
    """What an ingest derives beside names and types.

    Attributes:
        resolve: merge the entities that are one thing.
        links: method (keyword, embedding, entity) to how passages are linked by it.
        schema: keep the auxiliary schema of entity and relation types.
        questions: a file of questions, one a line, that the schema also covers.
    """

    resolve: bool = True
    links: dict[str, LinkOptions] = field(default_factory=dict)
    schema: bool = True
    questions: Path | None = None


def derive(
    run: RecordedRun, derivation: Derivation, *, models: IngestModels, progress: Progress
) -> None:
    """Bring everything derived up to date, then mark the documents as linked."""
    graph, tally = run.graph, run.tally
    progress.begin("Linking names", total=None, unit="documents")
    with tally.timed("link"):
        named = link_names(graph)
        tally.counts.update(rows=named, mentions=named)
        for rows in _unlinked(graph):
            ids = [row["id"] for row in rows]
            settled = graph.write("settle_entity_types", document_ids=ids, entity_ids=[])
            tally.counts["rows"] += settled[0]["entities"]
    for rows in _unlinked(graph):
        graph.write("mark_documents_linked", ids=[row["id"] for row in rows], at=now())


def _unlinked(graph: Graph) -> Iterator[list[dict[str, Any]]]:
    return read_pages(graph, "list_unlinked_documents", size=DOCUMENTS_PER_QUERY)
