"""The figures: recall@k, all@k, EM, F1, percentiles. Pure functions; higher is better.

Answer normalisation and F1 are those of SQuAD (Rajpurkar et al., 2016) as used by HotpotQA
(Yang et al., 2018), whose script also gives no partial credit to yes and no. Means are over
all questions; a question without a ranking is an error of the caller, never skipped.
"""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Collection, Sequence

import numpy as np

__all__ = [
    "compute_all_at",
    "compute_exact_match",
    "compute_f1",
    "compute_percentile",
    "compute_recall_at",
    "normalize_answer",
]

ARTICLES = re.compile(r"\b(a|an|the)\b")
PUNCTUATION = str.maketrans("", "", string.punctuation)
WHOLE_ANSWERS = frozenset({"yes", "no", "noanswer"})


def compute_recall_at(ranking: Sequence[str], gold: Collection[str], k: int) -> float:
    """Return the share of `gold` among the first `k` of `ranking` (best first)."""
    return len(set(ranking[:k]) & set(gold)) / len(set(gold))


def compute_all_at(ranking: Sequence[str], gold: Collection[str], k: int) -> float:
    """Return 1.0 if the first `k` of `ranking` hold all of `gold`, else 0.0."""
    return float(set(gold) <= set(ranking[:k]))


def normalize_answer(answer: str) -> str:
    """Lower-case, drop punctuation and articles, and single the spaces, in the official order."""
    return " ".join(ARTICLES.sub(" ", answer.lower().translate(PUNCTUATION)).split())


def compute_exact_match(prediction: str, answers: Sequence[str]) -> float:
    """Return 1.0 if the normalised prediction is one of the normalised answers, else 0.0."""
    normalized = normalize_answer(prediction)
    return float(any(normalized == normalize_answer(answer) for answer in answers))


def compute_f1(prediction: str, answers: Sequence[str]) -> float:
    """Return the best token F1 of the prediction against any of the answers."""
    return max((_token_f1(prediction, answer) for answer in answers), default=0.0)


def compute_percentile(values: Sequence[float], percent: float) -> float:
    """Return the percentile with linear interpolation between the two nearest values."""
    return float(np.percentile(np.asarray(values, dtype=np.float64), percent))


def _token_f1(prediction: str, answer: str) -> float:
    predicted, expected = normalize_answer(prediction), normalize_answer(answer)
    if predicted != expected and {predicted, expected} & WHOLE_ANSWERS:
        return 0.0
    predicted_tokens, expected_tokens = predicted.split(), expected.split()
    common = (Counter(predicted_tokens) & Counter(expected_tokens)).total()
    if common == 0:
        return 0.0
    precision, recall = common / len(predicted_tokens), common / len(expected_tokens)
    return 2 * precision * recall / (precision + recall)
