"""Writes batches of analysed documents; the only way text enters the graph.

One writer, rows as lists, a few thousand a statement: on Neo4j Community more writers deadlock
without being faster. A batch is one transaction, written whole or not at all, and a document's
hash is set with its last part, so a run that is killed leaves nothing that a second run does not
finish.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime

import numpy as np
import numpy.typing as npt

from kgplatform.graph.connection import Graph, Transaction
from kgplatform.graph.rows import (
    Row,
    document_row,
    entity_row,
    has_passage_rows,
    link_rows,
    literal_rows,
    mention_row,
    page_rows,
    passage_language_rows,
    phrase_rows,
    qualifier_rows,
    reference_row,
    section_rows,
    statement_row,
    subject_type_rows,
    table_rows,
    unique_entities,
    unproven_row,
)
from kgplatform.records import Document, Entity, Mention, Passage, Statement, UnprovenFact

__all__ = [
    "Batch",
    "BatchWriter",
    "delete_document",
    "delete_orphans",
    "write_mentions",
    "write_readings",
]

ROWS_PER_STATEMENT = 5_000
PASSAGES_PER_STATEMENT = 2_000  # with vectors; both measured, see benchmarks of the bulk write
NO_HASHES: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class Batch:
    """Passages of some documents with all that was read in them.

    Attributes:
        documents: the documents the passages belong to.
        started: those of them whose first passage is in this batch.
        finished: those of them whose last passage is in this batch.
        replaced: ids of started documents that are in the graph already, in an older form.
        embeddings: one row a passage, float32 of shape (passages, dimension).
        titles: document id to the entity its title names.
        extractors: document id to what read its mentions and statements.
        failures: passage id to why no model could read it.
        references: what stands for an entity without naming it.
    """

    documents: tuple[Document, ...]
    started: tuple[Document, ...]
    finished: tuple[Document, ...]
    replaced: tuple[str, ...]
    passages: tuple[Passage, ...]
    following: tuple[tuple[str, str], ...]
    embeddings: npt.NDArray[np.float32]
    titles: dict[str, Entity]
    mentions: tuple[Mention, ...]
    statements: tuple[Statement, ...]
    unproven: tuple[UnprovenFact, ...]
    extractors: dict[str, str]
    failures: dict[str, str]
    references: tuple[Mention, ...] = ()


@dataclass(frozen=True, slots=True)
class _Former:
    """What a replaced document held before: ids of passages, statements, and what these are of."""

    passages: frozenset[str]
    statements: list[str]
    things: list[str]

    def without(self, passages: set[str]) -> _Former:
        """Return the same without passages that were written again."""
        return _Former(self.passages - passages, self.statements, self.things)


NOTHING_FORMER = _Former(frozenset(), [], [])


@dataclass(slots=True)
class BatchWriter:
    """Writes the batches of one run in order.

    A replaced document's former parts go in the transaction that writes its last new part; what
    did not change keeps its node, and with it what points there (citations, decisions).
    """

    graph: Graph
    _former: dict[str, _Former] = field(default_factory=dict)

    def write(
        self,
        batch: Batch,
        *,
        file_hashes: Mapping[str, str] = NO_HASHES,
        source_hashes: Mapping[str, str] = NO_HASHES,
    ) -> int:
        """Write a batch in one transaction; return how many rows were sent.

        Args:
            file_hashes: document id to the hash of the file it was converted from.
            source_hashes: URI of a file to its SHA-256.

        Raises:
            GraphError: nothing of the batch was written.
        """
        finished = _finish_rows(batch, file_hashes, source_hashes)
        stages = _stages(self.graph, batch, finished)

        def work(transaction: Transaction) -> dict[str, _Former]:
            former = {**self._former}
            with _everything_shown(transaction):
                for document_id in batch.replaced:
                    former[document_id] = _detach(transaction, document_id)
                for name, rows, size in stages:
                    _run(transaction, name, rows, size)
                for document_id, new in _passage_ids(batch).items():
                    if document_id in former:
                        former[document_id] = former[document_id].without(new)
                for document in batch.finished:
                    if document.id in former:
                        _delete_former(transaction, former.pop(document.id))
            return former

        self._former = self.graph.write_whole(work)
        return sum(len(rows) for _, rows, _ in stages)


def _stages(graph: Graph, batch: Batch, finished: list[Row]) -> list[tuple[str, list[Row], int]]:
    many = ROWS_PER_STATEMENT
    facts = _fact_stages(batch.titles.values(), batch.mentions, batch.statements, batch.unproven)
    return [
        ("write_documents", [document_row(d) for d in batch.documents], many),
        ("write_document_links", _of_each(batch.started, link_rows), many),
        ("write_passages", _passage_rows(graph, batch), PASSAGES_PER_STATEMENT),
        ("write_passage_languages", passage_language_rows(batch.documents, batch.passages), many),
        ("write_next", [list(pair) for pair in batch.following], many),
        ("write_pages", _of_each(batch.started, page_rows), many),
        ("write_sections", _of_each(batch.started, section_rows), many),
        ("write_tables", _of_each(batch.started, table_rows), many),
        ("write_has_passage", has_passage_rows(batch.documents, batch.passages), many),
        *((name, rows, many) for name, rows in facts),
        ("write_references", [reference_row(m) for m in batch.references], many),
        ("write_about", [[d, e.id] for d, e in batch.titles.items()], many),
        ("finish_documents", finished, many),
    ]


def _fact_stages(
    titles: Iterable[Entity],
    mentions: Sequence[Mention],
    statements: Sequence[Statement],
    unproven: Sequence[UnprovenFact],
) -> list[tuple[str, list[Row]]]:
    return [
        ("write_entities", [entity_row(e) for e in unique_entities(titles, mentions, statements)]),
        ("write_mentions", [mention_row(m) for m in mentions]),
        ("write_phrases", phrase_rows(statements)),
        ("write_literals", literal_rows(statements)),
        ("write_statements", [statement_row(s) for s in statements]),
        ("write_subject_types", subject_type_rows(statements)),
        ("write_qualifiers", qualifier_rows(statements)),
        ("write_unproven_facts", [unproven_row(f) for f in unproven]),
    ]


def write_readings(
    graph: Graph,
    *,
    mentions: Sequence[Mention],
    statements: Sequence[Statement],
    unproven: Sequence[UnprovenFact],
    passage_ids: Sequence[str],
    extractor: str,
) -> None:
    """Add what was read in passages that are in the graph already, in one transaction.

    What is derived from the whole graph (resolution, schema) follows with the next ingest.

    Args:
        passage_ids: those that need not be read by this extractor again.
        extractor: who read them.
    """
    stages = _fact_stages((), mentions, statements, unproven)
    things = sorted({mention.entity.id for mention in mentions})

    def work(transaction: Transaction) -> None:
        with _everything_shown(transaction):
            for name, rows in stages:
                _run(transaction, name, rows)
            transaction.run("decide_entity_types", document_ids=[], entity_ids=things)
        transaction.run("mark_passages_read", ids=list(passage_ids), extractor=extractor)
        transaction.run("mark_derivation", signature=None, threshold=None, links=None)

    with graph.turn("write"):
        graph.write_whole(work)


def write_mentions(graph: Graph, mentions: Sequence[Mention]) -> int:
    """Add mentions to passages that are in the graph already; return how many rows were sent."""
    rows = [mention_row(mention) for mention in mentions]
    graph.write_whole(lambda transaction: _run(transaction, "write_mentions", rows))
    return len(rows)


def delete_document(graph: Graph, document_id: str) -> dict[str, int]:
    """Remove a document with all that only it supports, in one transaction.

    Returns:
        How many passages, statements, entities, phrases and literals went; empty if it was not
        there.
    """

    def work(transaction: Transaction) -> dict[str, int]:
        with _everything_shown(transaction):
            rows = transaction.run("detach_document", id=document_id)
            if not rows:
                return {}
            transaction.run("delete_document_node", id=document_id)
            transaction.run("mark_derivation", signature=None, threshold=None, links=None)
            return _delete_former(transaction, _make_former(rows[0]))

    with graph.turn("write"):
        return graph.write_whole(work)


def delete_orphans(graph: Graph) -> dict[str, int]:
    """Remove statements, entities, phrases and literals that no passage supports; return how many.

    They are left where a run was cut off between the first and the last batch of a long document
    that it replaced.
    """

    def work(transaction: Transaction) -> dict[str, int]:
        with _everything_shown(transaction):
            row = transaction.run("list_orphans")[0]
            former = _Former(frozenset(), row["statements"], row["things"])
            return _delete_former(transaction, former)

    return graph.write_whole(work)


@contextmanager
def _everything_shown(transaction: Transaction) -> Iterator[None]:
    """Bring into sight what people decided is no entity, while what it consists of is written.

    Else a name that is read again would get a second node, and what nothing supports would stay.
    """
    transaction.run("restore_ignored")
    yield
    transaction.run("hide_ignored")


def _detach(transaction: Transaction, document_id: str) -> _Former:
    rows = transaction.run("detach_document", id=document_id)
    return _make_former(rows[0]) if rows else NOTHING_FORMER  # somebody removed it meanwhile


def _make_former(row: dict[str, list[str]]) -> _Former:
    return _Former(frozenset(row["passages"]), row["statements"], row["things"])


def _delete_former(transaction: Transaction, former: _Former) -> dict[str, int]:
    rows = transaction.run(
        "delete_unsupported",
        passages=sorted(former.passages),
        statements=former.statements,
        things=former.things,
    )
    transaction.run("decide_entity_types", document_ids=[], entity_ids=former.things)
    return {name: int(count) for name, count in rows[0].items()}


def _run(
    transaction: Transaction, name: str, rows: list[Row], size: int = ROWS_PER_STATEMENT
) -> None:
    for start in range(0, len(rows), size):
        transaction.run(name, rows=rows[start : start + size])


def _passage_ids(batch: Batch) -> dict[str, set[str]]:
    ids: dict[str, set[str]] = {}
    for passage in batch.passages:
        ids.setdefault(passage.document_id, set()).add(passage.id)
    return ids


def _of_each(
    documents: Sequence[Document], make_rows: Callable[[Document], list[Row]]
) -> list[Row]:
    return [row for document in documents for row in make_rows(document)]


def _passage_rows(graph: Graph, batch: Batch) -> list[Row]:
    return [
        [
            p.id,
            p.document_id,
            p.index,
            p.title,
            p.text,
            p.start,
            p.end,
            p.page,
            p.heading or None,
            batch.failures.get(p.id),
            graph.vector(vector),
        ]
        for p, vector in zip(batch.passages, batch.embeddings, strict=True)
    ]


def _finish_rows(
    batch: Batch, file_hashes: Mapping[str, str], source_hashes: Mapping[str, str]
) -> list[Row]:
    now = datetime.now(UTC).isoformat()
    return [
        [
            d.id,
            d.sha256,
            batch.extractors[d.id],
            now,
            file_hashes.get(d.id),
            source_hashes.get(d.uri.partition("#")[0]),
        ]
        for d in batch.finished
    ]
