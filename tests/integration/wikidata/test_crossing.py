"""From a thing that a text names to what Wikidata states of it, by each method that walks."""

from __future__ import annotations

import pytest

from kgplatform.graph.connection import Graph
from kgplatform.platform import Platform

pytestmark = pytest.mark.integration

QUESTION = "What is the place of birth of the director of Havnen Shipyard?"
CROSSING = """
MATCH (text:Passage)-[:MENTIONS]->(e:Entity {qid: 'Q101'})<-[:SUBJECT]-(s:Statement)
WHERE s.source = 'wikidata' AND text.text CONTAINS 'Havnen'
RETURN s.relation AS relation, s.text AS text ORDER BY relation
"""


@pytest.mark.parametrize("method", ["graph", "holmes", "trace"])
def test_methods_walk_from_the_text_to_wikidata(
    platform: Platform, shipyard: Graph, method: str
) -> None:
    assert platform.wikidata.link_entities().linked == 1
    platform.ingest_item("Q101")
    told = {row["relation"] for row in shipyard.run_text(CROSSING)}
    assert "place of birth" in told
    evidence = platform.retrieve(QUESTION, method=method)
    facts = {(s.subject, s.relation, s.object) for s in evidence.statements}
    assert ("Colin Archer", "place of birth", "Larvik") in facts
    assert {"Havnen Shipyard", "Colin Archer"} <= {p.title for p in evidence.passages}
