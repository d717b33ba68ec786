"""Computes the figures of a run from the run and its data set: no graph, no model."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import Any

from kgplatform.evaluate.figures import (
    DEFAULT_KS,
    Pair,
    compute_times,
    describe_answer,
    pair_questions,
    score_questions,
)
from kgplatform.evaluate.questions import Dataset
from kgplatform.evaluate.ranking import NDCG_DEPTH
from kgplatform.evaluate.runs import QuestionRun, Run
from kgplatform.evaluate.significance import compute_interval
from kgplatform.ingest.limits import Prices
from kgplatform.records import Usage
from kgplatform.records.json import to_json

__all__ = ["DEFAULT_KS", "score"]

PLAIN_FIGURES = (
    "mrr",
    "em",
    "f1",
    "precision",
    "answer_recall",
    "contains",
    "list_precision",
    "list_recall",
    "h1_recall",
    "h2_recall",
    "answered",
    "em_answered",
)


def score(
    run: Run,
    dataset: Dataset,
    *,
    ks: Sequence[int] = DEFAULT_KS,
    limit: int | None = None,
    prices: Prices | None = None,
) -> dict[str, Any]:
    """Return all figures of a run, JSON-ready; what cannot be measured is None.

    Shares are 0..1 and means over all questions asked of (a failed or abstained one has no right
    answer), but for:
    recall, all_at, mrr, ndcg: over the questions with gold documents, where a method chooses
    documents. k counts documents: where one has several passages, a ranking holds fewer of them
    than its depth; ndcg needs depth 10.
    list_precision, list_recall: over the questions that want a list (CLQA-Wiki).
    h1_recall, h2_recall: over the questions of two hops with a document each at most, the share
    of the first and of the second hop's among the first `top_k`, which are what a reader gets
    (DivKnowQA, 4.1).
    answered, em_answered: the share answered, and EM among these (HOLMES's Self-Aware EM).
    usage and cost are sums; tokens_per_question counts what remembered replies had cost, too, as
    it is of the method. reader_tokens_per_question is the prompts of the reader alone, without
    what finding the evidence took (HOLMES, table 3); it is None where a line of the run was written
    before the two were kept apart. timings_ms are percentiles (p50, p95) of the total, remembered
    replies at what they took when they were made; None where that is not known (`compute_times`).
    intervals are of the means, by their names in `figures` (recall@2).

    Args:
        run: what was returned.
        dataset: what was asked.
        ks: depths of recall@k and all@k.
        limit: the first so many questions of the data set; None: all.
        prices: of the chat model, for the cost.

    Raises:
        EvaluationError: the run is of another data set, lacks or repeats questions, or did not
            go as deep as the largest k.
    """
    pairs = pair_questions(run, dataset, limit=limit)
    figures = score_questions(run, dataset, ks=ks, limit=limit)
    if "em" in figures:
        figures |= _score_abstention(pairs, figures["em"])
    means = {name: fmean(values) for name, values in figures.items()}
    header = run.header
    return {
        "dataset": dataset.name,
        "setting": header.setting,
        "method": header.method,
        "reader": header.reader,
        "n": len(pairs),
        "recall": {str(k): means.get(f"recall@{k}") for k in ks},
        "all_at": {str(k): means.get(f"all@{k}") for k in ks},
        "ndcg": {str(NDCG_DEPTH): means.get(f"ndcg@{NDCG_DEPTH}")},
        **{name: means.get(name) for name in PLAIN_FIGURES},
        **_sum_up_effort(pairs, prices),
        "intervals": {name: _describe_interval(figures.get(name)) for name in _list_names(ks)},
    }


def _list_names(ks: Sequence[int]) -> list[str]:
    at_depths = [f"{name}@{k}" for name in ("recall", "all") for k in ks]
    return [*at_depths, f"ndcg@{NDCG_DEPTH}", *PLAIN_FIGURES]


def _describe_interval(values: Sequence[float] | None) -> list[float] | None:
    interval = compute_interval(values) if values else None
    return list(interval) if interval else None


def _score_abstention(pairs: Sequence[Pair], em: Sequence[float]) -> dict[str, list[float]]:
    answered = [bool(describe_answer(result)) for _, result in pairs]
    right = [value for value, is_answer in zip(em, answered, strict=True) if is_answer]
    return {"answered": list(map(float, answered)), **({"em_answered": right} if right else {})}


def _sum_up_effort(pairs: Sequence[Pair], prices: Prices | None) -> dict[str, Any]:
    results = [result for _, result in pairs]
    usage = sum((result.usage for result in results), Usage())
    return {
        "failures": sum(bool(result.error) for result in results),
        "usage": to_json(usage),
        "tokens_per_question": {
            "prompt": _count_prompt_tokens(usage) / len(results),
            "completion": (usage.completion_tokens + usage.cached_completion_tokens) / len(results),
        },
        "reader_tokens_per_question": _count_reader_tokens(results),
        "cost": prices.cost(usage) if prices else None,
        "timings_ms": compute_times(results, "total"),
    }


def _count_reader_tokens(results: Sequence[QuestionRun]) -> float | None:
    usages = [result.reader_usage for result in results]
    known = [_count_prompt_tokens(usage) for usage in usages if usage is not None]
    return fmean(known) if len(known) == len(usages) else None


def _count_prompt_tokens(usage: Usage) -> int:
    return usage.prompt_tokens + usage.cached_prompt_tokens
