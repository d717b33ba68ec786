"""Baselines rank by the formulas of their names, within a question's own paragraphs if told so."""

from __future__ import annotations

from importlib.util import find_spec
from math import log, sqrt
from typing import Any

import pytest

from kgplatform.errors import MissingExtra
from kgplatform.evaluate import plan
from kgplatform.evaluate.baselines import BASELINES
from kgplatform.evaluate.baselines.bm25 import Bm25
from kgplatform.evaluate.baselines.dense import Dense
from kgplatform.evaluate.baselines.hybrid import fuse_ranks
from kgplatform.evaluate.baselines.tfidf import Tfidf
from kgplatform.evaluate.plan import ComparisonPlan, check_plan
from tests.unit.evaluate.table_corpus import TEXTS, ask, list_ids, make_corpus

pytestmark = pytest.mark.unit


def test_bm25_is_the_formula_of_lucene_over_stems() -> None:
    scores = Bm25(make_corpus()).score("Which ships are there?")
    # "ship" is in 2 of 3 passages; the stems are: ship fram sail / oslo oslo harbour hold ship /
    # bread flour; lengths 3, 5, 2, mean 10 / 3
    idf = log(1 + (3 - 2 + 0.5) / (2 + 0.5))
    a, b = (idf * 1 / (1 + 1.5 * (1 - 0.75 + 0.75 * length / (10 / 3))) for length in (3, 5))
    assert scores == pytest.approx([a, b, 0.0])  # rows are by id: p-a, p-b, p-c


def test_tfidf_is_the_cosine_of_scikit_learns_defaults() -> None:
    scores = Tfidf(make_corpus()).score("Fram ship")
    # a has ship, fram, sailed; of 3 passages each is in 1: idf = ln(4 / 2) + 1, all equal,
    # so the cosine is 2 words shared / (sqrt 3 * sqrt 2); b has "ships", another word here
    assert scores == pytest.approx([2 / sqrt(6), 0.0, 0.0])


def test_dense_is_the_inner_product_of_the_graphs_vectors() -> None:
    corpus = make_corpus()
    scores = Dense(corpus).score("Bread: flour.")
    assert scores[2] == pytest.approx(1.0)
    assert max(scores[:2]) < 0.9


def test_ranks_are_fused_as_cormack_does() -> None:
    fused = fuse_ranks([["a", "b"], ["b", "c"]])
    assert [key for key, _ in fused] == ["b", "a", "c"]
    assert dict(fused) == pytest.approx({"a": 1 / 61, "b": 1 / 62 + 1 / 61, "c": 1 / 62})


def test_fused_ranks_that_are_equal_are_ordered_by_id() -> None:
    assert [key for key, _ in fuse_ranks([["b"], ["a"]])] == ["a", "b"]


@pytest.mark.parametrize("name", ["bm25", "tfidf"])
def test_passage_without_a_word_of_the_question_is_not_found(name: str) -> None:
    evidence = BASELINES[name](make_corpus()).retrieve(ask("Is bread made of flour?"), 3)
    assert list_ids(evidence) == ["p-c"]


@pytest.mark.parametrize("name", ["bm25", "tfidf"])
@pytest.mark.parametrize("text", ["???", "zanzibar", ""])
def test_question_without_a_known_word_finds_nothing(name: str, text: str) -> None:
    assert BASELINES[name](make_corpus()).retrieve(ask(text), 3).passages == ()


@pytest.mark.parametrize("name", ["bm25", "tfidf", "dense", "hybrid"])
def test_baseline_ranks_the_graphs_passages_best_first(name: str) -> None:
    evidence = BASELINES[name](make_corpus()).retrieve(ask("Oslo harbour ship"), 2)
    assert list_ids(evidence) == ["p-b", "p-a"]
    (first, second) = evidence.passages
    assert first.score > second.score
    assert (first.title, first.text, first.document_id) == (*TEXTS["b"], "d-p-b")
    assert (evidence.statements, len(evidence.steps)) == ((), 1)


@pytest.mark.parametrize("name", ["bm25", "tfidf", "dense", "hybrid"])
def test_baseline_keeps_to_the_questions_own_paragraphs(name: str) -> None:
    baseline = BASELINES[name](make_corpus("distractor"))
    assert list_ids(baseline.retrieve(ask("Oslo harbour ship", allowed="ac"), 3))[0] == "p-a"
    for allowed in ("a", "ab", "bc", "abc"):
        found = list_ids(baseline.retrieve(ask("ship oslo bread", allowed=allowed), 3))
        assert sorted(found) == [f"p-{key}" for key in allowed]


@pytest.mark.parametrize("name", ["gold", "documents"])
def test_given_documents_come_whole_in_the_order_of_the_corpus(name: str) -> None:
    baseline = BASELINES[name](make_corpus("distractor"))
    evidence = baseline.retrieve(ask("?", gold="ca", allowed="ca"), 1)
    assert list_ids(evidence) == ["p-a", "p-c"]


def test_structqa_gives_all_triples_and_then_all_of_the_text() -> None:
    evidence = BASELINES["structqa"](make_corpus()).retrieve(ask("?", allowed="ca"), 1)
    assert list_ids(evidence) == ["p-a", "p-c"]
    assert evidence.reads == "lines"
    assert [line.text for line in evidence.lines] == [
        "Ship | has | Fram",
        "Bread | has | Flour.",
        "Fram sailed.",
        "Flour.",
    ]


def test_gold_document_that_is_not_in_the_corpus_is_left_out() -> None:
    evidence = BASELINES["gold"](make_corpus()).retrieve(ask("?", gold="az"), 1)
    assert list_ids(evidence) == ["p-a"]


def test_corpus_of_restricted_searches_is_read_before_the_first() -> None:
    corpus = make_corpus("distractor")
    corpus.prepare()
    names = corpus.platform.graph().names
    assert names == ["list_passage_contents"] * 2
    corpus.list_allowed(ask("?", allowed="a"))
    assert len(names) == 2


def test_closed_book_reads_nothing_from_the_graph() -> None:
    corpus = make_corpus()
    assert BASELINES["none"](corpus).retrieve(ask("Oslo?"), 3).passages == ()
    assert corpus.platform.graph().names == []


def test_what_is_read_from_the_graph_is_read_once() -> None:
    corpus = make_corpus()
    for name in ("bm25", "tfidf", "dense", "hybrid"):
        BASELINES[name](corpus)
    # a page, and one that has no more
    assert corpus.platform.graph().names == [
        *["list_passage_contents"] * 2, *["list_passage_embeddings"] * 2,
    ]  # fmt: skip


def test_platform_methods_are_told_the_documents_of_a_question() -> None:
    assert make_corpus().list_allowed(ask("?", allowed="cb")) is None
    assert make_corpus("distractor").list_allowed(ask("?", allowed="cb")) == ["d-p-b", "d-p-c"]


def test_missing_package_is_told_with_the_command_that_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def find(name: str) -> Any:
        return None if name == "bm25s" else find_spec(name)

    monkeypatch.setattr(plan, "find_spec", find)
    dataset = make_corpus().dataset
    check_plan(ComparisonPlan(("tfidf", "dense")), dataset)
    for method in ("bm25", "hybrid"):
        with pytest.raises(
            MissingExtra, match=rf"'{method}'.*pip install \"kgplatform\[evaluate\]"
        ):
            check_plan(ComparisonPlan((method,)), dataset)
