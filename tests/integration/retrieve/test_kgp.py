"""KGP on a real graph: its four graphs, its agents, and structural questions before both."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kgplatform.errors import UsageError
from kgplatform.graph.connection import Graph
from kgplatform.ingest.links.passage_links import link_passages
from kgplatform.models.chat import OpenAIChatModel
from kgplatform.platform import Platform
from kgplatform.records import Evidence, Step
from kgplatform.retrieve.kgp.encoder import HopEncoder
from kgplatform.retrieve.kgp.method import retrieve_kgp
from kgplatform.retrieve.kgp.neighbours import Neighbourhood
from kgplatform.retrieve.kgp.options import KgpOptions
from kgplatform.settings import Settings
from kgplatform.testing import HashEmbedder
from tests.chat_server import ChatServer
from tests.integration.retrieve.test_within import write_passage

pytestmark = pytest.mark.integration

QUESTION = "Where was the writer of Farthest North born?"


@pytest.fixture
def chain(graph: Graph, embedder: HashEmbedder) -> Graph:
    """Passages start - Alpha - bridge - Beta - end, and hub that names Alpha too."""
    write_passage(graph, embedder, "start", "on Alpha")
    write_passage(graph, embedder, "bridge", "on Alpha and Beta")
    write_passage(graph, embedder, "end", "on Beta")
    write_passage(graph, embedder, "hub", "on Alpha and Gamma")
    graph.run_text("CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()")
    graph.read("await_indexes", timeout_s=60)
    return graph


def retrieve(question: str, graph: Graph, embedder: HashEmbedder, **options: Any) -> Evidence:
    return retrieve_kgp(question, graph=graph, embedder=embedder, **{"top_k": 6, **options})


def find_step(evidence: Evidence, name: str) -> Step:
    [step] = [step for step in evidence.steps if step.name == name]
    return step


def rank(
    graph: Graph, embedder: HashEmbedder, name: str, *ids: str, sought: str, **options: Any
) -> list[dict[str, float]]:
    """Return the neighbours of passages with their cosines to what is sought."""
    aims = np.stack([embedder.embed_queries([sought])[0]] * len(ids))
    limit = options.pop("limit", 10)
    found = Neighbourhood(graph, name, **options).rank(ids, aims, limit=limit)
    return [dict(ranked) for ranked in found]


def test_entity_neighbours_name_the_same_thing(chain: Graph, embedder: HashEmbedder) -> None:
    start, end = rank(chain, embedder, "entity", "p-start", "p-end", sought="on Beta")
    assert (set(start), set(end)) == ({"p-bridge", "p-hub"}, {"p-bridge"})
    # nearest first: "on Alpha and Beta" has both words sought, "on Alpha and Gamma" one
    assert list(start) == ["p-bridge", "p-hub"]
    [vector] = embedder.embed_passages(["on Alpha and Beta"])
    [sought] = embedder.embed_queries(["on Beta"])
    assert start["p-bridge"] == pytest.approx(float(vector @ sought), abs=1e-5)


def test_entity_neighbours_follow_joined_names_and_what_a_document_is_about(
    chain: Graph, embedder: HashEmbedder
) -> None:
    write_passage(chain, embedder, "page", "nothing named")
    chain.run_text(
        "MATCH (a:Entity {id: 'Gamma'}), (b:Entity {id: 'Beta'}), (d:Document {id: 'd-page'}) "
        "SET a:Resolved, b:Resolved CREATE (a)-[:SAME_AS]->(b) CREATE (d)-[:ABOUT]->(b)"
    )
    [hub] = rank(chain, embedder, "entity", "p-hub", sought="on Beta")
    assert set(hub) == {"p-start", "p-bridge", "p-end", "p-page"}


def test_a_thing_that_many_name_leads_only_to_what_is_about_it(
    graph: Graph, embedder: HashEmbedder
) -> None:
    for number in range(102):
        write_passage(graph, embedder, f"one-{number}", f"Alpha {number}")
    graph.run_text(
        "MATCH (a:Entity {id: 'Alpha'}), (d:Document {id: 'd-one-7'}) CREATE (d)-[:ABOUT]->(a)"
    )
    [found] = rank(graph, embedder, "entity", "p-one-3", sought="Alpha")
    assert set(found) == {"p-one-7"}


def test_keyword_neighbours_are_linked_ones_in_either_direction(
    chain: Graph, embedder: HashEmbedder
) -> None:
    chain.run_text(
        "MATCH (a:Passage {id: 'p-end'}), (b:Passage {id: 'p-hub'}), (c:Passage {id: 'p-start'}) "
        "CREATE (a)-[:SIMILAR {method: 'keyword', score: 0.5}]->(b) "
        "CREATE (a)-[:SIMILAR {method: 'entity', score: 0.5}]->(c)"
    )
    end, hub = rank(chain, embedder, "keyword", "p-end", "p-hub", sought="on Alpha")
    assert (set(end), set(hub)) == ({"p-hub"}, {"p-end"})


def test_embedding_neighbours_are_all_that_are_near_but_the_passage_itself(
    chain: Graph, embedder: HashEmbedder
) -> None:
    [found] = rank(chain, embedder, "embedding", "p-start", sought="on Beta")
    assert next(iter(found)) == "p-end"
    assert set(found) == {"p-bridge", "p-end", "p-hub"}


def test_encoder_neighbours_are_near_to_where_it_points(
    graph: Graph, embedder: HashEmbedder
) -> None:
    texts = [f"Word{number}" for number in range(30)]
    for text in texts:
        write_passage(graph, embedder, text, text)
    graph.read("await_indexes", timeout_s=60)
    first, far = (embedder.embed_passages([text])[0] for text in ("Word0", "Word9"))
    # what is like Word0 points to Word9; the 20 nearest of 30 would else depend on chance
    turn = np.outer(first, far).astype(np.float32)
    encoder = HopEncoder(turn, turn, turn)
    [found] = rank(graph, embedder, "encoder", "p-Word0", sought="Word9", encoder=encoder, limit=1)
    assert found == {"p-Word9": pytest.approx(1, abs=1e-4)}


@pytest.mark.parametrize("name", ["entity", "keyword", "embedding"])
def test_neighbours_keep_to_the_documents(name: str, chain: Graph, embedder: HashEmbedder) -> None:
    link_passages(chain, method="keyword", max_degree=20, min_score=0.01)
    within = ["d-start", "d-hub"]
    [free] = rank(chain, embedder, name, "p-start", sought="on Beta")
    [bound] = rank(chain, embedder, name, "p-start", sought="on Beta", within=within)
    assert bound == {key: free[key] for key in free.keys() & {"p-hub"}}
    [none] = rank(chain, embedder, name, "p-start", sought="on Beta", within=[])
    assert none == {}


def test_walk_reaches_the_second_hop_that_words_do_not(
    corpus: Graph, embedder: HashEmbedder
) -> None:
    evidence = retrieve(
        QUESTION, corpus, embedder, options=KgpOptions(graph="entity", agent="embedding")
    )
    told = find_step(evidence, "walk").detail
    assert (told["graph"], told["agent"]) == ("entity", "embedding")
    titles = {passage.passage_id: passage.title for passage in evidence.passages}
    assert titles.keys() >= {key for path in told["paths"] for key in path}
    assert "Fridtjof Nansen" in titles.values()


def test_keyword_graph_without_links_says_what_to_do(corpus: Graph, embedder: HashEmbedder) -> None:
    keyword = KgpOptions(graph="keyword", agent="embedding")
    before = retrieve(QUESTION, corpus, embedder, options=keyword)
    assert "[links]" in find_step(before, "links").detail["problem"]
    assert len(before.passages) == 6
    link_passages(corpus, method="keyword", max_degree=20, min_score=0.01)
    after = retrieve(QUESTION, corpus, embedder, options=keyword)
    assert "links" not in [step.name for step in after.steps]


def test_encoder_is_refused_to_vectors_it_was_not_trained_for(
    corpus: Graph, embedder: HashEmbedder
) -> None:
    for options in (
        KgpOptions(graph="encoder", agent="embedding"),
        KgpOptions(graph="entity", agent="encoder"),
    ):
        with pytest.raises(UsageError, match="trained for bge-small"):
            retrieve(QUESTION, corpus, embedder, options=options)


def test_structural_questions_are_answered_from_the_structure(
    corpus: Graph, embedder: HashEmbedder
) -> None:
    evidence = retrieve("What does section 'Bread' say?", corpus, embedder)
    assert [passage.title for passage in evidence.passages] == ["Bread"]
    assert "walk" not in [step.name for step in evidence.steps]


def write_next(body: dict[str, Any]) -> str:
    """Say that whoever is named in the evidence was born near Oslo, and that all is content."""
    if "structure of a document" in body["messages"][0]["content"]:
        return '{"structural": false, "parts": []}'
    asked = body["messages"][-1]["content"]
    return "Fridtjof Nansen was born near Oslo." if "Nansen" in asked else "Nobody knows."


def test_chat_agent_walks_by_what_the_model_writes(corpus: Graph, embedder: HashEmbedder) -> None:
    with ChatServer(write_next) as server:
        chat = OpenAIChatModel(server.base_url, "rule-made")
        options = KgpOptions(graph="entity", agent="chat")
        evidence = retrieve(QUESTION, corpus, embedder, options=options, chat=chat)
    classified = find_step(evidence, "classify").detail
    assert (classified["by"], classified["structural"]) == ("chat model", False)
    told = find_step(evidence, "ask_model").detail
    assert "Fridtjof Nansen was born near Oslo." in told["evidence"]
    assert told["problems"] == []
    assert evidence.usage.llm_calls == len(server.requests) > 0
    parts = [spent["usage"]["prompt_tokens"] for spent in (classified, told)]
    assert min(parts) > 0
    assert sum(parts) == evidence.usage.prompt_tokens
    assert "Farthest North" in server.requests[1].last_message + server.requests[2].last_message


def test_chat_agent_classifies_structural_questions(corpus: Graph, embedder: HashEmbedder) -> None:
    part = {
        "kind": "section", "numbers": [], "positions": [], "topic": "Bread", "on_page": "",
        "document": "",
    }  # fmt: skip
    with ChatServer(lambda _: json.dumps({"structural": True, "parts": [part]})) as server:
        chat = OpenAIChatModel(server.base_url, "rule-made")
        question = "What do they write under Bread?"
        by_rules = retrieve(question, corpus, embedder, chat=chat)
        assert server.requests == []
        by_model = retrieve(
            question, corpus, embedder, options=KgpOptions(graph="entity", agent="chat"), chat=chat
        )
    assert "walk" in [step.name for step in by_rules.steps]
    assert [passage.title for passage in by_model.passages] == ["Bread"]
    assert by_model.usage.llm_calls == len(server.requests) == 1


def test_platform_counts_what_the_agent_cost(
    corpus: Graph, embedder: HashEmbedder, tmp_path: Path
) -> None:
    with ChatServer(write_next) as server:
        settings = Settings(home=tmp_path, chat_base_url=server.base_url, chat_model="rule-made")
        platform = Platform(settings, graph=corpus, embedder=embedder)
        answer = platform.ask(QUESTION, method="kgp-entity-chat", reader="extractive")
    assert answer.method == "kgp-entity-chat"
    written = find_detail(answer.steps, "ask_model")["evidence"]
    assert answer.usage.llm_calls + answer.usage.cached_calls == 1 + len(written)
    assert answer.usage.prompt_tokens > 0


def find_detail(steps: tuple[Step, ...], name: str) -> dict[str, Any]:
    [detail] = [dict(step.detail) for step in steps if step.name == name]
    return detail


def test_chat_agent_without_a_model_says_what_to_set(
    corpus: Graph, embedder: HashEmbedder, tmp_path: Path
) -> None:
    platform = Platform(Settings(home=tmp_path), graph=corpus, embedder=embedder)
    with pytest.raises(UsageError, match="chat_base_url"):
        platform.retrieve(QUESTION, method="kgp-entity-chat")
