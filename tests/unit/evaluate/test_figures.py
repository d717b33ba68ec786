"""The figures of single questions, and what they may be computed from."""

from __future__ import annotations

from dataclasses import replace
from math import log2
from typing import Any

import pytest

from kgplatform.errors import EvaluationError
from kgplatform.evaluate.figures import UNRANKED, pair_questions, score_questions, score_text
from tests.unit.evaluate.asked import make_dataset, make_question, make_result, make_run

pytestmark = pytest.mark.unit

TWO_HOPS = (frozenset("a"), frozenset("b"))
DATASET = make_dataset(
    make_question("q1", ["York"], "ab"),
    make_question("q2", ["Rome"], ""),
    make_question("q3", ["Oslo"], "ab", hops=TWO_HOPS),
)


def test_ranking_figures_are_of_the_questions_with_gold() -> None:
    run = make_run(
        DATASET, make_result("q3", "da"), make_result("q2", "a"), make_result("q1", "ab")
    )
    figures = score_questions(run, DATASET, ks=(1, 2))
    assert figures["recall@2"] == [1, 1 / 2]  # in the order of the data set
    assert figures["all@2"] == [1, 0]
    assert figures["mrr"] == [1, 1 / 2]


def test_hops_are_searched_among_what_a_reader_gets() -> None:
    run = make_run(DATASET, *(make_result(key, "cabd") for key in ("q1", "q2", "q3")), top_k=2)
    figures = score_questions(run, DATASET)
    assert (figures["h1_recall"], figures["h2_recall"]) == ([1], [0])  # of q3 alone


@pytest.mark.parametrize(
    ("hops", "told"),
    [
        pytest.param(("a", "b"), {"h1_recall", "h2_recall"}, id="a document each"),
        pytest.param(("", "b"), {"h2_recall"}, id="the first over Wikidata"),
        pytest.param(("ac", "b"), set(), id="two side by side, as MuSiQue's 3hop2"),
        pytest.param(("a", "b", "c"), set(), id="three"),
    ],
)
def test_two_hops_are_of_a_document_each_at_most(hops: tuple[str, ...], told: set[str]) -> None:
    dataset = make_dataset(make_question("q1", (), "abc", hops=tuple(map(frozenset, hops))))
    figures = score_questions(make_run(dataset, make_result("q1", "ab")), dataset)
    assert {name for name in figures if name.startswith("h")} == told


@pytest.mark.parametrize("method", sorted(UNRANKED))
def test_method_that_chooses_nothing_has_no_figures_of_rankings(method: str) -> None:
    run = make_run(DATASET, *(make_result(q.id, "ab", "York") for q in DATASET.questions))
    of_method = replace(run, header=replace(run.header, method=method))
    answers = {"em", "f1", "precision", "answer_recall", "contains"}
    assert score_questions(of_method, DATASET).keys() == answers
    assert score_questions(run, DATASET).keys() > answers


def test_grades_of_documents_count_for_ndcg() -> None:
    graded = make_question("q1", (), "ab", grades=(("a", 1), ("b", 3)))
    dataset = make_dataset(graded)
    figures = score_questions(make_run(dataset, make_result("q1", "ab")), dataset)
    assert figures["ndcg@10"] == pytest.approx([(1 + 3 / log2(3)) / (3 + 1 / log2(3))])


@pytest.mark.parametrize(
    ("gold", "result"),
    [
        pytest.param("The", {"answer": ""}, id="normalised it is nothing"),
        pytest.param("A", {"answer": " "}, id="blank"),
        pytest.param("York", {"answer": "York", "abstained": True}, id="abstained all the same"),
        pytest.param("York", {"answer": "York", "error": "It failed."}, id="failed"),
    ],
)
@pytest.mark.parametrize("form", ["hotpotqa", "musique"])
def test_unanswered_question_is_never_right(gold: str, result: dict[str, Any], form: str) -> None:
    dataset = make_dataset(make_question("q1", [gold]), form=form)
    figures = score_questions(make_run(dataset, make_result("q1", "", **result)), dataset)
    assert {name: values for name, values in figures.items() if values != [0]} == {}
    assert len(figures) == 5


