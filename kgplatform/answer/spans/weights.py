"""The extractive reader's numbers: fitted weights of the features, and when to abstain.

WEIGHTS come from `python benchmarks/extractive_reader.py DATA_FOLDER --fit`, on the first halves of
2WikiMultihopQA, HotpotQA and MuSiQue; results on the second halves stand in
benchmarks/results/extractive_reader.json. Fit again whenever features.py changes. What confidences
are comes from --calibrate, on the same halves in all three settings, with and without gold.
"""

from __future__ import annotations

__all__ = [
    "LEAST_SCORE",
    "MISSING_WORDS_COST",
    "PLATT_OFFSET",
    "PLATT_SLOPE",
    "SURE",
    "UNSURE",
    "WEIGHTS",
]

LEAST_SCORE = 2.5
MISSING_WORDS_COST = 2.0
"""A best score below LEAST_SCORE + MISSING_WORDS_COST x (share of the question's words that the
evidence lacks) is no answer. Chosen on the development halves: a higher bar turns away more
questions whose evidence is about something else, and more right answers with them; the results
file shows both ("abstained", by setting).
"""

PLATT_SLOPE, PLATT_OFFSET = 0.346, -2.782
"""How often a best span with that score is right: 1 / (1 + exp(-(slope x score + offset)))."""

SURE, UNSURE = 0.906, 0.473
"""How often a comparison is right with the same attribute found on both sides, and without."""

WEIGHTS: dict[str, float] = {
    "type_same": 1.53,
    "type_near": 0.21,
    "type_wrong": -1.2,
    "type_unknown": -0.54,
    "any_person": 0.53,
    "any_name": 0.44,
    "any_date": -0.87,
    "any_chunk": -0.46,
    "any_other": 0.36,
    "cue_before": 0.51,
    "cue_after": 0.02,
    "life_same": 1.41,
    "life_other": -0.4,
    "sentence_overlap": 1.28,
    "nearness": 2.42,
    "in_question": -1.83,
    "shares_question_word": 0.15,
    "own_title": 0.76,
    "other_title": 1.14,
    "repeated": -0.29,
    "at_depth": 0.46,
    "shallower": -1.42,
    "deeper": 0.37,
    "deeper_unasked": 1.94,
    "no_anchor_overlap": 0.24,
    "first_sentence": 0.08,
    "early": 0.95,
    "long": 0.17,
    "joined": -0.66,
    "noun_defines": 1.44,
    "noun_beside": 1.41,
    "depth_type_cue": -0.2,
    "depth_cue": 0.87,
    "type_cue": 0.97,
    "after_preposition": 0.68,
    "is_bridge": -0.84,
    "depth_type": 0.05,
    "is_anchor_name": -0.15,
}
