"""The `graph` method ranks what it found by whether it answers, read by the heads."""

from __future__ import annotations

from pathlib import Path

import pytest

from kgplatform.extract.extractors import make_extractor
from kgplatform.graph.connection import Graph
from kgplatform.ingest import IngestModels, ingest
from kgplatform.models.linguistics import Linguistics
from kgplatform.testing import HashEmbedder
from tests.integration.retrieve.searches import search

pytestmark = pytest.mark.integration

TEXTS = {
    "Bread": "Bread oven. Bread oven bread oven, which bread oven.",
    "Bakery": "Ida Moor built the oven in which loaves are baked.",
    "Books": "Books are lent to anybody.",
}
QUESTION = "Who built the bread oven?"


@pytest.fixture
def town(graph: Graph, tmp_path: Path, linguistics: Linguistics, embedder: HashEmbedder) -> Graph:
    for title, text in TEXTS.items():
        (tmp_path / f"{title}.md").write_text(f"# {title}\n\n{text}\n")
    extractor = make_extractor("spacy", linguistics=linguistics)
    ingest([tmp_path], graph=graph, models=IngestModels(embedder, linguistics, extractor))
    return graph


def _first(method: str, graph: Graph, embedder: HashEmbedder) -> str:
    found = search(method, QUESTION, graph=graph, embedder=embedder, top_k=2)
    assert len(found.passages) == 2
    scores = [passage.score for passage in found.passages]
    assert scores == sorted(scores, reverse=True)
    return found.passages[0].title


def test_a_passage_that_answers_comes_before_one_with_the_words(
    town: Graph, embedder: HashEmbedder
) -> None:
    assert _first("graph-no-rerank", town, embedder) == "Bread"
    assert _first("graph", town, embedder) == "Bakery"


@pytest.mark.parametrize(
    "question",
    ["Is the oven or the bakery older?", "When was the woman who built the oven born?"],
)
def test_what_leads_on_or_is_compared_is_ranked_by_chains(
    town: Graph, embedder: HashEmbedder, question: str
) -> None:
    found, plain = (
        search(method, question, graph=town, embedder=embedder, top_k=3)
        for method in ("graph", "graph-no-rerank")
    )
    assert found.passages == plain.passages
