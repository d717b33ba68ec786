"""Which passages the SIMILAR edges reach, against how dense they make the graph: KGP's figure 5.

    python benchmarks/links.py DATA/hotpotqa.jsonl.gz [--vectors FOLDER] [--methods keyword,entity]

Rows "any shared keyword" are the same keywords without scores and caps, as KGP describes them:
so many TF-IDF words a passage and its document's title, an edge for any in common.

The pack's paragraphs of all questions are one corpus in a scratch Neo4j, ingested and linked by
the product's own code. For each method and limit the script prints

- degree: links a passage, on average;
- pairs: the share of questions whose supporting passages are linked to each other (the two of
  HotpotQA), of bridge questions and of comparisons;
- seeded: the share of supporting passages that are among the five passages a word search finds
  or linked to one of them (KGP's SF-EM), and how many of all these are supporting (precision);
- seconds and passages a second of `link_passages`.

Embedding the pack takes minutes; --vectors keeps the vectors in a folder and finds them there.
"""

from __future__ import annotations

import argparse
import hashlib
import itertools
import json
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from record import print_table, write_result

from kgplatform.evaluate.datasets import Dataset, load_dataset
from kgplatform.extract.extractors import make_extractor
from kgplatform.graph.connection import Graph
from kgplatform.graph.fulltext import any_word_query
from kgplatform.graph.migrations import migrate
from kgplatform.graph.server import LocalServer
from kgplatform.ingest import IngestModels, ingest
from kgplatform.ingest.links.keywords import choose_keywords, words_of
from kgplatform.ingest.links.passage_links import DEFAULT_LINKS, LINK_METHODS, link_passages
from kgplatform.models.embedding import DEFAULT_EMBEDDER, Vectors, load_embedder
from kgplatform.models.linguistics import load_linguistics
from kgplatform.settings import Settings
from kgplatform.text.names import iterate_tokens

DEGREES = (4, 10, 20, 40)
LEAST_SCORE = {"keyword": 0.02, "embedding": 0.02, "entity": 0.02}
THRESHOLDS = {
    "keyword": (0.1, 0.2, 0.3),
    "embedding": (0.6, 0.65, 0.7, 0.75),
    "entity": (0.1, 0.2, 0.3),
}
DEGREE_OF_THRESHOLDS = 20
SEEDS = 5
KEYWORDS = (1, 2, 4, 8)
NO_SPEED = {"seconds": 0.0, "passages/s": 0.0}

EDGES = """
MATCH (a:Passage)-[s:SIMILAR]->(b:Passage) WHERE s.method IN $methods
MATCH (a)-[:PART_OF]->(c:Document) MATCH (b)-[:PART_OF]->(d:Document)
RETURN collect([c.uri, d.uri]) AS edges
"""
PASSAGES = """
MATCH (p:Passage)-[:PART_OF]->(d:Document)
RETURN p.title AS title, p.text AS text, d.uri AS uri ORDER BY p.id
"""
SEARCH = """
CALL db.index.fulltext.queryNodes('passage_text', $words, {limit: $limit}) YIELD node, score
MATCH (node)-[:PART_OF]->(d:Document)
RETURN collect(d.uri) AS uris
"""


class KeptVectors:
    """The product's embedder, each text embedded once and its vector kept in a folder."""

    def __init__(self, folder: Path) -> None:
        self._model = load_embedder(DEFAULT_EMBEDDER, cache=Settings.load().cache)
        self.name, self.dimension = self._model.name, self._model.dimension
        self._keys, self._rows = folder / "keys.json", folder / "vectors.npy"
        keys = json.loads(self._keys.read_text()) if self._keys.exists() else []
        rows = np.load(self._rows) if keys else np.empty((0, self.dimension), np.float32)
        self._known = dict(zip(keys, rows, strict=True))

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        keys = [hashlib.sha256(text.encode()).hexdigest() for text in texts]
        new = {k: t for k, t in zip(keys, texts, strict=True) if k not in self._known}
        if new:
            rows = self._model.embed_passages(list(new.values()))
            self._known.update(zip(new, rows, strict=True))
        return np.asarray([self._known[key] for key in keys], dtype=np.float32)

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        return self._model.embed_queries(texts)

    def keep(self) -> None:
        self._keys.write_text(json.dumps(list(self._known)))
        np.save(self._rows, np.asarray(list(self._known.values()), dtype=np.float32))


