"""The tools, side by side (DivKnowQA, section 3.2): text, linearised triples, and SPARQL.

Triples are the graph's statements as lines "sub relation obj", those of texts and those of Wikidata
together; files of facts, as the graph's items of Wikidata are, are no texts. Each tool takes all
queries of a hop and gives its best, by the best score over the queries; SPARQL is made of the
single-hop question alone, as in the paper.

Departures: the dense retriever is the graph's embedder in the place of Contriever; BM25 is that of
the graph's full-text indexes, one of passages and one of statements, so that a unified sparse
source ranks by scores whose word statistics are each index's own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from kgplatform.errors import UsageError, WikidataError
from kgplatform.graph.connection import Graph
from kgplatform.graph.fulltext import any_word_query, passage_indexes
from kgplatform.ingest.paging import in_parts
from kgplatform.models.embedding import Embedder, Vectors
from kgplatform.pipelines.divknow.candidates import (
    Candidate,
    of_look_up,
    of_passage,
    of_statement,
)
from kgplatform.pipelines.divknow.dependencies import Dependencies, LookedUp
from kgplatform.pipelines.divknow.options import DENSE, SOURCES, UNUSED, DivKnowOptions
from kgplatform.records import Usage
from kgplatform.retrieve.documents import list_documents
from kgplatform.retrieve.hydrate import fetch_passages
from kgplatform.sources.facts.documents import FACTS_MEDIA_TYPE

__all__ = ["FOUND", "MOST_EMBEDDED", "Findings", "Toolbox", "embed_statements"]

FOUND = 10
"""Candidates a tool gives a hop; the paper does not say."""
SEARCHED = 4 * FOUND
"""Passages looked at for FOUND of texts: the others are lines of facts."""
MOST_EMBEDDED = 200_000
"""Statements embedded for a dense search at most, about half an hour of two cores."""
EMBEDDING = Lock()
"""Held while statements are embedded, lest each question asked at a time embeds them all."""
EMBEDDED_AT_ONCE = 2_000
TEXT, TRIPLES = "text", "triples"

Scores = dict[str, float]


@dataclass(frozen=True, slots=True)
class Findings:
    """What all tools found for a hop: the candidates each once, and who found what."""

    candidates: tuple[Candidate, ...]
    by_tool: dict[str, tuple[str, ...]] = field(default_factory=dict)
    looked_up: LookedUp | None = None

    @property
    def usage(self) -> Usage:
        """What the tools' model calls cost."""
        return self.looked_up.usage if self.looked_up else Usage()

    def describe(self) -> dict[str, Any]:
        """Return what each tool found, for people."""
        known = {candidate.key: candidate.describe() for candidate in self.candidates}
        stated: dict[str, Any] = {
            tool: [known[key] for key in keys] for tool, keys in self.by_tool.items()
        }
        if self.looked_up is not None:
            found = self.looked_up
            sparql: dict[str, Any] = {"query": found.query, "found": list(found.lines)}
            stated["sparql"] = sparql | ({"problem": found.problem} if found.problem else {})
        return stated


