"""Plans over a real SPARQL server, over text, and over both in turn."""

from __future__ import annotations

import json

import pytest

from kgplatform.errors import UsageError, WikidataError
from kgplatform.graph.connection import Graph
from kgplatform.platform import Platform
from kgplatform.testing import HashEmbedder
from tests.sparql_server import SparqlReply, SparqlServer

pytestmark = pytest.mark.integration

PLAN = """Original_Question: str = "Where was the director of Havnen Shipyard born?"
Sub_Question_1: str = "Who is the director of Havnen Shipyard?"
Info_1: str = Search(query = Sub_Question_1)
Ans_1: str = Get_Answer(query = Sub_Question_1, info = Info_1)
Sub_Question_2: str = f"What is the place of birth of {Ans_1}?"
Info_2: str = Search(query = Sub_Question_2)
Ans_2: str = Get_Answer(query = Sub_Question_2, info = Info_2)
Final_Answer: str = Finish_The_Plan(Answer = Ans_2)
"""
SECOND_STEP = """Original_Question: str = "Where was Colin Archer born?"
Sub_Question_1: str = "What is the place of birth of Colin Archer?"
Info_1: str = Search(query = Sub_Question_1)
Ans_1: str = Get_Answer(query = Sub_Question_1, info = Info_1)
Final_Answer: str = Finish_The_Plan(Answer = Ans_1)
"""


def test_what_wikidata_lacks_is_read_in_the_text(platform: Platform, shipyard: Graph) -> None:
    _, answer = platform.run_plan(PLAN, over="both")
    assert answer.answer == "Larvik"
    first, second = (step.detail["asked"][0] for step in answer.steps if step.name == "Get_Answer")
    assert first["before"] == ["no entity of a name in it is known at the endpoint"]
    assert (first["source"], first["answers"]) == ("extractive reader", ["Colin Archer"])
    assert (second["source"], second["answers"]) == ("endpoint: place of birth", ["Larvik"])
    [outside] = [citation for citation in answer.evidence if not citation.document_id]
    assert outside.uri == "http://www.wikidata.org/entity/Q101"
    assert outside.quote == "Colin Archer place of birth Larvik."
    [row] = shipyard.run_text(
        "MATCH (q:Question {id: $id}) RETURN q.citations AS kept", id=answer.question_id
    )
    kept = [(fields["uri"], fields["quote"]) for fields in map(json.loads, row["kept"])]
    assert (outside.uri, outside.quote) in kept


def test_over_wikidata_alone_no_text_is_read(platform: Platform) -> None:
    _, known = platform.run_plan(SECOND_STEP, over="wikidata")
    assert known.answer == "Larvik"
    _, unknown = platform.run_plan(PLAN, over="wikidata")
    assert unknown.abstained
    assert unknown.evidence == ()


def test_an_endpoint_that_fails_leaves_the_text(
    platform: Platform, shipyard: Graph, embedder: HashEmbedder
) -> None:
    with SparqlServer(lambda query: SparqlReply("<html>Busy</html>")) as server:
        settings = platform.settings.model_copy(update={"sparql_endpoint": server.address})
        failing = Platform(settings, graph=shipyard, embedder=embedder)
        _, answer = failing.run_plan(PLAN, over="both")
        with pytest.raises(WikidataError, match="no result"):
            failing.run_plan(SECOND_STEP, over="wikidata")
    first = next(step.detail["asked"][0] for step in answer.steps if step.name == "Get_Answer")
    assert "no result" in first["before"][0]
    assert first["answers"] == ["Colin Archer"]


def test_another_source_is_an_error(platform: Platform) -> None:
    with pytest.raises(UsageError, match="text, wikidata, both"):
        platform.run_plan(PLAN, over="dbpedia")
