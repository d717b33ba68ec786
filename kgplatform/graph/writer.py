"""Writes a batch of analysed documents in one transaction; the only way text enters the graph.

One writer, rows as lists, a few thousand a statement: on Neo4j Community more writers deadlock
without being faster. A batch is written whole or not at all, and a document's hash is set with
its last part, so a run that is killed leaves nothing that a second run does not finish.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import numpy as np
import numpy.typing as npt

from kgplatform.graph.connection import Graph, Transaction
from kgplatform.records import Document, Entity, Literal, Mention, Passage, Statement, UnprovenFact

__all__ = ["Batch", "delete_document", "write_batch", "write_mentions"]

ROWS_PER_STATEMENT = 5_000
PASSAGES_PER_STATEMENT = 2_000  # with vectors; both measured, see benchmarks of the bulk write

Row = list[Any]


@dataclass(frozen=True, slots=True)
class Batch:
    """Passages of some documents with all that was read in them.

    Attributes:
        documents: the documents the passages belong to.
        finished: those of them whose last passage is in this batch.
        embeddings: one row a passage, float32 of shape (passages, dimension).
        titles: document id to the entity its title names.
        extractor: what read the mentions and statements; stored with each finished document.
    """

    documents: tuple[Document, ...]
    finished: tuple[Document, ...]
    passages: tuple[Passage, ...]
    following: tuple[tuple[str, str], ...]
    embeddings: npt.NDArray[np.float32]
    titles: dict[str, Entity]
    mentions: tuple[Mention, ...]
    statements: tuple[Statement, ...]
    extractor: str
    unproven: tuple[UnprovenFact, ...] = ()


def write_batch(graph: Graph, batch: Batch) -> int:
    """Write a batch in one transaction; return how many rows were sent.

    Raises:
        GraphError: nothing of the batch was written.
    """
    entities = _entities(batch)
    stages: list[tuple[str, list[Row], int]] = [
        ("write_documents", [_document_row(d) for d in batch.documents], ROWS_PER_STATEMENT),
        ("write_passages", _passage_rows(graph, batch), PASSAGES_PER_STATEMENT),
        ("write_next", [list(pair) for pair in batch.following], ROWS_PER_STATEMENT),
        ("write_entities", [_entity_row(e) for e in entities], ROWS_PER_STATEMENT),
        ("write_about", [[d, e.id] for d, e in batch.titles.items()], ROWS_PER_STATEMENT),
        ("write_mentions", [_mention_row(m) for m in batch.mentions], ROWS_PER_STATEMENT),
        ("write_literals", _literal_rows(batch.statements), ROWS_PER_STATEMENT),
        ("write_statements", [_statement_row(s) for s in batch.statements], ROWS_PER_STATEMENT),
        ("write_qualifiers", _qualifier_rows(batch.statements), ROWS_PER_STATEMENT),
        ("finish_documents", _finish_rows(batch), ROWS_PER_STATEMENT),
    ]
    with graph.transaction() as transaction:
        return sum(_run(transaction, name, rows, size) for name, rows, size in stages)


def write_mentions(graph: Graph, mentions: Sequence[Mention]) -> int:
    """Add mentions to passages that are in the graph already; return how many rows were sent."""
    with graph.transaction() as transaction:
        rows = [_mention_row(mention) for mention in mentions]
        return _run(transaction, "write_mentions", rows, ROWS_PER_STATEMENT)


def delete_document(graph: Graph, document_id: str) -> dict[str, int]:
    """Remove a document with all that only it supports, in one transaction.

    Returns:
        How many passages, statements, entities and literals went; empty if it was not there.
    """
    rows = graph.write("delete_document", id=document_id)
    return {name: int(count) for name, count in rows[0].items()} if rows else {}


def _run(transaction: Transaction, name: str, rows: list[Row], size: int) -> int:
    for start in range(0, len(rows), size):
        transaction.run(name, rows=rows[start : start + size])
    return len(rows)


def _document_row(document: Document) -> Row:
    return [document.id, document.uri, document.title, document.media_type]


def _passage_rows(graph: Graph, batch: Batch) -> list[Row]:
    return [
        [p.id, p.document_id, p.index, p.title, p.text, p.start, p.end, graph.vector(vector)]
        for p, vector in zip(batch.passages, batch.embeddings, strict=True)
    ]


def _entities(batch: Batch) -> Iterable[Entity]:
    """Return each entity of the batch once; a known type wins over Thing."""
    entities: dict[str, Entity] = {}
    for entity in _all_entities(batch):
        known = entities.get(entity.id)
        if known is None or (known.type == "Thing" and entity.type != "Thing"):
            entities[entity.id] = entity
    return entities.values()


def _all_entities(batch: Batch) -> Iterable[Entity]:
    yield from batch.titles.values()
    yield from (mention.entity for mention in batch.mentions)
    for statement in batch.statements:
        targets = (statement.object, *(q.target for q in statement.qualifiers))
        yield statement.subject
        yield from (target for target in targets if isinstance(target, Entity))


def _entity_row(entity: Entity) -> Row:
    return [entity.id, entity.name, entity.normalized_name, entity.type, list(entity.aliases)]


def _mention_row(mention: Mention) -> Row:
    return [mention.passage_id, mention.entity.id, mention.start, mention.end, mention.surface]


def _literal_rows(statements: Iterable[Statement]) -> list[Row]:
    literals: dict[str, Literal] = {}
    for statement in statements:
        for target in (statement.object, *(q.target for q in statement.qualifiers)):
            if isinstance(target, Literal):
                literals[target.id] = target
    return [[literal.id, literal.value, literal.datatype] for literal in literals.values()]


def _statement_row(s: Statement) -> Row:
    head = [s.id, s.relation, s.text, s.extractor, s.confidence]
    return [*head, s.subject.id, s.object.id, s.passage_id, s.start, s.end]


def _qualifier_rows(statements: Iterable[Statement]) -> list[Row]:
    rows = {(s.id, q.relation, q.target.id) for s in statements for q in s.qualifiers}
    return [list(row) for row in sorted(rows)]


def _finish_rows(batch: Batch) -> list[Row]:
    now = datetime.now(UTC).isoformat()
    return [[d.id, d.sha256, batch.extractor, now] for d in batch.finished]
