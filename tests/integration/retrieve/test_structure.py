"""Structural questions on real files of several kinds, in a real graph."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kgplatform.extract.extractors import make_extractor
from kgplatform.graph.connection import Graph
from kgplatform.ingest import IngestModels, ingest
from kgplatform.models.chat import OpenAIChatModel
from kgplatform.models.linguistics import Linguistics
from kgplatform.platform import Platform
from kgplatform.records import Evidence, ScoredPassage
from kgplatform.retrieve.kgp import structure
from kgplatform.retrieve.kgp.structural.evidence import CELL
from kgplatform.retrieve.kgp.structure import retrieve_structure
from kgplatform.settings import Settings
from kgplatform.testing import HashEmbedder
from tests.chat_server import ChatServer
from tests.integration.conftest import Fill
from tests.unit.sources.made_files import make_docx, make_xlsx, word_paragraph, word_table
from tests.unit.sources.pdf_files import Text, grid, lines, write_pdf

pytestmark = pytest.mark.integration

HARBOURS = """# Harbours of the north

Ships call at many harbours.

## 1. Introduction

The introduction names the harbours that were visited.

## 2. Methods

Depths were sounded twice.

### 2.1 Sounding

A lead line was let down.

## 3. Results

Table 1: Depth of harbours

| Harbour | Depth in metres | Quays |
| --- | --- | --- |
| Bergen | 11 | 14 |
| Oslo | 12 | 9 |

Table 2: Ships and their cargo

