"""Computes the figures of a run from the run and its data set: no graph, no model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kgplatform.errors import EvaluationError
from kgplatform.evaluate.datasets import Dataset, EvaluationQuestion
from kgplatform.evaluate.metrics import (
    compute_all_at,
    compute_exact_match,
    compute_f1,
    compute_percentile,
    compute_recall_at,
)
from kgplatform.evaluate.runs import QuestionRun, Run
from kgplatform.records import Usage, to_json

__all__ = ["DEFAULT_KS", "score"]

DEFAULT_KS = (2, 5, 10)

Pairs = Sequence[tuple[EvaluationQuestion, QuestionRun]]


def score(run: Run, dataset: Dataset, *, ks: Sequence[int] = DEFAULT_KS) -> dict[str, Any]:
    """Return {dataset, method, n, recall, all_at, em, f1, usage, timings_ms}.

    recall and all_at are by k, which counts documents: where a document has several passages, k
    documents may be more than k passages, and a ranking holds fewer documents than its depth.
    Means are over all questions of the run; em and f1 are None where nothing was read or the
    data set has no answers; usage is summed; timings are of the total.

    Raises:
        EvaluationError: the run is of another data set, lacks or repeats questions, or did not
            go as deep as the largest k.
    """
    _check(run, dataset, ks)
    by_id = {result.id: result for result in run.questions}
    pairs = [(question, by_id[question.id]) for question in dataset.questions[: run.limit]]
    totals_ms = [result.timings_ms["total"] for _, result in pairs]
    return {
        "dataset": dataset.name,
        "method": run.method,
        "n": len(pairs),
        "recall": {
            str(k): _mean([compute_recall_at(r.ranking, q.gold, k) for q, r in pairs]) for k in ks
        },
        "all_at": {
            str(k): _mean([compute_all_at(r.ranking, q.gold, k) for q, r in pairs]) for k in ks
        },
        **_score_answers(pairs),
        "usage": to_json(sum((result.usage for _, result in pairs), Usage())),
        "timings_ms": {
            "p50": compute_percentile(totals_ms, 50),
            "p95": compute_percentile(totals_ms, 95),
        },
    }


def _score_answers(pairs: Pairs) -> dict[str, float | None]:
    if any(result.answer is None or not question.answers for question, result in pairs):
        return {"em": None, "f1": None}
    answered = [(result.answer or "", question.answers) for question, result in pairs]
    return {
        "em": _mean([compute_exact_match(prediction, answers) for prediction, answers in answered]),
        "f1": _mean([compute_f1(prediction, answers) for prediction, answers in answered]),
    }


def _check(run: Run, dataset: Dataset, ks: Sequence[int]) -> None:
    if run.dataset_sha256 != dataset.sha256:
        raise EvaluationError(
            f"The run is of the data set {run.dataset} with another content than {dataset.name}; "
            "score it with the data it was made from, or make it again."
        )
    expected = [question.id for question in dataset.questions[: run.limit]]
    found = [result.id for result in run.questions]
    if not expected or sorted(found) != sorted(expected):
        missing = len(set(expected) - set(found))
        raise EvaluationError(
            f"The run of {run.method} has {len(found)} results for the {len(expected)} questions "
            f"of {dataset.name} ({missing} are missing); make it again."
        )
    if not ks or min(ks) < 1 or max(ks) > run.depth:
        raise EvaluationError(
            f"The run of {run.method} can be scored at k from 1 to {run.depth}, "
            f"not at {', '.join(map(str, ks)) or 'none'}."
        )


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
