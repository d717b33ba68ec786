"""The figures of a run, worked out by hand."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from kgplatform.evaluate.scoring import score
from kgplatform.ingest.limits import Prices
from kgplatform.records import Usage
from tests.unit.evaluate.asked import make_dataset, make_question, make_result, make_run

pytestmark = pytest.mark.unit

HOPS = (frozenset("a"), frozenset("b"))
DATASET = make_dataset(
    make_question("q1", ["York"], "ab", hops=HOPS),
    make_question("q2", ["Rome"], "ab", hops=HOPS),
    make_question("q3", ["Oslo"], "c"),
    make_question("q4", ["Bonn"], "d"),
)
RESULTS = (
    make_result("q1", "ab", "York", usage=Usage(1, 100, 10), timings_ms={"total": 10.0}),
    make_result("q2", "xa", "in Rome", usage=Usage(1, 200, 20), timings_ms={"total": 20.0}),
    make_result("q3", "xc", "", usage=Usage(2, 300, 30), timings_ms={"total": 30.0}),
    make_result("q4", "", error="The model did not answer.", timings_ms={"total": 40.0}),
)
RUN = make_run(DATASET, *RESULTS)


def test_means_are_over_all_questions() -> None:
    figures = score(RUN, DATASET, ks=(1, 2))
    assert figures["n"] == 4
    assert figures["recall"] == pytest.approx({"1": 0.5 / 4, "2": (1 + 0.5 + 1 + 0) / 4})
    assert figures["all_at"] == pytest.approx({"1": 0, "2": 2 / 4})
    assert figures["mrr"] == pytest.approx((1 + 1 / 2 + 1 / 2 + 0) / 4)
    assert figures["em"] == 1 / 4
    assert figures["f1"] == pytest.approx((1 + 2 / 3) / 4)
    assert figures["precision"] == pytest.approx((1 + 1 / 2) / 4)
    assert figures["answer_recall"] == pytest.approx((1 + 1) / 4)
    assert figures["contains"] == 2 / 4
    assert (figures["h1_recall"], figures["h2_recall"]) == (1, 1 / 2)  # of q1 and q2


def test_self_aware_em_is_of_what_was_answered() -> None:
    figures = score(RUN, DATASET)
    assert (figures["answered"], figures["em_answered"]) == (2 / 4, 1 / 2)
    assert figures["failures"] == 1


def test_effort_is_summed() -> None:
    figures = score(RUN, DATASET, prices=Prices(2.0, 10.0))
    assert figures["usage"]["llm_calls"] == 4
    assert figures["tokens_per_question"] == {"prompt": 600 / 4, "completion": 60 / 4}
    assert figures["cost"] == pytest.approx((600 * 2 + 60 * 10) / 1e6)
    assert figures["timings_ms"] == pytest.approx({"p50": 25, "p95": 38.5})


def test_tokens_to_the_reader_are_told_apart_where_every_line_tells_them() -> None:
    usages = (Usage(1, 90, 9), Usage(), Usage(cached_calls=1, cached_prompt_tokens=30), Usage())
    told = [replace(r, reader_usage=u) for r, u in zip(RESULTS, usages, strict=True)]
    figures = score(make_run(DATASET, *told), DATASET)
    assert figures["reader_tokens_per_question"] == (90 + 30) / 4
    assert figures["tokens_per_question"]["prompt"] == 600 / 4
    older = make_run(DATASET, *told[:3], RESULTS[3])
    assert score(older, DATASET)["reader_tokens_per_question"] is None


def test_intervals_hold_their_means() -> None:
    figures = score(RUN, DATASET, ks=(5,))
    means = {
        **{name: figures[name] for name in figures["intervals"] if name in figures},
        "recall@5": figures["recall"]["5"],
        "all@5": figures["all_at"]["5"],
        "ndcg@10": figures["ndcg"]["10"],
    }
    assert means.keys() == figures["intervals"].keys()
    told = {name for name, interval in figures["intervals"].items() if interval}
    assert means.keys() - told == {"list_precision", "list_recall"}
    for name in told:
        low, high = figures["intervals"][name]
        assert 0 <= low <= means[name] <= high <= 1
        assert low < high


def test_self_aware_em_has_the_interval_of_a_share_of_the_answered() -> None:
    # one right of two answered: centre (1 + 1.92) / 5.84, half-width 1.96 / 5.84 sqrt(.5 + .96)
    assert score(RUN, DATASET)["intervals"]["em_answered"] == pytest.approx(
        [0.0945, 0.9055], abs=2e-4
    )


def test_limit_scores_the_first_questions() -> None:
    figures = score(RUN, DATASET, limit=1)
    assert (figures["n"], figures["em"], figures["usage"]["prompt_tokens"]) == (1, 1, 100)


def test_header_is_repeated() -> None:
    figures = score(RUN, DATASET)
    names = ("dataset", "setting", "method", "reader")
    assert [figures[name] for name in names] == ["made", "open", "bm25", "llm"]


def test_keys_stay_where_nothing_can_be_measured() -> None:
    bare = make_dataset(make_question("q1", ["York"]))
    empty = score(make_run(bare, make_result("q1"), reader="none"), bare)
    assert list(empty) == list(score(RUN, DATASET))
    assert empty["recall"] == empty["all_at"] == {"2": None, "5": None, "10": None}
    assert (empty["ndcg"], empty["mrr"], empty["em"]) == ({"10": None}, None, None)
    assert (empty["answered"], empty["em_answered"], empty["cost"]) == (None, None, None)
    assert set(empty["intervals"].values()) == {None}


def test_nobody_answered_is_no_accuracy() -> None:
    figures = score(
        make_run(DATASET, *(make_result(q.id, "", "") for q in DATASET.questions)), DATASET
    )
    assert (figures["em"], figures["answered"], figures["em_answered"]) == (0, 0, None)


def test_lists_have_figures_of_their_own() -> None:
    dataset = make_dataset(make_question("q1", ["Ohio", "Utah"], wants_all=True))
    figures = score(make_run(dataset, make_result("q1", "", "Utah")), dataset)
    assert (figures["list_precision"], figures["list_recall"], figures["em"]) == (1, 1 / 2, 0)
    assert score(RUN, DATASET)["list_recall"] is None


def test_figures_are_json() -> None:
    figures = score(RUN, DATASET, prices=Prices(1.0, 1.0))
    assert json.loads(json.dumps(figures)) == figures
