"""HOLMES on a real graph: levels, schema, complementary facts, and documents read on demand."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from kgplatform.graph.connection import Graph
from kgplatform.models.chat import OpenAIChatModel
from kgplatform.models.linguistics import Linguistics
from kgplatform.platform import Platform
from kgplatform.records import Evidence, Step
from kgplatform.records.json import to_json
from kgplatform.retrieve.graph import retrieve_graph
from kgplatform.retrieve.holmes import extraction, method
from kgplatform.retrieve.holmes.complement import MOST_ADDED, complement_holmes
from kgplatform.retrieve.holmes.method import retrieve_holmes
from kgplatform.retrieve.holmes.options import HolmesOptions
from kgplatform.retrieve.holmes.question import read_question
from kgplatform.retrieve.holmes.schema import align_schema
from kgplatform.retrieve.holmes.traversal import LIMITS, fetch_facts, traverse
from kgplatform.retrieve.relation_vectors import RelationVectors
from kgplatform.settings import Settings
from kgplatform.testing import HashEmbedder
from tests.chat_server import ChatServer
from tests.own_labels import write_own

pytestmark = pytest.mark.integration

QUESTION = "Where was the author of Farthest North born?"

CHAIN = """
UNWIND range(0, 6) AS i
CREATE (:Entity {id: 'e' + i, name: 'Thing ' + i, normalizedName: 'thing ' + i, type: 'Person'})
CREATE (d:Document {id: 'd' + i, title: 'T' + i, uri: 'file:///' + i})
CREATE (p:Passage {id: 'p' + i, index: 0, text: 'Some words.', start: 0, end: 11})-[:PART_OF]->(d)
WITH collect(i) AS every
UNWIND range(0, 5) AS i
MATCH (a:Entity {id: 'e' + i}), (b:Entity {id: 'e' + (i + 1)}), (p:Passage {id: 'p' + i})
CREATE (s:Statement {id: 's' + i, relation: 'knows', text: 'knows'})-[:SUBJECT]->(a)
CREATE (s)-[:OBJECT]->(b) CREATE (s)-[:STATED_IN {start: 0, end: 10}]->(p)
"""
"""Thing 0 knows Thing 1 knows … Thing 6, a document each."""


@pytest.fixture
def chain(graph: Graph) -> Graph:
    write_own(graph, CHAIN)
    return graph


def levels_of(graph: Graph, *things: str, **options: Any) -> dict[str, int]:
    return {item.id: item.level for item in traverse(things, graph=graph, **options)}


def step_of(evidence: Evidence, name: str) -> dict[str, Any]:
    [detail] = [step.detail for step in evidence.steps if step.name == name]
    return detail


def retrieve(graph: Graph, embedder: HashEmbedder, **options: Any) -> Evidence:
    return retrieve_holmes(QUESTION, graph=graph, embedder=embedder, **{"top_k": 3, **options})


def test_each_level_follows_the_other_ends_of_the_one_before(chain: Graph) -> None:
    assert levels_of(chain, "e0") == {"s0": 1, "s1": 2, "s2": 3, "s3": 4}
    assert levels_of(chain, "e0", levels=2) == {"s0": 1, "s1": 2}
    # from the middle both ways; a statement belongs to the first level that meets it
    assert levels_of(chain, "e3") == {"s2": 1, "s3": 1, "s1": 2, "s4": 2, "s0": 3, "s5": 3}
    assert levels_of(chain) == levels_of(chain, "nothing") == {}


def test_statements_of_other_documents_are_not_walked_over(chain: Graph) -> None:
    assert levels_of(chain, "e0", within=["d0", "d1", "d3"]) == {"s0": 1, "s1": 2}
    assert levels_of(chain, "e0", within=[]) == {}


def test_hubs_are_only_where_the_walk_begins(chain: Graph) -> None:
    write_own(
        chain,
        "MATCH (hub:Entity {id: 'e1'}), (o:Entity {id: 'e6'}) UNWIND range(1, $n) AS i "
        "CREATE (s:Statement {id: 'x' + i, relation: 'r'})-[:SUBJECT]->(hub) "
        "CREATE (s)-[:OBJECT]->(o)",
        n=LIMITS["hub"] + 1,
    )
    assert levels_of(chain, "e0") == {"s0": 1}
    of_hub = [key for key, level in levels_of(chain, "e1").items() if level == 1]
    first = chain.run_text(
        "MATCH (:Entity {id: 'e1'})<--(s) RETURN s.id AS id ORDER BY s.id LIMIT $n",
        n=LIMITS["per_entity"],
    )
    assert of_hub == [row["id"] for row in first]
    # within documents it is their statements that count, few of them
    assert levels_of(chain, "e0", within=["d0", "d1", "d2"]) == {"s0": 1, "s1": 2, "s2": 3}


def test_joined_names_are_walked_as_one(chain: Graph) -> None:
    chain.run_text(
        "MATCH (a:Entity {id: 'e1'}), (b:Entity {id: 'e5'}) SET a:Resolved, b:Resolved "
        "CREATE (b)-[:SAME_AS {method: 'test'}]->(a)"
    )
    assert levels_of(chain, "e0", levels=2) == {"s0": 1, "s1": 2, "s4": 2, "s5": 2}


def test_what_a_qualifier_names_leads_on_unless_it_is_left_out(chain: Graph) -> None:
    chain.run_text(
        "MATCH (s:Statement {id: 's0'}), (e:Entity {id: 'e5'}) "
        "CREATE (s)-[:QUALIFIER {relation: 'with'}]->(e)"
    )
    assert levels_of(chain, "e0", levels=2) == {"s0": 1, "s1": 2, "s4": 2, "s5": 2}
    assert levels_of(chain, "e0", levels=2, qualifiers=False) == {"s0": 1, "s1": 2}


def test_facts_come_with_qualifiers_types_and_a_row_for_each_passage(chain: Graph) -> None:
    write_own(
        chain,
        "MATCH (s:Statement {id: 's0'}), (p:Passage {id: 'p3'}) "
        "CREATE (s)-[:STATED_IN {start: 1, end: 5}]->(p) "
        "CREATE (s)-[:QUALIFIER {relation: 'time'}]->"
        "(:Literal {id: 'l', value: '1893', datatype: 'date'})",
    )
    reached = traverse(["e0"], graph=chain, levels=1)
    first, second = fetch_facts(reached, [], graph=chain)
    assert (first.passage_id, second.passage_id, second.start, second.end) == ("p0", "p3", 1, 5)
    assert first.qualifiers == (("time", "1893"),)
    assert (first.triple, first.level) == (("Person", "knows", "Person"), 1)
    [inside] = fetch_facts(reached, [], graph=chain, within=["d3"])
    assert inside.passage_id == "p3"
    assert [fact.id for fact in fetch_facts([], ["p2", "p5"], graph=chain)] == ["s2", "s5"]


def test_schema_takes_from_the_auxiliary_one_what_is_similar(
    graph: Graph, embedder: HashEmbedder
) -> None:
    names = ["place of birth", "place of", "flavour"]
    write_own(
        graph,
        "CREATE (a:EntityType {name: 'Person'}), (b:EntityType {name: 'Place'}), "
        "(c:EntityType {name: 'Thing'}) WITH a, b, c UNWIND $rows AS r "
        "CREATE (t:RelationType {name: r[0]}) CREATE (a)-[:SCHEMA {relation: r[0], count: 3}]->(b) "
        "CREATE (c)-[:SCHEMA {relation: r[0], count: 3}]->(b) "
        "SET t.embedding = r[1]",
        rows=[
            [name, vector.tolist()]
            for name, vector in zip(names, embedder.embed_passages(names), strict=True)
        ],
    )
    graph.read("await_indexes", timeout_s=60)
    own = (("Person", "birth place of", "Place"),)  # the same words for this embedder
    options = {"graph": graph, "embedder": embedder}
    schema = align_schema(own, ["flavour", "unheard of"], **options)
    # "place of" shares two of three words: cosine about .8; an edge from Thing fits everything
    assert ("Person", "place of birth", "Place") in schema.auxiliary
    assert {subject for subject, _, _ in schema.auxiliary} == {"Person"}
    assert "flavour" not in {relation for _, relation, _ in schema.auxiliary}
    assert RelationVectors.of(embedder).list_unknown([*names, "unheard of"]) == ["unheard of"]
    assert align_schema(own, [], auxiliary=False, **options).auxiliary == ()
    assert align_schema((), [], **options).triples == ()


def test_question_is_read_without_a_model(corpus: Graph, linguistics: Linguistics) -> None:
    asked = read_question(QUESTION, graph=corpus, within=None, chat=None, linguistics=linguistics)
    assert asked.names == ["Farthest North"]
    assert ("Work", "author", "Person") in asked.triples
    assert ("Person", "place of birth", "Place") in asked.triples


def test_lines_hold_the_facts_and_stand_for_spans(corpus: Graph, embedder: HashEmbedder) -> None:
    evidence = retrieve(corpus, embedder)
    texts = [line.text for line in evidence.lines]
    assert "Farthest North is a book by Fridtjof Nansen." in texts
    assert "Fridtjof Nansen was born near Oslo." in texts
    assert evidence.reads == "lines"
    for line in evidence.lines:
        assert " ".join(line.source.text[line.start : line.end].split()) == line.text
    assert len(evidence.passages) == 3
    json.dumps(to_json(evidence.steps))


def test_what_pruning_passes_over_is_counted(
    corpus: Graph, embedder: HashEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    # the facts of all documents but one come by the walk, and one is kept
    monkeypatch.setattr(method, "DOCUMENTS", 1)
    monkeypatch.setattr(method, "KEPT_FACTS", 1)
    evidence = retrieve(corpus, embedder, top_k=1)
    everything = retrieve(corpus, embedder, top_k=1, options=HolmesOptions(pruning=False))
    told, whole = step_of(evidence, "prune"), step_of(everything, "prune")
    assert told["dropped_by_relation"] > 0 == whole["dropped_by_relation"]
    assert len(told["kept"]) + told["dropped"] == len(whole["kept"])


def test_steps_tell_levels_schema_and_scored_facts(corpus: Graph, embedder: HashEmbedder) -> None:
    evidence = retrieve(corpus, embedder)
    assert step_of(evidence, "read_question")["names"] == ["Farthest North"]
    assert step_of(evidence, "traverse")["levels"][0]["level"] == 1
    assert "<Work> author <Person>" in step_of(evidence, "align_schema")["question"]
    kept = step_of(evidence, "prune")["kept"]
    assert [row["score"] for row in kept] == sorted((row["score"] for row in kept), reverse=True)
    by = {row["fact"]: row for row in kept}["Farthest North | author | Fridtjof Nansen"]
    assert (by["level"], by["document"], by["fit"]) == (1, "Farthest North", 1.0)
    assert {statement.statement_id for statement in evidence.statements} == {
        row["statement_id"] for row in kept
    }


def test_lines_keep_to_the_documents(corpus: Graph, embedder: HashEmbedder) -> None:
    rows = corpus.run_text("MATCH (d:Document) WHERE d.title = 'Oslo' RETURN d.id AS id")
    evidence = retrieve(corpus, embedder, within=[rows[0]["id"]])
    assert titles_of(evidence) == {"Oslo"}
    assert {passage.title for passage in evidence.passages} == {"Oslo"}


@pytest.mark.parametrize("name", sorted(HolmesOptions.WORDS))
def test_every_variant_finds_lines(name: str, corpus: Graph, embedder: HashEmbedder) -> None:
    evidence = retrieve(corpus, embedder, options=HolmesOptions.parse(name))
    assert any("Nansen" in line.text for line in evidence.lines)
    in_words = name in ("facts", "paper")
    assert any(" | " in line.text for line in evidence.lines) == in_words


def titles_of(evidence: Evidence) -> set[str]:
    return {line.source.title for line in evidence.lines}


def test_lines_are_of_documents_that_graph_holds_for_likely(
    corpus: Graph, embedder: HashEmbedder
) -> None:
    """Whatever sentences the rest has, which the variant without this part fills up with."""
    found = retrieve_graph(QUESTION, graph=corpus, embedder=embedder, top_k=20)
    likely = {passage.title for passage in found.passages[: found.likely]}
    assert titles_of(retrieve(corpus, embedder)) <= likely
    others = retrieve(corpus, embedder, options=HolmesOptions(likely=False))
    assert titles_of(others) > likely


def test_missing_things_bring_their_documents_whole(corpus: Graph, embedder: HashEmbedder) -> None:
    evidence = Evidence(steps=(Step("prune"),), reads="lines")
    complement = partial(complement_holmes, QUESTION, graph=corpus, embedder=embedder)
    more = complement(evidence, ["the ship Gjøa", "Nobody Known"])
    assert [line.text for line in more.lines] == [
        "Gjøa was the first vessel in the Northwest Passage.",
        "She was built in Rosendal.",
    ]
    assert [passage.title for passage in more.passages] == ["Gjøa"]
    assert step_of(more, "complement")["documents"] == ["Gjøa"]
    # a second time there is nothing to add, and nothing is known of others
    assert complement(more, ["Gjøa"]) is more
    assert complement(evidence, ["Nobody Known"]) is evidence
    assert complement(evidence, ["Gjøa"], within=[]) is evidence


def test_of_a_long_document_comes_what_is_most_like_the_question(
    graph: Graph, embedder: HashEmbedder
) -> None:
    told = ["was launched in Arendal", "carried three boats", "sank off Chile", "was painted grey"]
    texts = [f"The barque {action}." for action in told]
    vectors = embedder.embed_passages(texts).tolist()
    write_own(
        graph,
        """
        CREATE (d:Document {id: 'd', title: 'The barque', uri: 'file:///d'})-[:ABOUT]->
               (:Entity {id: 'e', name: 'Pandora', normalizedName: 'pandora', type: 'Thing'})
        WITH d UNWIND range(0, size($texts) - 1) AS i
        CREATE (:Passage {id: 'p' + i, index: i, text: $texts[i], start: 0, end: size($texts[i]),
                          embedding: $vectors[i]})
               -[:PART_OF]->(d)
        """,
        texts=texts,
        vectors=vectors,
    )
    more = complement_holmes(
        texts[3], Evidence(reads="lines"), ["Pandora"], graph=graph, embedder=embedder
    )
    assert len(more.passages) == MOST_ADDED
    assert more.passages[0].text == texts[3]


def test_facts_in_words_do_not_stand_for_their_sentences(
    corpus: Graph, embedder: HashEmbedder
) -> None:
    complement = partial(complement_holmes, QUESTION, graph=corpus, embedder=embedder)
    whole = complement(Evidence(reads="lines"), ["Gjøa"])
    facts = [replace(line, text="Gjøa | built in | Rosendal") for line in whole.lines]
    more = complement(replace(whole, lines=tuple(facts)), ["Gjøa"])
    assert more.lines == whole.lines


def reply_as_a_model(body: dict[str, Any]) -> str:
    """Read questions, passages and evidence as a model might, by their words."""
    asked = body["messages"][-1]["content"]
    if "<question>" in asked:
        relation = {"subject": "Product", "relation": "eaten on", "object": "Place"}
        return json.dumps({"entities": ["Bread"], "relations": [relation]})
    if "<passage>" in asked and "Bread is baked" in asked:
        fact = {"subject": "Bread", "relation": "made of", "object": "flour", "qualifiers": []}
        entities = [{"name": "Bread", "type": "Product"}, {"name": "flour", "type": "Product"}]
        return json.dumps({"entities": entities, "facts": [fact]})
    if "<passage>" in asked and "Nansen was born" in asked:
        fact = {"subject": "Fridtjof Nansen", "relation": "place of birth", "object": "Oslo"}
        entities = [
            {"name": "Fridtjof Nansen", "type": "Person"},
            {"name": "Oslo", "type": "Place"},
        ]
        return json.dumps({"entities": entities, "facts": [{**fact, "qualifiers": []}]})
    if "<passage>" in asked:
        return '{"entities": [], "facts": []}'
    if "Rosendal" in asked:
        return '{"answer": "Rosendal", "evidence": [1]}'
    return '{"answer": "", "evidence": [], "missing": ["Gjøa"]}'


def test_a_document_that_states_nothing_is_read_once_and_kept(
    corpus: Graph, embedder: HashEmbedder, linguistics: Linguistics
) -> None:
    corpus.run_text("MATCH (s:Statement)-[:STATED_IN]->({title: 'Bread'}) DETACH DELETE s")
    question = "What is Bread made of?"
    with ChatServer(reply_as_a_model) as server:
        chat = OpenAIChatModel(server.base_url, "rule-made")
        options = {"graph": corpus, "embedder": embedder, "chat": chat, "top_k": 3}
        first = retrieve_holmes(question, linguistics=linguistics, **options)
        told = step_of(first, "extract")
        assert "Bread" in told["documents"]
        assert told["statements"] == 1
        asked = len(server.requests)
        second = retrieve_holmes(question, linguistics=linguistics, **options)
        assert len(server.requests) == asked + 1  # the question alone
    assert "extract" not in [step.name for step in second.steps]
    assert first.usage.llm_calls == asked
    for evidence in (first, second):
        [made] = [s for s in evidence.statements if s.relation == "made of"]
        assert (made.subject, made.object) == ("Bread", "flour")
    [row] = corpus.run_text(
        "MATCH (s:Statement {relation: 'made of'})-[r:STATED_IN]->(p) "
        "RETURN substring(p.text, r.start, r.end - r.start) AS quote, s.extractor AS extractor"
    )
    assert "flour" in row["quote"]
    assert row["extractor"].startswith("llm:rule-made")


def test_what_was_just_read_is_known_by_name(
    corpus: Graph, embedder: HashEmbedder, linguistics: Linguistics
) -> None:
    corpus.run_text("MATCH (s:Statement)-[:STATED_IN]->({title: 'Bread'}) DETACH DELETE s")
    corpus.run_text("MATCH (e:Entity {normalizedName: 'bread'}) DETACH DELETE e")
    with ChatServer(reply_as_a_model) as server:
        evidence = retrieve_holmes(
            "What is Bread made of?",
            graph=corpus,
            embedder=embedder,
            chat=OpenAIChatModel(server.base_url, "rule-made"),
            linguistics=linguistics,
            top_k=3,
        )
    assert step_of(evidence, "read_question")["names"] == ["Bread"]
    assert step_of(evidence, "traverse")["levels"][0] == {"level": 1, "statements": 1}


@pytest.mark.parametrize("most", [5, 0])
def test_documents_that_only_the_walk_comes_to_are_read(
    corpus: Graph,
    embedder: HashEmbedder,
    linguistics: Linguistics,
    monkeypatch: pytest.MonkeyPatch,
    most: int,
) -> None:
    corpus.run_text(
        "MATCH (s:Statement)-[:STATED_IN]->({title: 'Fridtjof Nansen'}) DETACH DELETE s"
    )
    monkeypatch.setattr(method, "DOCUMENTS", 1)
    monkeypatch.setattr(extraction, "MOST_READ", most)
    with ChatServer(reply_as_a_model) as server:
        chat = OpenAIChatModel(server.base_url, "rule-made")
        evidence = retrieve(corpus, embedder, top_k=1, chat=chat, linguistics=linguistics)
    told = [step.detail["documents"] for step in evidence.steps if step.name == "extract"]
    assert ["Fridtjof Nansen" in documents for documents in told] == ([True] if most else [])
    levels = {row["fact"]: row["level"] for row in step_of(evidence, "prune")["kept"]}
    assert levels.get("Fridtjof Nansen | place of birth | Oslo") == (2 if most else None)


def test_a_reply_that_cannot_be_used_leaves_words_and_syntax(
    corpus: Graph, embedder: HashEmbedder, linguistics: Linguistics
) -> None:
    with ChatServer(lambda _: "I cannot say.") as server:
        chat = OpenAIChatModel(server.base_url, "rule-made")
        asked = read_question(
            QUESTION, graph=corpus, within=None, chat=chat, linguistics=linguistics
        )
    assert asked.problem
    assert asked.usage.llm_calls == 1
    assert ("Work", "author", "Person") in asked.triples


def test_platform_asks_and_complements(
    corpus: Graph, embedder: HashEmbedder, tmp_path: Path
) -> None:
    with ChatServer(reply_as_a_model) as server:
        settings = Settings(home=tmp_path, chat_base_url=server.base_url, chat_model="rule-made")
        platform = Platform(settings, graph=corpus, embedder=embedder)
        oslo = corpus.run_text(
            "MATCH (d:Document) WHERE d.title IN ['Oslo', 'Gjøa'] RETURN d.id AS id"
        )
        evidence = platform.retrieve(
            "Where was she built?", method="holmes", documents=[row["id"] for row in oslo]
        )
        assert evidence.lines
        answer = platform.ask("Where was Roald's famous boat built?", method="holmes")
    assert answer.answer == "Rosendal"
    assert answer.evidence[0].quote == "She was built in Rosendal."
    assert "read_question" in [step.name for step in answer.steps]
    assert answer.usage.llm_calls + answer.usage.cached_calls >= 2
