"""How right an answer is, as the official scripts have it. Pure functions; higher is better.

Answer normalisation is that of SQuAD (Rajpurkar et al., 2016), which the scripts of HotpotQA,
2WikiMultihopQA and MuSiQue share word for word. Where they differ is in AnswerRules. Every
figure of several answers is the best over them, each by itself, as in 2WikiMultihopQA's script.
"""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

__all__ = [
    "HOTPOTQA_RULES",
    "MUSIQUE_RULES",
    "AnswerRules",
    "AnswerScore",
    "compute_contains",
    "compute_exact_match",
    "compute_f1",
    "compute_percentile",
    "normalize_answer",
    "score_answer",
    "score_list",
    "split_list",
]

ARTICLES = re.compile(r"\b(a|an|the)\b")
PUNCTUATION = str.maketrans("", "", string.punctuation)
LIST_SEPARATORS = re.compile(r"[;\n]")  # no comma: names of awards and places hold some


@dataclass(frozen=True, slots=True)
class AnswerRules:
    """Where the official scripts differ in token overlap.

    Attributes:
        whole: normalised answers that are right as a whole or not at all.
        empty_agrees: whether two answers of which normalisation leaves nothing overlap fully.
    """

    whole: frozenset[str]
    empty_agrees: bool


HOTPOTQA_RULES = AnswerRules(frozenset({"yes", "no", "noanswer"}), empty_agrees=False)
"""hotpot_evaluate_v1.py, and 2wikimultihop_evaluate_v1.1.py, which adds aliases."""

MUSIQUE_RULES = AnswerRules(frozenset(), empty_agrees=True)
"""metrics/answer.py of MuSiQue: F1 of SQuAD 2.0."""


class AnswerScore(NamedTuple):
    """How right one answer is, each 0..1; precision and recall are of tokens, or of list items."""

    em: float
    f1: float
    precision: float
    recall: float


def normalize_answer(answer: str) -> str:
    """Lower-case, drop punctuation and articles, and single the spaces, in the official order."""
    return " ".join(ARTICLES.sub(" ", answer.lower().translate(PUNCTUATION)).split())


def score_answer(
    prediction: str, answers: Sequence[str], *, rules: AnswerRules = HOTPOTQA_RULES
) -> AnswerScore:
    """Score a prediction against answers of which any is right.

    Args:
        prediction: what the reader said; empty where it abstained.
        answers: the answer and its aliases, at least one.
        rules: of the script to agree with.
    """
    overlaps = [_compute_overlap(prediction, answer, rules) for answer in answers]
    f1, precision, recall = (max(values) for values in zip(*overlaps, strict=True))
    return AnswerScore(compute_exact_match(prediction, answers), f1, precision, recall)


def score_list(prediction: str, answers: Sequence[str]) -> AnswerScore:
    """Score a prediction that should list all of `answers`, as items that agree normalised.

    Precision and recall are those of CLQA-Wiki (LPKG, section 5.1); em says that the two lists
    have the same items, f1 is the harmonic mean.
    """
    expected = {normalize_answer(answer) for answer in answers}
    predicted = {normalize_answer(item) for item in split_list(prediction)}
    common = len(expected & predicted)
    if not common:
        return AnswerScore(0.0, 0.0, 0.0, 0.0)
    precision, recall = common / len(predicted), common / len(expected)
    return AnswerScore(
        float(predicted == expected), _harmonic_mean(precision, recall), precision, recall
    )


def split_list(prediction: str) -> list[str]:
    """Return the items of a list answer, which are apart by semicolons or line ends."""
    return [item for part in LIST_SEPARATORS.split(prediction) if (item := part.strip())]


def compute_exact_match(prediction: str, answers: Sequence[str]) -> float:
    """Return 1.0 if the normalised prediction is one of the normalised answers, else 0.0."""
    normalized = normalize_answer(prediction)
    return float(any(normalized == normalize_answer(answer) for answer in answers))


def compute_f1(prediction: str, answers: Sequence[str]) -> float:
    """Return the best token F1 of the prediction against any of the answers, as HotpotQA's."""
    return score_answer(prediction, answers).f1


def compute_contains(prediction: str, answers: Sequence[str]) -> float:
    """Return 1.0 if an answer stands in the prediction as it is, lower-cased or capitalised.

    The accuracy of PopQA (run_model.py of Mallen et al., 2023), and the Recall of DivKnowQA
    (section 4.1): a model that says more than the answer still gets it right.
    """
    return float(
        any(
            form in prediction
            for answer in answers
            for form in (answer, answer.lower(), answer.capitalize())
        )
    )


def compute_percentile(values: Sequence[float], percent: float) -> float:
    """Return the percentile with linear interpolation between the two nearest values."""
    return float(np.percentile(np.asarray(values, dtype=np.float64), percent))


def _compute_overlap(
    prediction: str, answer: str, rules: AnswerRules
) -> tuple[float, float, float]:
    """Return F1, precision and recall of the tokens."""
    predicted, expected = normalize_answer(prediction), normalize_answer(answer)
    if predicted == expected == "":
        return (float(rules.empty_agrees),) * 3
    if predicted != expected and {predicted, expected} & rules.whole:
        return 0.0, 0.0, 0.0
    predicted_tokens, expected_tokens = predicted.split(), expected.split()
    common = (Counter(predicted_tokens) & Counter(expected_tokens)).total()
    if common == 0:
        return 0.0, 0.0, 0.0
    precision, recall = common / len(predicted_tokens), common / len(expected_tokens)
    return _harmonic_mean(precision, recall), precision, recall


def _harmonic_mean(precision: float, recall: float) -> float:
    return 2 * precision * recall / (precision + recall)
