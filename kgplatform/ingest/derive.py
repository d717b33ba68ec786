"""What is made of the whole graph once its texts are written.

Late-known names are linked and types settled always; resolution, passage links and the auxiliary
schema as the job asks. Each step computes its result from the graph alone and writes the
difference, so that it does not matter how often, or after which runs, it is done.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from kgplatform.graph.connection import Graph
from kgplatform.ingest.analysis import IngestModels
from kgplatform.ingest.linking import link_names
from kgplatform.ingest.report import Tally
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
    rows = graph.read("list_unlinked_documents")
    ids = [row["id"] for row in rows]
    progress.begin("Linking names", total=None, unit="documents")
    with tally.timed("link"):
        titles = [row["title"] for row in rows if row["title"]]
        named = link_names(graph, document_ids=ids, titles=titles)
        tally.counts.update(rows=named, mentions=named)
        _settle_types(graph, ids, tally)
    graph.write("mark_documents_linked", ids=ids, at=now())


def _settle_types(graph: Graph, document_ids: Sequence[str], tally: Tally) -> None:
    """Give each entity of some documents the type most of its mentions show."""
    for start in range(0, len(document_ids), DOCUMENTS_PER_QUERY):
        part = document_ids[start : start + DOCUMENTS_PER_QUERY]
        changed = graph.write("settle_entity_types", document_ids=part)[0]["entities"]
        tally.counts["rows"] += changed
