"""Every method is measured on a real graph, on all paragraphs and on a question's own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kgplatform.evaluate.baselines import BASELINES, SearchedCorpus
from kgplatform.evaluate.comparison import ComparisonPlan, compare_methods
from kgplatform.evaluate.datasets import CorpusDocument, Dataset, EvaluationQuestion
from kgplatform.evaluate.runs import PARAGRAPH_SETTINGS, Run
from kgplatform.graph.connection import Graph
from kgplatform.plugins import RETRIEVERS
from kgplatform.settings import Settings
from kgplatform.testing import HashEmbedder
from tests.chat_server import ChatServer
from tests.integration.evaluate.shared import SharedPlatform

pytestmark = pytest.mark.integration

TEXTS = {
    "north": ("Farthest North", "Farthest North is a book by Fridtjof Nansen."),
    "nansen": ("Fridtjof Nansen", "Fridtjof Nansen was born near Oslo. He studied zoology."),
    "oslo": ("Oslo", "Oslo is the capital of Norway."),
    "bread": ("Bread", "Bread is baked from flour and water."),
    "silent": ("", ""),
    "title": ("A title alone", ""),
}
QUESTIONS = (
    EvaluationQuestion(
        "q1",
        "Who wrote Farthest North?",
        ("Fridtjof Nansen",),
        "bridge",
        gold=frozenset({"north"}),
        allowed=frozenset({"north", "bread", "silent"}),
    ),
    EvaluationQuestion(
        "q2",
        "Which city is the capital of Norway?",
        ("Oslo",),
        "bridge",
        gold=frozenset({"oslo"}),
        allowed=frozenset({"nansen", "oslo", "title"}),
    ),
)
DATASET = Dataset(
    "small", tuple(CorpusDocument(key, *texts) for key, texts in TEXTS.items()), QUESTIONS
)
GIVEN = ("documents", "gold", "structqa")
BY_TURNS = ("cot", "react", "self-ask")
TRAINED_OR_ASKING = (
    "mdr",
    "ircot",
    *BY_TURNS,
)  # for other vectors than the tests', or a chat model
SEARCHES = tuple(name for name in BASELINES if name not in {"none", *GIVEN, *TRAINED_OR_ASKING})
RANKING = tuple(name for name in SEARCHES if name != "kgp-random")  # which ranks at random


def compare(folder: Path, graph: Graph, embedder: HashEmbedder, plan: ComparisonPlan) -> list[Run]:
    results = compare_methods(
        DATASET,
        plan,
        settings=Settings(home=folder),
        connect=lambda settings: SharedPlatform(settings, graph=graph, embedder=embedder),
    )
    return [Run.load(path) for path, _ in results]


def test_every_method_finds_and_the_reader_answers(
    graph: Graph, embedder: HashEmbedder, tmp_path: Path
) -> None:
    plan = ComparisonPlan((*RANKING, "gold", *RETRIEVERS), reader="extractive", ks=(1, 2), top_k=2)
    for run in compare(tmp_path, graph, embedder, plan):
        rankings = [result.ranking[0] for result in run.questions]
        assert rankings == ["north", "oslo"], run.header.method
        assert run.questions[0].answer in ("Fridtjof Nansen", ""), run.header.method


def test_distractor_keeps_every_method_to_the_questions_paragraphs(
    graph: Graph, embedder: HashEmbedder, tmp_path: Path
) -> None:
    plan = ComparisonPlan((*SEARCHES, *GIVEN, *RETRIEVERS), setting="distractor", ks=(5,), top_k=5)
    for run in compare(tmp_path, graph, embedder, plan):
        found = {result.id: set(result.ranking) for result in run.questions}
        for question in QUESTIONS:
            assert found[question.id] <= question.allowed, run.header.method
            assert found[question.id] >= question.gold, run.header.method
    documents = {run.header.method: run for run in compare(tmp_path, graph, embedder, plan)}
    # in the corpus's order, but for the one that holds no text
    assert [q.ranking for q in documents["documents"].questions] == [
        ("north", "bread"),
        ("nansen", "oslo", "title"),
    ]


def test_passages_are_linked_for_the_methods_that_follow_links(
    graph: Graph, embedder: HashEmbedder, tmp_path: Path
) -> None:
    def compare_one(method: str) -> Run:
        [run] = compare(
            tmp_path,
            graph,
            embedder,
            ComparisonPlan((method,), reader="extractive", ks=(5,), top_k=5),
        )
        return run

    entity = compare_one("kgp-entity-embedding")
    assert list_links(graph) == []
    keyword = compare_one("plan-syntactic-kgp-keyword-embedding")
    made = list_links(graph)
    assert {"Farthest North", "Fridtjof Nansen"} in made
    limits = {"max_degree": 20, "min_score": 0.1}
    assert keyword.header.settings["links"] == {"keyword": limits}
    assert "links" not in entity.header.settings
    compare_one("kgp-keyword-embedding")
    assert list_links(graph) == made


def list_links(graph: Graph) -> list[set[str]]:
    """Return the titles of each pair of passages that keywords link."""
    rows = graph.run_text(
        "MATCH (a:Passage)-[s:SIMILAR {method: 'keyword'}]->(b:Passage) "
        "RETURN [a.title, b.title] AS titles ORDER BY titles"
    )
    return [set(row["titles"]) for row in rows]


@pytest.mark.parametrize("setting", PARAGRAPH_SETTINGS)
def test_exact_search_agrees_with_the_vector_index(
    setting: str, graph: Graph, embedder: HashEmbedder, tmp_path: Path
) -> None:
    plan = ComparisonPlan(("knn", "dense"), setting=setting, ks=(2,), top_k=2)
    by_index, one_by_one = compare(tmp_path, graph, embedder, plan)
    for first, second in zip(by_index.questions, one_by_one.questions, strict=True):
        assert first.ranking == second.ranking


def think(body: dict[str, Any]) -> str:
    """Name the author's book until it stands in the evidence."""
    asked = body["messages"][-1]["content"]
    return "So the answer is: Oslo." if "Norway is Oslo" in asked else "The capital of Norway."


