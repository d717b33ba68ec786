"""Numbers that say how well a candidate fits a question, each between about -1 and 1.

What the trained heads make of it, its type, the question's words around it, and how far its passage
is from what the question names. Apart from their weights (weights.json), which
`scripts/fit_reader.py` fits.
"""

from __future__ import annotations

import math
import re

from kgplatform.answer.evidence.entity_distance import how_surely_of
from kgplatform.answer.evidence.evidence import EvidenceView, PassageView, Sentence
from kgplatform.answer.spans.candidates import Candidate
from kgplatform.answer.spans.heads import HeadSpans
from kgplatform.question.analysis import ANY, Asked
from kgplatform.question.answer_types import kind_of_noun
from kgplatform.question.direct import leads_on
from kgplatform.text.words import content_stems, fold, stem

__all__ = ["FEATURES", "compute_features", "list_things", "measure_subject"]

OWN = (
    "type_same",
    "type_near",
    "type_wrong",
    "type_unknown",
    "sentence_overlap",
    "nearness",
    "in_question",
    "long",
    "repeated",
    "own_title",
    "other_title",
    "at_depth",
    "shallower",
    "deeper",
    "deeper_unasked",
    "no_anchor_overlap",
    "is_anchor_name",
    "noun_beside",
    "noun_defines",
    "of_named",
    "of_another",
    "cue",
    "life_other",
    "type_cue",
    "depth_cue",
    "no_answer",
    "relevance",
    "head",
    "head_exact",
    "head_alone",
    "joined",
    "joined_exact",
)
LED = (
    "at_depth",
    "shallower",
    "deeper",
    "deeper_unasked",
    "no_anchor_overlap",
    "own_title",
    "other_title",
    "is_anchor_name",
    "of_named",
    "of_another",
    "head",
    "head_exact",
    "joined",
    "joined_exact",
    "in_question",
)
"""What says more, or less, where the question leads on from what it names."""
FEATURES = (*OWN, *(f"led_{name}" for name in LED))
OF_NOUN = re.compile(
    r"^(?:how (?:long|often)|when|where) (?:is|are|was|were|do|does|did|can|may|will|must|should)"
    r" (?:the |an? |our |your )?(?P<thing>[a-z][a-z-]*) [a-z]+\W*$",
    re.IGNORECASE,
)
NEAR_REACH_WORDS, CUE_REACH_WORDS = 8.0, 5.0  # e-folding distances
BESIDE_CHARS, LONG_WORDS = 25, 5.0
LEAST_PROBABILITY = 1e-3
NEAR_TYPES = {
    ("PLACE", "ORG"),
    ("PLACE", "GROUP"),
    ("ORG", "PLACE"),
    ("GROUP", "PLACE"),
    ("WORK", "ORG"),
    ("ORG", "WORK"),
    ("NUMBER", "DATE"),
    ("PERSON", "ORG"),
    ("WORK", "PRODUCT"),
    ("ORG", "PRODUCT"),
    ("NUMBER", "MONEY"),
    ("EVENT", "ORG"),
    ("EVENT", "WORK"),
    ("WORK", "PERSON"),
}


def compute_features(
    asked: Asked, view: EvidenceView, heads: HeadSpans, candidate: Candidate, *, of_named: float
) -> list[float]:
    """Return the values of FEATURES in their order.

    Args:
        of_named: see `measure_subject`.
    """
    values = dict.fromkeys(FEATURES, 0.0)
    values.update(_type_features(asked, candidate))
    values.update(_word_features(asked, view, candidate))
    values.update(_name_features(view, candidate))
    values.update(_reach_features(asked, view, candidate))
    values.update(_noun_features(asked, candidate))
    values.update(_head_features(heads, candidate))
    values.update(_cue_features(asked, candidate))
    values["type_cue"] = values["type_same"] * values["cue"]
    values["depth_cue"] = values["at_depth"] * values["cue"]
    values["of_named"] = of_named
    values["of_another"] = float(
        any(
            candidate.passage.is_about_another(name, candidate.sentence, candidate.start)
            for name in asked.names
        )
    )
    values["long"] = len(candidate.text.split()) / LONG_WORDS
    if leads_on(asked):
        values.update({f"led_{name}": values[name] for name in LED})
    return [values[name] for name in FEATURES]


def measure_subject(asked: Asked, passage: PassageView, sentence: Sentence) -> float:
    """Return how surely a sentence is about all that the question names, 0..1."""
    things = list_things(asked)
    return min((how_surely_of(thing, passage, sentence) for thing in things), default=1.0)


def list_things(asked: Asked) -> tuple[str, ...]:
    """Return what a question is about: its names, or else the noun of "How long are logs kept?"."""
    of_noun = None if asked.names else OF_NOUN.match(asked.text)
    return (of_noun["thing"],) if of_noun else asked.names


def _head_features(heads: HeadSpans, candidate: Candidate) -> dict[str, float]:
    place = candidate.passage.number, candidate.start, candidate.end
    likely, is_own = heads.likelihood(*place)
    joined, is_joined = heads.joined_likelihood(*place)
    reading = heads.readings[candidate.passage.number]
    return {
        "no_answer": reading.no_answer,
        "relevance": reading.relevance,
        "head": math.log(likely + LEAST_PROBABILITY),
        "head_exact": float(is_own),
        "head_alone": float(candidate.by_head),
        "joined": math.log(joined + LEAST_PROBABILITY),
        "joined_exact": float(is_joined),
    }


