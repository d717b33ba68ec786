"""The local graph has the statements of its passages where relations are asked for."""

from __future__ import annotations

import pytest

from kgplatform.graph.connection import Graph
from kgplatform.retrieve.graph import look_around
from kgplatform.retrieve.subgraph import LocalGraph, fetch_local_graph
from kgplatform.testing import HashEmbedder

pytestmark = pytest.mark.integration

ALL_PASSAGES = "MATCH (p:Passage) RETURN p.id AS id ORDER BY id"
STATED = """
MATCH (p:Passage)<-[:STATED_IN]-(s:Statement)-[:SUBJECT|OBJECT]->(e:Entity)
WHERE s.isPlain AND EXISTS { (e)<-[:MENTIONS]-() }
RETURN p.id AS passage, e.id AS thing, s.canonical AS relation
"""


def fetch(graph: Graph, embedder: HashEmbedder, *, asks_relations: bool) -> LocalGraph:
    found = {row["id"]: 0.0 for row in graph.run_text(ALL_PASSAGES)}
    vector = graph.vector(embedder.embed_queries(["anything"])[0])
    return fetch_local_graph(found, [], vector, graph=graph, asks_relations=asks_relations)


def test_statements_are_rows_of_passage_thing_and_relation(
    corpus: Graph, embedder: HashEmbedder
) -> None:
    local = fetch(corpus, embedder, asks_relations=True)
    rows = {
        (local.passage_ids[passage], local.entity_ids[thing], relation)
        for (passage, thing), relation in zip(local.stated.tolist(), local.relations, strict=True)
    }
    assert rows == {
        (row["passage"], row["thing"], row["relation"]) for row in corpus.run_text(STATED)
    }
    assert "author" in local.relations


def test_statements_are_not_fetched_where_no_relation_is_asked_for(
    corpus: Graph, embedder: HashEmbedder
) -> None:
    local = fetch(corpus, embedder, asks_relations=False)
    assert (local.stated.shape, local.relations) == ((0, 2), ())


def test_view_knows_how_near_each_statement_is_to_each_relation_asked_for(
    corpus: Graph, embedder: HashEmbedder
) -> None:
    around = look_around("Who wrote Farthest North?", graph=corpus, embedder=embedder)
    assert around.view.nearness.shape == (len(around.local.relations), 1)
    nearest = dict(zip(around.local.relations, around.view.nearness[:, 0].tolist(), strict=True))
    assert nearest["author"] == pytest.approx(1)
    assert max(near for relation, near in nearest.items() if relation != "author") < 1
    nothing = look_around("What is bread?", graph=corpus, embedder=embedder).view
    assert nothing.nearness.shape == (0, 0)
