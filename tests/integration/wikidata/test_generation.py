"""Questions made of a real graph and a real endpoint, each gold path executed, read by evaluate."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from kgplatform.errors import NotFound
from kgplatform.evaluate.datasets import load_dataset
from kgplatform.graph.connection import Graph
from kgplatform.models.chat import OpenAIChatModel
from kgplatform.training.divknow_data.checking import find_fault
from kgplatform.training.divknow_data.gold import QUESTION_TYPES, GoldQuestion, write_questions
from kgplatform.training.divknow_data.making import make_questions
from kgplatform.wikidata.client import ClientOptions
from kgplatform.wikidata.endpoints import open_endpoint
from kgplatform.wikidata.server import LocalStore
from kgplatform.wikidata.terms import Endpoint
from tests.chat_server import ChatServer
from tests.own_labels import write_own

pytestmark = pytest.mark.integration

DUMP = """
@prefix wd: <http://www.wikidata.org/entity/> .
@prefix wdt: <http://www.wikidata.org/prop/direct/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
wd:Q1 rdfs:label "Anna Berg"@en ; wdt:P31 wd:Q5 ; wdt:P19 wd:Q10 ; wdt:P166 wd:Q21, wd:Q22 ;
    wdt:P569 "1950-05-03T00:00:00Z"^^xsd:dateTime ; wdt:P2048 "172"^^xsd:decimal .
