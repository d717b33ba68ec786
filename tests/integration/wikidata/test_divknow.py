"""DetLLM over text and a real SPARQL server: what the text lacks comes from Wikidata."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kgplatform.export.scope import Scope
from kgplatform.export.write import render
from kgplatform.graph.connection import Graph
from kgplatform.models.conversation import UnusableReply
from kgplatform.platform import Platform
from kgplatform.records import Answer, Usage
from kgplatform.settings import Settings
from kgplatform.testing import HashEmbedder, ScriptedChatModel, ScriptedRequest
from tests.sparql_server import SparqlReply, SparqlServer

pytestmark = pytest.mark.integration

QUESTION = "What is the place of birth of the director of Havnen Shipyard?"


def _sparql(answer: Answer) -> list[dict[str, Any]]:
    return [step.detail["tools"]["sparql"] for step in answer.steps if step.name == "hop"]


def test_the_second_hop_is_answered_by_wikidata(platform: Platform) -> None:
    answer = platform.ask(QUESTION, method="divknow")
    first, second = _sparql(answer)
    assert first["problem"] == "no item is known by just the name that the question has"
    assert second["found"] == ["Colin Archer place of birth Larvik"]
    assert "P19" in second["query"]
    assert answer.answer == "Larvik"
    [outside] = [citation for citation in answer.evidence if not citation.document_id]
    assert outside.uri == "http://www.wikidata.org/entity/Q101"
    assert outside.quote == "Colin Archer place of birth Larvik."


def test_what_is_cited_from_outside_is_recorded_with_the_question(
    platform: Platform, shipyard: Graph
) -> None:
    answer = platform.ask(QUESTION, method="divknow")
    [row] = shipyard.run_text(
        "MATCH (q:Question {id: $id}) "
        "RETURN q.citations AS kept, [(q)-[:CITES]->(p:Passage) | p.id] AS cited",
        id=answer.question_id,
    )
    kept = [fields for fields in map(json.loads, row["kept"]) if not fields["document_id"]]
    assert [(fields["uri"], fields["quote"]) for fields in kept] == [
        ("http://www.wikidata.org/entity/Q101", "Colin Archer place of birth Larvik.")
    ]
    assert set(row["cited"]) == {c.passage_id for c in answer.evidence if c.document_id}


def test_what_is_cited_from_outside_is_exported_with_its_address_and_quote(
    platform: Platform,
) -> None:
    question_id = platform.ask(QUESTION, method="divknow").question_id
    exported = json.loads(render(platform.graph(), Scope("question", question_id), format="json"))
    [outside] = [
        citation
        for citation in exported["manifest"]["citations"]
        if citation["state"] == "outside of the graph"
    ]
    address = "http://www.wikidata.org/entity/Q101"
    assert (outside["uri"], outside["quote"]) == (address, "Colin Archer place of birth Larvik.")
    turtle = render(platform.graph(), Scope("question", question_id), format="turtle")
    assert f"<{address}>" in turtle
    assert "Colin Archer place of birth Larvik." in turtle


def test_an_item_in_the_graph_is_found_as_triples_and_is_no_text(platform: Platform) -> None:
    platform.ingest_item("Q101")
    evidence = platform.retrieve(QUESTION, method="divknow-nosparql")
    first, second = [step.detail["tools"] for step in evidence.steps if step.name == "hop"]
    assert any("Larvik" in line for line in second["sparse triples"])
    texts = {*first["dense text"], *second["dense text"]}
    assert texts == {"Butter", "Havnen Shipyard"}
    told = [line.text for line in evidence.lines]
    assert any("Larvik" in line for line in told), told


def test_without_sparql_the_text_alone_does_not_hold_it(platform: Platform) -> None:
    answer = platform.ask(QUESTION, method="divknow-nosparql")
    assert "Larvik" not in answer.answer
    assert all(citation.document_id for citation in answer.evidence)


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (SparqlReply("", status=500), "failed with status 500"),
        (SparqlReply("", status=429, headers={"Retry-After": "600"}), "asks to wait 600 s"),
        (SparqlReply("<html>Busy</html>"), "no result"),
        (SparqlReply("", delay_s=3), "did not answer within 1 s"),
    ],
    ids=["failing", "rate-limiting", "garbage", "slow"],
)
def test_it_goes_on_with_text_where_the_endpoint_does_not_answer(
    shipyard: Graph,
    wikidata_home: Path,
    tmp_path: Path,
    embedder: HashEmbedder,
    reply: SparqlReply,
    said: str,
) -> None:
    with SparqlServer(lambda query: reply) as server:
        settings = Settings(
            home=tmp_path / "home",
            wikidata_home=wikidata_home,
            sparql_endpoint=server.address,
            sparql_timeout_s=1,
        )
        platform = Platform(settings, graph=shipyard, embedder=embedder)
        evidence = platform.retrieve(QUESTION, method="divknow")
    problems = [
        step.detail["tools"]["sparql"]["problem"] for step in evidence.steps if step.name == "hop"
    ]
    assert "gone on without it" in problems[-1], problems
    assert said in problems[-1]
    [outage] = [step.detail for step in evidence.steps if step.name == "outage"]
    assert outage == {"source": "SPARQL", "problem": problems[-1]}
    assert evidence.passages[0].title == "Havnen Shipyard"


def test_without_anything_loaded_it_says_what_to_do(
    shipyard: Graph, tmp_path: Path, embedder: HashEmbedder
) -> None:
    platform = Platform(Settings(home=tmp_path / "nothing"), graph=shipyard, embedder=embedder)
    evidence = platform.retrieve(QUESTION, method="divknow")
    [*hops] = [step.detail for step in evidence.steps if step.name == "hop"]
    assert "wikidata load" in hops[0]["tools"]["sparql"]["problem"]
    assert evidence.passages[0].title == "Havnen Shipyard"


UNKNOWN = "What is the shoe size of the director of Havnen Shipyard?"
HOPS = ("Who is the director of Havnen Shipyard?", "What is the {} of Colin Archer?")


def _say(wanted: str) -> Callable[[ScriptedRequest], str]:
    """Return a model that knows the hops, writes no SPARQL, and reads what answers the first."""

    def say(request: ScriptedRequest) -> str:
        if request.task == "write_sparql":
            raise UnusableReply("it was cut off", task=request.task, raw="SEL", usage=Usage(1))
        if request.task == "answer":
            is_first = HOPS[0] in request.messages[-1]["content"]
            return json.dumps({"answer": "Colin Archer" if is_first else "", "evidence": [1]})
        asked = request.messages[-1]["content"].partition("so far:")[2]
        hop = sum(text.format(wanted) in asked for text in HOPS)
        question = HOPS[hop].format(wanted) if hop < len(HOPS) else ""
        told = {"reason": "So.", "answer": "Colin Archer" if hop == 1 else ""}
        return json.dumps(
            {**told, "finished": not question, "question": question, "queries": [question]}
        )

    return say


@pytest.mark.parametrize(
    ("method", "question", "tasks"),
    [
        # the model reads the first hop; templates answer the second, which is not read again
        ("divknow", QUESTION, ["answer"]),
        # n + 1 calls of the decomposer and one of the reader
        ("divknow-chat", QUESTION, ["next_query"] * 3 + ["answer"]),
        # they do not know a shoe size: the model is asked until it writes the same again
        ("divknow", UNKNOWN, ["answer"] + ["write_sparql"] * 2 + ["answer"]),
        (
            "divknow-chat",
            UNKNOWN,
            ["next_query"] * 2 + ["write_sparql"] * 2 + ["next_query", "answer"],
        ),
        ("divknow-nosparql-chat", UNKNOWN, ["next_query"] * 3 + ["answer"]),
        # without a model but for the reader
        ("divknow-syntax", UNKNOWN, ["answer"]),
    ],
)
def test_how_often_a_question_of_two_hops_asks_the_model(
    platform: Platform,
    shipyard: Graph,
    embedder: HashEmbedder,
    method: str,
    question: str,
    tasks: list[str],
) -> None:
    wanted = "shoe size" if question == UNKNOWN else "place of birth"
    chat = ScriptedChatModel([_say(wanted)] * 12)
    with Platform(platform.settings, graph=shipyard, embedder=embedder, chat=chat) as with_model:
        answer = with_model.ask(question, method=method)
    assert [request.task for request in chat.requests] == tasks
    assert answer.usage.llm_calls == len(tasks)