@pytest.mark.parametrize(
    ("form", "f1"), [("hotpotqa", 0), ("2wiki", 0), ("beir", 0), ("musique", 2 / 3)]
)
def test_answers_score_as_by_the_script_of_their_data_set(form: str, f1: float) -> None:
    score = score_text(make_question("q", ["yes"]), "yes indeed", form=form)
    assert score.f1 == pytest.approx(f1)


def test_lists_score_as_lists() -> None:
    question = make_question("q", ["Ohio", "Utah"], wants_all=True)
    assert score_text(question, "Utah; Ohio", form="clqa").em == 1
    assert score_text(question, "Utah", form="clqa").recall == 1 / 2


def test_list_figures_are_of_lists_alone() -> None:
    dataset = make_dataset(
        make_question("q1", ["York"]), make_question("q2", ["Ohio", "Utah"], wants_all=True)
    )
    run = make_run(dataset, make_result("q1", "", "York"), make_result("q2", "", "Utah; Iowa"))
    figures = score_questions(run, dataset)
    assert (figures["list_precision"], figures["list_recall"]) == ([1 / 2], [1 / 2])
    assert figures["em"] == [1, 0]


def test_failed_and_abstained_questions_have_no_right_answer() -> None:
    run = make_run(
        DATASET,
        make_result("q1", "", "in York"),
        make_result("q2", "", ""),
        make_result("q3", error="The model did not answer."),
    )
    figures = score_questions(run, DATASET)
    assert figures["f1"] == pytest.approx([2 / 3, 0, 0])
    assert figures["contains"] == [1, 0, 0]


@pytest.mark.parametrize(
    ("reader", "answers"), [("none", ["York"]), ("llm", [])], ids=["not read", "no answers"]
)
def test_what_cannot_be_measured_is_left_out(reader: str, answers: list[str]) -> None:
    dataset = make_dataset(make_question("q1", answers))
    run = make_run(dataset, make_result("q1", "a", "York"), reader=reader)
    assert score_questions(run, dataset) == {}


def test_ndcg_at_10_needs_a_run_as_deep() -> None:
    run = make_run(DATASET, *(make_result(q.id, "a") for q in DATASET.questions), depth=9)
    assert "ndcg@10" not in score_questions(run, DATASET, ks=(2,))


def test_limit_takes_the_first_questions_and_leaves_others_aside() -> None:
    run = make_run(DATASET, make_result("q2"), make_result("q1"))
    assert [q.id for q, _ in pair_questions(run, DATASET, limit=2)] == ["q1", "q2"]
    assert [q.id for q, _ in pair_questions(run, DATASET, limit=1)] == ["q1"]


@pytest.mark.parametrize(
    ("keys", "limit", "word"),
    [
        pytest.param(("q1", "q2"), None, "1 are missing", id="missing"),
        pytest.param(("q1", "q1", "q2", "q3"), None, "1 stand twice", id="twice"),
        pytest.param(("q1",), 0, "0 questions", id="nothing asked"),
    ],
)
def test_run_that_lacks_questions_is_refused(
    keys: tuple[str, ...], limit: int | None, word: str
) -> None:
    run = make_run(DATASET, *map(make_result, keys))
    with pytest.raises(EvaluationError, match=word):
        pair_questions(run, DATASET, limit=limit)


def test_run_of_another_data_set_is_refused() -> None:
    other = make_dataset(make_question("q1", ["Bath"]))
    with pytest.raises(EvaluationError, match="another content"):
        pair_questions(make_run(DATASET, make_result("q1")), other)


@pytest.mark.parametrize("ks", [(), (0, 2), (2, 11)])
def test_depth_that_was_not_asked_for_is_refused(ks: tuple[int, ...]) -> None:
    run = make_run(DATASET, *(make_result(question.id) for question in DATASET.questions))
    with pytest.raises(EvaluationError, match="from 1 to 10"):
        score_questions(run, DATASET, ks=ks)