def _type_features(asked: Asked, candidate: Candidate) -> dict[str, float]:
    expected, kind = asked.answer_type, candidate.type
    target = asked.target
    if target is not None and target.name == "nationality":
        expected = "GROUP"
    if expected == ANY:
        return {}
    if kind == expected:
        return {"type_same": 1.0}
    if kind in ("NAME", "CHUNK"):
        return {"type_unknown": 1.0}
    return {"type_near" if (expected, kind) in NEAR_TYPES else "type_wrong": 1.0}


def _cue_features(asked: Asked, candidate: Candidate) -> dict[str, float]:
    """How near the words that state the relation stand, or whether its dates are of that event."""
    target, text = asked.target, candidate.passage.text
    event = target.name.split("_")[0] if target is not None else ""
    lives = [
        life.event == event
        for life in candidate.passage.life
        if event in ("birth", "death") and life.start <= candidate.start < life.end
    ]
    nearest = 1.0 if any(lives) else 0.0
    base = candidate.sentence.start
    said = text[base : candidate.sentence.end].casefold()
    for match in target.states.finditer(said) if target is not None and target.has_cue else ():
        start, end = base + match.start(), base + match.end()
        if start < candidate.start:
            nearest = max(nearest, _decay(text[end : candidate.start]))
        elif start >= candidate.end:
            nearest = max(nearest, _decay(text[candidate.end : start]))
    return {"cue": nearest, "life_other": float(bool(lives) and not any(lives))}


def _decay(between: str) -> float:
    return math.exp(-len(between.split()) / CUE_REACH_WORDS)


def _word_features(asked: Asked, view: EvidenceView, candidate: Candidate) -> dict[str, float]:
    own = content_stems(candidate.text)
    total = view.weight(asked.stems) or 1.0
    context = candidate.sentence.stems | content_stems(candidate.passage.title)
    context |= content_stems(candidate.passage.section)
    overlap = view.weight((asked.stems & context) - own) / total
    near = 0.0
    best: dict[str, float] = {}
    for n, word in enumerate(candidate.sentence.words):
        if word.stem in asked.stems and not candidate.start <= word.start < candidate.end:
            between = _words_between(candidate, n)
            best[word.stem] = max(best.get(word.stem, 0.0), math.exp(-between / NEAR_REACH_WORDS))
    near = sum(view.weight(frozenset([s])) * value for s, value in best.items()) / total
    return {
        "sentence_overlap": overlap,
        "nearness": near,
        "in_question": float(bool(own) and own <= asked.stems),
    }


def _words_between(candidate: Candidate, position: int) -> int:
    starts = [
        n
        for n, word in enumerate(candidate.sentence.words)
        if candidate.start <= word.start < candidate.end
    ]
    if not starts:
        return len(candidate.sentence.words)
    return min(abs(position - starts[0]), abs(position - starts[-1]))


def _name_features(view: EvidenceView, candidate: Candidate) -> dict[str, float]:
    """Whether the candidate is itself an entity the evidence is about, and which."""
    folded, number = fold(candidate.text), candidate.passage.number
    titled = {p.number for p in view.passages if folded == fold(p.title)}
    alike = [p for p in view.passages if _same_name(candidate.text, p.title)]
    holding = sum(f" {folded} " in p.folded for p in view.passages)
    return {
        "own_title": float(number in titled),
        "other_title": float(bool(titled - {number})),
        "repeated": (holding - 1) / max(1, len(view.passages) - 1),
        "is_anchor_name": float(any(p.reach[0] > 0 for p in alike)),
    }


def _same_name(text: str, title: str) -> bool:
    stems = content_stems(text)
    return bool(stems) and stems <= content_stems(title)


def _reach_features(asked: Asked, view: EvidenceView, candidate: Candidate) -> dict[str, float]:
    """Whether the passage is as many steps from the named entities as the question goes."""
    passage, depth = candidate.passage, _depth(asked, candidate)
    values = {
        "at_depth": passage.reach[depth],
        "shallower": max(passage.reach[:depth], default=0.0),
        # A question whose relations were not recognised may still go further than it seems.
        "deeper" if asked.bridges else "deeper_unasked": max(
            passage.reach[depth + 1 :], default=0.0
        ),
    }
    if not any(p.reach[0] for p in view.passages):
        total = view.weight(asked.stems) or 1.0
        values["no_anchor_overlap"] = view.weight(asked.stems & passage.stems) / total
    return values


def _depth(asked: Asked, candidate: Candidate) -> int:
    return min(len(asked.bridges), len(candidate.passage.reach) - 1)


def _noun_features(asked: Asked, candidate: Candidate) -> dict[str, float]:
    """Whether "band" of "which band" defines the candidate, or stands next to it."""
    passage = candidate.passage
    if not asked.noun:
        return {}
    noun = stem(asked.noun)
    is_title = fold(candidate.text) == fold(passage.title)
    definition = {stem(word) for word in passage.defined_as.split()}
    beside = passage.text[max(0, candidate.start - BESIDE_CHARS) : candidate.end + BESIDE_CHARS]
    known = kind_of_noun(asked.noun) is not None
    return {
        "noun_defines": float(is_title and noun in definition),
        "noun_beside": float(known and noun in content_stems(beside)),
    }
