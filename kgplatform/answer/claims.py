"""Judges whether sentences of passages state a claim or contradict it; none is the default.

The support head of the reading heads reads each sentence below its headings; where there are no
heads, a chat model names the sentences by number. What a head takes for a sentence that states a
claim must have its names and values, and one that contradicts it must speak of the same: a head
alone takes any sentence for the contradiction of a claim with "not" in it. So does, where no
sentence states the claim, one that has another value in place of the claim's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from pydantic import BaseModel, ConfigDict

from kgplatform.answer.citations import cite
from kgplatform.answer.claim_terms import Terms, compare_terms
from kgplatform.answer.numbered import SentenceSplitter, list_units
from kgplatform.errors import BadReply
from kgplatform.models.conversation import ChatModel
from kgplatform.models.prompts import disarm, load_prompt
from kgplatform.models.reading_heads.heads import Reading, Support
from kgplatform.models.replies import parse_reply, strict_schema
from kgplatform.records import Citation, ScoredPassage, Usage

__all__ = [
    "DEFAULT_THRESHOLDS",
    "ClaimHeads",
    "JudgedSentence",
    "Judgement",
    "Thresholds",
    "decide",
    "judge",
    "judge_with_model",
    "read_sentences",
]

TASK = "check_claim"
TAG = "sentences"
MOST_SPANS = 5
"""Of each kind; the likeliest come first."""
NEUTRAL = 0.5
"""What the head takes as not mentioning the claim is not held against it."""
MOST_SENTENCES = 120
"""That a chat model is shown."""


class ClaimHeads(Protocol):
    """What tells of a text whether it states a claim; see `ReadingHeads`."""

    version: str

    def read(self, question: str, passages: Sequence[str]) -> list[Reading]:
        """Return what each passage gives for a claim, in their order."""


@dataclass(frozen=True, slots=True)
class Thresholds:
    """What it takes to be for a claim or against it; set by hand (docs/results/readers.md).

    Attributes:
        states: least probability of a sentence that states it.
        contradicts: least probability of one that contradicts it.
        coverage: least share of the claim's words that either has.
        whole: least share of the claim's other words that one with another value has.
    """

    states: float = 0.6
    contradicts: float = 0.8
    coverage: float = 0.7
    whole: float = 0.9


DEFAULT_THRESHOLDS = Thresholds()


@dataclass(frozen=True, slots=True)
class JudgedSentence:
    """passage.text[start:end], what the head makes of it, and how it has the claim's words."""

    passage: ScoredPassage
    start: int
    end: int
    support: Support
    terms: Terms

    def quote(self, score: float) -> Citation:
        """Return it as a citation."""
        return replace(cite(self.passage, self.start, self.end), score=round(score, 4))


@dataclass(frozen=True, slots=True)
class Judgement:
    """The sentences for a claim and against it, the surest first; both empty: none."""

    supporting: tuple[Citation, ...] = ()
    contradicting: tuple[Citation, ...] = ()
    judge: str = ""
    usage: Usage = field(default_factory=Usage)


def judge(
    claim: str,
    passages: Sequence[ScoredPassage],
    heads: ClaimHeads,
    *,
    split_sentences: SentenceSplitter,
    thresholds: Thresholds = DEFAULT_THRESHOLDS,
) -> Judgement:
    """Return the sentences of passages that state a claim and those that contradict it.

    Args:
        claim: a sentence that stands alone.
        passages: to look in.
        heads: that read each sentence.
        split_sentences: text to the spans of its sentences.
        thresholds: what it takes.
    """
    sentences = read_sentences(
        claim, passages, heads, split_sentences=split_sentences, coverage=thresholds.coverage
    )
    found = decide(sentences, thresholds)
    return replace(found, judge=f"reading heads {heads.version}")


