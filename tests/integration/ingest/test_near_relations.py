"""Relations that are near in meaning are linked in the graph, and found by a question's words."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from kgplatform.extract.extractors import make_extractor
from kgplatform.graph.connection import Graph
from kgplatform.ingest import IngestModels, ingest
from kgplatform.ingest.schema.near_relations import link_relations
from kgplatform.models.embedding import Vectors
from kgplatform.models.linguistics import Linguistics
from kgplatform.retrieve.holmes.schema import align_schema
from kgplatform.testing import HashEmbedder

pytestmark = pytest.mark.integration

PLACES = {
    "purchase": (1, 0, 0),
    "acquire": (0.9, 0.436, 0),
    "buy": (0.64, 0.768, 0),
    "visit": (0, 0, 1),
}
FACTS = "subject,subject_type,relation,object,object_type\n" + "".join(
    f"Firm {name}{n},Organization,{name},Yard {n},Place\n"
    for name in ("purchase", "acquire", "visit")
    for n in range(3)
)


class VerbEmbedder(HashEmbedder):
    """Knows where a few verbs are."""

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        rows = super().embed_passages(texts)
        for row, text in zip(rows, texts, strict=True):
            if text in PLACES:
                row[:] = 0
                row[:3] = PLACES[text] / np.linalg.norm(PLACES[text])
        return rows


@pytest.fixture
def verbs() -> VerbEmbedder:
    return VerbEmbedder(dimension=64)


@pytest.fixture
def stated(graph: Graph, verbs: VerbEmbedder, linguistics: Linguistics, tmp_path: Path) -> Graph:
    file = tmp_path / "firms.csv"
    file.write_text(FACTS)
    extractor = make_extractor("none", linguistics=linguistics)
    ingest([file], graph=graph, models=IngestModels(verbs, linguistics, extractor))
    return graph


def near(graph: Graph, relation: str) -> list[tuple[str, float, int]]:
    rows = graph.read("list_near_relations", relation=relation, limit=10)
    return [(row["relation"], row["score"], row["statements"]) for row in rows]


def test_an_ingest_links_near_relations_and_does_it_once(
    stated: Graph, verbs: VerbEmbedder
) -> None:
    assert near(stated, "acquire") == [("purchase", pytest.approx(0.9, abs=0.001), 3)]
    assert near(stated, "purchase") == [("acquire", pytest.approx(0.9, abs=0.001), 3)]
    assert near(stated, "visit") == []
    assert link_relations(stated, embedder=verbs) == 0


def test_a_question_finds_a_relation_by_one_that_it_is_linked_to(
    stated: Graph, verbs: VerbEmbedder
) -> None:
    asked = ("Organization", "buy", "Place")  # near to "acquire", which is near to "purchase"
    found = align_schema([asked], [], graph=stated, embedder=verbs)
    assert {relation for _, relation, _ in found.auxiliary} == {"acquire", "purchase"}
    stated.run_text("MATCH ()-[r:SIMILAR_TO]->() DELETE r")
    found = align_schema([asked], [], graph=stated, embedder=verbs)
    assert {relation for _, relation, _ in found.auxiliary} == {"acquire"}