class Toolbox:
    """The tools over one graph, for one question.

    `outage` says why the knowledge base is not asked, or is no longer; empty while it is.

    Args:
        options: which tools, and how they search.
        graph: where passages and statements are.
        embedder: the one of the graph's vectors.
        dependencies: has the knowledge base.
        within: ids of the only documents to search; None: all. SPARQL knows no documents.

    Raises:
        UsageError: triples are to be searched by vectors, and too many have none.
    """

    def __init__(
        self,
        options: DivKnowOptions,
        *,
        graph: Graph,
        embedder: Embedder,
        dependencies: Dependencies,
        within: Collection[str] | None = None,
    ) -> None:
        self._options = options
        self._sources = SOURCES[options.sources]
        self._graph = graph
        self._embedder = embedder
        self._dependencies = dependencies
        self._documents = list_documents(within)
        self.outage = "" if dependencies.look_up else dependencies.no_look_up
        if self._sources.triples == DENSE:
            embed_statements(graph=graph, embedder=embedder)

    def search(self, question: str, queries: Sequence[str]) -> Findings:
        """Return what the tools find for a single-hop question.

        Args:
            question: what SPARQL is made of.
            queries: the question in several wordings.

        Raises:
            ModelError: the chat model that writes SPARQL is not available.
        """
        vectors = [self._graph.vector(v) for v in self._embed(queries)]
        texts = self._search_text(queries, vectors)
        rows, triples = self._search_triples(queries, vectors)
        if self._sources.is_unified:
            both = _best({**texts, **triples})
            texts = {key: score for key, score in both.items() if key in texts}
            triples = {key: score for key, score in both.items() if key in triples}
        wanted = dict.fromkeys([*texts, *(rows[key]["passage_id"] for key in triples)], 0.0)
        passages = {p.passage_id: p for p in fetch_passages(wanted, graph=self._graph)}
        found = [of_passage(passages[key]) for key in texts]
        found += [of_statement(rows[key], passages[rows[key]["passage_id"]]) for key in triples]
        looked_up = self._look_up(question) if self._options.sparql == "sparql" else None
        found += of_look_up(looked_up) if looked_up else ()
        by_tool = {f"{self._sources.text} text": tuple(texts)}
        if self._sources.triples != UNUSED:
            by_tool[f"{self._sources.triples} triples"] = tuple(triples)
        return Findings(tuple(found), by_tool, looked_up)

    def _embed(self, queries: Sequence[str]) -> Vectors | tuple[()]:
        is_dense = DENSE in (self._sources.text, self._sources.triples)
        return self._embedder.embed_queries(queries) if is_dense else ()

    def _search_text(self, queries: Sequence[str], vectors: Sequence[Any]) -> Scores:
        if self._sources.text == DENSE:
            found = [self._read("search_vectors", SEARCHED, vector=vector) for vector in vectors]
        else:
            indexes = passage_indexes()
            found = [
                self._read("search_words", SEARCHED, query=query, indexes=indexes)
                for query in _word_queries(queries)
            ]
        scored = [list(zip(row["ids"], row["scores"], strict=True)) for [row] in found]
        ids = list({key for part in scored for key, _ in part})
        rows = self._graph.read("list_passages_of_texts", ids=ids, facts=FACTS_MEDIA_TYPE)
        texts = {row["id"] for row in rows}
        return _best_of([item for item in part if item[0] in texts] for part in scored)

    def _search_triples(
        self, queries: Sequence[str], vectors: Sequence[Any]
    ) -> tuple[dict[str, dict[str, Any]], Scores]:
        """Return rows of statements by id, and the scores of the best."""
        if self._sources.triples == UNUSED:
            return {}, {}
        if self._sources.triples == DENSE:
            found = [self._read("search_statement_vectors", vector=vector) for vector in vectors]
        else:
            words = _word_queries(queries)
            found = [self._read("search_statements", query=query) for query in words]
        rows = {row["id"]: row for part in found for row in part}
        return rows, _best_of(((row["id"], row["score"]) for row in part) for part in found)

    def _look_up(self, question: str) -> LookedUp:
        """Ask the knowledge base; after an outage the question goes on without it."""
        if self._dependencies.look_up is None or self.outage:
            return LookedUp(problem=self.outage)
        try:
            may_ask_chat = self._options.asks_chat
            return self._dependencies.look_up(question, may_ask_chat=may_ask_chat)
        except WikidataError as exc:
            self.outage = f"gone on without it: {exc}"
            return LookedUp(problem=self.outage)

    def _read(self, name: str, limit: int = FOUND, **parameters: Any) -> list[dict[str, Any]]:
        return self._graph.read(name, documents=self._documents, limit=limit, **parameters)


def embed_statements(*, graph: Graph, embedder: Embedder) -> int:
    """Give every statement a vector that has none, and return how many had none.

    A dense search of triples needs them all. They are kept, so only the first search waits, and
    those that come meanwhile in other threads.

    Raises:
        UsageError: there are more than MOST_EMBEDDED.
    """
    with EMBEDDING:
        missing = graph.read("list_statements_to_embed", limit=MOST_EMBEDDED + 1)
        if len(missing) > MOST_EMBEDDED:
            raise UsageError(
                f"More than {MOST_EMBEDDED:,} statements have no vector: choose a form of "
                "divknow that searches triples by words."
            )
        for part in in_parts(missing, EMBEDDED_AT_ONCE):
            vectors = embedder.embed_passages([row["text"] for row in part])
            pairs = zip(part, vectors, strict=True)
            rows = [[row["id"], graph.vector(vector)] for row, vector in pairs]
            graph.write("write_statement_embeddings", rows=rows)
    return len(missing)


def _word_queries(queries: Sequence[str]) -> list[str]:
    """Return the queries in the full-text index's language, without those of no word."""
    return [words for words in map(any_word_query, queries) if words]


def _best_of(found: Iterable[Iterable[tuple[str, float]]]) -> Scores:
    """Return the FOUND best over several searches, by each one's best score, best first."""
    scores: Scores = {}
    for part in found:
        for key, score in part:
            scores[key] = max(score, scores.get(key, score))
    return _best(scores)


def _best(scores: Scores) -> Scores:
    ranked = sorted(scores.items(), key=lambda item: (-item[1], item[0]))
    return dict(ranked[:FOUND])
