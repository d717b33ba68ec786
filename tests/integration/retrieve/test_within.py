"""A search within some documents sees those documents, all of them and nothing else."""

from __future__ import annotations

from itertools import combinations, cycle
from pathlib import Path
from typing import Any

import pytest

from kgplatform.errors import NotFound, SchemaError
from kgplatform.graph.connection import Graph
from kgplatform.graph.fulltext import passage_indexes
from kgplatform.platform import Platform
from kgplatform.records import Evidence
from kgplatform.retrieve.names import find_names, find_question_names
from kgplatform.retrieve.passages import CANDIDATES, search_text
from kgplatform.retrieve.protocols import Search
from kgplatform.retrieve.subgraph import LIMITS, LocalGraph, fetch_local_graph
from kgplatform.settings import Settings
from kgplatform.testing import HashEmbedder
from tests.integration.retrieve.corpus import TEXTS
from tests.integration.retrieve.searches import SEARCHES
from tests.own_labels import write_own

pytestmark = pytest.mark.integration

QUESTIONS = (
    "Who wrote Farthest North?",
    "Near which capital was the writer of Farthest North born?",
    "Where was Gjøa built?",
    "What is bread baked from?",
    "Who is Zanzibar Qwxyz?",
    "???",
)


@pytest.fixture(params=sorted(SEARCHES))
def method(request: pytest.FixtureRequest) -> Search:
    return SEARCHES[request.param]


@pytest.fixture
def documents(corpus: Graph) -> dict[str, str]:
    """The ids of the documents by title."""
    return {row["title"]: row["id"] for row in corpus.read("list_documents", limit=100)}


def list_titles(evidence: Evidence) -> set[str]:
    return {passage.title for passage in evidence.passages}


def test_nothing_from_outside_comes_back(
    method: Search, corpus: Graph, documents: dict[str, str], embedder: HashEmbedder
) -> None:
    for question, pair in zip(cycle(QUESTIONS), combinations(TEXTS, 2), strict=False):
        ids = [documents[title] for title in pair]
        evidence = method(question, graph=corpus, embedder=embedder, top_k=10, within=ids)
        # every passage has a vector, so all are found, however little they have to do with it
        assert list_titles(evidence) == set(pair)
        passages = {passage.passage_id for passage in evidence.passages}
        assert {statement.passage_id for statement in evidence.statements} <= passages


def test_within_all_documents_is_no_restriction(
    method: Search, corpus: Graph, documents: dict[str, str], embedder: HashEmbedder
) -> None:
    everywhere = list(documents.values())
    for question in QUESTIONS:
        free = method(question, graph=corpus, embedder=embedder, top_k=10)
        bound = method(question, graph=corpus, embedder=embedder, top_k=10, within=everywhere)
        assert bound == free


def test_documents_are_a_set_that_may_be_empty(
    method: Search, corpus: Graph, documents: dict[str, str], embedder: HashEmbedder
) -> None:
    def search(*within: str) -> Evidence:
        return method("What is Oslo?", graph=corpus, embedder=embedder, top_k=10, within=within)

    ids = documents["Oslo"], documents["Bread"]
    assert search(*ids, *reversed(ids)) == search(*ids)
    assert search() == search("no such document")
    assert (search().passages, search().statements) == ((), ())


def test_names_are_those_of_the_documents(corpus: Graph, documents: dict[str, str]) -> None:
    def find(*titles: str) -> set[str]:
        within = [documents[title] for title in titles]
        entities = find_question_names("Is Nansen from Oslo?", graph=corpus, within=within)
        return {entity.name for named in entities for entity in named}

    assert "Oslo" in find("Oslo")
    assert "Oslo" in find("Fridtjof Nansen")
    assert find("Bread", "Gjøa") == set()


def write_passage(graph: Graph, embedder: HashEmbedder, name: str, text: str) -> None:
    """Write a document d-NAME with one passage p-NAME that names the capitalised words."""
    write_own(
        graph,
        "CREATE (d:Document {id: 'd-' + $name, title: '', uri: $name}) "
        "CREATE (p:Passage {id: 'p-' + $name, title: '', text: $text, embedding: $vector}) "
        "CREATE (p)-[:PART_OF]->(d) "
        "WITH p UNWIND $names AS thing "
        "MERGE (e:Entity {id: thing}) "
        "SET e.name = thing, e.normalizedName = toLower(thing), e.type = 'Thing' "
        "CREATE (p)-[:MENTIONS {start: 0, end: 1, surface: ''}]->(e)",
        name=name,
        text=text,
        vector=embedder.embed_passages([text])[0].tolist(),
        names=sorted({word for word in text.split() if word.istitle()}),
    )


def test_no_name_goes_from_one_text_to_the_next(graph: Graph, embedder: HashEmbedder) -> None:
    write_passage(graph, embedder, "cities", "Paris Texas")
    write_own(
        graph,
        "MATCH (p:Passage) CREATE (p)-[:MENTIONS {start: 0, end: 1, surface: ''}]->"
        "(:Entity {id: 'film', name: 'Paris, Texas', normalizedName: 'paris texas', type: 'Work'})",
    )
    found = find_question_names("Who made Paris, Texas?", graph=graph)
    assert [entity.name for named in found for entity in named] == ["Paris, Texas"]
    apart = find_names(["Paris", "Texas"], graph=graph)
    assert [entity.name for named in apart for entity in named] == ["Paris", "Texas"]


