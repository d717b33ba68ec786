"""Chooses the facts, and the sentences that state them, which a question needs.

HOLMES, section 4.2.2: the p facts with the highest scores are kept. Departures, each by the share
of answers within reach at equal numbers of tokens (benchmarks/answer_at_budget.py): in addition to
its relation (equation 2) a fact counts by the context it is valid in: how much of the question its
sentence says, whether that sentence opens its document, and how likely `graph` holds its document
to be of the answer. And since no extractor reads every fact, sentences of these documents that
state no kept fact are judged as well, by all but the relation. A fact whose types match none of the
schema's still competes, by its context. With `list_sentences` in place of `judge_sentences`
equation 2 decides alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kgplatform.question.syntax import Triple
from kgplatform.records import ScoredPassage
from kgplatform.retrieve.chains.pairs import to_log_odds
from kgplatform.retrieve.holmes.schema import Scores
from kgplatform.retrieve.holmes.traversal import HyperTriple
from kgplatform.retrieve.word_overlap import compare_words
from kgplatform.text.sentences import split_by_punctuation

__all__ = [
    "KEPT_FACTS",
    "Judged",
    "Sentence",
    "judge_facts",
    "judge_sentences",
    "list_sentences",
    "score_sentences",
]

KEPT_FACTS = 50  # the paper's p, section 5.2

SCHEMA_SHARE = 0.5
OPENING = 0.5
ODDS_COST = 0.3
"""Weights of a fact's relation (equation 2), of the sentence that says what the document is about,
and of each step of log-odds by which a document is below the second one, next to the share of the
question's words in the sentence. 1,000 characters so hold the answers of 95.0 and 95.9 % of 140 and
121 questions of HotpotQA and 2Wiki, and of 57 % of 100 of MuSiQue; with .1 of 82.1, 91.7 and 50,
with .2 of 92.9, 95.9 and 59."""

MOST_STEPS = 6.0  # further down every document costs the same: a fact can still bring it in
LEAST_SHARE = 1e-6  # of a document that `graph` did not rank


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a document: source.text[start:end], and what of a score it has by itself."""

    source: ScoredPassage
    start: int
    end: int
    context: float


@dataclass(frozen=True, slots=True)
class Judged:
    """A fact with its score and the sentences that state it, one of them or several in a row.

    `fit` is equation 2, `meant` the schema's triple.
    """

    fact: HyperTriple
    sentences: tuple[Sentence, ...]
    fit: float
    meant: Triple | None
    score: float


def list_sentences(passages: Sequence[ScoredPassage]) -> list[Sentence]:
    """Return the sentences of documents, each worth what the facts are that it states."""
    return [
        Sentence(passage, start, end, 0.0)
        for passage in passages
        for start, end in split_by_punctuation(passage.text)
    ]


def judge_sentences(
    question: str, passages: Sequence[ScoredPassage], *, by_odds: bool = True
) -> list[Sentence]:
    """Return the sentences of documents with what they are worth without any fact.

    Args:
        question: in plain English.
        passages: scored by `graph`, 0..1.
        by_odds: whether their scores count.
    """
    texts = [passage.text for passage in passages]
    wording = compare_words(question, texts, [passage.title for passage in passages])
    costs = _cost_documents(passages) if by_odds else [0.0] * len(passages)
    sentences = []
    for place, (passage, cost) in enumerate(zip(passages, costs, strict=True)):
        for start, end in split_by_punctuation(passage.text):
            ends = np.array([start, max(end - 1, start)])
            first, last = wording.locate(np.full(2, place), ends)
            said = wording.in_sentence[first : last + 1].max(axis=0, initial=0) @ wording.weights
            opening = OPENING if start == 0 else 0.0
            sentences.append(Sentence(passage, start, end, float(said) + opening - cost))
    return sentences


def _cost_documents(passages: Sequence[ScoredPassage]) -> list[float]:
    """Return what the sentences of each document are worth less."""
    odds = to_log_odds([passage.score for passage in passages], least=LEAST_SHARE)
    second = np.sort(odds)[-2:][:1]  # the first, where it is alone
    costs: list[float] = (ODDS_COST * np.clip(second - odds, 0, MOST_STEPS)).tolist()
    return costs


def judge_facts(
    facts: Sequence[HyperTriple],
    fits: Scores,
    meant: Sequence[Triple | None],
    sentences: Sequence[Sentence],
) -> list[Judged]:
    """Return the facts with their scores, best first; of one stated twice, its best statement.

    Args:
        facts: their passages are those of `sentences`.
        fits: equation 2 of each fact, (facts,); negative where no type matches.
        meant: the triple of the schema that each fits.
        sentences: of all documents.
    """
    by_passage: dict[str, list[Sentence]] = {}
    for sentence in sentences:
        by_passage.setdefault(sentence.source.passage_id, []).append(sentence)
    judged = []
    for fact, fit, triple in zip(facts, fits.tolist(), meant, strict=True):
        own = by_passage[fact.passage_id]
        stating = [s for s in own if s.start < fact.end and fact.start < s.end] or own[-1:]
        score = max(s.context for s in stating) + SCHEMA_SHARE * max(fit, 0.0)
        judged.append(Judged(fact, tuple(stating), fit, triple, score))
    judged.sort(key=lambda item: (-item.score, item.fact.id, item.fact.passage_id))
    best: dict[str, Judged] = {}
    for item in judged:
        best.setdefault(item.fact.id, item)
    return list(best.values())


def score_sentences(
    sentences: Sequence[Sentence], kept: Sequence[Judged]
) -> list[tuple[float, Sentence]]:
    """Return all sentences with their scores, best first; kept facts raise those of theirs."""
    fits: dict[Sentence, float] = {}
    for item in kept:
        for sentence in item.sentences:
            fits[sentence] = max(fits.get(sentence, 0.0), item.fit)
    scored = [(s.context + SCHEMA_SHARE * fits.get(s, 0.0), s) for s in sentences]
    return sorted(scored, key=lambda pair: -pair[0])
