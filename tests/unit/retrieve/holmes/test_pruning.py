"""Scores of facts and sentences, worked out by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from kgplatform.retrieve.holmes.pruning import (
    MOST_STEPS,
    ODDS_COST,
    OPENING,
    SCHEMA_SHARE,
    Judged,
    Sentence,
    judge_facts,
    judge_sentences,
    list_sentences,
    score_sentences,
)
from tests.unit.retrieve.holmes.made import FRAM, NANSEN, fact_of, passage_of

pytestmark = pytest.mark.unit

SHIP, MAN = passage_of("Fram", FRAM), passage_of("Nansen", NANSEN)
OTHER = passage_of("Other", "Nothing here.")
BUILT = "She was built by Colin Archer."


def judged_of(*facts: tuple[str, float]) -> tuple[list[Sentence], list[Judged]]:
    """Judge facts of the ship, each given by its sentence and its fit."""
    sentences = judge_sentences("Zzz?", [SHIP])
    made = [fact_of(SHIP, text, text, "is", str(place)) for place, (text, _) in enumerate(facts)]
    fits = np.array([fit for _, fit in facts])
    return sentences, judge_facts(made, fits, [None] * len(made), sentences)


def share_of(steps: float) -> float:
    """Return the probability whose log-odds are so many steps below even."""
    return float(1 / (1 + np.exp(steps)))


def test_sentences_count_by_the_question_s_words_and_their_place() -> None:
    # the one word of the question stands in two sentences of the first document
    sentences = judge_sentences("Who built ships?", [SHIP, MAN])
    texts = [s.source.text[s.start : s.end] for s in sentences]
    assert texts == [
        "The Fram is a ship.",
        BUILT,
        "Nansen sailed her.",
        "Nansen was an explorer.",
        "He was born near Oslo.",
    ]
    # "built" and "ship" are in one of two documents each, so each word weighs a half
    assert [round(s.context, 6) for s in sentences] == [
        0.5 + OPENING,
        0.5,
        0.0,
        OPENING,
        0.0,
    ]


def test_sentences_count_less_by_how_unlikely_their_document_is_beside_the_second() -> None:
    shares = (0.9, 0.5, share_of(1), share_of(2), share_of(MOST_STEPS + 1), 0.0)
    many = [passage_of(str(n), "Nothing here.", score=share) for n, share in enumerate(shares)]
    costs = [OPENING - s.context for s in judge_sentences("Zzz?", many)]
    most = ODDS_COST * MOST_STEPS
    assert costs == pytest.approx([0, 0, ODDS_COST, 2 * ODDS_COST, most, most])
    assert {s.context for s in judge_sentences("Zzz?", many, by_odds=False)} == {OPENING}
    assert [s.context for s in judge_sentences("Zzz?", many[-1:])] == [OPENING]
    assert judge_sentences("Zzz?", []) == []


def test_equation_2_decides_alone_where_sentences_are_only_listed() -> None:
    sentences = list_sentences([SHIP])
    facts = [
        fact_of(SHIP, "The Fram is a ship.", "Fram", "type", "ship"),
        fact_of(SHIP, BUILT, "Fram", "built by", "Colin Archer"),
    ]
    judged = judge_facts(facts, np.array([0.2, 0.8]), [None, None], sentences)
    assert [item.score for item in judged] == [SCHEMA_SHARE * 0.8, SCHEMA_SHARE * 0.2]
    assert [item.fact.relation for item in judged] == ["built by", "type"]


def test_facts_count_by_their_relation_and_their_sentence() -> None:
    _, judged = judged_of((BUILT, 0.8), ("The Fram is a ship.", -1.0))
    # opening sentence, no fit: .5; built: .5 * .8 = .4
    assert [item.score for item in judged] == [OPENING, pytest.approx(SCHEMA_SHARE * 0.8)]
    assert judged[1].sentences[0].start == FRAM.index(BUILT)


def test_a_fact_stated_twice_counts_once_by_its_better_sentence() -> None:
    man = replace(MAN, score=share_of(1))
    sentences = judge_sentences("Zzz?", [SHIP, OTHER, man])
    twice = [
        fact_of(SHIP, "Nansen sailed her.", "Nansen", "is", "explorer"),
        fact_of(man, "Nansen was an explorer.", "Nansen", "is", "explorer"),
    ]
    [only] = judge_facts(twice, np.array([0.0, 0.0]), [None, None], sentences)
    assert only.sentences[0].source == man
    assert only.score == pytest.approx(OPENING - ODDS_COST)


def test_a_fact_stated_twice_has_the_place_of_its_better_sentence() -> None:
    sentences = list_sentences([SHIP, MAN])
    stated = [
        fact_of(SHIP, BUILT, "Fram", "built by", "Colin Archer"),
        fact_of(SHIP, "The Fram is a ship.", "Fram", "type", "ship"),
        fact_of(MAN, "Nansen was an explorer.", "Fram", "built by", "Colin Archer"),
    ]
    judged = judge_facts(stated, np.array([1.0, 0.5, 0.1]), [None] * 3, sentences)
    assert [(item.fact.relation, item.fit) for item in judged] == [("built by", 1.0), ("type", 0.5)]


def test_kept_facts_raise_their_sentences() -> None:
    sentences, judged = judged_of((BUILT, 0.2), (BUILT, 0.8))
    scored = score_sentences(sentences, judged)
    by_text = {FRAM[s.start : s.end]: score for score, s in scored}
    assert by_text[BUILT] == pytest.approx(SCHEMA_SHARE * 0.8)
    assert by_text["Nansen sailed her."] == 0
    assert [score for score, _ in scored] == sorted(by_text.values(), reverse=True)


def test_a_fact_over_several_sentences_counts_with_all_of_them() -> None:
    sentences = judge_sentences("Zzz?", [SHIP])
    over = fact_of(SHIP, f"{BUILT} Nansen sailed her.", "Fram", "sailed by", "Nansen")
    [judged] = judge_facts([over], np.array([0.8]), [None], sentences)
    texts = [FRAM[s.start : s.end] for s in judged.sentences]
    assert texts == [BUILT, "Nansen sailed her."]
    scores = {FRAM[s.start : s.end]: score for score, s in score_sentences(sentences, [judged])}
    assert scores["Nansen sailed her."] == scores[BUILT] == pytest.approx(SCHEMA_SHARE * 0.8)


def test_a_fact_beyond_the_last_sentence_counts_with_it() -> None:
    sentences = judge_sentences("Zzz?", [SHIP])[:2]
    late = fact_of(SHIP, "Nansen sailed her.", "Nansen", "sail", "Fram")
    [judged] = judge_facts([late], np.array([1.0]), [None], sentences)
    assert judged.sentences == (sentences[-1],)
