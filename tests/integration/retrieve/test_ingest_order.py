"""Rankings do not depend on the order in which documents were written."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from kgplatform.extract.extractors import make_extractor
from kgplatform.graph.connection import Graph
from kgplatform.ingest import IngestModels, ingest
from kgplatform.models.linguistics import Linguistics
from kgplatform.testing import HashEmbedder
from tests.integration.conftest import WIPE
from tests.integration.retrieve.searches import SEARCHES

pytestmark = pytest.mark.integration

METHODS = ("passages", "graph", "holmes", "kgp", "trace")  # divknow takes few of each index
TOWNS = ("Larvik", "Bergen", "Moss", "Horten", "Vardo")
NAMES = ("Alta", "Brage", "Dagny", "Embla", "Freya", "Gerda", "Heimdal", "Idun", "Kolga", "Loke")
SHIPS = 130
"""More than a search returns, with more in each town than are followed from one entity: so each
method has to leave out some of many that are equally good."""
QUESTIONS = (
    "Which ship was built in Larvik?",
    "Where was the ship built whose captain was Ole Hansen?",
    "Who was the captain of the Brage 11?",
    "When did ships sail from Bergen?",
)


def describe_ship(number: int) -> dict[str, str]:
    name = f"{NAMES[number % len(NAMES)]} {number}"
    text = f"The {name} is a ship. It was built in {TOWNS[number % len(TOWNS)]}. "
    return {"_id": str(number), "title": name, "text": text + "Its captain was Ole Hansen."}


@pytest.fixture
def models(embedder: HashEmbedder, linguistics: Linguistics) -> IngestModels:
    extractor = make_extractor("spacy", linguistics=linguistics)
    return IngestModels(embedder, linguistics, extractor)


def rank_all(
    graph: Graph, file: Path, documents: Sequence[dict[str, str]], models: IngestModels
) -> dict[tuple[str, str], object]:
    """Ingest documents into an empty graph; return what each method finds for each question."""
    graph.run_text(WIPE)
    file.write_text("".join(f"{json.dumps(document)}\n" for document in documents))
    ingest([file], graph=graph, models=models)
    found: dict[tuple[str, str], object] = {}
    for method in METHODS:
        for question in QUESTIONS:
            evidence = SEARCHES[method](question, graph=graph, embedder=models.embedder, top_k=10)
            assert evidence.passages
            found[method, question] = (
                [(passage.passage_id, passage.score) for passage in evidence.passages],
                [(statement.statement_id, statement.score) for statement in evidence.statements],
                [(line.source.passage_id, line.text) for line in evidence.lines],
            )
    return found


def test_documents_in_another_order_give_the_same_rankings(
    graph: Graph, models: IngestModels, tmp_path: Path
) -> None:
    documents = [describe_ship(number) for number in range(SHIPS)]
    file = tmp_path / "ships.jsonl"
    first = rank_all(graph, file, documents, models)
    second = rank_all(graph, file, documents[::-1], models)
    assert sorted(key for key in first if first[key] != second[key]) == []
