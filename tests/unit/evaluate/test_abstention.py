"""Coverage, accuracy and thresholds, worked out by hand."""

from __future__ import annotations

import pytest

from kgplatform.errors import EvaluationError
from kgplatform.evaluate.abstention import (
    CoveragePoint,
    ThresholdReport,
    choose_threshold,
    coverage_curve,
    judge_threshold,
)
from kgplatform.evaluate.questions import Dataset
from kgplatform.evaluate.runs import QuestionRun, Run
from tests.unit.evaluate.asked import make_dataset, make_question, make_result, make_run

pytestmark = pytest.mark.unit

RIGHT, WRONG = "York", "Rome"


def make(*results: tuple[str, float | None]) -> tuple[Run, Dataset]:
    """Return a run of these answers and confidences, where York is right."""
    dataset = make_dataset(*(make_question(f"q{n}", [RIGHT]) for n in range(len(results))))
    rows = [make_result(f"q{n}", "", a, confidence=c) for n, (a, c) in enumerate(results)]
    return make_run(dataset, *rows), dataset


def test_curve_goes_from_the_surest_answer_to_all() -> None:
    run, dataset = make((WRONG, 0.2), (RIGHT, 0.9), (RIGHT, 0.5), (WRONG, 0.5))
    assert coverage_curve(run, dataset) == [
        CoveragePoint(0.9, 1 / 4, 1),
        CoveragePoint(0.5, 3 / 4, 2 / 3),  # equal confidences come together
        CoveragePoint(0.2, 4 / 4, 2 / 4),
    ]


def test_answer_that_the_reader_turned_away_is_judged() -> None:
    dataset = make_dataset(make_question("q0", [RIGHT]))
    result = make_result("q0", "", "", confidence=0.1, rejected=RIGHT)
    assert coverage_curve(make_run(dataset, result), dataset) == [(0.1, 1, 1)]


@pytest.mark.parametrize(
    "result",
    [
        pytest.param(make_result("q1", "", WRONG), id="no confidence"),
        pytest.param(make_result("q1", "", "", confidence=0.8), id="nothing to say"),
        pytest.param(make_result("q1", error="It failed."), id="failed"),
    ],
)
def test_question_without_a_guess_is_never_answered(result: QuestionRun) -> None:
    dataset = make_dataset(make_question("q0", [RIGHT]), make_question("q1", [RIGHT]))
    run = make_run(dataset, make_result("q0", "", RIGHT, confidence=0.5), result)
    assert coverage_curve(run, dataset) == [(0.5, 1 / 2, 1)]


def test_reader_without_confidence_has_no_curve() -> None:
    run, dataset = make((RIGHT, None), (WRONG, None))
    assert coverage_curve(run, dataset) == []
    assert judge_threshold(run, dataset) is None
    with pytest.raises(EvaluationError, match="no confidence"):
        choose_threshold([])


def test_threshold_has_the_best_f1_of_right_answers() -> None:
    # right among the given, right among all: 1 and 1/4, F1 2/5; 2/3 and 2/4, F1 4/7;
    # 2/4 and 2/4, F1 1/2
    curve = [
        CoveragePoint(0.9, 1 / 4, 1),
        CoveragePoint(0.5, 3 / 4, 2 / 3),
        CoveragePoint(0.2, 1, 0.5),
    ]
    assert choose_threshold(curve).threshold == 0.5


def test_of_equal_thresholds_the_surest_is_chosen() -> None:
    assert choose_threshold([CoveragePoint(0.9, 1, 0), CoveragePoint(0.1, 1, 0)]).threshold == 0.9


def test_threshold_is_chosen_on_every_second_question_and_reported_on_the_others() -> None:
    run, dataset = make(
        (RIGHT, 0.8), (WRONG, 0.9), (WRONG, 0.3), (RIGHT, 0.8), (RIGHT, 0.6), (RIGHT, 0.5)
    )
    # chosen on .8 right, .3 wrong, .6 right: .6 gives 2 of 2 right, of 3
    # reported on .9 wrong, .8 right, .5 right: from .6 on 1 of 2 right, of 3
    assert judge_threshold(run, dataset) == ThresholdReport(
        0.6, CoveragePoint(0.6, 2 / 3, 1), CoveragePoint(0.6, 2 / 3, 1 / 2)
    )


def test_threshold_above_all_of_the_other_half_answers_nothing_there() -> None:
    run, dataset = make((RIGHT, 0.8), (RIGHT, 0.1))
    report = judge_threshold(run, dataset)
    assert report is not None
    assert report.reported == CoveragePoint(0.8, 0, 0)


def test_questions_without_answers_cannot_be_judged() -> None:
    dataset = make_dataset(make_question("q0"))
    with pytest.raises(EvaluationError, match="without answers"):
        coverage_curve(make_run(dataset, make_result("q0", "", RIGHT)), dataset)
