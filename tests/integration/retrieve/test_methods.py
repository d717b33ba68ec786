"""What every retrieval method promises, tried on each of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from kgplatform.answer import read
from kgplatform.errors import SchemaError
from kgplatform.extract.extractors import make_extractor
from kgplatform.graph.connection import Graph
from kgplatform.graph.fulltext import passage_indexes
from kgplatform.ingest import IngestModels, ingest
from kgplatform.models.linguistics import Linguistics
from kgplatform.records import Evidence
from kgplatform.retrieve.protocols import Search
from kgplatform.retrieve.tables import add_tables
from kgplatform.testing import HashEmbedder
from tests.integration.retrieve.searches import SEARCHES, search
from tests.pipeline import heads

pytestmark = pytest.mark.integration


@pytest.fixture(params=sorted(SEARCHES))
def method(request: pytest.FixtureRequest) -> Search:
    return SEARCHES[request.param]


def _titles(evidence: Evidence) -> list[str]:
    return [passage.title for passage in evidence.passages]


def test_method_ranks_best_first_and_keeps_to_top_k(
    method: Search, corpus: Graph, embedder: HashEmbedder
) -> None:
    evidence = method("Who wrote Farthest North?", graph=corpus, embedder=embedder, top_k=3)
    scores = [passage.score for passage in evidence.passages]
    assert len(scores) == 3
    assert scores == sorted(scores, reverse=True)
    assert _titles(evidence)[0] == "Farthest North"
    assert evidence.steps


def test_method_gives_the_same_twice(method: Search, corpus: Graph, embedder: HashEmbedder) -> None:
    first, second = (
        method("Where was Nansen born?", graph=corpus, embedder=embedder, top_k=6) for _ in range(2)
    )
    assert first == second


def test_method_finds_names_beyond_ascii(
    method: Search, corpus: Graph, embedder: HashEmbedder
) -> None:
    evidence = method("Where was Gjøa built?", graph=corpus, embedder=embedder, top_k=1)
    assert _titles(evidence) == ["Gjøa"]


@pytest.mark.parametrize(
    "question", ["Who is Zanzibar Qwxyz?", "???", '"(unclosed AND', "a" * 2000, "東京はどこ"]
)
def test_method_takes_any_question(
    method: Search, corpus: Graph, embedder: HashEmbedder, question: str
) -> None:
    evidence = method(question, graph=corpus, embedder=embedder, top_k=2)
    assert len(evidence.passages) <= 2


def test_method_on_an_empty_graph_finds_nothing(
    method: Search, graph: Graph, embedder: HashEmbedder
) -> None:
    assert method("Who wrote it?", graph=graph, embedder=embedder, top_k=5).passages == ()


def test_method_on_a_graph_never_written_to_says_what_to_do(
    method: Search, empty_graph: Graph, embedder: HashEmbedder
) -> None:
    with pytest.raises(SchemaError, match="run kgplatform ingest"):
        method("Who wrote it?", graph=empty_graph, embedder=embedder, top_k=5)


@pytest.mark.parametrize(
    ("name", "recipe"),
    [("holmes", "no-pruning"), ("kgp", "embedding"), ("trace", "doc"), ("divknow", "text")],
)
def test_a_recipe_changes_what_a_method_finds_or_says(
    name: str, recipe: str, corpus: Graph, embedder: HashEmbedder
) -> None:
    question = "Near which capital was the writer of Farthest North born?"
    plain, changed = (
        search(method, question, graph=corpus, embedder=embedder, top_k=6)
        for method in (name, f"{name}-{recipe}")
    )
    assert plain.passages
    assert changed.passages
    assert plain != changed


def test_graph_reaches_the_second_hop_that_words_do_not(
    corpus: Graph, embedder: HashEmbedder
) -> None:
    question = "Near which capital was the writer of Farthest North born?"
    evidence = SEARCHES["graph"](question, graph=corpus, embedder=embedder, top_k=3)
    assert {"Farthest North", "Fridtjof Nansen"} <= set(_titles(evidence))


def test_graph_tells_by_which_thing_it_came_to_a_passage(
    corpus: Graph, embedder: HashEmbedder
) -> None:
    question = "Where was the writer of Farthest North born?"
    evidence = SEARCHES["graph"](question, graph=corpus, embedder=embedder, top_k=3)
    ids = {passage.title: passage.passage_id for passage in evidence.passages}
    (best,) = evidence.steps[-1].detail["found"]
    assert best["by"] == "Fridtjof Nansen"
    assert {best["from"], best["to"]} == {"Farthest North", "Fridtjof Nansen"}
    assert (best["from_id"], best["to_id"]) == (ids[best["from"]], ids[best["to"]])
    assert 0 < best["likely"] <= 1


def test_graph_tells_how_many_passages_are_likely(corpus: Graph, embedder: HashEmbedder) -> None:
    question = "Where was the writer of Farthest North born?"
    for top_k in (1, 5):
        evidence = SEARCHES["graph"](question, graph=corpus, embedder=embedder, top_k=top_k)
        assert min(2, top_k) <= evidence.likely <= top_k
    by_code = SEARCHES["graph"](
        "What does error E-1203 mean?", graph=corpus, embedder=embedder, top_k=5
    )
    assert by_code.likely == 0  # passages with the code are read, whatever their odds


def test_graph_finds_names_typed_in_small_letters(corpus: Graph, embedder: HashEmbedder) -> None:
    evidence = SEARCHES["graph"](
        "who wrote farthest north", graph=corpus, embedder=embedder, top_k=3
    )
    assert evidence.steps[0].detail["found"] == ["Farthest North"]


def test_statements_come_with_their_passage_and_span(corpus: Graph, embedder: HashEmbedder) -> None:
    evidence = SEARCHES["graph"](
        "Where was Fridtjof Nansen born?", graph=corpus, embedder=embedder, top_k=3
    )
    texts = {passage.passage_id: passage.text for passage in evidence.passages}
    assert evidence.statements
    for statement in evidence.statements:
        assert statement.object in texts[statement.passage_id][statement.start : statement.end]


def test_words_of_headings_are_searched_and_told(
    graph: Graph, embedder: HashEmbedder, linguistics: Linguistics, tmp_path: Path
) -> None:
    parts = (("Linux", "Unpack the archive."), ("Windows", "Run the program."))
    sections = "\n\n".join(f"## Setup\n\n### {name}\n\n{text}" for name, text in parts)
    (tmp_path / "manual.md").write_text(f"# Manual\n\n{sections}\n")
    extractor = make_extractor("none", linguistics=linguistics)
    ingest([tmp_path], graph=graph, models=IngestModels(embedder, linguistics, extractor))
    for name, text in parts:
        (words,) = graph.read(
            "search_words",
            indexes=passage_indexes(),
            query=name.casefold(),
            documents=None,
            limit=5,
        )
        (passage,) = SEARCHES["passages"](name, graph=graph, embedder=embedder, top_k=1).passages
        assert words["ids"] == [passage.passage_id]
        assert (passage.text, passage.section) == (text, f"Manual > Setup > {name}")


def test_a_row_far_down_a_table_is_found_by_its_number_and_knows_the_header(
    graph: Graph, embedder: HashEmbedder, linguistics: Linguistics, tmp_path: Path
) -> None:
    models = IngestModels(embedder, linguistics, make_extractor("none", linguistics=linguistics))
    _ingest_parts(tmp_path, graph, models, pump_every=2)
    found = SEARCHES["graph"]("What is VX-187?", graph=graph, embedder=embedder, top_k=2).passages
    (holder,) = (passage for passage in found if "VX-187" in passage.text)
    assert holder.header == "| Part | Kind | Price |"
    (first,) = graph.read("fetch_passages", ids=[_first_of(graph)])
    assert first["text"].startswith(first["header"])


def test_a_question_over_rows_gets_the_whole_table(
    graph: Graph, embedder: HashEmbedder, linguistics: Linguistics, tmp_path: Path
) -> None:
    models = IngestModels(embedder, linguistics, make_extractor("none", linguistics=linguistics))
    _ingest_parts(tmp_path, graph, models, pump_every=3)
    question = "How many pumps are among the parts?"
    found = SEARCHES["graph"](question, graph=graph, embedder=embedder, top_k=2)
    evidence = add_tables(found, graph=graph)
    [table] = evidence.tables
    assert len(evidence.passages) == 2 < len(table)
    assert [passage.text.count("VX-") > 0 for passage in table] == [True] * len(table)
    reading = read(question, evidence, linguistics=linguistics, heads=heads())
    assert reading.answer == "66"
    assert sum(citation.quote.count("pump") for citation in reading.citations) == 66


def _ingest_parts(folder: Path, graph: Graph, models: IngestModels, *, pump_every: int) -> None:
    """Ingest a table of 200 rows, which takes several passages."""
    rows = [f"VX-{n:03},{'valve' if n % pump_every else 'pump'},{n}.50" for n in range(1, 201)]
    (folder / "parts.csv").write_text("\n".join(["Part,Kind,Price", *rows]))
    ingest([folder], graph=graph, models=models)


def _first_of(graph: Graph) -> str:
    rows = graph.run_text("MATCH (p:Passage) WHERE p.start = 0 RETURN p.id AS id")
    return str(rows[0]["id"])