class Gold:
    """The questions of a pack, in terms of the documents that were ingested."""

    def __init__(self, graph: Graph, dataset: Dataset) -> None:
        uri_of = {
            _line_id(row["uri"]): row["uri"]
            for row in graph.run_text("MATCH (d:Document) RETURN d.uri AS uri")
        }
        self.passages = graph.run_text("MATCH (p:Passage) RETURN count(p) AS n")[0]["n"]
        self.questions = [
            (q.type, frozenset(uri_of[key] for key in q.gold)) for q in dataset.questions
        ]
        self.seeds = [
            graph.run_text(SEARCH, words=any_word_query(q.text), limit=SEEDS)[0]["uris"]
            for q in dataset.questions
        ]

    def measure(self, graph: Graph, methods: Sequence[str]) -> dict[str, Any]:
        """Return density and coverage of the edges that these methods made."""
        edges = graph.run_text(EDGES, methods=list(methods))[0]["edges"]
        return self.measure_edges(edges)

    def measure_edges(self, edges: Sequence[Sequence[str]]) -> dict[str, Any]:
        near: dict[str, set[str]] = {}
        for a, b in edges:
            near.setdefault(a, set()).add(b)
            near.setdefault(b, set()).add(a)
        return {
            "degree": round(2 * len(edges) / self.passages, 2),
            "edges": len(edges),
            "pairs": self._linked(near, None),
            "bridge": self._linked(near, "bridge"),
            "comparison": self._linked(near, "comparison"),
            **self._seeded(near),
        }

    def _linked(self, near: dict[str, set[str]], kind: str | None) -> float:
        pairs = [
            b in near.get(a, ())
            for asked, gold in self.questions
            if kind in (None, asked)
            for a, b in itertools.combinations(sorted(gold), 2)
        ]
        return round(sum(pairs) / len(pairs), 3)

    def _seeded(self, near: dict[str, set[str]]) -> dict[str, float]:
        found = reached = wanted = 0
        for (_, gold), seeds in zip(self.questions, self.seeds, strict=True):
            reach = set(seeds).union(*(near.get(seed, ()) for seed in seeds))
            found += len(gold & reach)
            wanted += len(gold)
            reached += len(reach)
        return {"seeded": round(found / wanted, 3), "precision": round(found / reached, 4)}


def main() -> None:
    options = _options()
    dataset = load_dataset(options.pack)
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        embedder = KeptVectors(_made(options.vectors or home / "vectors"))
        server = LocalServer(home, version=options.neo4j, cache=Settings.load().cache)
        server.start()
        try:
            with Graph.connect(server.address()) as graph:
                migrate(graph, embedder=embedder.name, dimension=embedder.dimension)
                _ingest(graph, dataset, embedder, home, options.extractor)
                embedder.keep()
                gold = Gold(graph, dataset)
                rows = [
                    {"method": "none", "max_degree": 0, "min_score": 0.0}
                    | gold.measure_edges([])
                    | NO_SPEED
                ]
                for method in options.methods.split(","):
                    rows += _sweep(graph, gold, method)
                rows += _any_shared(graph, gold)
                rows += _together(graph, gold)
        finally:
            server.stop()
    print_table(rows)
    figures = {
        "pack": dataset.name,
        "questions": len(dataset.questions),
        "passages": gold.passages,
        "neo4j": options.neo4j,
        "extractor": options.extractor,
        "rows": rows,
    }
    write_result("links", figures)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pack", type=Path)
    parser.add_argument("--vectors", type=Path)
    parser.add_argument("--methods", default=",".join(LINK_METHODS))
    parser.add_argument("--extractor", default="spacy")
    parser.add_argument("--neo4j", default=Settings.load().neo4j_version)
    return parser.parse_args()


