"""Numbers that say how well a candidate fits a question, each between about -1 and 1.

Kept apart from their weights (weights.py), which were fitted on the development half of three
public sets by benchmarks/extractive_reader.py.
"""

from __future__ import annotations

import math

from kgplatform.answer.evidence.evidence import EvidenceView
from kgplatform.answer.spans.candidates import Candidate
from kgplatform.question.analysis import ANY, Asked
from kgplatform.question.answer_types import kind_of_noun
from kgplatform.text.words import content_stems, fold, stem

__all__ = ["FEATURES", "compute_features"]

FEATURES = (
    "type_same",
    "type_near",
    "type_wrong",
    "type_unknown",
    "any_person",
    "any_name",
    "any_date",
    "any_chunk",
    "any_other",
    "cue_before",
    "cue_after",
    "life_same",
    "life_other",
    "sentence_overlap",
    "nearness",
    "in_question",
    "shares_question_word",
    "own_title",
    "other_title",
    "repeated",
    "at_depth",
    "shallower",
    "deeper",
    "deeper_unasked",
    "no_anchor_overlap",
    "first_sentence",
    "early",
    "long",
    "joined",
    "noun_defines",
    "noun_beside",
    "depth_type_cue",
    "depth_cue",
    "type_cue",
    "after_preposition",
    "is_bridge",
    "depth_type",
    "is_anchor_name",
)
PREPOSITIONS = {
    "PLACE": ("in", "at", "near", "to", "from", "of"),
    "DATE": ("in", "on", "since", "of"),
    "PERSON": ("by", "with", "of"),
    "ORG": ("at", "by", "for", "from"),
}
CUE_REACH_WORDS = 5.0  # e-folding distance
NEAR_REACH_WORDS = 8.0
PREPOSITION_CHARS, BESIDE_CHARS = 12, 25  # windows around a candidate
EARLY_CHARS, LONG_WORDS = 100.0, 5.0  # scales that keep values near 1
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


def compute_features(asked: Asked, view: EvidenceView, candidate: Candidate) -> list[float]:
    """Return the values of FEATURES in their order."""
    values = dict.fromkeys(FEATURES, 0.0)
    values.update(_type_features(asked, candidate))
    values.update(_life_features(asked, candidate))
    values.update(_cue_features(asked, candidate))
    values.update(_word_features(asked, view, candidate))
    values.update(_name_features(asked, view, candidate))
    values.update(_reach_features(asked, view, candidate))
    values.update(_place_features(asked, candidate))
    values.update(_noun_features(asked, candidate))
    values.update(_products(values))
    return [values[name] for name in FEATURES]


def _products(values: dict[str, float]) -> dict[str, float]:
    """Agreement of several at once, which a weighted sum cannot express by itself."""
    cue = max(values["cue_before"], values["cue_after"], values["life_same"])
    reach, same = values["at_depth"], values["type_same"]
    return {
        "type_cue": same * cue,
        "depth_cue": reach * cue,
        "depth_type": reach * same,
        "depth_type_cue": reach * same * cue,
    }


def _type_features(asked: Asked, candidate: Candidate) -> dict[str, float]:
    expected, kind = asked.answer_type, candidate.type
    target = asked.target
    if target is not None and target.name == "nationality":
        expected = "GROUP"
    if expected == ANY:
        names = {
            "PERSON": "any_person",
            "NAME": "any_name",
            "DATE": "any_date",
            "CHUNK": "any_chunk",
        }
        return {names.get(kind, "any_other"): 1.0}
    if kind == expected:
        return {"type_same": 1.0}
    if kind in ("NAME", "CHUNK"):
        return {"type_unknown": 1.0}
    return {"type_near" if (expected, kind) in NEAR_TYPES else "type_wrong": 1.0}


def _life_features(asked: Asked, candidate: Candidate) -> dict[str, float]:
    event = asked.target.name.split("_")[0] if asked.target is not None else ""
    return {
        "life_same" if life.event == event else "life_other": 1.0
        for life in candidate.passage.life
        if event in ("birth", "death") and life.start <= candidate.start < life.end
    }


def _cue_features(asked: Asked, candidate: Candidate) -> dict[str, float]:
    """How near the words that state the relation stand, before and after the candidate."""
    target, text = asked.target, candidate.passage.text
    if target is None or not target.has_cue:
        return {}
    base = candidate.sentence.start
    before = after = 0.0
    for match in target.states.finditer(text[base : candidate.sentence.end].casefold()):
        start, end = base + match.start(), base + match.end()
        if start < candidate.start:
            before = max(before, _decay(text[end : candidate.start]))
        elif start >= candidate.end:
            after = max(after, _decay(text[candidate.end : start]))
    return {"cue_before": before, "cue_after": after}


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
        "shares_question_word": float(bool(own & asked.stems)),
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


def _name_features(asked: Asked, view: EvidenceView, candidate: Candidate) -> dict[str, float]:
    """Whether the candidate is itself an entity the evidence is about, and which."""
    folded, number = fold(candidate.text), candidate.passage.number
    titled = {p.number for p in view.passages if folded == fold(p.title)}
    alike = [p for p in view.passages if _same_name(candidate.text, p.title)]
    depth = _depth(asked, candidate)
    holding = sum(f" {folded} " in p.folded for p in view.passages)
    return {
        "own_title": float(number in titled),
        "other_title": float(bool(titled - {number})),
        "repeated": (holding - 1) / max(1, len(view.passages) - 1),
        "is_anchor_name": float(any(p.reach[0] > 0 for p in alike)),
        "is_bridge": float(
            any(p.reach[0] == 0 and max(p.reach[1 : depth + 1], default=0.0) > 0 for p in alike)
        ),
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


def _place_features(asked: Asked, candidate: Candidate) -> dict[str, float]:
    text = candidate.passage.text
    before = text[max(0, candidate.start - PREPOSITION_CHARS) : candidate.start].split()
    wanted = PREPOSITIONS.get(asked.answer_type, ())
    return {
        "first_sentence": float(candidate.sentence.number == 0),
        "early": 1.0 / (1.0 + candidate.start / EARLY_CHARS),
        "long": len(candidate.text.split()) / LONG_WORDS,
        "joined": float(candidate.type == "PLACE" and ", " in candidate.text),
        "after_preposition": float(bool(before) and before[-1].casefold() in wanted),
    }


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