| Ship | Cargo |
| --- | --- |
| Fram | biscuits |
| Gjoa | dogs |
"""
WAGES = [["Trade", "Wage"], ["Cook", "310"], ["Stoker", "280"]]
STORES = [["Store", "Barrels"], ["Flour", "40"], ["Rum", "12"]]
COSTS = [["Item", "Cost"], ["Rope", "15"], ["Tar", "7"]]


CONTENTS = [
    ("What is on page 1 of voyage-1914?", ["began in June"], ["| Stoker", "| Rum"]),
    (
        "What is on the second page of “Voyage of the Aurora”?",
        ["by the month", "Stoker"],
        ["Rum"],
    ),
    ("Summarise the last page of voyage-1914.pdf", ["| Rum", "| Tar"], ["Stoker"]),
    ("Compare pages 1 and 3 of voyage 1914", ["began in June", "| Rum"], ["Stoker"]),
    (
        "What does table 1 of the voyage-1914 report show?",
        ["| Stoker | 280 |"],
        ["Rum", "Bergen"],
    ),
    ("the second table of the Aurora document", ["| Rum | 12 |"], ["Stoker", "Tar"]),
    ("the second table on page 3 of voyage-1914", ["| Tar | 7 |"], ["Rum"]),
    ("the table about stores in voyage-1914", ["| Rum | 12 |"], ["Tar", "Stoker"]),
    (
        "What does the table about the depth of harbours say?",
        ["| Bergen | 11 | 14 |"],
        ["Fram"],
    ),
    ("What does section 2 of harbours.md say?", ["sounded twice", "lead line"], ["visited"]),
    ("What is in section 2.1 of harbours?", ["lead line"], ["sounded twice"]),
    ("Summarise the introduction of harbours.md", ["were visited"], ["lead line"]),
    ("the table in the section about results in harbours.md", ["Bergen", "Fram"], ["lead"]),
    ("What does the section “To my brother” of letters.docx say?", ["eat seal"], ["calm"]),
    ("What does the table in letters.docx show?", ["| Tuesday | 5 |"], ["calm"]),
    ("What is in the Income sheet of books.xlsx?", ["| May | 4 |"], ["| To |"]),
    ("what is on p3 of voyage-1914?", ["| Rum", "| Tar"], ["Stoker"]),
    ("what does table 2 of harbours show?", ["| Fram | biscuits |"], ["Rum"]),
    ("In Table 3, what did the rope of Letters cost?", ["| Rope | 15 |"], ["Tuesday", "Rum"]),
]
"""Questions with words that the content of the named part holds, and words it lacks."""


def _write_voyage(file: Path) -> Path:
    """Write three pages: prose; a table with prose; two tables."""
    xs, first, second = (60, 200, 320), (120, 140, 160, 180), (300, 320, 340, 360)
    return write_pdf(
        file,
        lines(60, 80, ["The voyage began in June.", "All were in good spirits."]),
        [
            *lines(60, 80, ["The crew was paid by the month."]),
            Text(60, 110, "Table 1: Wages of the crew"),
            *grid(xs, first, WAGES),
        ],
        [
            Text(60, 110, "Table 2: Stores on board"),
            *grid(xs, first, STORES),
            Text(60, 290, "Table 3: Costs in port"),
            *grid(xs, second, COSTS),
        ],
        title="Voyage of the Aurora",
    )


@pytest.fixture
def library(fill: Fill, tmp_path: Path, linguistics: Linguistics, embedder: HashEmbedder) -> Graph:
    def write(graph: Graph) -> None:
        folder = tmp_path / "library"
        folder.mkdir()
        _write_library(folder)
        extractor = make_extractor("none", linguistics=linguistics)
        ingest([folder], graph=graph, models=IngestModels(embedder, linguistics, extractor))

    return fill("library", write)


def _write_library(folder: Path) -> None:
    _write_voyage(folder / "voyage-1914.pdf")
    (folder / "harbours.md").write_text(HARBOURS, encoding="utf-8")
    make_docx(
        folder / "letters.docx",
        word_paragraph("Letters home", heading=1),
        word_paragraph("To my mother", heading=2),
        word_paragraph("Dear mother, the sea is calm."),
        word_paragraph("To my brother", heading=2),
        word_paragraph("Dear brother, we eat seal."),
        word_table([["Day", "Seals"], ["Monday", "2"], ["Tuesday", "5"]]),
    )
    make_xlsx(folder / "books.xlsx", {"Income": [["Month", "Gold"], ["May", 4]], "Debts": [["To"]]})
    (folder / "poem.txt").write_text("A poem about page four of a lost book.")


def _ask(question: str, graph: Graph, embedder: HashEmbedder, **options: Any) -> Evidence | None:
    asked = {"graph": graph, "embedder": embedder, "top_k": 5, **options}
    return retrieve_structure(question, **asked).evidence


def _found(question: str, graph: Graph, embedder: HashEmbedder) -> Evidence:
    evidence = _ask(question, graph, embedder)
    assert evidence is not None
    return evidence


def _texts(evidence: Evidence) -> str:
    return "\n".join(passage.text for passage in evidence.passages)


def _matches(evidence: Evidence) -> list[dict[str, Any]]:
    return [step.detail for step in evidence.steps if step.name == "match"]


def _passage(evidence: Evidence, passage_id: str) -> ScoredPassage:
    return next(p for p in evidence.passages if p.passage_id == passage_id)


def test_the_content_of_the_named_part_is_fetched(library: Graph, embedder: HashEmbedder) -> None:
    wrong = []
    for question, holds, lacks in CONTENTS:
        evidence = _ask(question, library, embedder)
        text = _texts(evidence) if evidence else ""
        missing = [words for words in holds if words not in text]
        foreign = [words for words in lacks if words in text]
        if missing or foreign:
            wrong.append((question, missing, foreign))
    assert wrong == []


def test_several_tables_come_one_after_another(library: Graph, embedder: HashEmbedder) -> None:
    evidence = _found("List the tables on page 3 of voyage-1914", library, embedder)
    assert [match["name"] for match in _matches(evidence)] == [
        "Table 2: Stores on board",
        "Table 3: Costs in port",
    ]
    assert [passage.page for passage in evidence.passages] == [3, 3]
    assert [(m["rows"], m["columns"]) for m in _matches(evidence)] == [(3, 2), (3, 2)]


def test_a_cell_is_told_with_its_place(library: Graph, embedder: HashEmbedder) -> None:
    question = "What is the wage of a stoker in Table 1 of voyage-1914?"
    evidence = _found(question, library, embedder)
    (cell,) = [step.detail for step in evidence.steps if step.name == CELL]
    assert (cell["row"], cell["column"], cell["value"]) == ("Stoker", "Wage", "280")
    passage = _passage(evidence, cell["passage_id"])
    assert passage.text[cell["start"] : cell["end"]] == "280"
    assert evidence.passages[0] == passage


def test_steps_tell_how_the_question_was_read_and_matched(
    library: Graph, embedder: HashEmbedder
) -> None:
    evidence = _found("What is on page 2 of voyage-1914?", library, embedder)
    assert [step.name for step in evidence.steps] == ["classify", "match", "content"]
    assert evidence.steps[0].detail["parts"] == [{"kind": "page", "numbers": ["2"]}]
    (match,) = _matches(evidence)
    assert (match["title"], match["page"], match["by"]) == ("Voyage of the Aurora", 2, "number")
    scores = [passage.score for passage in evidence.passages]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] == 1


def test_of_a_part_that_is_asked_for_as_such_it_is_told_where_all_of_it_stands(
    library: Graph, embedder: HashEmbedder
) -> None:
    evidence = _found("What is on page 2 of voyage-1914?", library, embedder)
    (part,) = evidence.steps[-1].detail["whole"]
    quotes = [
        _passage(evidence, span["passage_id"]).text[span["start"] : span["end"]]
        for span in part["passages"]
    ]
    assert part["chars"] == sum(map(len, quotes)) > 0
    asked = _found("Who is named on page 2 of voyage-1914?", library, embedder)
    assert "whole" not in asked.steps[-1].detail


def test_a_question_about_content_is_left_to_others(library: Graph, embedder: HashEmbedder) -> None:
    questions = [
        "Who sailed to the north?",
        "What does page 4 of Harry Potter say?",
        "Who brought the rivals back to the table?",
        "When was the introduction of the euro?",
        "Who sang Perfect Sense, Part I?",  # there is a section "1. Introduction"
        "When was article 3 ratified?",
        "Who stars in the last chapter?",
    ]
    assert [q for q in questions if _ask(q, library, embedder) is not None] == []


def test_what_the_graph_cannot_tell_is_left_open(library: Graph, embedder: HashEmbedder) -> None:
    missing = _found("What is on page 9 of voyage-1914?", library, embedder)
    several = _found("What does table 1 show?", library, embedder)
    assert (missing.passages, several.passages) == ((), ())
    assert _matches(missing)[0]["problem"] == "no such page in Voyage of the Aurora"
    assert "documents have such a table, name one: " in _matches(several)[0]["problem"]


def test_a_search_within_documents_sees_no_others(library: Graph, embedder: HashEmbedder) -> None:
    titles = {row["title"]: row["id"] for row in library.read("list_documents", limit=9)}
    harbours = [titles["Harbours of the north"]]
    evidence = _ask("What does table 1 show?", library, embedder, within=harbours)
    assert evidence is not None
    assert "| Bergen | 11 | 14 |" in _texts(evidence)
    assert _ask("What is on page 1 of voyage-1914?", library, embedder, within=harbours) is None


def test_an_empty_graph_has_no_parts(graph: Graph, embedder: HashEmbedder) -> None:
    assert _ask("What is on page 4?", graph, embedder) is None


def test_a_chat_model_may_read_the_question(library: Graph, embedder: HashEmbedder) -> None:
    part = {
        "kind": "table", "numbers": [], "positions": [-1], "topic": "", "on_page": "3",
        "document": "voyage-1914",
    }  # fmt: skip
    reply = json.dumps({"structural": True, "parts": [part]})
    question = "Which item closes the list at the foot of sheet 3 in voyage-1914?"
    with ChatServer(lambda body: reply) as server:
        chat = OpenAIChatModel(server.base_url, "rule-made")
        evidence = _ask(question, library, embedder, chat=chat)
    assert evidence is not None
    assert "| Tar | 7 |" in _texts(evidence)
    assert evidence.steps[0].detail["by"] == "chat model"
    assert evidence.steps[0].detail["usage"]["llm_calls"] == 1


def test_parts_are_kept_whole_up_to_a_limit(
    library: Graph, embedder: HashEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = "Summarise pages 1 to 3 of voyage-1914"
    whole = _ask(question, library, embedder, top_k=1)
    assert whole is not None
    # the passage that begins on page 1 is the first of page 2 as well
    pages = [passage.page for passage in whole.passages]
    assert (pages[:2], len(pages) > 2) == ([1, 3], True)
    assert whole.steps[-1].detail["shown"] == whole.steps[-1].detail["passages"] == len(pages)
    monkeypatch.setattr(structure, "BUDGET", 2)
    cut = _ask(question, library, embedder, top_k=1)
    assert cut is not None
    assert cut.passages == tuple(
        replace(passage, score=score)
        for passage, score in zip(whole.passages, (1, 0.5), strict=False)
    )
    assert cut.steps[-1].detail["shown"] == 2


@pytest.fixture
def platform(library: Graph, embedder: HashEmbedder, tmp_path: Path) -> Platform:
    """A platform over the library, without a chat model."""
    return Platform(Settings(home=tmp_path), graph=library, embedder=embedder)


def test_a_cell_is_answered_and_cited(platform: Platform) -> None:
    answer = platform.ask("What is the wage of a stoker in Table 1 of voyage-1914?", method="kgp")
    assert (answer.answer, answer.reader) == ("280", "extractive")
    assert [citation.quote for citation in answer.evidence] == ["280"]


def test_a_question_that_leaves_the_document_open_says_what_to_do(platform: Platform) -> None:
    answer = platform.ask("What does table 1 show?", method="kgp")
    assert answer.abstained
    assert "name one: " in answer.steps[-1].detail["reason"]
