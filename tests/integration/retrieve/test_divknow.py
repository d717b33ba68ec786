"""DetLLM on a real graph: hops, sources and rankers, without and with a chat model."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from kgplatform.errors import EndpointUnavailable, ModelUnavailable, UsageError
from kgplatform.graph.connection import Graph
from kgplatform.models.chat import OpenAIChatModel
from kgplatform.pipelines.divknow.dependencies import Dependencies, LookedUp
from kgplatform.pipelines.divknow.method import retrieve_divknow
from kgplatform.pipelines.divknow.options import SOURCES, DivKnowOptions
from kgplatform.pipelines.divknow.tools import embed_statements
from kgplatform.records import Evidence, Usage
from kgplatform.testing import HashEmbedder, ScriptedChatModel
from tests.chat_server import ChatServer

pytestmark = pytest.mark.integration

QUESTION = "Where was the writer of Farthest North born?"
PARTS = ("Who is the writer of Farthest North?", "Where was {1} born?")
WRITER = "Fridtjof Nansen"
SECOND = "Where was Fridtjof Nansen born?"


BY_MODEL = Usage(llm_calls=1, prompt_tokens=50, completion_tokens=5)


def read_name(question: str, evidence: Evidence, *, may_ask_chat: bool) -> tuple[str, Usage]:
    """Answer as a reader does, of what it is given: only of the page that says it."""
    texts = [p.text for p in evidence.passages if p.title == "Farthest North"]
    found = re.search(r"by (\w+ \w+)\.", " ".join(texts))
    return found[1] if found else "", BY_MODEL if may_ask_chat else Usage()


BY_SYNTAX = Dependencies(decompose=lambda question: PARTS, read=read_name)


def retrieve(graph: Graph, embedder: HashEmbedder, **options: Any) -> Evidence:
    given: dict[str, Any] = {"top_k": 5, "dependencies": BY_SYNTAX, **options}
    return retrieve_divknow(QUESTION, graph=graph, embedder=embedder, **given)


def find_steps(evidence: Evidence, name: str) -> list[dict[str, Any]]:
    return [step.detail for step in evidence.steps if step.name == name]


def test_the_answer_of_a_hop_fills_the_next(corpus: Graph, embedder: HashEmbedder) -> None:
    evidence = retrieve(corpus, embedder)
    first, second = find_steps(evidence, "hop")
    assert (first["question"], second["question"]) == (PARTS[0], SECOND)
    assert first["queries"] == [PARTS[0], QUESTION]
    assert find_steps(evidence, "answer_hop") == [{"answer": "Fridtjof Nansen"}]
    assert evidence.left == SECOND
    titles = {passage.title for passage in evidence.passages}
    assert {"Farthest North", "Fridtjof Nansen"} <= titles
    assert evidence.usage == BY_MODEL
    by_syntax = retrieve(corpus, embedder, options=DivKnowOptions(decomposer="syntax"))
    assert (by_syntax.left, by_syntax.usage) == (SECOND, Usage())


def test_a_model_does_not_decompose_what_syntax_does(corpus: Graph, embedder: HashEmbedder) -> None:
    chat = ScriptedChatModel([])  # without replies it fails if it is asked
    evidence = retrieve(corpus, embedder, chat=chat)
    assert [step["question"] for step in find_steps(evidence, "hop")] == [PARTS[0], SECOND]
    [told] = find_steps(evidence, "ask_model")
    assert "prompt" not in told  # of a decomposition


def test_each_tool_tells_what_it_found(corpus: Graph, embedder: HashEmbedder) -> None:
    told = find_steps(retrieve(corpus, embedder), "hop")[1]["tools"]
    assert told.keys() == {"dense text", "sparse triples", "sparql"}
    assert "Fridtjof Nansen" in told["dense text"]
    assert "Fridtjof Nansen was born in Oslo" in told["sparse triples"]
    assert told["sparql"]["problem"] == "no knowledge base is set"


def test_triples_are_read_in_their_words_and_stand_at_their_spans(
    corpus: Graph, embedder: HashEmbedder
) -> None:
    evidence = retrieve(corpus, embedder, top_k=20)
    texts = {passage.passage_id: passage.text for passage in evidence.passages}
    by_fact = {(s.subject, s.relation, s.object): s for s in evidence.statements}
    born = by_fact["Fridtjof Nansen", "place of birth", "Oslo"]
    assert texts[born.passage_id][born.start : born.end] == "Fridtjof Nansen was born near Oslo."
    assert evidence.reads == "lines"
    stated = {line.text: line for line in evidence.lines}
    for text in ("He studied zoology.", "Farthest North is a book by Fridtjof Nansen."):
        line = stated[text]
        assert line.source.text[line.start : line.end] == text
    scores = [passage.score for passage in evidence.passages]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize("sources", sorted(SOURCES))
def test_every_source_of_table_3_finds_both_hops(
    corpus: Graph, embedder: HashEmbedder, sources: str
) -> None:
    evidence = retrieve(
        corpus, embedder, options=DivKnowOptions(sources=sources, sparql="nosparql")
    )
    first, second = (step["tools"] for step in find_steps(evidence, "hop"))
    text, triples = SOURCES[sources].text, SOURCES[sources].triples
    tools = {f"{text} text", f"{triples} triples"} if triples else {f"{text} text"}
    assert first.keys() == second.keys() == tools
    if SOURCES[sources].is_unified:
        assert all(sum(map(len, step.values())) <= 10 for step in (first, second))
    titles = {passage.title for passage in evidence.passages}
    assert {"Farthest North", "Fridtjof Nansen"} <= titles
    assert (evidence.statements == ()) is (not triples)


def test_a_dense_search_of_triples_embeds_them_once(corpus: Graph, embedder: HashEmbedder) -> None:
    total = corpus.run_text("MATCH (s:Statement) RETURN count(s) AS n")[0]["n"]
    assert total > 0
    with ThreadPoolExecutor(4) as several:  # as many questions at a time
        counts = [
            several.submit(embed_statements, graph=corpus, embedder=embedder) for _ in range(4)
        ]
        assert sorted(count.result() for count in counts) == [0, 0, 0, total]
    [row] = corpus.run_text(
        "MATCH (s:Statement)-[:HAS_EMBEDDING]->(e) RETURN s.text AS text, e.vector AS vector "
        "ORDER BY s.id LIMIT 1"
    )
    assert row["vector"] == pytest.approx(embedder.embed_passages([row["text"]])[0].tolist())


@pytest.mark.parametrize("sources", ["separate", "sparse", "unified_dense"])
def test_the_documents_given_are_the_only_ones(
    corpus: Graph, embedder: HashEmbedder, sources: str
) -> None:
    [oslo] = corpus.run_text("MATCH (d:Document {title: 'Oslo'}) RETURN d.id AS id")
    given = retrieve(corpus, embedder, within=[oslo["id"]], options=DivKnowOptions(sources=sources))
    # by words alone nothing there is like these questions
    found = {passage.document_id for passage in given.passages}
    assert found == (set() if sources == "sparse" else {oslo["id"]})
    assert {s.passage_id for s in given.statements} <= {p.passage_id for p in given.passages}
    nothing = retrieve(corpus, embedder, within=[], options=DivKnowOptions(sources=sources))
    assert (nothing.passages, nothing.statements, nothing.lines) == ((), (), ())


def test_what_sparql_returns_is_evidence_beside_text(corpus: Graph, embedder: HashEmbedder) -> None:
    asked: list[str] = []

    def look_up(question: str, *, may_ask_chat: bool) -> LookedUp:
        assert may_ask_chat
        asked.append(question)
        if question != SECOND:
            return LookedUp(query="SELECT 1", problem="no query returns anything")
        lines = ("Fridtjof Nansen was born at Store Frøen",)
        return LookedUp("Fridtjof Nansen", "http://kb/Q72292", lines, ("Store Frøen",), "SELECT 2")

    dependencies = Dependencies(look_up, decompose=BY_SYNTAX.decompose, read=read_name)
    evidence = retrieve(corpus, embedder, dependencies=dependencies)
    assert asked == [PARTS[0], SECOND]
    [outside] = [passage for passage in evidence.passages if not passage.document_id]
    assert (outside.title, outside.uri) == ("Fridtjof Nansen (Wikidata)", "http://kb/Q72292")
    assert outside.text == "Fridtjof Nansen was born at Store Frøen."
    assert "Fridtjof Nansen was born at Store Frøen." in [line.text for line in evidence.lines]
    first, second = (step["tools"]["sparql"] for step in find_steps(evidence, "hop"))
    assert first == {"query": "SELECT 1", "found": [], "problem": "no query returns anything"}
    assert second == {"query": "SELECT 2", "found": ["Fridtjof Nansen was born at Store Frøen"]}
    before, after = (step["ranked"] for step in find_steps(evidence, "hop"))
    assert len(before) > 0
    assert after[0] == outside.text  # whatever has more of the question's words
    asked.clear()
    without = retrieve(
        corpus, embedder, dependencies=dependencies, options=DivKnowOptions(sparql="nosparql")
    )
    assert asked == []
    assert all(passage.document_id for passage in without.passages)


def test_after_an_outage_it_goes_on_without_sparql_and_says_so(
    corpus: Graph, embedder: HashEmbedder
) -> None:
    asked: list[str] = []

    def look_up(question: str, *, may_ask_chat: bool) -> LookedUp:
        asked.append(question)
        assert not may_ask_chat
        raise EndpointUnavailable("http://kb does not answer: try again later.")

    dependencies = Dependencies(look_up, decompose=BY_SYNTAX.decompose, read=read_name)
    evidence = retrieve(
        corpus, embedder, dependencies=dependencies, options=DivKnowOptions(decomposer="syntax")
    )
    assert asked == [PARTS[0]]
    for step in find_steps(evidence, "hop"):
        assert step["tools"]["sparql"]["problem"] == (
            "gone on without it: http://kb does not answer: try again later."
        )
    assert {"Farthest North", "Fridtjof Nansen"} <= {p.title for p in evidence.passages}


def test_a_cross_encoder_ranks_where_one_is_set(corpus: Graph, embedder: HashEmbedder) -> None:
    def score_pairs(query: str, texts: Sequence[str]) -> list[float]:
        return [float("Butter" in text) for text in texts]

    dependencies = Dependencies(decompose=lambda question: (question,), score_pairs=score_pairs)
    evidence = retrieve(corpus, embedder, dependencies=dependencies)
    assert find_steps(evidence, "hop")[0]["ranked_by"] == "cross-encoder"
    assert evidence.passages[0].title == "Butter"
    by_embedder = retrieve(
        corpus, embedder, dependencies=dependencies, options=DivKnowOptions(ranker="bi")
    )
    assert find_steps(by_embedder, "hop")[0]["ranked_by"] == "bi-encoder"
    assert by_embedder.passages[0].title != "Butter"
    with pytest.raises(UsageError, match="cross_encoder"):
        retrieve(corpus, embedder, options=DivKnowOptions(ranker="cross"))


def reply_by_rule(body: dict[str, Any]) -> str:
    """Decompose as a model would, by what the prompt shows; or choose the pieces about Nansen."""
    asked = str(body["messages"][-1]["content"])
    if "Single-hop questions so far" not in asked:
        pieces = re.findall(r"^\[(\d+)\] (.*)$", asked, re.MULTILINE)
        return json.dumps({"numbers": [int(n) for n, text in pieces if text.startswith(WRITER)]})
    fields = {"reason": "So.", "answer": "", "finished": False, "question": "", "queries": []}
    if asked.endswith("(none)"):
        fields |= {"question": PARTS[0], "queries": [PARTS[0], "Farthest North author"]}
    elif SECOND in asked:
        fields |= {"answer": "Oslo" if "born near Oslo" in asked else "", "finished": True}
    elif "Farthest North is a book by Fridtjof Nansen" in asked:
        fields |= {"answer": "Fridtjof Nansen", "question": SECOND, "queries": [SECOND]}
    return json.dumps(fields)


def test_a_chat_model_is_called_once_more_than_there_are_hops(
    corpus: Graph, embedder: HashEmbedder
) -> None:
    with ChatServer(reply_by_rule) as server:
        chat = OpenAIChatModel(server.base_url, "rule-made")
        evidence = retrieve(corpus, embedder, chat=chat, dependencies=Dependencies())
    first, second = find_steps(evidence, "hop")
    assert first["queries"] == [PARTS[0], "Farthest North author"]
    assert second["question"] == SECOND
    answers = [step["answer"] for step in find_steps(evidence, "answer_hop")]
    assert answers == ["Fridtjof Nansen", "Oslo"]
    assert evidence.usage.llm_calls == len(server.requests) == 3
    assert evidence.usage.prompt_tokens > 0
    assert {request.body["temperature"] for request in server.requests} == {0.7}
    [told] = find_steps(evidence, "ask_model")
    assert (told["model"], told["usage"]["llm_calls"]) == ("rule-made", 3)


def test_a_chat_model_ranks_where_it_is_chosen(corpus: Graph, embedder: HashEmbedder) -> None:
    with ChatServer(reply_by_rule) as server:
        chat = OpenAIChatModel(server.base_url, "rule-made")
        options = DivKnowOptions(decomposer="syntax", ranker="chat")
        evidence = retrieve(corpus, embedder, chat=chat, options=options)
    assert evidence.usage.llm_calls == len(server.requests) == 2
    for step in find_steps(evidence, "hop"):
        assert step["ranked_by"] == "chat model"
        assert step["ranked"][0].startswith(WRITER)


def test_a_model_that_writes_nonsense_is_replaced_by_syntax(
    corpus: Graph, embedder: HashEmbedder
) -> None:
    with ChatServer(lambda body: "I do not know.") as server:
        chat = OpenAIChatModel(server.base_url, "rule-made")
        options = DivKnowOptions(decomposer="chat")
        evidence = retrieve(corpus, embedder, chat=chat, options=options)
    first, second = find_steps(evidence, "hop")
    assert first["problem"] == "it holds no complete JSON object"
    assert second["question"] == SECOND
    assert evidence.usage.llm_calls == 1 + BY_MODEL.llm_calls  # and that which reads the hop


def test_a_model_that_wants_to_know_nothing_still_gets_evidence(
    corpus: Graph, embedder: HashEmbedder
) -> None:
    fields = {"reason": "", "answer": "", "finished": True, "question": "", "queries": []}
    with ChatServer(lambda body: json.dumps(fields)) as server:
        chat = OpenAIChatModel(server.base_url, "rule-made")
        options = DivKnowOptions(decomposer="chat")
        evidence = retrieve(corpus, embedder, chat=chat, options=options)
    [hop] = find_steps(evidence, "hop")
    assert (hop["question"], hop["queries"]) == (QUESTION, [QUESTION])
    assert evidence.passages


def test_a_model_that_is_away_or_not_set_is_told(corpus: Graph, embedder: HashEmbedder) -> None:
    with pytest.raises(UsageError, match="chat_base_url"):
        retrieve(corpus, embedder, options=DivKnowOptions(decomposer="chat"))
    chat = OpenAIChatModel("http://127.0.0.1:9/v1", "nobody", sleep=lambda _: None)
    with pytest.raises(ModelUnavailable):
        retrieve(corpus, embedder, chat=chat, dependencies=Dependencies())  # syntax sees one hop