def test_search_is_exact_however_many_better_passages_are_outside(
    graph: Graph, embedder: HashEmbedder
) -> None:
    question = "harbour of Oslo"
    for number in range(CANDIDATES + 20):
        write_passage(graph, embedder, f"better-{number}", f"harbour of Oslo {number}")
    write_passage(graph, embedder, "meant", "some words on trade, and then on a harbour at last")
    graph.run_text("CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()")
    graph.read("await_indexes", timeout_s=60)
    assert "p-meant" not in search_text(question, graph=graph, embedder=embedder).ids
    [row] = graph.read(
        "search_passages",
        indexes=passage_indexes(),
        query="harbour Oslo",
        vector=graph.vector(embedder.embed_queries([question])[0]),
        documents=["d-meant"],
        limit=CANDIDATES,
    )
    [every] = graph.read(
        "search_words",
        indexes=passage_indexes(),
        query="harbour Oslo",
        documents=None,
        limit=1000,
    )
    scores = dict(zip(every["ids"], every["scores"], strict=True))
    cosine = (
        embedder.embed_queries([question])[0]
        @ embedder.embed_passages(["some words on trade, and then on a harbour at last"])[0]
    )
    assert row["ids"] == ["p-meant"]
    assert row["words"] == [pytest.approx(scores["p-meant"])]
    assert row["cosines"] == [pytest.approx(float(cosine), abs=1e-5)]


@pytest.mark.parametrize(
    ("query", "parameters"),
    [("search_words", ("query", "indexes")), ("search_vectors", ("vector",))],
)
def test_single_searches_keep_to_the_documents(
    query: str,
    parameters: tuple[str, ...],
    corpus: Graph,
    documents: dict[str, str],
    embedder: HashEmbedder,
) -> None:
    question = "a book on Oslo and flour"
    vector = corpus.vector(embedder.embed_queries([question])[0])
    every: dict[str, Any] = {"query": question, "vector": vector, "indexes": passage_indexes()}
    given = {name: every[name] for name in parameters}

    def search(within: list[str] | None) -> dict[str, float]:
        [row] = corpus.read(query, documents=within, limit=10, **given)
        assert row["scores"] == sorted(row["scores"], reverse=True)
        return dict(zip(row["ids"], row["scores"], strict=True))

    free = search(None)
    assert search(list(documents.values())) == pytest.approx(free)
    ids = [documents["Oslo"], documents["Bread"]]
    inside = {row["id"] for row in corpus.read("list_passages_with_spans", document_ids=ids)}
    assert search(ids) == pytest.approx({key: free[key] for key in inside})


def test_walk_does_not_pass_through_other_documents(graph: Graph, embedder: HashEmbedder) -> None:
    # start - Alpha - bridge; hub names Alpha too
    write_passage(graph, embedder, "start", "on Alpha")
    write_passage(graph, embedder, "bridge", "on Alpha and Beta")
    write_passage(graph, embedder, "end", "on Beta")
    write_passage(graph, embedder, "hub", "on Alpha and Gamma")

    vector = graph.vector(embedder.embed_queries(["on Alpha"])[0])

    def walk(*names: str) -> LocalGraph:
        within = [f"d-{name}" for name in names] or None
        return fetch_local_graph({"p-start": 0.0}, [], vector, graph=graph, within=within)

    free = walk()
    assert set(free.passage_ids) == {"p-start", "p-bridge", "p-hub"}
    bound = walk("start", "end", "hub")
    assert set(bound.passage_ids) == {"p-start", "p-hub"}
    # how rare a name is, the whole graph tells
    assert dict(zip(bound.entity_ids, bound.degrees, strict=True)) == {"Alpha": 3, "Gamma": 1}
    assert bound.total == free.total == 4


def test_a_hub_leads_nowhere_unless_documents_are_given(
    graph: Graph, embedder: HashEmbedder
) -> None:
    write_passage(graph, embedder, "start", "on Alpha")
    write_passage(graph, embedder, "end", "on Alpha")
    vector = graph.vector(embedder.embed_queries(["on Alpha"])[0])

    def walk(within: list[str] | None) -> set[str]:
        local = fetch_local_graph({"p-start": 0.0}, [], vector, graph=graph, within=within)
        return set(local.passage_ids)

    assert walk(None) == {"p-start", "p-end"}
    write_own(
        graph,
        "MATCH (e:Entity {id: 'Alpha'}) UNWIND range(1, $n) AS i "
        "CREATE (:Passage {id: 'x' + i})-[:MENTIONS {start: 0, end: 1, surface: ''}]->(e)",
        n=LIMITS["hub"],
    )
    assert walk(None) == {"p-start"}
    assert walk(["d-start", "d-end"]) == {"p-start", "p-end"}


