"""SIMILAR edges in a real graph: what is linked, again and again, in any order, after any crash."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from kgplatform.errors import GraphError
from kgplatform.extract.extractors import make_extractor
from kgplatform.graph.connection import Graph, Transaction
from kgplatform.graph.writer import delete_document
from kgplatform.ingest import IngestModels, ingest
from kgplatform.ingest.links import neighbours, store
from kgplatform.ingest.links.passage_links import LINK_METHODS, link_passages, links_are_current
from kgplatform.models.linguistics import Linguistics
from kgplatform.testing import HashEmbedder
from tests.digest import graph_digest

pytestmark = pytest.mark.integration

LINKED = (
    "MATCH (a)-[s:SIMILAR {method: $method}]->(b) RETURN a.id AS a, b.id AS b, s.score AS score"
)
TITLES = """
MATCH (a)-[:SIMILAR {method: $method}]-(b) RETURN DISTINCT a.title AS a, b.title AS b
"""
SHIPS = {
    "Fram": "Fram is a ship built by Colin Archer. She carried Fridtjof Nansen to the ice.",
    "Colin Archer": "Colin Archer was a naval architect born in Larvik, Norway.",
    "Gjoa": "Gjoa was a herring boat that Roald Amundsen took through the passage of ice.",
    "Roald Amundsen": "Roald Amundsen was an explorer. He borrowed the Fram.",
    "Tax law": "Tax law concerns the rules of public revenue.",
}


@pytest.fixture(autouse=True)
def forgotten_links(connection: Graph) -> Any:
    """Take away the state of links, which the fixture `graph` would take for another schema."""
    yield
    connection.run_text("MATCH (c:Configuration) WHERE c.id STARTS WITH 'links-' DELETE c")


@pytest.fixture
def add(graph: Graph, linguistics: Linguistics, embedder: HashEmbedder, tmp_path: Path) -> Any:
    """Ingest documents given as titles and texts."""

    def run(texts: dict[str, str]) -> None:
        file = tmp_path / "corpus.jsonl"
        rows = [{"_id": title, "title": title, "text": text} for title, text in texts.items()]
        file.write_text("".join(json.dumps(row) + "\n" for row in rows))
        reader = make_extractor("none", linguistics=linguistics)
        ingest([file], graph=graph, models=IngestModels(embedder, linguistics, reader))

    return run


def _link(graph: Graph, method: str, max_degree: int = 6, min_score: float = 0.05) -> int:
    return link_passages(graph, method=method, max_degree=max_degree, min_score=min_score)


def _link_all(graph: Graph) -> None:
    for method in LINK_METHODS:
        _link(graph, method)


def _all_links(graph: Graph) -> list[Any]:
    rows = [(m, *row.values()) for m in LINK_METHODS for row in graph.run_text(LINKED, method=m)]
    return sorted(rows)


def _pairs(graph: Graph, method: str) -> set[frozenset[str]]:
    return {frozenset((r["a"], r["b"])) for r in graph.run_text(TITLES, method=method)}


def _random_texts(number: int) -> dict[str, str]:
    generator = random.Random(7)
    words = [f"word{n}" for n in range(60)]
    texts = {
        f"Title {n}": " ".join(generator.choices(words, k=12)) + f". Title {n - n % 3} is named."
        for n in range(number)
    }
    return {**texts, "Twin one": texts["Title 1"], "Twin two": texts["Title 1"]}


def test_keywords_link_a_passage_to_the_title_it_names(graph: Graph, add: Any) -> None:
    add(SHIPS)
    assert _link(graph, "keyword") == len(graph.run_text(LINKED, method="keyword"))
    pairs = _pairs(graph, "keyword")
    assert {frozenset(("Fram", "Colin Archer")), frozenset(("Fram", "Roald Amundsen"))} <= pairs
    assert frozenset(("Gjoa", "Roald Amundsen")) in pairs
    assert not any("Tax law" in pair for pair in pairs)


def test_entities_link_passages_that_share_one(graph: Graph, add: Any) -> None:
    add(SHIPS)
    _link(graph, "entity")
    expected = {("Fram", "Colin Archer"), ("Fram", "Roald Amundsen"), ("Gjoa", "Roald Amundsen")}
    assert _pairs(graph, "entity") == {frozenset(pair) for pair in expected}


def test_embeddings_link_what_is_near_and_score_is_the_cosine(
    graph: Graph, add: Any, embedder: HashEmbedder
) -> None:
    add({"A": "red fox in the snow", "B": "red fox in the rain", "C": "tax law of Norway"})
    assert _link(graph, "embedding", min_score=0.4) == 1
    (row,) = graph.run_text(LINKED, method="embedding")
    a, b = embedder.embed_passages(["A\nred fox in the snow", "B\nred fox in the rain"])
    assert row["score"] == pytest.approx(float(a @ b), abs=0.0006)
    assert row["a"] < row["b"]


@pytest.mark.parametrize("method", LINK_METHODS)
def test_links_keep_degree_direction_and_one_a_pair(graph: Graph, add: Any, method: str) -> None:
    add(_random_texts(150))
    assert _link(graph, method, max_degree=4) > 100
    rows = graph.run_text(LINKED, method=method)
    assert all(row["a"] < row["b"] for row in rows)
    assert len({(row["a"], row["b"]) for row in rows}) == len(rows)
    degrees = Counter(row[end] for row in rows for end in ("a", "b"))
    assert max(degrees.values()) <= 4
    assert min(row["score"] for row in rows) >= 0.05


@pytest.mark.parametrize("method", LINK_METHODS)
def test_passages_of_one_document_are_not_linked(graph: Graph, add: Any, method: str) -> None:
    sentence = "The expedition of Fram went far into the ice of the north, and then came home. "
    add({"Long": sentence * 60, "Fram": sentence})
    assert graph.run_text("MATCH (p:Passage) RETURN count(p) AS n")[0]["n"] > 5
    assert _link(graph, method) > 0
    assert _pairs(graph, method) == {frozenset(("Long", "Fram"))}


def test_near_passages_of_the_same_long_document_do_not_hide_others(
    graph: Graph, add: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(neighbours, "NEIGHBOURS_ASKED", 2)
    sentence = "The expedition of Fram went far into the ice of the north, and then came home. "
    add({"Long": sentence * 100, "Short": "Fram went into the ice."})
    assert _link(graph, "embedding", max_degree=1) == 1


def test_second_call_writes_nothing_and_computes_nothing(
    graph: Graph, add: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(SHIPS)
    first = {method: _link(graph, method) for method in LINK_METHODS}
    assert links_are_current(graph, method="keyword", max_degree=6, min_score=0.05)
    monkeypatch.setattr(Graph, "write", _refuse)
    monkeypatch.setattr(Graph, "transaction", _refuse)
    assert {method: _link(graph, method) for method in LINK_METHODS} == first


def _refuse(*arguments: Any, **options: Any) -> Any:
    raise AssertionError("nothing is to be written")


def test_other_limits_and_lost_edges_are_noticed(graph: Graph, add: Any) -> None:
    add(SHIPS)
    edges = _link(graph, "keyword")
    assert not links_are_current(graph, method="keyword", max_degree=2, min_score=0.05)
    assert not links_are_current(graph, method="entity", max_degree=6, min_score=0.05)
    graph.run_text("MATCH ()-[s:SIMILAR]->() WITH s LIMIT 1 DELETE s")
    assert not links_are_current(graph, method="keyword", max_degree=6, min_score=0.05)
    assert _link(graph, "keyword") == edges == len(graph.run_text(LINKED, method="keyword"))
    assert _link(graph, "keyword", max_degree=1) < edges


def test_order_of_ingest_does_not_matter(graph: Graph, add: Any, connection: Graph) -> None:
    texts = _random_texts(120)
    add(texts)
    _link_all(graph)
    whole = graph_digest(graph)
    connection.run_text(
        "MATCH (n) WHERE NOT n:Migration AND coalesce(n.id, '') <> 'embedding' DETACH DELETE n"
    )
    backwards = dict(reversed(texts.items()))
    first = dict(list(backwards.items())[:50])
    add(first)
    _link_all(graph)
    add(backwards)
    assert not links_are_current(graph, method="embedding", max_degree=6, min_score=0.05)
    _link_all(graph)
    assert graph_digest(graph) == whole


def test_document_that_came_and_went_leaves_no_trace(graph: Graph, add: Any) -> None:
    texts = _random_texts(40)
    add(texts)
    _link_all(graph)
    before = _all_links(graph)
    add({**texts, "Title 0 of Title 3": "word1 word2 word3. Title 0 and Title 3 are named."})
    _link_all(graph)
    assert _all_links(graph) != before
    (row,) = graph.run_text("MATCH (d:Document {title: 'Title 0 of Title 3'}) RETURN d.id AS id")
    delete_document(graph, row["id"])
    _link_all(graph)
    assert _all_links(graph) == before


def test_killed_run_is_finished_by_the_next(
    graph: Graph, add: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "PASSAGES_PER_TRANSACTION", 10)
    texts = _random_texts(60)
    add(dict(list(texts.items())[:40]))
    _link_all(graph)
    add(texts)
    run = Transaction.run
    calls = []

    def dies(self: Transaction, name: str, /, **parameters: Any) -> Any:
        calls.append(name)
        if len(calls) == 3:  # of seven transactions or fewer, as ids differ from run to run
            raise GraphError("the machine went down")
        return run(self, name, **parameters)

    for method in LINK_METHODS:
        calls.clear()
        with monkeypatch.context() as patch:
            patch.setattr(Transaction, "run", dies)
            with pytest.raises(GraphError, match="went down"):
                _link(graph, method)
        assert not links_are_current(graph, method=method, max_degree=6, min_score=0.05)
    _link_all(graph)
    finished = graph_digest(graph)
    graph.run_text("MATCH (c:Configuration) WHERE c.id STARTS WITH 'links-' DELETE c")
    graph.run_text("MATCH ()-[s:SIMILAR]->() DELETE s")
    _link_all(graph)
    assert graph_digest(graph) == finished


def test_entities_that_are_one_thing_link_passages(graph: Graph, add: Any) -> None:
    add({"Gjoa": "A boat of Captain Amundsen.", "Amundsen": "He was an explorer.", "Maud": "None."})
    assert _link(graph, "entity") == 1  # by the name Amundsen
    rename = (
        "MATCH (e:Entity {name: 'Maud'}), (c:Entity {name: 'Amundsen'}) SET e:Resolved, c:Resolved "
        "CREATE (e)-[:SAME_AS]->(c)"
    )
    graph.run_text(rename)
    assert not links_are_current(graph, method="entity", max_degree=6, min_score=0.05)
    assert _link(graph, "entity") == 3
    graph.run_text("MATCH ()-[s:SAME_AS]->() DELETE s")
    assert _link(graph, "entity") == 1


def test_empty_graph_has_no_links(graph: Graph) -> None:
    assert [_link(graph, method) for method in LINK_METHODS] == [0, 0, 0]
    assert links_are_current(graph, method="entity", max_degree=6, min_score=0.05)


def test_links_of_the_last_document_go_with_it(graph: Graph, add: Any) -> None:
    add({"A": "red fox in snow", "B": "red fox in rain"})
    assert _link(graph, "keyword") == 1
    for row in graph.run_text("MATCH (d:Document) RETURN d.id AS id"):
        delete_document(graph, row["id"])
    assert _link(graph, "keyword") == 0


def test_browser_query_draws_the_links_of_a_document(graph: Graph, add: Any) -> None:
    add(SHIPS)
    _link(graph, "keyword")
    rows = graph.read("show_similar_passages", document="Fram", limit=1)
    path = rows[0]["link_path"]
    assert [path[0]["properties"]["title"], path[3]["type"]] == ["Fram", "SIMILAR"]
    assert rows[0]["source_path"][-1]["properties"]["title"] in {"Colin Archer", "Roald Amundsen"}
