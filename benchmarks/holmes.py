"""HOLMES's level-order traversal at 300,000 statements: one query of four levels.

    python benchmarks/holmes.py [--statements 300000] [--draws 100]

A graph of made facts is written to a Neo4j of its own below KGPLATFORM_HOME, once: 200,000 things,
three of four ends of statements drawn by Zipf's law (the most frequent thing has thousands, the
median one), a fourth of the statements with a qualifier, in 10,000 documents. Rows are:
three seeds of a few to some tens of statements; the same with one of the hubs; the same within 20
documents; by fewer levels and other caps; and, as what else the machine is doing shows in every
row, the same levels with a query each, and a look-up of the seeds. Milliseconds are the client's,
rows included, after ten questions to warm up.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np
from record import print_table, write_result

from kgplatform.graph.connection import Graph
from kgplatform.graph.migrations import migrate
from kgplatform.graph.server import LocalServer
from kgplatform.retrieve.holmes.traversal import LEVELS, LIMITS
from kgplatform.settings import Settings

THINGS, DOCUMENTS = 200_000, 10_000
ZIPF = 1.0  # of an end's rank; about what names in an encyclopaedia have
DRAWN_BY_RANK = 0.75
QUALIFIED = 0.25
ROWS = 5_000
SEEDS, WITHIN, WARM_UP = 3, 20, 10
MID_DEGREE = (5, 50)
HUBS = 30
SEED = 1

WRITE_THINGS = """
UNWIND range($first, $last) AS i
CREATE (:Entity {id: 'e' + i, name: 'Thing ' + i, normalizedName: 'thing ' + i, type: 'Person'})
"""
WRITE_DOCUMENTS = """
UNWIND range($first, $last) AS i
CREATE (d:Document {id: 'd' + i, title: 'Document ' + i, uri: 'made:' + i})
CREATE (:Passage {id: 'p' + i, index: 0, text: 'Made.'})-[:PART_OF]->(d)
"""
WRITE_STATEMENTS = """
UNWIND $rows AS r
MATCH (a:Entity {id: 'e' + r[1]}), (b:Entity {id: 'e' + r[2]}), (p:Passage {id: 'p' + r[3]})
CREATE (s:Statement {id: 's' + r[0], relation: 'relation ' + r[4]})
CREATE (s)-[:SUBJECT]->(a) CREATE (s)-[:OBJECT]->(b) CREATE (s)-[:STATED_IN {start: 0, end: 5}]->(p)
WITH s, r WHERE r[5] IS NOT NULL
MATCH (q:Entity {id: 'e' + r[5]}) CREATE (s)-[:QUALIFIER {relation: 'with'}]->(q)
"""
ONE_LEVEL = """
MATCH (e:Entity) WHERE e.id IN $ids
CALL (e) { MATCH (e)<-[:SUBJECT|OBJECT|QUALIFIER]-(s) RETURN s LIMIT $per_entity }
WITH DISTINCT s LIMIT $per_level
CALL (s) { MATCH (s)-[:SUBJECT|OBJECT|QUALIFIER]->(x:Entity) RETURN collect(x.id) AS ends }
WITH collect(s.id) AS ids, collect(ends) AS every
UNWIND every AS ends UNWIND ends AS end
RETURN ids, collect(DISTINCT end) AS ends
"""
NAMES = "MATCH (e:Entity) WHERE e.id IN $ids RETURN e.name AS name"
DEGREES = """
MATCH (e:Entity) WITH e.id AS id, COUNT { (e)<-[:SUBJECT|OBJECT]-() } AS degree
WHERE degree >= $least RETURN id, degree ORDER BY degree DESC, id
"""


def write_graph(graph: Graph, statements: int) -> None:
    """Write the made graph, unless it is there."""
    present = graph.run_text("MATCH (s:Statement) RETURN count(s) AS n")[0]["n"]
    if present == statements:
        return
    graph.run_text("MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 10000 ROWS")
    migrate(graph, embedder="made-8", dimension=8)
    for text, count in ((WRITE_THINGS, THINGS), (WRITE_DOCUMENTS, DOCUMENTS)):
        for first in range(0, count, ROWS):
            graph.run_text(text, first=first, last=min(first + ROWS, count) - 1)
    rows = draw_statements(statements)
    for first in range(0, statements, ROWS):
        graph.run_text(WRITE_STATEMENTS, rows=rows[first : first + ROWS])


def draw_statements(count: int) -> list[list[int | None]]:
    """Return [number, subject, object, document, relation, qualifier or None] rows."""
    rng = np.random.default_rng(SEED)
    weights = 1 / np.arange(1, THINGS + 1) ** ZIPF
    by_rank = rng.choice(THINGS, size=(count, 3), p=weights / weights.sum())
    evenly = rng.integers(0, THINGS, size=(count, 3))
    ends = np.where(rng.random((count, 3)) < DRAWN_BY_RANK, by_rank, evenly)
    documents, relations = rng.integers(0, DOCUMENTS, count), rng.integers(0, 400, count)
    qualified = rng.random(count) < QUALIFIED
    return [
        [n, int(s), int(o), int(d), int(r), int(q) if has else None]
        for n, ((s, o, q), d, r, has) in enumerate(
            zip(ends.tolist(), documents, relations, qualified, strict=True)
        )
    ]


def count_names(graph: Graph, things: list[str]) -> int:
    return len(graph.run_text(NAMES, ids=things))


def walk_by_level(graph: Graph, things: list[str]) -> int:
    """Walk as many levels with a query each, without looking at degrees; the reference."""
    known: set[str] = set()
    for _ in range(LEVELS):
        [row] = graph.run_text(
            ONE_LEVEL, ids=things, per_entity=LIMITS["per_entity"], per_level=LIMITS["per_level"]
        )
        known.update(row["ids"])
        things = row["ends"]
    return len(known)


def time_reference(
    name: str, walk: Callable[[list[str]], int], seeds: Sequence[list[str]]
) -> dict[str, Any]:
    taken = []
    for number, things in enumerate([*seeds[:WARM_UP], *seeds]):
        started = time.perf_counter()
        reached = walk(things)
        if number >= WARM_UP:
            taken.append((1000 * (time.perf_counter() - started), reached))
    p50, p95 = np.percentile([ms for ms, _ in taken], [50, 95])
    return {
        "seeds": "mid-degree",
        "limits": name,
        "statements": round(float(np.mean([reached for _, reached in taken]))),
        "p50 ms": round(float(p50), 1),
        "p95 ms": round(float(p95), 1),
    }


def time_walks(
    graph: Graph, seeds: Sequence[list[str]], documents: list[str] | None, **limits: int
) -> dict[str, Any]:
    """Return p50, p95 and the mean number of statements of one walk a draw of seeds."""
    taken, reached = [], []
    for number, things in enumerate([*seeds[:WARM_UP], *seeds]):
        started = time.perf_counter()
        row = graph.read(
            "traverse_statements", entities=things, documents=documents, qualifiers=True,
            **{"levels": LEVELS, **LIMITS, **limits},
        )[0]  # fmt: skip
        if number >= WARM_UP:
            taken.append(1000 * (time.perf_counter() - started))
            reached.append(len(row["ids"]))
    p50, p95 = np.percentile(taken, [50, 95])
    return {
        "statements": round(float(np.mean(reached))),
        "p50 ms": round(float(p50), 1),
        "p95 ms": round(float(p95), 1),
    }


def measure(graph: Graph, draws: int) -> Iterator[dict[str, Any]]:
    rng = np.random.default_rng(SEED)
    known = graph.run_text(DEGREES, least=MID_DEGREE[0])
    hubs = [row["id"] for row in known[:HUBS]]
    middle = [row["id"] for row in known if row["degree"] <= MID_DEGREE[1]]
    seeds = [rng.choice(middle, SEEDS).tolist() for _ in range(draws)]
    with_hub = [[rng.choice(hubs), *things[1:]] for things in seeds]
    documents = [f"d{n}" for n in rng.choice(DOCUMENTS, WITHIN, replace=False)]
    yield {"seeds": "mid-degree", "limits": "default", **time_walks(graph, seeds, None)}
    yield {"seeds": "one hub", "limits": "default", **time_walks(graph, with_hub, None)}
    within = time_walks(graph, with_hub, documents)
    yield {"seeds": "one hub", "limits": f"{WITHIN} documents", **within}
    for levels in range(1, LEVELS):
        stated = time_walks(graph, seeds, None, levels=levels)
        yield {"seeds": "mid-degree", "limits": f"{levels} levels", **stated}
    yield time_reference("reference: a query a level", partial(walk_by_level, graph), seeds)
    yield time_reference("reference: the seeds' names", partial(count_names, graph), seeds)
    for cap in (100, 300, 500):
        stated = time_walks(graph, seeds, None, per_level=cap, per_frontier=cap)
        yield {"seeds": "mid-degree", "limits": f"{cap} a level", **stated}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--statements", type=int, default=300_000)
    parser.add_argument("--draws", type=int, default=100)
    arguments = parser.parse_args()
    settings = Settings.load()
    home = settings.home / "benchmark-holmes"
    server = LocalServer(home, version=settings.neo4j_version, cache=settings.cache)
    server.start()
    try:
        with Graph.connect(server.address()) as graph:
            write_graph(graph, arguments.statements)
            rows = []
            for row in measure(graph, arguments.draws):
                print(row, flush=True)
                rows.append(row)
    finally:
        server.stop()
    print_table(rows)
    write_result("holmes", {"limits": LIMITS, "statements": arguments.statements, "rows": rows})


if __name__ == "__main__":
    main()
