"""Numbers that say how well a candidate fits a question, each between about -1 and 1.

Kept apart from their weights (weights.py), which were fitted on the development half of three
public sets by benchmarks/extractive_reader.py.
"""

from __future__ import annotations

import math

from kgplatform.answer.candidates import Candidate
from kgplatform.answer.lexicon import kind_of_noun
from kgplatform.answer.question import ANY, Asked
from kgplatform.answer.text import content_stems, fold, stem
from kgplatform.answer.view import EvidenceView

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
    "similarity",
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
    asked: Asked, view: EvidenceView, candidate: Candidate, similarity: float
) -> list[float]:
    """Return the values of FEATURES in their order."""
    values = dict.fromkeys(FEATURES, 0.0)
    values["similarity"] = similarity
    values.update(_type_features(asked, candidate))
    values.update(_cue_features(asked, candidate))
    values.update(_word_features(asked, view, candidate))
    values.update(_place_features(asked, view, candidate))
    cue = max(values["cue_before"], values["cue_after"], values["life_same"])
    reach = values["at_depth"]
    same = values["type_same"]
    values["type_cue"] = same * cue
    values["depth_cue"] = reach * cue
    values["depth_type"] = reach * same
    values["depth_type_cue"] = reach * same * cue
    before = candidate.passage.scored.text[max(0, candidate.start - 12) : candidate.start].split()
    values["after_preposition"] = float(
        bool(before) and before[-1].casefold() in PREPOSITIONS.get(asked.answer_type, ())
    )
    return [values[name] for name in FEATURES]


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


def _cue_features(asked: Asked, candidate: Candidate) -> dict[str, float]:
    target = asked.target
    if target is None:
        return {}
    values: dict[str, float] = {}
    event = target.name.split("_")[0]
    for life in candidate.passage.life:
        if life.start <= candidate.start < life.end and event in ("birth", "death"):
            values["life_same" if life.event == event else "life_other"] = 1.0
    if not target.states.pattern.strip("\\b(?:)"):
        return values
    sentence = candidate.passage.scored.text[
        candidate.sentence.start : candidate.sentence.end
    ].casefold()
    before = after = 0.0
    for match in target.states.finditer(sentence):
        at = candidate.sentence.start + match.start()
        if at < candidate.start:
            words = len(
                candidate.passage.scored.text[
                    candidate.sentence.start + match.end() : candidate.start
                ].split()
            )
            before = max(before, math.exp(-words / CUE_REACH_WORDS))
        elif at >= candidate.end:
            words = len(candidate.passage.scored.text[candidate.end : at].split())
            after = max(after, math.exp(-words / CUE_REACH_WORDS))
    return {**values, "cue_before": before, "cue_after": after}


def _word_features(asked: Asked, view: EvidenceView, candidate: Candidate) -> dict[str, float]:
    own = content_stems(candidate.text)
    total = view.weight(asked.stems) or 1.0
    context = candidate.sentence.stems | content_stems(candidate.passage.title)
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


def _place_features(asked: Asked, view: EvidenceView, candidate: Candidate) -> dict[str, float]:
    folded, passage = fold(candidate.text), candidate.passage
    depth = min(len(asked.bridges), len(passage.reach) - 1)
    own_title = folded == fold(passage.title)
    other = any(folded == fold(p.title) for p in view.passages if p.number != passage.number)
    holding = sum(f" {folded} " in p.folded for p in view.passages)
    anchored = any(p.reach[0] for p in view.passages)
    noun = stem(asked.noun) if asked.noun else ""
    definition = {stem(word) for word in passage.defined_as.split()}
    beside = passage.scored.text[max(0, candidate.start - 25) : candidate.end + 25]
    return {
        "is_bridge": float(
            depth > 0
            and any(
                max(p.reach[1 : depth + 1]) > 0
                and p.reach[0] == 0
                and _same_name(candidate.text, p.title)
                for p in view.passages
            )
        ),
        "is_anchor_name": float(
            any(p.reach[0] > 0 and _same_name(candidate.text, p.title) for p in view.passages)
        ),
        "own_title": float(own_title),
        "other_title": float(other),
        "repeated": (holding - 1) / max(1, len(view.passages) - 1),
        "at_depth": passage.reach[depth],
        "shallower": max(passage.reach[:depth], default=0.0),
        "deeper" if asked.bridges else "deeper_unasked": max(
            passage.reach[depth + 1 :], default=0.0
        ),
        "no_anchor_overlap": 0.0
        if anchored
        else view.weight(asked.stems & passage.stems) / (view.weight(asked.stems) or 1),
        "first_sentence": float(candidate.sentence.number == 0),
        "early": 1.0 / (1.0 + candidate.start / 100.0),
        "long": len(candidate.text.split()) / 5.0,
        "joined": float(candidate.type == "PLACE" and ", " in candidate.text),
        "noun_defines": float(bool(noun) and own_title and noun in definition),
        "noun_beside": float(
            bool(noun) and kind_of_noun(asked.noun) is not None and noun in content_stems(beside)
        ),
    }


def _same_name(text: str, title: str) -> bool:
    stems = content_stems(text)
    return bool(stems) and stems <= content_stems(title)
