"""What is made of the whole graph once its texts are written.

Late-known names are linked and types decided always; resolution, passage links and the auxiliary
schema as the job asks. Each step computes its result from the graph alone and writes the
difference, so it does not matter how often, or after which runs, it is done.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any

from kgplatform.graph.connection import Graph
from kgplatform.ingest.analysis import IngestModels
from kgplatform.ingest.linking import link_names
from kgplatform.ingest.links.passage_links import (
    LinkLimits,
    link_passages,
    unlink_passages,
)
from kgplatform.ingest.paging import read_pages
from kgplatform.ingest.resolution.resolve import (
    DEFAULT_THRESHOLD,
    resolve_entities,
)
from kgplatform.ingest.runs import RecordedRun, now
from kgplatform.ingest.schema.auxiliary_schema import update_schema
from kgplatform.ingest.schema.near_relations import link_relations
from kgplatform.models.conversation import ChatModel
from kgplatform.models.embedding import Embedder
from kgplatform.progress import Progress
from kgplatform.records.ids import content_id

__all__ = ["Derivation", "derive", "is_derived", "recount_schema"]

DOCUMENTS_PER_QUERY = 1_000


@dataclass(frozen=True, slots=True)
class Derivation:
    """What an ingest derives besides names and types.

    Attributes:
        threshold: how alike the names of one entity must be, 0..1 (NOTHING_AUTOMATIC merges
            nothing); None is that of the ingest before, or the default.
        links: method (keyword, embedding, entity) to how passages are linked by it, other
            methods' links being removed; None keeps the methods of the ingest before.
        schema: keep the auxiliary schema of entity and relation types.
        questions: a file of questions that the schema also covers.
        chat: reads the questions; without one their syntax is read.
    """

    threshold: float | None = None
    links: Mapping[str, LinkLimits] | None = None
    schema: bool = True
    questions: Path | None = None
    chat: ChatModel | None = None


@dataclass(frozen=True, slots=True)
class _Resolved:
    """A derivation with what it leaves open taken from the graph."""

    threshold: float
    links: Mapping[str, LinkLimits]
    former_methods: frozenset[str]
    signature: str

    def links_text(self) -> str:
        return json.dumps({name: astuple(item) for name, item in sorted(self.links.items())})


def _resolve(graph: Graph, derivation: Derivation) -> _Resolved:
    stored = graph.read("fetch_derivation")[0]
    threshold = derivation.threshold
    if threshold is None:
        threshold = DEFAULT_THRESHOLD if stored["threshold"] is None else stored["threshold"]
    former = {
        name: LinkLimits(*limits) for name, limits in json.loads(stored["links"] or "{}").items()
    }
    links = former if derivation.links is None else derivation.links
    questions = derivation.questions
    asked = questions.read_text("utf-8", "replace") if questions is not None else ""
    parts = (repr(threshold), repr(sorted(links.items())), repr(derivation.schema), asked)
    return _Resolved(threshold, links, frozenset(former), content_id(*parts))


def is_derived(graph: Graph, derivation: Derivation) -> bool:
    """Return whether everything derived is up to date by these settings."""
    signature = graph.read("fetch_derivation")[0]["signature"]
    return bool(signature == _resolve(graph, derivation).signature)


def derive(
    run: RecordedRun, derivation: Derivation, *, models: IngestModels, progress: Progress
) -> None:
    """Bring everything derived up to date, then mark the documents and the graph as derived."""
    graph, tally = run.graph, run.tally
    decided = _resolve(graph, derivation)
    _link_names(run, progress)
    with tally.timed("resolve"):
        resolved = resolve_entities(graph, threshold=decided.threshold, progress=progress)
    tally.counts["rows"] += resolved.written
    tally.derived["names merged"] = sum(resolved.methods.values())
    tally.derived["names ambiguous"] = resolved.ambiguous
    _link_passages(run, decided, progress)
    if derivation.schema:
        _update_schema(run, derivation, models, progress)
    for rows in _unlinked(graph):
        graph.write("mark_documents_linked", ids=[row["id"] for row in rows], at=now())
    graph.write(
        "mark_derivation",
        signature=decided.signature,
        threshold=decided.threshold,
        links=decided.links_text(),
    )


def _link_passages(run: RecordedRun, decided: _Resolved, progress: Progress) -> None:
    """Link passages by the methods asked for, and remove the links of those given up."""
    with run.tally.timed("similar"):
        for method in sorted(decided.former_methods - set(decided.links)):
            run.tally.counts["rows"] += unlink_passages(run.graph, method=method)
        for method, limits in sorted(decided.links.items()):
            run.tally.derived[f"{method} links"] = link_passages(
                run.graph,
                method=method,
                max_degree=limits.max_degree,
                min_score=limits.min_score,
                progress=progress,
            )


def _link_names(run: RecordedRun, progress: Progress) -> None:
    """Link the names that only became known later; give entities the type most mentions show."""
    graph, tally = run.graph, run.tally
    progress.begin("Linking names", total=None, unit="documents")
    with tally.timed("link"):
        named = link_names(graph)
        tally.counts.update(rows=named, mentions=named)
        tally.derived["late names"] = named
        for rows in _unlinked(graph):
            ids = [row["id"] for row in rows]
            decided = graph.write("decide_entity_types", document_ids=ids, entity_ids=[])
            tally.counts["rows"] += decided[0]["entities"]


def _update_schema(
    run: RecordedRun, derivation: Derivation, models: IngestModels, progress: Progress
) -> None:
    with run.tally.timed("schema"):
        schema = update_schema(
            run.graph,
            embedder=models.embedder,
            questions=derivation.questions,
            linguistics=models.linguistics,
            chat=derivation.chat,
            progress=progress,
        )
        near = link_relations(run.graph, embedder=models.embedder, progress=progress)
    run.tally.counts["rows"] += schema.rows_written + near
    run.tally.derived["relation types"] = schema.relation_types
    run.tally.failures.extend(schema.failures)
    run.tally.usage += schema.usage


def _unlinked(graph: Graph) -> Iterator[list[dict[str, Any]]]:
    return read_pages(graph, "list_unlinked_documents", size=DOCUMENTS_PER_QUERY)


def recount_schema(graph: Graph, *, embedder: Embedder) -> None:
    """Bring the counts of the schema up to date after documents were removed.

    One query; nothing is embedded, since a removal makes no new relations. Where no schema is
    kept none is made. What else is derived follows with the next ingest.
    """
    if graph.read("count_entity_types")[0]["types"]:
        update_schema(graph, embedder=embedder)