def read_sentences(
    claim: str,
    passages: Sequence[ScoredPassage],
    heads: ClaimHeads,
    *,
    split_sentences: SentenceSplitter,
    coverage: float = 0.0,
) -> list[JudgedSentence]:
    """Return the sentences that have so large a share of the claim's words, read by the heads.

    The others decide nothing, and are not worth the time that the heads take.
    """
    places = []
    for passage in passages:
        before = ""
        for start, end in list_units(passage.text, split_sentences):
            text = passage.text[start:end].strip()
            terms = compare_terms(claim, text, passage.head, before if _leans(text) else "")
            if text and terms.coverage and terms.coverage >= coverage:
                shown = f"{passage.head}. {text}" if passage.head else text
                places.append((passage, start, end, terms, shown))
            before = text
    read = heads.read(claim, [shown for *_, shown in places])
    return [
        JudgedSentence(passage, start, end, reading.support, terms)
        for (passage, start, end, terms, _), reading in zip(places, read, strict=True)
    ]


def decide(
    sentences: Sequence[JudgedSentence], thresholds: Thresholds = DEFAULT_THRESHOLDS
) -> Judgement:
    """Return which of the sentences are for the claim and which against it."""
    supporting = {
        n: one.support.states
        for n, one in enumerate(sentences)
        if one.support.states >= thresholds.states
        and one.terms.coverage >= thresholds.coverage
        and not one.terms.lacks
        and not one.terms.stands_otherwise
    }
    contradicting = {
        n: one.support.contradicts
        for n, one in enumerate(sentences)
        if one.support.contradicts >= thresholds.contradicts
        and one.terms.coverage >= thresholds.coverage
        and not one.terms.lacks
    }
    if not supporting:
        contradicting |= {
            n: 1 - one.support.not_mentioned
            for n, one in enumerate(sentences)
            if one.terms.replaces
            and one.terms.coverage >= thresholds.whole
            and one.support.not_mentioned < NEUTRAL
        }
    return Judgement(_quote(sentences, supporting), _quote(sentences, contradicting))


def _quote(sentences: Sequence[JudgedSentence], scores: dict[int, float]) -> tuple[Citation, ...]:
    best = sorted(scores, key=lambda n: (-scores[n], n))[:MOST_SPANS]
    return tuple(sentences[n].quote(scores[n]) for n in best)


def _leans(sentence: str) -> bool:
    """Return whether a sentence has a pronoun that the one before it may explain."""
    return bool(PRONOUNS & set(sentence.lower().replace(",", " ").split()))


PRONOUNS = frozenset(
    "he she it they him her them his hers its their this that these those there".split()
)


class _Reply(BaseModel):
    model_config = ConfigDict(extra="ignore")
    states: list[int]
    contradicts: list[int]


def judge_with_model(
    claim: str,
    passages: Sequence[ScoredPassage],
    chat: ChatModel,
    *,
    split_sentences: SentenceSplitter,
) -> Judgement:
    """Return the same as `judge`, by the numbers of sentences that a chat model replies.

    Raises:
        BadReply: the reply cannot be used.
        ModelError: the model is not available.
    """
    places = [
        (passage, start, end)
        for passage in passages
        for start, end in list_units(passage.text, split_sentences)
        if passage.text[start:end].strip()
    ][:MOST_SENTENCES]
    listed = "\n".join(
        f"[{n}] ({disarm(p.head, TAG)}) {disarm(' '.join(p.text[start:end].split()), TAG)}"
        for n, (p, start, end) in enumerate(places, start=1)
    )
    prompt = load_prompt(TASK).render(sentences=listed, claim=disarm(claim, TAG))
    schema = strict_schema(_Reply.model_json_schema())
    said = chat.complete(prompt, task=TASK, schema=schema)
    reply = parse_reply(said.text, _Reply, task=TASK)

    def quote(numbers: Sequence[int]) -> tuple[Citation, ...]:
        known = dict.fromkeys(n for n in numbers if 1 <= n <= len(places))
        return tuple(replace(cite(*places[n - 1]), score=1.0) for n in list(known)[:MOST_SPANS])

    both = set(reply.states) & set(reply.contradicts)
    if both:
        raise BadReply("a sentence is for and against the claim", task=TASK, raw=said.text)
    return Judgement(quote(reply.states), quote(reply.contradicts), chat.name, said.usage)