def test_ircot_searches_with_what_a_model_writes(
    graph: Graph, embedder: HashEmbedder, tmp_path: Path
) -> None:
    plan = ComparisonPlan(("ircot",), ks=(1, 2), top_k=2)
    with ChatServer(think) as server:
        settings = Settings(home=tmp_path, chat_base_url=server.base_url, chat_model="rule-made")
        [(path, figures)] = compare_methods(
            DATASET,
            plan,
            settings=settings,
            connect=lambda settings: SharedPlatform(settings, graph=graph, embedder=embedder),
        )
    assert figures["recall"] == {"1": 1.0, "2": 1.0}
    assert figures["usage"]["llm_calls"] == len(server.requests) >= 2
    assert Run.load(path).header.settings["method_model"] == "rule-made"


def test_evidence_is_the_graphs_own_passages(
    graph: Graph, embedder: HashEmbedder, tmp_path: Path
) -> None:
    compare(tmp_path, graph, embedder, ComparisonPlan(("graph",), limit=1))
    platform = SharedPlatform(Settings(home=tmp_path), graph=graph, embedder=embedder)
    corpus = SearchedCorpus(DATASET, "open", platform)
    ids = {row["id"]: row["title"] for row in graph.read("fetch_passages", ids=[
        *corpus.passages.ids
    ])}  # fmt: skip
    assert len(ids) == len(corpus.passages.ids) == 5
    for name in RANKING:
        evidence = BASELINES[name](corpus).retrieve(QUESTIONS[0], 2)
        assert {p.passage_id: p.title for p in evidence.passages}.items() <= ids.items()
        assert evidence.passages[0].text == TEXTS["north"][1]


def test_plans_answer_over_the_graph(graph: Graph, embedder: HashEmbedder, tmp_path: Path) -> None:
    names = ("plan", "plan-syntactic", "plan-syntactic-passages")
    plan = ComparisonPlan(names, reader="extractive", ks=(1, 2), top_k=2)
    for run in compare(tmp_path, graph, embedder, plan):
        assert [result.ranking[0] for result in run.questions] == ["north", "oslo"]
        assert run.questions[0].answer == "Fridtjof Nansen", run.header.method
        assert run.questions[0].usage.llm_calls == 0


