"""Which span answers best, and how sure that is: weighted sums whose weights were fitted.

The first sum ranks the candidates of a question; the second, over what is known of the best, gives
the share of such answers that were right (Platt 1999). `scripts/fit_reader.py` fits both, on
documents that nothing else was trained on, and writes weights.json.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from operator import mul
from pathlib import Path

from kgplatform.answer.barring import Bars
from kgplatform.answer.evidence.evidence import EvidenceView
from kgplatform.answer.spans.answerability import find_rule
from kgplatform.answer.spans.candidates import Candidate, find_candidates
from kgplatform.answer.spans.features import (
    FEATURES,
    compute_features,
    list_things,
    measure_subject,
)
from kgplatform.answer.spans.heads import HeadSpans
from kgplatform.answer.spans.support import Support
from kgplatform.question.analysis import Asked
from kgplatform.question.direct import leads_on
from kgplatform.text.dates import find_dates
from kgplatform.text.days import is_of_other_day
from kgplatform.text.words import content_stems, fold

__all__ = [
    "SIGNS",
    "WEIGHTS_FILE",
    "Scored",
    "estimate",
    "find_unaccounted",
    "rank",
    "read_weights",
    "signs_of",
]

WEIGHTS_FILE = Path(__file__).with_name("weights.json")
SIGNS = {
    "score": 1,
    "share": 1,
    "margin": 1,
    "names_missing": -1,
    "head": 1,
    "joined": 1,
    "type_same": 1,
}
"""What is known of a best candidate, and whether it speaks for it or against it."""
ENDS_IN_VERB = re.compile(
    r"^(?:(?:since )?(?:when|where) (?:is|was|are|were|do|does|did|has|have|had)|"
    r"(?:which|what) [a-z]+(?: [a-z]+)? (?:do|does|did))\b.* ([a-z]+)\W*$",
    re.IGNORECASE,
)
NUMBER = re.compile(r"\d[\d.,]*\b")
VALUES = frozenset(("DATE", "NUMBER", "MONEY", "CODE"))
WIDEST_MARGIN, MOST_MISSING = 6.0, 2


@dataclass(frozen=True, slots=True)
class Weights:
    """The fitted numbers: of FEATURES, of SIGNS with an offset, and the least sure answer."""

    ranking: tuple[float, ...]
    signs: tuple[float, ...]
    offset: float
    least: float


@dataclass(frozen=True, slots=True)
class Scored:
    """A candidate with its score and the values of FEATURES."""

    candidate: Candidate
    score: float
    values: tuple[float, ...]


@cache
def read_weights() -> Weights:
    """Return the weights of the package."""
    kept = json.loads(WEIGHTS_FILE.read_text(encoding="utf-8"))
    return Weights(
        tuple(kept["ranking"].get(name, 0.0) for name in FEATURES),
        tuple(kept["signs"].get(name, 0.0) for name in SIGNS),
        kept["offset"],
        kept["least"],
    )


def rank(
    asked: Asked,
    view: EvidenceView,
    heads: HeadSpans,
    bars: Bars,
    weights: Sequence[float] | None = None,
) -> list[Scored]:
    """Return what may answer, best first; equal scores in the order of the evidence.

    Args:
        weights: of FEATURES; None: the package's.
    """
    weights = read_weights().ranking if weights is None else weights
    scored = []
    subjects: dict[tuple[int, int], float] = {}  # a sentence has many candidates
    for candidate in filter(find_rule(asked, bars), find_candidates(asked, view, heads)):
        passage, sentence = candidate.passage, candidate.sentence
        at = passage.number, sentence.number
        if at not in subjects:
            subjects[at] = measure_subject(asked, passage, sentence)
        values = tuple(compute_features(asked, view, heads, candidate, of_named=subjects[at]))
        scored.append(Scored(candidate, _sum(weights, values), values))
    return sorted(scored, key=lambda one: -one.score)


def estimate(ranked: Sequence[Scored], support: Support) -> float:
    """Return how often a best candidate like this one was right, 0..1.

    Args:
        ranked: not empty.
    """
    weights = read_weights()
    total = _sum(weights.signs, signs_of(ranked, support)) + weights.offset
    return 1 / (1 + math.exp(-total))


def find_unaccounted(asked: Asked, best: Scored, support: Support) -> str:
    """Return why a span is no answer although it looks like one; empty where it may be.

    "SEK 1.1 million" of one thing is no price of another, which nobody sees from the value: what
    the question is about has to be named where a value stands, and so do its numbers. Of what the
    question leads to, other sentences tell.
    """
    if leads_on(asked):
        return ""
    values = dict(zip(FEATURES, best.values, strict=True))
    if values["of_another"] and values["of_named"] == 0:
        return f"the evidence tells it of something else than {', '.join(asked.names)}"
    return _find_untold_number(asked, best.candidate) or _find_untold(asked, best, support)


def _find_untold_number(asked: Asked, candidate: Candidate) -> str:
    stated = fold(f"{candidate.passage.head} {candidate.passage.text}")
    days = find_dates(asked.text)
    for number in NUMBER.finditer(asked.text):
        is_day = any(day.start <= number.start() < day.end for day in days)
        if not is_day and fold(number.group()) not in stated:
            return f"the evidence does not tell it of {number.group()}"
    return ""


def _find_untold(asked: Asked, best: Scored, support: Support) -> str:
    """Return what of a question the evidence, or for a value the text up to it, does not tell."""
    passage, sentence = best.candidate.passage, best.candidate.sentence
    missing = ", ".join(support.missing_words)
    if best.candidate.type not in VALUES:
        is_silent = bool(missing) and support.words_held == 0
        return f"the evidence says nothing of {missing}" if is_silent else ""
    said = content_stems(f"{passage.head} {passage.text[: sentence.end]}")
    for thing in list_things(asked):
        if not content_stems(thing) & said:
            return f"no sentence that has it is about {thing}"
    own = passage.text[sentence.start : sentence.end]
    if any(is_of_other_day(asked.text, text) for text in (passage.head, own)):
        return "the evidence tells it of another day"
    if asked.answer_type == "NUMBER":  # whose noun stands beside it
        return ""
    verb = ENDS_IN_VERB.match(asked.text)
    is_untold = verb is not None and verb[1] in support.missing_words
    is_untold = is_untold or (bool(missing) and support.words_held == 0)
    return f"the evidence says nothing of {missing}" if is_untold else ""


def signs_of(ranked: Sequence[Scored], support: Support) -> list[float]:
    """Return the values of SIGNS of the best candidate."""
    best = ranked[0]
    texts = [fold(one.candidate.text) for one in ranked]
    odds = [math.exp(one.score - best.score) for one in ranked]
    alike = [text in texts[0] or texts[0] in text for text in texts]
    other = next((one.score for one, is_like in zip(ranked, alike, strict=True) if not is_like), 0)
    margin = best.score - other if not all(alike) else WIDEST_MARGIN
    values = dict(zip(FEATURES, best.values, strict=True))
    return [
        best.score,
        sum(odd for odd, is_like in zip(odds, alike, strict=True) if is_like) / sum(odds),
        min(margin, WIDEST_MARGIN),
        float(min(len(support.missing_names), MOST_MISSING)),
        *(values[name] for name in SIGNS if name in values),
    ]


def _sum(weights: Sequence[float], values: Sequence[float]) -> float:
    return math.fsum(map(mul, weights, values))
