"""Derives the auxiliary schema: which relations hold between which types of entities.

Panda et al., HOLMES, section 4.2.2 and appendix A.5: a schema of a domain, made once, that later
says which facts a question can need. HOLMES induces it from the domain's questions by a large
language model. Departures: it is first of all counted from the statements in the graph, which
costs no model and knows how often each relation really occurs; questions add what is asked for,
read by syntax or by the chat model (`question_relations`). Every relation gets the embedder's
vector, for HOLMES's equation 1.

    (:EntityType {name, count, isLiteral}), (:RelationType {name, count, questions, embedding}),
    (EntityType)-[:SCHEMA {relation, count, questions}]->(EntityType)

A relation's name is that of the statements, so that the two can be joined. Dates, quantities
and other texts are types too, of what is a literal in the graph.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kgplatform.errors import UsageError
from kgplatform.graph.connection import Graph, Transaction
from kgplatform.ingest.schema.question_relations import QuestionReading, read_questions
from kgplatform.models.conversation import ChatModel
from kgplatform.models.embedding import Embedder
from kgplatform.models.linguistics import Linguistics
from kgplatform.progress import NO_PROGRESS, Progress
from kgplatform.question.syntax import LITERAL_TYPE_NAMES, Triple
from kgplatform.records import Usage

__all__ = ["MAX_RELATIONS", "MIN_COUNT", "SchemaReport", "update_schema"]

MIN_COUNT = 3
"""Statements, or questions, that a relation needs: rarer ones are mostly misreadings."""

MAX_RELATIONS = 5_000
ROWS_PER_STATEMENT = 1_000


@dataclass(frozen=True, slots=True)
class SchemaReport:
    """The schema's size, the rows written to make it so, and what became of the questions.

    `questions_read` is 0 when the same file had been read before. `failures` has a sentence for
    each line or reply that could not be used.
    """

    entity_types: int
    relation_types: int
    schema_edges: int
    rows_written: int
    questions_read: int = 0
    failures: tuple[str, ...] = ()
    usage: Usage = field(default_factory=Usage)


@dataclass(slots=True)
class _Schema:
    """What the graph has, or should have: counts by name, each (statements, questions)."""

    types: dict[str, tuple[int, bool]] = field(default_factory=dict)
    relations: dict[str, tuple[int, int]] = field(default_factory=dict)
    edges: dict[Triple, tuple[int, int]] = field(default_factory=dict)
    reading: str | None = None


def update_schema(
    graph: Graph,
    *,
    embedder: Embedder,
    questions: Path | None = None,
    linguistics: Linguistics | None = None,
    chat: ChatModel | None = None,
    min_count: int = MIN_COUNT,
    max_relations: int = MAX_RELATIONS,
    progress: Progress = NO_PROGRESS,
) -> SchemaReport:
    """Make the schema in the graph that of its statements and of a file of questions.

    It is counted anew each time, in one query, and written in one transaction where it differs;
    so a second call writes nothing. Questions are read again only when their file, or what reads
    it, is another than last time; without a file, what was read last is kept.

    Args:
        graph: migrated for the embedder.
        questions: a text file, one a line, or JSON Lines (also .gz) with a "question" each.
        linguistics: reads the questions' syntax; needed with `questions` where there is no chat.
        chat: reads groups of questions instead, with one call a group, 40 at most.
        min_count: least statements, or questions, of a relation.
        max_relations: most relations from statements, and from questions, the most frequent first.
        progress: reports the reading of questions and the embedding of relations.

    Raises:
        UsageError: the file cannot be read, holds no question, or nothing is there to read it.
        GraphError: Neo4j failed; nothing of the new schema was written.
        ModelError: the chat model is not available.
    """
    if min_count < 1 or max_relations < 1:
        raise UsageError("min_count and max_relations must be at least 1: raise them.")
    present = _read_present(graph)
    reading = QuestionReading(present.reading or "", _asked(present))
    if questions is not None:
        reading = read_questions(
            questions,
            known=reading,
            embedder=embedder,
            linguistics=linguistics,
            chat=chat,
            limits=f"{min_count} {max_relations}",
            progress=progress,
        )
    wanted = _wanted(graph, reading, min_count=min_count, max_relations=max_relations)
    vectors = _embed_new(graph, embedder, present, wanted, progress)
    rows = _write(graph, present, wanted, vectors)
    return SchemaReport(
        entity_types=len(wanted.types),
        relation_types=len(wanted.relations),
        schema_edges=len(wanted.edges),
        rows_written=rows,
        questions_read=reading.questions_read,
        failures=reading.failures,
        usage=reading.usage,
    )


def _read_present(graph: Graph) -> _Schema:
    (row,) = graph.read("fetch_schema")
    return _Schema(
        types={name: (count, literal) for name, count, literal in row["types"]},
        relations={name: (count, asked) for name, count, asked in row["relations"]},
        edges={(a, r, b): (count, asked) for a, r, b, count, asked in row["edges"]},
        reading=row["reading"],
    )


def _asked(schema: _Schema) -> dict[Triple, int]:
    """Return what questions asked for when they were last read."""
    return {triple: asked for triple, (_, asked) in schema.edges.items() if asked}


def _wanted(
    graph: Graph, reading: QuestionReading, *, min_count: int, max_relations: int
) -> _Schema:
    """Count the schema that the statements and the questions ask for."""
    (row,) = graph.read("list_relation_counts", min_count=min_count, limit=max_relations)
    columns = (row["subjects"], row["relations"], row["objects"], row["counts"])
    stated = {
        (subject, relation, LITERAL_TYPE_NAMES.get(object_, object_)): count
        for subject, relation, object_, count in zip(*columns, strict=True)
    }
    asked = _frequent(reading.triples, min_count, max_relations)
    edges = {
        triple: (stated.get(triple, 0), asked.get(triple, 0))
        for triple in sorted({*stated, *asked})
    }
    types = {
        LITERAL_TYPE_NAMES.get(row["name"], row["name"]): (row["count"], row["is_literal"])
        for row in graph.read("count_types")
    }
    for a, _, b in edges:  # questions may ask for types that no document names
        for name in (a, b):
            types.setdefault(name, (0, name in LITERAL_TYPE_NAMES.values()))
    return _Schema(types, _by_relation(edges), edges, reading.signature or None)


def _frequent(
    triples: Mapping[Triple, int], min_count: int, max_relations: int
) -> dict[Triple, int]:
    """Return the triples of the relations that are asked for often enough."""
    totals: Counter[str] = Counter()
    for (_, relation, _), count in triples.items():
        totals[relation] += count
    ranked = sorted(totals, key=lambda relation: (-totals[relation], relation))[:max_relations]
    kept = {relation for relation in ranked if totals[relation] >= min_count}
    return {triple: count for triple, count in triples.items() if triple[1] in kept}


def _by_relation(edges: Mapping[Triple, tuple[int, int]]) -> dict[str, tuple[int, int]]:
    totals: dict[str, tuple[int, int]] = {}
    for (_, relation, _), (count, asked) in edges.items():
        known = totals.get(relation, (0, 0))
        totals[relation] = (known[0] + count, known[1] + asked)
    return totals


def _embed_new(
    graph: Graph, embedder: Embedder, present: _Schema, wanted: _Schema, progress: Progress
) -> list[list[Any]]:
    """Return [name, vector] of the relations that the graph does not have yet."""
    names = [name for name in wanted.relations if name not in present.relations]
    if not names:
        return []
    progress.begin("Embedding relations", total=len(names), unit="relations")
    rows: list[list[Any]] = []
    for at in range(0, len(names), ROWS_PER_STATEMENT):
        part = names[at : at + ROWS_PER_STATEMENT]
        vectors = embedder.embed_passages(part)
        rows += [[name, graph.vector(row)] for name, row in zip(part, vectors, strict=True)]
        progress.advance(len(part))
    return rows


def _write(graph: Graph, present: _Schema, wanted: _Schema, vectors: list[list[Any]]) -> int:
    """Write what differs in one transaction; return how many rows that were."""
    edges = _changed(present.edges, wanted.edges)
    updated = {_key(t): list(v) for t, v in edges.items() if t in present.edges}
    created = [[*t, *v] for t, v in edges.items() if t not in present.edges]
    stale = {_key(t): True for t in present.edges if t not in wanted.edges}
    gone_types = [name for name in present.types if name not in wanted.types]
    gone_relations = [name for name in present.relations if name not in wanted.relations]
    types = [[name, *v] for name, v in _changed(present.types, wanted.types).items()]
    relations = [[name, *v] for name, v in _changed(present.relations, wanted.relations).items()]
    gone = len(stale) + len(gone_types) + len(gone_relations)
    rows = len(types) + len(relations) + len(vectors) + len(edges) + gone
    if not rows and wanted.reading == present.reading:
        return 0
    with graph.transaction() as transaction:
        _in_parts(transaction.run, "write_entity_types", types)
        _in_parts(transaction.run, "write_relation_types", relations)
        _in_parts(transaction.run, "write_relation_embeddings", vectors)
        _write_edges(transaction, stale, updated, created)
        if gone_types or gone_relations:
            transaction.run("delete_schema_types", types=gone_types, relations=gone_relations)
        if wanted.reading is not None:
            transaction.run("write_schema_reading", reading=wanted.reading)
    return rows


def _write_edges(
    transaction: Transaction,
    stale: dict[str, bool],
    updated: dict[str, list[int]],
    created: list[list[Any]],
) -> None:
    if stale:
        transaction.run("delete_schema_edges", stale=stale)
    if updated:
        transaction.run("update_schema_edges", counts=updated)
    _in_parts(transaction.run, "write_schema_edges", created)


def _changed(present: Mapping[Any, Any], wanted: Mapping[Any, Any]) -> dict[Any, Any]:
    return {key: value for key, value in wanted.items() if present.get(key) != value}


def _key(triple: Triple) -> str:
    """Return the key that the queries make; types hold no bar, so it stands for one triple."""
    return "|".join(triple)


def _in_parts(run: Callable[..., Any], name: str, rows: list[list[Any]]) -> None:
    for at in range(0, len(rows), ROWS_PER_STATEMENT):
        run(name, rows=rows[at : at + ROWS_PER_STATEMENT])
