"""TRACE on a real graph: chains with and without a chat model, and triples made on demand."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from kgplatform.errors import ModelUnavailable, UsageError
from kgplatform.graph.connection import Graph
from kgplatform.models.chat import OpenAIChatModel
from kgplatform.models.embedding import Vectors
from kgplatform.platform import Platform
from kgplatform.records import Evidence
from kgplatform.records.json import to_json
from kgplatform.retrieve.trace.method import retrieve_trace
from kgplatform.retrieve.trace.options import TraceOptions
from kgplatform.retrieve.trace.triples import fetch_triples, generate_triples
from kgplatform.settings import Settings
from kgplatform.testing import HashEmbedder
from tests.chat_server import ChatServer, HttpReply, completion

pytestmark = pytest.mark.integration

QUESTION = "Where was the writer of Farthest North born?"
WANTED = ("Farthest North; author", "Fridtjof Nansen; place of birth")
COUNTS = {"prompt_tokens": 100, "completion_tokens": 1}
OPTION = re.compile(r"^([A-Za-z])\. (.+)$", re.MULTILINE)


def retrieve(graph: Graph, embedder: HashEmbedder, **options: Any) -> Evidence:
    return retrieve_trace(
        options.pop("question", QUESTION), graph=graph, embedder=embedder, top_k=5, **options
    )


def find_steps(evidence: Evidence, name: str) -> list[dict[str, Any]]:
    return [step.detail for step in evidence.steps if step.name == name]


def list_facts(evidence: Evidence) -> list[str]:
    return [f"{s.subject}; {s.relation}; {s.object}" for s in evidence.statements]


def spell_letters(shares: dict[str, float]) -> HttpReply:
    """Return a reply of one letter with the probabilities of some."""
    likely = sorted(shares, key=lambda letter: -shares[letter])
    top = [{"token": letter, "logprob": math.log(shares[letter])} for letter in likely]
    told = [{**top[0], "bytes": None, "top_logprobs": top}]
    return completion(likely[0], finish_reason="length", usage=COUNTS, logprobs=told)


def select_or_generate(body: dict[str, Any]) -> HttpReply:
    """Choose what is WANTED, else end; write a triple of a text that asks for them."""
    asked = str(body["messages"][-1]["content"])
    if "<options>" not in asked:
        title = asked.partition("\n")[0].removeprefix("Title: ")
        text = f"<{title}; born near; Oslo>\n<{title}; lived on; Mars>\n<{title}; studied; zoo"
        return completion(text, finish_reason="length", usage=COUNTS)
    chain, _, options = asked.partition("<options>")
    letters = {option: letter for letter, option in OPTION.findall(options)}
    for wanted in WANTED:
        found = [letters[option] for option in letters if option.startswith(f"<{wanted}")]
        if found and f"<{wanted}" not in chain:
            return spell_letters({found[0]: 0.9, "A": 0.05})
    return spell_letters({"A": 0.9, "B": 0.05})


def test_without_a_model_the_chains_hold_both_hops(corpus: Graph, embedder: HashEmbedder) -> None:
    evidence = retrieve(corpus, embedder)
    assert set(list_facts(evidence)) >= {
        "Farthest North; author; Fridtjof Nansen",
        "Fridtjof Nansen; place of birth; Oslo",
    }
    assert evidence.reads == "lines"
    assert evidence.usage.llm_calls == 0
    titles = [passage.title for passage in evidence.passages]
    assert {"Farthest North", "Fridtjof Nansen"} <= set(titles)
    # the chains' documents, most votes first, and then the others
    assert [p.score for p in evidence.passages] == sorted(
        (p.score for p in evidence.passages), reverse=True
    )
    stating = {statement.passage_id for statement in evidence.statements}
    assert stating == {passage.passage_id for passage in evidence.passages[: len(stating)]}
    assert len(evidence.passages) > len(stating)


def test_statements_stand_at_their_spans(corpus: Graph, embedder: HashEmbedder) -> None:
    evidence = retrieve(corpus, embedder)
    texts = {passage.passage_id: passage.text for passage in evidence.passages}
    quotes = [texts[s.passage_id][s.start : s.end] for s in evidence.statements]
    assert "Fridtjof Nansen was born near Oslo." in quotes
    assert all(quote.endswith(".") for quote in quotes)


def test_the_beam_is_told_step_by_step(corpus: Graph, embedder: HashEmbedder) -> None:
    evidence = retrieve(corpus, embedder)
    steps = find_steps(evidence, "lengthen_chains")
    assert [step["length"] for step in steps] == list(range(1, len(steps) + 1))
    for step in steps:
        for opened in step["opened"]:
            shares = [option["probability"] for option in opened["options"]]
            assert shares == sorted(shares, reverse=True)
            assert len(shares) <= 5
            assert 0 < opened["end"] + sum(shares) <= 1.001
        scores = [chain["score"] for chain in step["kept"]]
        assert scores == sorted(scores, reverse=True)
    told = [stated for chain in steps[-1]["kept"] for stated in chain["statements"]]
    names = ("statement_id", "passage_id", "start", "end")
    assert list(dict.fromkeys(tuple(stated[name] for name in names) for stated in told)) == [
        tuple(getattr(statement, name) for name in names) for statement in evidence.statements
    ]
    assert to_json(evidence)["steps"][-1]["step"] == "lengthen_chains"


def test_chains_of_fixed_length_do_not_end(corpus: Graph, embedder: HashEmbedder) -> None:
    evidence = retrieve(corpus, embedder, options=TraceOptions(length="fixed"))
    last = find_steps(evidence, "lengthen_chains")[-1]
    assert {opened["end"] for opened in last["opened"]} == {0.0}
    assert last["length"] == 4


@pytest.mark.parametrize("chains", ["5", "10"])
def test_a_variant_keeps_as_many_chains_as_it_says(
    corpus: Graph, embedder: HashEmbedder, chains: str
) -> None:
    options = TraceOptions(context="triple", selector="embedding", length="fixed", chains=chains)
    steps = find_steps(retrieve(corpus, embedder, options=options), "lengthen_chains")
    assert len(steps[-1]["kept"]) == int(chains)


def test_the_documents_given_are_the_only_ones(corpus: Graph, embedder: HashEmbedder) -> None:
    [bread] = corpus.run_text("MATCH (d:Document {title: 'Bread'}) RETURN d.id AS id")
    evidence = retrieve(corpus, embedder, within=[bread["id"]])
    assert {passage.document_id for passage in evidence.passages} <= {bread["id"]}
    assert retrieve(corpus, embedder, within=[]).passages == ()


def test_vectors_are_computed_once(
    corpus: Graph, embedder: HashEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = retrieve(corpus, embedder)
    embedded: list[str] = []

    def embed(texts: Sequence[str]) -> Vectors:
        embedded.extend(texts)
        return HashEmbedder.embed_passages(embedder, texts)

    monkeypatch.setattr(embedder, "embed_passages", embed)
    again = retrieve(corpus, embedder)
    assert not {row["text"] for row in corpus.run_text(
        "MATCH (s:Statement) RETURN s.text AS text"
    )}.intersection(embedded)  # fmt: skip
    assert again == first
    [row] = corpus.run_text(
        "MATCH (s:Statement)-[:HAS_EMBEDDING]->(e) "
        "RETURN s.text AS text, e.vector AS vector LIMIT 1"
    )
    assert row["vector"] == pytest.approx(embedder.embed_passages([row["text"]])[0].tolist())


def test_a_chat_model_selects_and_ends(corpus: Graph, embedder: HashEmbedder) -> None:
    with ChatServer(select_or_generate) as server:
        chat = OpenAIChatModel(server.base_url, "rule-made")
        evidence = retrieve(corpus, embedder, chat=chat)
    best = find_steps(evidence, "lengthen_chains")[-1]["kept"][0]
    assert best["chain"].startswith("<Farthest North; author; Fridtjof Nansen>, <Fridtjof Nansen;")
    assert best["ended"]
    # .9 and .05 of the letters told are .9/.95; the first step tells A too, which cannot be chosen
    assert best["score"] == pytest.approx((0.9 / 0.95) ** 2, abs=1e-3)
    selecting = [r for r in server.requests if "<options>" in r.last_message]
    [told] = find_steps(evidence, "ask_model")
    assert told["usage"]["llm_calls"] == len(selecting) > 0
    assert told["problems"] == []
    assert evidence.usage.llm_calls == len(server.requests)
    assert evidence.usage.prompt_tokens == 100 * len(server.requests)
    assert {r.body["max_tokens"] for r in selecting} == {1}


def test_triples_are_generated_where_there_are_none(corpus: Graph, embedder: HashEmbedder) -> None:
    corpus.run_text("MATCH (s:Statement) DETACH DELETE s")
    with ChatServer(select_or_generate) as server:
        chat = OpenAIChatModel(server.base_url, "rule-made")
        evidence = retrieve(corpus, embedder, chat=chat)
        [told] = find_steps(evidence, "generate_triples")
        assert told["passages"] == told["usage"]["llm_calls"] == 6
        asked = len(server.requests)
        again = retrieve(corpus, embedder, chat=chat)
    assert "Fridtjof Nansen; born near; Oslo" in list_facts(evidence)
    # who said nothing that its text shows is not asked again
    assert find_steps(again, "generate_triples") == []
    assert all("<options>" in request.last_message for request in server.requests[asked:])
    unproven = corpus.run_text("MATCH (u:UnprovenFact) RETURN DISTINCT u.object AS object")
    assert "Mars" in {row["object"] for row in unproven}


def test_generated_triples_are_statements_like_any_others(
    corpus: Graph, embedder: HashEmbedder
) -> None:
    [nansen] = corpus.run_text(
        "MATCH (d:Document {title: 'Fridtjof Nansen'})<-[:PART_OF]-(p) RETURN p.id AS id"
    )
    corpus.run_text("MATCH (s:Statement) DETACH DELETE s")
    with ChatServer(select_or_generate) as server:
        chat = OpenAIChatModel(server.base_url, "rule-made")
        generated = generate_triples([nansen["id"]], graph=corpus, chat=chat)
    assert (generated.passages, generated.statements, generated.problems) == (1, 1, ())
    [triple], _ = fetch_triples([nansen["id"]], graph=corpus)
    [row] = corpus.run_text(
        "MATCH (subject)<-[:SUBJECT]-(s:Statement {id: $id})-[:OBJECT]->(object), "
        "(s)-[stated:STATED_IN]->(p)-[:PART_OF]->()-[:ABOUT]->(about) "
        "RETURN subject = about AS isAbout, object.name AS object, "
        "[stated.subjectStart, stated.subjectEnd, stated.objectStart, stated.objectEnd] AS spans, "
        "p.text AS text, s.extractor AS extractor",
        id=triple.id,
    )
    spans = row["spans"]
    said = [row["text"][start:end] for start, end in zip(spans[::2], spans[1::2], strict=True)]
    assert said == ["Fridtjof Nansen", "Oslo"]
    assert (row["isAbout"], row["object"]) == (True, "Oslo")
    assert row["extractor"].startswith("trace:rule-made:")
    [derivation] = corpus.read("fetch_derivation")
    assert derivation["signature"] is None


def test_where_nothing_is_stated_the_documents_are_given(
    corpus: Graph, embedder: HashEmbedder
) -> None:
    corpus.run_text("MATCH (s:Statement) DETACH DELETE s")
    evidence = retrieve(corpus, embedder)
    assert evidence.reads == "passages"
    assert len(evidence.passages) == 5
    assert "ingest with an extractor" in find_steps(evidence, "triples")[-1]["problem"]


def test_a_model_that_is_away_or_not_set_is_told(corpus: Graph, embedder: HashEmbedder) -> None:
    with pytest.raises(UsageError, match="chat_base_url"):
        retrieve(corpus, embedder, options=TraceOptions(selector="chat"))
    chat = OpenAIChatModel("http://127.0.0.1:9/v1", "nobody", sleep=lambda _: None)
    with pytest.raises(ModelUnavailable):
        retrieve(corpus, embedder, chat=chat)


def test_the_reader_gets_the_chains_or_their_documents(
    corpus: Graph, embedder: HashEmbedder, tmp_path: Path
) -> None:
    def answer(body: dict[str, Any]) -> HttpReply | str:
        asked = str(body["messages"][-1]["content"])
        if "<evidence>" not in asked:
            return select_or_generate(body)
        number = re.search(r"\[(\d+)\][^\[]*Oslo", asked)
        assert number
        return f'{{"answer": "Oslo", "evidence": [{number[1]}]}}'

    with ChatServer(answer) as server:
        settings = Settings(home=tmp_path, chat_base_url=server.base_url, chat_model="rule-made")
        platform = Platform(settings, graph=corpus, embedder=embedder)
        by_triples, by_sentences, by_documents = (
            platform.ask(QUESTION, method=name) for name in ("trace-triple", "trace", "trace-doc")
        )
        asked = [r.last_message for r in server.requests if "<evidence>" in r.last_message]
    assert "Fridtjof Nansen | place of birth | Oslo" in asked[0]
    assert "Fridtjof Nansen was born near Oslo." in asked[1]
    assert "He studied zoology" not in asked[0]
    whole = "Fridtjof Nansen was born near Oslo. He studied zoology."
    assert [whole in shown for shown in asked] == [False, False, True]
    assert {a.answer for a in (by_triples, by_sentences, by_documents)} == {"Oslo"}
    assert [s.object for s in by_triples.statements] == ["Oslo"]
    (cited,), (fact,) = by_triples.evidence, by_triples.statements
    assert (cited.passage_id, cited.start, cited.end) == (fact.passage_id, fact.start, fact.end)
    (text,) = (row["text"] for row in corpus.read("fetch_passages", ids=[cited.passage_id]))
    assert cited.quote == text[cited.start : cited.end]
    assert "Fridtjof Nansen was born near Oslo." in [c.quote for c in by_sentences.evidence]
    assert [c.title for c in by_documents.evidence] == ["Fridtjof Nansen"]