wd:Q2 rdfs:label "North Wind"@en ; wdt:P57 wd:Q1 .
wd:Q3 rdfs:label "Sea Song"@en ; wdt:P57 wd:Q4 .
wd:Q4 rdfs:label "Ole Dahl"@en ; wdt:P31 wd:Q5 .
wd:Q6 rdfs:label "Kari Lund"@en ; wdt:P31 wd:Q5 ; wdt:P19 wd:Q12 .
wd:Q5 rdfs:label "human"@en . wd:Q10 rdfs:label "Larvik"@en . wd:Q12 rdfs:label "Bergen"@en .
wd:Q21 rdfs:label "Blue Prize"@en . wd:Q22 rdfs:label "Red Prize"@en .
wd:P19 rdfs:label "place of birth"@en . wd:P31 rdfs:label "instance of"@en .
wd:P57 rdfs:label "director"@en . wd:P166 rdfs:label "award received"@en .
wd:P569 rdfs:label "date of birth"@en . wd:P2048 rdfs:label "height"@en .
"""
TEXTS = """
UNWIND [
  {id: 's1', title: 'North Wind', type: 'Work', qid: 'Q2', relation: 'director',
   object: 'Anna Berg', otype: 'Person', oqid: 'Q1', said: 'North Wind was directed by Anna Berg.'},
  {id: 's2', title: 'Ole Dahl', type: 'Person', qid: 'Q4', relation: 'place of birth',
   object: 'Tromsø', otype: 'Place', oqid: null, said: 'Ole Dahl was born in Tromsø.'},
  {id: 's3', title: 'Kari Lund', type: 'Person', qid: 'Q6', relation: 'place of birth',
   object: 'Bergen', otype: 'Place', oqid: 'Q12', said: 'Kari Lund was born in Bergen.'}
] AS r
MERGE (a:Entity {id: r.title}) SET a += {name: r.title, type: r.type, qid: r.qid}
MERGE (o:Entity {id: r.object}) SET o += {name: r.object, type: r.otype, qid: r.oqid}
CREATE (d:Document {id: 'd' + r.id, title: r.title, uri: 'file:///c.jsonl#' + r.id})-[:ABOUT]->(a)
CREATE (d)<-[:PART_OF]-(p:Passage {id: 'p' + r.id, index: 0, start: 0, text: r.said})
CREATE (d)<-[:PART_OF]-(q:Passage {id: 'q' + r.id, index: 1, start: size(r.said) + 1})
SET q.text = 'The end.'
CREATE (s:Statement {id: r.id, relation: r.relation, source: 'text'})
CREATE (s)-[:SUBJECT]->(a) CREATE (s)-[:OBJECT]->(o)
CREATE (s)-[:STATED_IN {start: 0, end: size(r.said)}]->(p)
"""


@pytest.fixture(scope="module")
def films(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Endpoint]:
    """A real endpoint over the dump above."""
    home = tmp_path_factory.mktemp("films")
    (home / "films.ttl").write_text(DUMP, encoding="utf-8")
    store = LocalStore(home)
    store.load(home / "films.ttl")
    yield open_endpoint(None, home=home, options=ClientOptions())
    store.stop()


@pytest.fixture
def texts(graph: Graph) -> Graph:
    write_own(graph, TEXTS)
    return graph


def _make(graph: Graph, endpoint: Endpoint) -> list[GoldQuestion]:
    return list(make_questions(graph, endpoint, count=10, seed=1).questions)


def test_five_types_are_made_and_each_gold_path_returns_its_answers(
    texts: Graph, films: Endpoint
) -> None:
    made = make_questions(texts, films, count=10, seed=1)
    told = {(q.type, q.text, q.answers[0]) for q in made.questions}
    assert {kind for kind, _, _ in told} == set(QUESTION_TYPES)
    assert {(text, answer) for kind, text, answer in told if not kind.endswith("yes_no")} == {
        ("Where was the director of North Wind born?", "Larvik"),
        ("When was the director of North Wind born?", "3 May 1950"),
        ("Which award did the director of North Wind receive?", "Blue Prize"),
        ("How many awards has the director of North Wind received?", "2"),
        ("Where was the director of Sea Song born?", "Tromsø"),
    }
    assert ("Was the director of Sea Song born in Tromsø?", "yes") in {t[1:] for t in told}
    assert all(find_fault(q, graph=texts, endpoint=films) == "" for q in made.questions)
    assert made.facts == (3, 3)
    assert made.questions == make_questions(texts, films, count=10, seed=1).questions
    assert len(make_questions(texts, films, count=1, seed=1).questions) == 5
    assert tuple(q.type for q in made.questions[:5]) == tuple(QUESTION_TYPES)


def test_gold_that_does_not_hold_is_told(texts: Graph, films: Endpoint) -> None:
    question = next(q for q in _make(texts, films) if q.type == "text_to_kb_aggregate")
    text, kb = question.hops
    wrong = {
        "its query returns something else": (text, replace(kb, answers=("3",))),
        "its statement says something else": (replace(text, facts=(("A", "b", "C"),)), kb),
        "the graph does not hold its statement": (replace(text, statement="none"), kb),
        "its document does not hold its sentence": (replace(text, document=("", "")), kb),
        "its steps do not meet in the bridge": (replace(text, qids=("Q2", "Q4")), kb),
    }
    for fault, hops in wrong.items():
        answers = hops[1].answers
        spoilt = replace(question, hops=hops, answers=answers)
        assert find_fault(spoilt, graph=texts, endpoint=films) == fault
    refused = replace(question, hops=(text, replace(kb, sparql="DELETE WHERE { ?s ?p ?o }")))
    assert find_fault(refused, graph=texts, endpoint=films).startswith("its query is refused")
    texts.run_text("MATCH (e:Entity {id: 'Anna Berg'}) SET e.qid = 'Q4'")
    fault = find_fault(question, graph=texts, endpoint=films)
    assert fault == "the entities of its statement are linked to other items"


def test_what_is_made_is_a_data_set_with_hops(
    texts: Graph, films: Endpoint, tmp_path: Path
) -> None:
    made = _make(texts, films)
    write_questions(made, tmp_path / "divknow.jsonl.gz")
    dataset = load_dataset(tmp_path / "divknow.jsonl.gz")
    assert dataset.form == "divknow"
    assert [q.id for q in dataset.questions] == [q.id for q in made]
    first = next(q for q in dataset.questions if q.type == "text_to_kb_short")
    assert {d.text for d in dataset.corpus if d.id in first.gold} == {
        "North Wind was directed by Anna Berg. The end."
    }
    assert first.hops == (first.gold, frozenset())
    assert [step.source for step in first.steps] == ["text", "kb"]
    assert first.steps[1].sparql.startswith("SELECT")


def test_a_chat_model_words_what_it_words_well(texts: Graph, films: Endpoint) -> None:
    def say(body: dict) -> str:
        asked = body["messages"][-1]["content"]
        well = "Sea Song" in asked
        return json.dumps({"question": f"Tell: {'Sea Song' if well else 'it'}, Tromsø, Bergen?"})

    with ChatServer(say) as server:
        chat = OpenAIChatModel(server.base_url, "rule-made")
        made = make_questions(texts, films, count=10, seed=1, chat=chat)
    words = [q.text for q in made.questions if q.text != q.template]
    assert words == ["Tell: Sea Song, Tromsø, Bergen?"]  # of the yes/no one: the other tells
    assert made.reworded == 1
    assert made.usage.llm_calls == len(made.questions)


def test_a_graph_without_links_says_what_to_do(graph: Graph, films: Endpoint) -> None:
    with pytest.raises(NotFound, match="kgplatform wikidata link"):
        make_questions(graph, films, count=1, seed=0)