def _ingest(
    graph: Graph, dataset: Dataset, embedder: KeptVectors, folder: Path, extractor: str
) -> None:
    corpus = folder / "corpus.jsonl"
    lines = [
        json.dumps({"_id": item.id, "title": item.title, "text": item.text})
        for item in dataset.corpus
    ]
    corpus.write_text("\n".join(lines) + "\n", encoding="utf-8")
    linguistics = load_linguistics(Settings.load().spacy_pipeline)
    reader = make_extractor(extractor, linguistics=linguistics)
    started = time.perf_counter()
    report = ingest([corpus], graph=graph, models=IngestModels(embedder, linguistics, reader))
    print(f"{report.passages} passages ingested in {time.perf_counter() - started:.0f} s")


def _sweep(graph: Graph, gold: Gold, method: str) -> Iterator[dict[str, Any]]:
    limits = [(degree, LEAST_SCORE[method]) for degree in DEGREES]
    limits += [(DEGREE_OF_THRESHOLDS, score) for score in THRESHOLDS[method]]
    for max_degree, min_score in limits:
        _delete(graph, method)
        started = time.perf_counter()
        link_passages(graph, method=method, max_degree=max_degree, min_score=min_score)
        seconds = time.perf_counter() - started
        limit = {"method": method, "max_degree": max_degree, "min_score": min_score}
        speed = {"seconds": round(seconds, 1), "passages/s": round(gold.passages / seconds)}
        row = {**limit, **gold.measure(graph, [method]), **speed}
        print(row, flush=True)
        yield row


def _any_shared(graph: Graph, gold: Gold) -> Iterator[dict[str, Any]]:
    """KGP's own edges, from the product's words and titles."""
    passages = graph.run_text(PASSAGES)
    counted = [words_of(iterate_tokens(row["text"])) for row in passages]
    frequencies = Counter(word for words in counted for word in words)
    for limit in KEYWORDS:
        holders: dict[str, list[int]] = {}
        for row, words in enumerate(counted):
            keywords = choose_keywords(
                words,
                frequencies=frequencies,
                passages=len(passages),
                limit=limit,
                max_frequency=len(passages),
            )
            own = passages[row]["title"].casefold()
            for word in {own, *(word for word, _ in keywords)}:
                holders.setdefault(word, []).append(row)
        pairs = {pair for rows in holders.values() for pair in itertools.combinations(rows, 2)}
        edges = [(passages[a]["uri"], passages[b]["uri"]) for a, b in pairs]
        name = f"any shared keyword of {limit}"
        measured = gold.measure_edges([(a, b) for a, b in edges if a != b])
        yield {"method": name, "max_degree": 0, "min_score": 0.0, **measured, **NO_SPEED}


def _together(graph: Graph, gold: Gold) -> Iterator[dict[str, Any]]:
    """All three methods with the limits they come with."""
    for method, limits in DEFAULT_LINKS.items():
        link_passages(
            graph, method=method, max_degree=limits.max_degree, min_score=limits.min_score
        )
    for methods in (("keyword", "embedding"), tuple(DEFAULT_LINKS)):
        yield {
            "method": "+".join(methods),
            "max_degree": 0,
            "min_score": 0.0,
            **gold.measure(graph, methods),
            **NO_SPEED,
        }


def _delete(graph: Graph, method: str) -> None:
    graph.run_text("MATCH ()-[s:SIMILAR {method: $method}]->() DELETE s", method=method)


def _line_id(uri: str) -> str:
    """Return the id of a corpus line from its document's URI, FILE#ID."""
    return uri.rpartition("#")[2]


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder


if __name__ == "__main__":
    main()