def test_a_plan_keeps_to_the_questions_paragraphs(
    graph: Graph, embedder: HashEmbedder, tmp_path: Path
) -> None:
    plan = ComparisonPlan(
        ("plan-syntactic",), setting="distractor", reader="extractive", ks=(5,), top_k=5
    )
    [run] = compare(tmp_path, graph, embedder, plan)
    for question, result in zip(QUESTIONS, run.questions, strict=True):
        assert question.gold <= set(result.ranking) <= question.allowed


def take_turns(body: dict[str, Any]) -> str:
    """Search once for the capital, then answer with what was found, by whatever way is asked."""
    turns = [turn["content"] for turn in body["messages"]]
    system, asked = turns[0], turns[-1]
    last = next((turn for turn in reversed(turns) if turn.startswith("Question:")), asked)
    of_norway = "Norway" in last.splitlines()[0]  # the question; more of it may be found
    answer = "Oslo" if of_norway else "Fridtjof Nansen"
    if "Let's think step by step" in asked:
        return f"I remember.\nAnswer: {answer}"
    if "turns of Thought, Action, Observation" in system:
        topic = "Oslo Norway" if of_norway else "Farthest North"
        searched = "Observation:" in asked
        return f"Action: Finish[{answer}]" if searched else f"Action: Search[{topic}]"
    if "follow-up questions" in system:
        question = "Which city is the capital of Norway?" if of_norway else "Who wrote it?"
        searched = "Intermediate answer:" in asked
        return f"So the final answer is: {answer}." if searched else f"Follow up: {question}"
    return '{"answer": ""}'  # the reader of a follow-up question finds nothing


def test_models_answer_by_turns(graph: Graph, embedder: HashEmbedder, tmp_path: Path) -> None:
    plan = ComparisonPlan(BY_TURNS, reader="llm", ks=(1, 2), top_k=2)
    with ChatServer(take_turns) as server:
        settings = Settings(home=tmp_path, chat_base_url=server.base_url, chat_model="rule-made")
        results = compare_methods(
            DATASET,
            plan,
            settings=settings,
            connect=lambda settings: SharedPlatform(settings, graph=graph, embedder=embedder),
        )
    figures = {told["method"]: told for _, told in results}
    assert {name: told["em"] for name, told in figures.items()} == dict.fromkeys(BY_TURNS, 1.0)
    assert figures["cot"]["recall"]["2"] is None
    assert figures["react"]["recall"]["1"] == 1.0
    assert figures["react"]["usage"]["llm_calls"] == 4
    assert figures["self-ask"]["usage"]["llm_calls"] >= 6


def test_methods_that_write_with_a_model_have_graphs_of_their_own(
    graph: Graph, embedder: HashEmbedder, tmp_path: Path
) -> None:
    homes: list[Path] = []

    def connect(settings: Settings) -> SharedPlatform:
        homes.append(settings.home)
        return SharedPlatform(settings, graph=graph, embedder=embedder)

    methods = ("holmes", "passages", "trace")
    plan = ComparisonPlan(methods, ks=(1,), top_k=1, limit=1, out=tmp_path / "out")
    plain = Settings(home=tmp_path)
    compare_methods(DATASET, plan, settings=plain, connect=connect)
    [shared] = homes
    homes.clear()
    with ChatServer(take_turns) as server:
        settings = Settings(home=tmp_path, chat_base_url=server.base_url, chat_model="rule-made")
        plan = ComparisonPlan(methods, reader="llm", ks=(1,), top_k=1, limit=1)
        compare_methods(DATASET, plan, settings=settings, connect=connect)
    assert homes[0] == shared
    assert len(set(homes)) == 3
    assert all(home.is_relative_to(shared / "apart") for home in homes[1:])
    assert {p.name for p in shared.iterdir()} >= {"apart", "corpus.jsonl", "runs"}
