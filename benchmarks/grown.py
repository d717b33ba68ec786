"""Grows a corpus: copies of a pack's passages, with names, statements and vectors of their own."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from kgplatform.graph.connection import Graph
from kgplatform.graph.writer import Batch
from kgplatform.records import Document, Entity, Mention, Passage, Statement
from kgplatform.text.names import make_entity

HUB = 20  # passages
TURN = 0.4  # length of the noise added to a vector of length 1: cosine 0.93
BATCH = 2_000  # passages
SEED = 5

READ_BASE = """
MATCH (p:Passage)-[:PART_OF]->(d:Document)
OPTIONAL MATCH (d)-[:ABOUT]->(about:Entity)
RETURN p.id AS id, p.text AS text, p.title AS title,
       [(p)-[:HAS_EMBEDDING]->(v) | v.vector][0] AS vector, about.id AS about,
       [(p)-[m:MENTIONS]->(e) WHERE m.start IS NOT NULL | [e.id, m.start, m.end]] AS mentions,
       [(p)<-[:STATED_IN]-(s:Statement)-[:OBJECT]->(o:Entity)
         | [s.id, [(s)-[:SUBJECT]->(e) | e.id][0], s.relation, o.id]] AS statements
"""
READ_RELATIONS = """
MATCH (r:RelationType)-[:HAS_EMBEDDING]->(v)
RETURN r.name AS name, r.count AS count, v.vector AS vector
"""
READ_ENTITIES = "MATCH (e:Entity) RETURN e.id AS id, e.name AS name, e.type AS type"


@dataclass(frozen=True)
class Original:
    """One passage of the pack, with the id of what it is about, if anything.

    `statements` are (id, subject, relation, object).
    """

    id: str
    text: str
    title: str
    about: str | None
    mentions: list[tuple[str, int, int]]
    statements: list[tuple[str, str, str, str]]


@dataclass(frozen=True)
class Base:
    """The passages of the pack, what they name, and their vectors, (passages, dimension).

    `relations` are rows of RelationType: name, count, vector.
    """

    passages: list[Original]
    entities: dict[str, Entity]
    hubs: frozenset[str]
    vectors: npt.NDArray[np.float32]
    relations: list[tuple[str, int, Any]]


def read_base(graph: Graph) -> Base:
    entities = {
        row["id"]: Entity(row["id"], row["name"], "", row["type"])
        for row in graph.run_text(READ_ENTITIES)
    }
    rows = graph.run_text(READ_BASE)
    originals = [
        Original(
            r["id"],
            r["text"],
            r["title"],
            r["about"],
            sorted(map(tuple, r["mentions"])),
            sorted(map(tuple, r["statements"])),
        )
        for r in rows
    ]
    named = Counter(e for o in originals for e in {name for name, _, _ in o.mentions})
    hubs = frozenset(entity for entity, count in named.items() if count >= HUB)
    vectors = np.array([_plain(row["vector"]) for row in rows], np.float32)
    relations = [(r["name"], r["count"], r["vector"]) for r in graph.run_text(READ_RELATIONS)]
    return Base(originals, entities, hubs, vectors, relations)


def write_relations(graph: Graph, base: Base) -> None:
    """Write the relations with their vectors, as an ingest leaves them; copies share them."""
    graph.write(
        "write_relation_types", rows=[[name, count, 0] for name, count, _ in base.relations]
    )
    graph.write("write_relation_embeddings", rows=[[name, v] for name, _, v in base.relations])


def _plain(vector: Any) -> Any:
    return vector.to_numpy() if hasattr(vector, "to_numpy") else vector


def grow(base: Base, size: int, written: int = 0) -> Iterator[Batch]:
    """Yield `size` passages in batches, copy after copy.

    Of those `written` before, the last batch alone is given again: it may not be whole.
    """
    random, stated = np.random.default_rng(SEED), 0
    for copy in range(-(-size // len(base.passages))):
        wanted = min(len(base.passages), size - copy * len(base.passages))
        for start in range(0, wanted, BATCH):
            stop = min(start + BATCH, wanted)
            vectors = base.vectors[start:stop]
            if copy:
                noise = random.standard_normal(vectors.shape).astype(np.float32)
                vectors = vectors + TURN * noise / np.linalg.norm(noise, axis=1, keepdims=True)
                vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
            stated += stop - start
            if stated > written - BATCH:
                yield _batch(base, base.passages[start:stop], vectors, copy)


def _batch(
    base: Base, originals: list[Original], vectors: npt.NDArray[np.float32], copy: int
) -> Batch:
    documents, passages, mentions, statements, titles = [], [], [], [], {}
    for original in originals:
        text, places = _rename(base, original, copy)
        key = f"{original.id}-{copy}"
        title = f"{original.title}{_mark(copy)}"
        documents.append(Document(f"d{key}", f"pack#{key}", title, text, "text/plain", key))
        passages.append(Passage(key, f"d{key}", 0, 0, len(text), title, text))
        mentions += [
            Mention(key, entity, start, end, text[start:end]) for entity, start, end in places
        ]
        statements += [_state(base, fact, copy, passages[-1]) for fact in original.statements]
        if original.about:
            titles[f"d{key}"] = _entity(base, original.about, copy)
    written = tuple(documents)
    return Batch(
        documents=written, started=written, finished=written, replaced=(),
        passages=tuple(passages), following=(), embeddings=vectors, titles=titles,
        mentions=tuple(mentions), statements=tuple(statements), unproven=(),
        extractors={d.id: "none" for d in documents}, failures={},
    )  # fmt: skip


def _state(base: Base, fact: tuple[str, str, str, str], copy: int, passage: Passage) -> Statement:
    key, subject, relation, thing = fact
    ends = _entity(base, subject, copy), _entity(base, thing, copy)
    text = f"{ends[0].name} {relation} {ends[1].name}"
    nowhere = (0, 0)
    return Statement(
        f"{key}-{copy}", ends[0], relation, ends[1], (), text, passage.id, 0, len(passage.text),
        "none", 1.0, nowhere, nowhere,
    )  # fmt: skip


def _mark(copy: int) -> str:
    return f" K{copy}" if copy else ""


def _entity(base: Base, key: str, copy: int) -> Entity:
    original = base.entities[key]
    mark = "" if key in base.hubs else _mark(copy)
    made = make_entity(f"{original.name}{mark}", original.type)
    return replace(made, id=f"{key}{mark.replace(' ', '-')}")


def _rename(base: Base, original: Original, copy: int) -> tuple[str, list[tuple[Entity, int, int]]]:
    """Return the text of a copy, and where it names what."""
    by_span: dict[tuple[int, int], list[str]] = defaultdict(list)
    for key, start, end in original.mentions:
        by_span[start, end].append(key)
    parts, places, at, length = [], [], 0, 0
    for (start, end), keys in sorted(by_span.items()):
        if start < at:
            continue
        mark = "" if all(key in base.hubs for key in keys) else _mark(copy)
        before, name = original.text[at:start], original.text[start:end] + mark
        begin = length + len(before)
        places += [(_entity(base, key, copy), begin, begin + len(name)) for key in keys]
        parts += [before, name]
        at, length = end, begin + len(name)
    return "".join([*parts, original.text[at:]]), places