def test_local_graph_holds_what_was_found_with_text_cosine_and_places(
    graph: Graph, embedder: HashEmbedder
) -> None:
    write_passage(graph, embedder, "start", "on Alpha")
    write_passage(graph, embedder, "far", "on Omega")
    vector = graph.vector(embedder.embed_queries(["on Omega"])[0])
    local = fetch_local_graph({"p-start": 0.5, "p-far": 1.0}, [], vector, graph=graph)
    places = {key: i for i, key in enumerate(local.passage_ids)}
    assert set(places) == {"p-start", "p-far"}
    far = places["p-far"]
    assert (local.texts[far], local.titles[far]) == ("on Omega", "")
    assert local.cosines[far] == 1.0  # as the search told it
    [[_, thing, start]] = [row for row in local.mentions.tolist() if row[0] == far]
    assert (local.entity_ids[thing], start) == ("Omega", 0)


def test_only_the_best_of_those_found_are_expanded(graph: Graph, embedder: HashEmbedder) -> None:
    names = [f"n{number}" for number in range(LIMITS["seeds"] + 1)]
    for name in names:
        write_passage(graph, embedder, name, f"on {name.upper()}")
        write_passage(graph, embedder, f"beside-{name}", f"of {name.upper()}")
    vector = graph.vector(embedder.embed_queries(["on"])[0])
    local = fetch_local_graph({f"p-{name}": 0.0 for name in names}, [], vector, graph=graph)
    assert local.passage_ids[: len(names)] == tuple(f"p-{name}" for name in names)
    assert set(local.passage_ids[len(names) :]) == {f"p-beside-{name}" for name in names[:-1]}


def test_document_without_a_title_is_about_what_it_opens_with(
    graph: Graph, embedder: HashEmbedder
) -> None:
    write_passage(graph, embedder, "bare", "Alpha and Beta")
    graph.run_text("MATCH (:Passage)-[m:MENTIONS]->(:Entity {id: 'Beta'}) SET m.start = 30")
    vector = graph.vector(embedder.embed_queries(["on"])[0])

    def read_about(index: int, title: str) -> set[str]:
        graph.run_text("MATCH (p:Passage) SET p.index = $i, p.title = $t", i=index, t=title)
        local = fetch_local_graph({"p-bare": 0.0}, [], vector, graph=graph)
        return {local.entity_ids[thing] for _, thing in local.about}

    assert read_about(0, "") == {"Alpha"}
    assert read_about(0, "A title") == read_about(1, "") == set()


def test_joined_names_are_one_thing_within_documents_too(
    graph: Graph, embedder: HashEmbedder
) -> None:
    write_passage(graph, embedder, "song", "sung by Sting")
    write_passage(graph, embedder, "life", "born as Sumner")
    write_passage(graph, embedder, "other", "on Bread")
    graph.run_text(
        "MATCH (a:Entity {id: 'Sumner'}), (b:Entity {id: 'Sting'}) "
        "SET a:Resolved, b:Resolved CREATE (a)-[:SAME_AS]->(b)"
    )

    def lookup(*names: str) -> list[str]:
        documents = [f"d-{name}" for name in names]
        rows = graph.read("lookup_entities", names=["sumner"], documents=documents, limit=5)
        return [row["id"] for row in rows]

    vector = graph.vector(embedder.embed_queries(["sung"])[0])

    assert lookup("song") == lookup("life") == ["Sting"]
    assert lookup("other") == []
    within = ["d-song", "d-life"]
    local = fetch_local_graph({"p-song": 0.0}, [], vector, graph=graph, within=within)
    assert (set(local.passage_ids), local.entity_ids) == ({"p-song", "p-life"}, ("Sting",))


@pytest.fixture
def platform(corpus: Graph, embedder: HashEmbedder, tmp_path: Path) -> Platform:
    """The platform on the test's graph."""
    return Platform(Settings(home=tmp_path), graph=corpus, embedder=embedder)


def test_platform_retrieves_and_answers_from_the_documents_named(
    platform: Platform, documents: dict[str, str]
) -> None:
    ids = [documents["Oslo"], documents["Bread"]]
    evidence = platform.retrieve("Where was Fridtjof Nansen born?", documents=ids)
    assert list_titles(evidence) == {"Oslo", "Bread"}
    question = "What is the capital of Norway?"
    found = platform.ask(question, reader="extractive", documents=[documents["Oslo"]])
    assert found.answer == "Oslo"
    elsewhere = platform.ask(question, reader="extractive", documents=[documents["Butter"]])
    assert "Oslo" not in elsewhere.answer
    with pytest.raises(NotFound, match="misspelt"):
        platform.retrieve(question, documents=[documents["Oslo"], "misspelt"])


@pytest.mark.parametrize("method", ["passages", "graph", "plan"])
def test_a_graph_with_vectors_of_another_embedder_is_not_searched(
    corpus: Graph, tmp_path: Path, method: str
) -> None:
    platform = Platform(Settings(home=tmp_path), graph=corpus, embedder=HashEmbedder(dimension=32))
    with pytest.raises(SchemaError, match="holds vectors of embedder"):
        platform.ask("What is the capital of Norway?", method=method, reader="extractive")
