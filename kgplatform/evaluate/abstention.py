"""What a reader's confidence is worth: coverage against accuracy, and the best threshold.

A reader that says how sure it is can be made to answer only above a threshold; the curve of what
it then answers and gets right is the risk-coverage curve of selective prediction (El-Yaniv and
Wiener, 2010; for question answering Kamath et al., 2020). An answer that the reader turned away
itself (`QuestionRun.rejected`) is judged like one it gave, so that the curve goes on below the
reader's own threshold.

The threshold is the one with the best F1 of right answers, as in Natural Questions (Kwiatkowski
et al., 2019): precision is the share of right answers among those given, recall among all
questions. A coverage to be kept would be one more number to choose; this one has none, and it
neither rewards answering nothing nor answering all. It is chosen on every second question and
reported on the others: files are sorted by kind, so that a first half would be of other kinds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from kgplatform.errors import EvaluationError
from kgplatform.evaluate.figures import Pair, pair_questions, score_text
from kgplatform.evaluate.questions import Dataset
from kgplatform.evaluate.runs import Run

__all__ = [
    "CoveragePoint",
    "ThresholdReport",
    "choose_threshold",
    "coverage_curve",
    "judge_threshold",
]


class CoveragePoint(NamedTuple):
    """What happens where a reader answers from a confidence of `threshold` on.

    `answered` is the share of all questions, `em` the share of right ones among the answered, 0
    where none is.
    """

    threshold: float
    answered: float
    em: float


@dataclass(frozen=True, slots=True)
class ThresholdReport:
    """A threshold, what it did on the questions it was chosen on, and what it does on others."""

    threshold: float
    chosen: CoveragePoint
    reported: CoveragePoint


class _Guess(NamedTuple):
    """The best answer of one question; without confidence none is ever given."""

    confidence: float | None
    em: float


def coverage_curve(run: Run, dataset: Dataset, *, limit: int | None = None) -> list[CoveragePoint]:
    """Return one point for each confidence in the run, from the surest answer to all of them.

    Args:
        run: of a reader that gives its confidence; empty where it gives none.
        dataset: what was asked; each question needs an answer.
        limit: the first so many questions; None: all.

    Raises:
        EvaluationError: the run is not of these questions, or the data set has no answers.
    """
    return _draw(_read_guesses(run, dataset, limit))


def choose_threshold(curve: Sequence[CoveragePoint]) -> CoveragePoint:
    """Return the point with the best F1 of right answers; of equal ones the surest.

    Raises:
        EvaluationError: the curve has no points.
    """
    if not curve:
        raise EvaluationError("No threshold can be chosen: the reader gives no confidence.")
    return max(curve, key=_compute_f1)


def judge_threshold(
    run: Run, dataset: Dataset, *, limit: int | None = None
) -> ThresholdReport | None:
    """Choose a threshold on every second question and report it on the others.

    Arguments and errors are those of `coverage_curve`. None where either half has no confidence.
    """
    guesses = _read_guesses(run, dataset, limit)
    for_choice, for_report = guesses[::2], guesses[1::2]
    curve = _draw(for_choice)
    if not curve or not _draw(for_report):
        return None
    chosen = choose_threshold(curve)
    return ThresholdReport(chosen.threshold, chosen, _point(for_report, chosen.threshold))


def _read_guesses(run: Run, dataset: Dataset, limit: int | None) -> list[_Guess]:
    pairs = pair_questions(run, dataset, limit=limit)
    if not all(question.answers for question, _ in pairs):
        raise EvaluationError(f"{dataset.name} has questions without answers to judge by.")
    return [_read_guess(pair, dataset.form) for pair in pairs]


def _read_guess(pair: Pair, form: str) -> _Guess:
    question, result = pair
    text = result.answer or result.rejected
    return _Guess(result.confidence if text else None, score_text(question, text, form=form).em)


def _draw(guesses: Sequence[_Guess]) -> list[CoveragePoint]:
    sure = sorted(
        ((guess.confidence, guess.em) for guess in guesses if guess.confidence is not None),
        reverse=True,
    )
    points, given, right = [], 0, 0.0
    for threshold, equals in groupby(sure, key=itemgetter(0)):
        scores = [em for _, em in equals]
        given, right = given + len(scores), right + sum(scores)
        points.append(CoveragePoint(threshold, given / len(guesses), right / given))
    return points


def _point(guesses: Sequence[_Guess], threshold: float) -> CoveragePoint:
    given = [g.em for g in guesses if g.confidence is not None and g.confidence >= threshold]
    return CoveragePoint(
        threshold, len(given) / len(guesses), sum(given) / len(given) if given else 0.0
    )


def _compute_f1(point: CoveragePoint) -> float:
    right = point.em * point.answered
    return 2 * right / (1 + point.answered)  # precision em, recall right: their harmonic mean
