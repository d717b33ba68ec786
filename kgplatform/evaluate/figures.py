"""The figures of single questions: what `scoring` takes the means of, and paired tests compare."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kgplatform.errors import EvaluationError
from kgplatform.evaluate import DEFAULT_KS
from kgplatform.evaluate.baselines import (
    GOLD_DOCUMENTS,
    OWN_DOCUMENTS,
    STRUCTQA,
    WITHOUT_CORPUS,
)
from kgplatform.evaluate.metrics import (
    HOTPOTQA_RULES,
    MUSIQUE_RULES,
    AnswerScore,
    compute_contains,
    compute_percentile,
    score_answer,
    score_list,
)
from kgplatform.evaluate.questions import Dataset, EvaluationQuestion
from kgplatform.evaluate.ranking import NDCG_DEPTH, score_rankings
from kgplatform.evaluate.runs import NO_READER, QuestionRun, Run

__all__ = [
    "DEFAULT_KS",
    "UNRANKED",
    "Pair",
    "compute_times",
    "describe_answer",
    "pair_questions",
    "score_questions",
    "score_text",
]


UNRANKED = WITHOUT_CORPUS | {OWN_DOCUMENTS, GOLD_DOCUMENTS, STRUCTQA}
"""Methods that choose no documents, so that a ranking says nothing of them."""

Pair = tuple[EvaluationQuestion, QuestionRun]
"""A question and what came back for it."""


def score_questions(
    run: Run,
    dataset: Dataset,
    *,
    ks: Sequence[int] = DEFAULT_KS,
    limit: int | None = None,
) -> dict[str, list[float]]:
    """Return the figures of single questions, whose means `score` returns.

    Which questions a figure is of depends on the data set alone: those of two runs over the same
    questions are pairs, in the same order. A figure that cannot be measured is left out, as those
    of rankings are of a method that chooses nothing (UNRANKED).

    Arguments are those of `score`; names are its keys, with recall@k, all@k and ndcg@10.

    Raises:
        EvaluationError: as `score`.
    """
    if not ks or min(ks) < 1 or max(ks) > run.header.depth:
        raise EvaluationError(
            f"The run of {run.header.method} can be scored at k from 1 to {run.header.depth}, "
            f"not at {', '.join(map(str, ks)) or 'none'}."
        )
    pairs = pair_questions(run, dataset, limit=limit)
    figures: dict[str, list[float]] = {}
    if run.header.method not in UNRANKED:
        figures |= _score_rankings(pairs, ks) | _score_hops(pairs, run.header.top_k)
    if run.header.depth < NDCG_DEPTH:
        figures.pop(f"ndcg@{NDCG_DEPTH}", None)
    if run.header.reader != NO_READER and all(question.answers for question, _ in pairs):
        figures |= _score_answers(pairs, dataset.form)
    return figures


def pair_questions(run: Run, dataset: Dataset, *, limit: int | None = None) -> list[Pair]:
    """Return the first `limit` questions of a data set (None: all), each with its result.

    Raises:
        EvaluationError: the run is of another data set, or lacks or repeats questions.
    """
    if run.header.dataset_sha256 != dataset.sha256:
        raise EvaluationError(
            f"The run is of the data set {run.header.dataset} with another content than "
            f"{dataset.name}; score it with the data it was made from, or make it again."
        )
    asked = dataset.questions[:limit]
    by_id = {result.id: result for result in run.questions}
    missing = sum(question.id not in by_id for question in asked)
    twice = len(run.questions) - len(by_id)
    if not asked or missing or twice:
        raise EvaluationError(
            f"The run of {run.header.method} has {len(run.questions)} results for the "
            f"{len(asked)} questions of {dataset.name}: {missing} are missing and {twice} stand "
            "twice; continue it, or score fewer questions."
        )
    return [(question, by_id[question.id]) for question in asked]


def compute_times(results: Sequence[QuestionRun], part: str) -> dict[str, float] | None:
    """Return percentiles (p50, p95) of a part of the questions' milliseconds.

    They are those of the questions whose times are known (`QuestionRun.compute_ms`). None where
    that would be known of the wrong ones: a question's is unknown, and of the others some, or all
        for want of any, asked no model.

    Args:
        results: at least one.
        part: "retrieve", "read" or "total".
    """
    known = [(result, ms) for result in results if (ms := result.compute_ms(part)) is not None]
    if len(known) < len(results) and not (known and all(r.asked_model for r, _ in known)):
        return None
    values = [ms for _, ms in known]
    return {f"p{percent}": compute_percentile(values, percent) for percent in (50, 95)}


def describe_answer(result: QuestionRun) -> str:
    """Return the answer that a question got; empty where it was left unanswered."""
    return "" if result.abstained or result.error else (result.answer or "").strip()


def score_text(question: EvaluationQuestion, text: str, *, form: str) -> AnswerScore:
    """Score what was said to a question as the script of its data set does.

    Saying nothing is never right, though the scripts take it for an answer such as "The", of which
    their normalisation leaves nothing.

    Args:
        question: with at least one answer.
        text: what was said; empty for nothing.
        form: of the data set.
    """
    if not text.strip():
        return AnswerScore(0.0, 0.0, 0.0, 0.0)
    if question.wants_all:
        return score_list(text, question.answers)
    rules = MUSIQUE_RULES if form == "musique" else HOTPOTQA_RULES
    return score_answer(text, question.accepted, rules=rules)


def _score_rankings(pairs: Sequence[Pair], ks: Sequence[int]) -> dict[str, list[float]]:
    gold = {question.id: question.relevance for question, _ in pairs}
    return _rank(pairs, gold, ks)


def _score_hops(pairs: Sequence[Pair], top_k: int) -> dict[str, list[float]]:
    two_hops = [question for question, _ in pairs if question.has_two_hops]
    figures = {}
    for number in (1, 2):
        gold = {q.id: dict.fromkeys(q.hops[number - 1], 1) for q in two_hops}
        found = _rank(pairs, gold, (top_k,))
        if found:
            figures[f"h{number}_recall"] = found[f"recall@{top_k}"]
    return figures


def _rank(
    pairs: Sequence[Pair], gold: Mapping[str, Mapping[str, int]], ks: Sequence[int]
) -> dict[str, list[float]]:
    """Return the ranking figures by name, of the questions that have gold."""
    rankings = {question.id: result.ranking for question, result in pairs}
    known = {key: documents for key, documents in gold.items() if documents}
    rows = list(score_rankings(rankings, known, ks=ks).values())
    return {name: [row[name] for row in rows] for name in (rows[0] if rows else ())}


def _score_answers(pairs: Sequence[Pair], form: str) -> dict[str, list[float]]:
    said = [(question, describe_answer(result)) for question, result in pairs]
    scores = [score_text(question, text, form=form) for question, text in said]
    lists = [s for (question, _), s in zip(pairs, scores, strict=True) if question.wants_all]
    figures = {
        "em": [s.em for s in scores],
        "f1": [s.f1 for s in scores],
        "precision": [s.precision for s in scores],
        "answer_recall": [s.recall for s in scores],
        "contains": [compute_contains(text, question.accepted) for question, text in said],
        "list_precision": [s.precision for s in lists],
        "list_recall": [s.recall for s in lists],
    }
    return {name: values for name, values in figures.items() if values}
