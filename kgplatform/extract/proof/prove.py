"""Holds claimed facts against their passage: what it shows becomes a statement, the rest not.

Each part of a fact is aligned to a span of the passage (`alignment`, `reference`); of several
spans those are taken that stand in one sentence. A fact whose subject or object has no span is
kept apart with the reason; a qualifier without a span is taken off its fact and recorded alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kgplatform.extract.facts import make_statement, make_unproven
from kgplatform.extract.proof.alignment import PassageWords, split_words
from kgplatform.extract.proof.claims import Claims
from kgplatform.extract.proof.naming import Naming
from kgplatform.extract.proof.reference import PRONOUNS, Reference, resolve_references
from kgplatform.records import Entity, Literal, Mention, Passage, Qualifier, Statement, UnprovenFact
from kgplatform.records.document import Claim

__all__ = ["CONFIDENCE_OF", "REASONS", "Proof", "prove"]

REASONS = {
    "subject": "subject not in the passage",
    "object": "object not in the passage",
    "both": "subject and object not in the passage",
    "pronoun": "pronoun without an entity it stands for",
    "value": "subject is a value, not an entity",
    "overlap": "subject and object are the same words",
    "same": "subject and object are the same entity",
    "qualifier": "qualifier not in the passage",
}
"""Why a claimed fact, or its qualifier, is not proven."""

CONFIDENCE_OF = {"exact": 0.9, "normalised": 0.88, "title": 0.8, "pronoun": 0.75, "fuzzy": 0.7}
"""Of a part by how it was found; a fact has its weaker part's. 0.9 allows for wrong relations."""

UNSEEN_RELATION = 0.85  # times this, where no distinctive word of the relation stands in the span
FURTHER_SENTENCE = 0.9  # times this for each sentence between the parts, at most two

COST_OF = {"exact": 0.0, "normalised": 0.05, "title": 0.5, "pronoun": 0.6, "fuzzy": 0.8}
"""Of choosing a span; one sentence between subject and object costs 1."""

POSSESSIVE_COST = 0.1  # "he" rather than "his", where a sentence has both
POSSESSIVES = ("his", "her", "hers", "its", "their", "theirs")
MAX_QUALIFIER_DISTANCE = 2  # sentences; further off, it says when or where of something else
MAX_SPANS = 12
RELATION_SMALL_WORDS = set("is was are were be been has had have a an the of in on at to by for "
                           "from with as and".split())  # fmt: skip


@dataclass(frozen=True, slots=True)
class Proof:
    """What a passage shows of some claims.

    Attributes:
        statements: the facts with a span for each part.
        unproven: the facts, and facts with a qualifier, that it does not show.
        mentions: where it names the claimed entities, and the parts of the statements.
        dropped: qualifiers that were left out, counted by reason.
    """

    statements: tuple[Statement, ...]
    unproven: tuple[UnprovenFact, ...]
    mentions: tuple[Mention, ...]
    dropped: tuple[tuple[str, int], ...]


class _Span(NamedTuple):
    """Where a part is said, how it was found, and what it stands for if not for itself."""

    start: int
    end: int
    alignment: str
    entity: Entity | None = None


class _Prover:
    """Proves the claims about one passage."""

    def __init__(
        self,
        passage: Passage,
        *,
        claims: Claims,
        sentences: Sequence[tuple[int, int]],
        mentions: Sequence[Mention],
        extractor: str,
    ) -> None:
        self.passage, self.extractor = passage, extractor
        self.words = PassageWords(passage.text, sentences)
        self.naming = Naming(passage, claims=claims, mentions=mentions, words=self.words)
        references = resolve_references(self.words, self.naming.named, title=self.naming.title)
        self.references: dict[str, list[Reference]] = {}
        self.pronouns: dict[str, list[Reference]] = {}
        for item in references:
            self.references.setdefault(item.entity.normalized_name, []).append(item)
            if item.alignment == "pronoun":
                said = passage.text[item.start : item.end].lower()
                self.pronouns.setdefault(PRONOUNS[said], []).append(item)
        self.dropped: Counter[str] = Counter()
        self.unproven: dict[str, UnprovenFact] = {}

    def prove(self, fact: Claim) -> Statement | None:
        """Return the fact as a statement, or record why not."""
        subjects, objects = self._spans(fact.subject), self._spans(fact.object)
        if not subjects or not objects:
            self._reject(fact, self._absence(fact, bool(subjects), bool(objects)))
            return None
        pair = self._nearest(subjects, objects)
        if pair is None:
            self._reject(fact, "overlap")
            return None
        subject = self._target(fact.subject, pair[0], is_subject=True)
        obj = self._target(fact.object, pair[1])
        if not isinstance(subject, Entity):
            self._reject(fact, "value")
        elif subject.id == obj.id:
            self._reject(fact, "same")
        else:
            return self._state(fact, pair, subject, obj)
        return None

    def _state(
        self,
        fact: Claim,
        pair: tuple[_Span, _Span],
        subject: Entity,
        obj: Entity | Literal,
    ) -> Statement:
        qualifiers = self._qualifiers(fact, pair, {subject.id, obj.id})
        spans = [*(item[:2] for item in pair), *((item.start, item.end) for item in qualifiers)]
        run = self.words.sentence_run(spans)
        return make_statement(
            self.passage,
            run,
            subject=subject,
            relation=fact.relation,
            obj=obj,
            qualifiers=qualifiers,
            extractor=self.extractor,
            confidence=self._confidence(fact.relation, pair, run),
            subject_span=pair[0][:2],
            object_span=pair[1][:2],
            alignment=(pair[0].alignment, pair[1].alignment),
        )

    def _spans(self, part: str) -> list[_Span]:
        """Return every place where the passage says a part, or something that stands for it."""
        kind = PRONOUNS.get(part.strip().lower())
        if kind is not None:
            return [
                _Span(*item[:2], item.alignment, item.entity)
                for item in self.pronouns.get(kind, ())
            ]
        key = self.naming.key(part)
        found = [_Span(*item) for item in self.words.find(self.naming.plain(part))]
        taken = {span[:2] for span in found}
        standing = [
            _Span(item.start, item.end, item.alignment, item.entity)
            for item in self.references.get(key, ())
            if item[:2] not in taken
        ]
        short = [
            _Span(
                item.start,
                item.end,
                "title" if item.entity == self.naming.title else "fuzzy",
                item.entity,
            )
            for item in self.naming.mentions_of(key)
            if item[:2] not in taken
        ]
        spans = dict.fromkeys([*found, *short, *standing])
        return list(spans)[:MAX_SPANS]

    def _nearest(self, subjects: list[_Span], objects: list[_Span]) -> tuple[_Span, _Span] | None:
        """Return the pair that stands closest together, in as few sentences as possible."""
        best, lowest = None, float("inf")
        for subject in subjects:
            for obj in objects:
                if subject.start < obj.end and obj.start < subject.end:
                    continue
                cost = COST_OF[subject.alignment] + COST_OF[obj.alignment]
                cost += self._distance(subject, obj) + abs(subject.start - obj.start) / 1e5
                cost += POSSESSIVE_COST * (self._is_possessive(subject) + self._is_possessive(obj))
                if cost < lowest:
                    best, lowest = (subject, obj), cost
        return best

    def _is_possessive(self, span: _Span) -> bool:
        said = self.passage.text[span.start : span.end].lower()
        return span.alignment == "pronoun" and said in POSSESSIVES

    def _distance(self, one: _Span, other: _Span) -> int:
        return abs(self.words.sentence_at(one.start) - self.words.sentence_at(other.start))

    def _target(self, part: str, span: _Span, *, is_subject: bool = False) -> Entity | Literal:
        if span.entity is not None:
            return span.entity
        return self.naming.target(part, span.start, span.end, span.alignment, is_subject=is_subject)

    def _qualifiers(
        self, fact: Claim, pair: tuple[_Span, _Span], parts: set[str]
    ) -> tuple[Qualifier, ...]:
        kept: dict[tuple[str, str], Qualifier] = {}
        for relation, value in fact.qualifiers:
            if relation == "source title" and self.naming.is_title(value):
                self.dropped["qualifier that repeats the title"] += 1
                continue
            spans = [
                (min(self._distance(span, part) for part in pair), COST_OF[span.alignment], span)
                for span in self._spans(value)
            ]
            near = [item for item in spans if item[0] <= MAX_QUALIFIER_DISTANCE]
            if not near:
                self._reject(fact, "qualifier", only=(relation, value))
                self.dropped[REASONS["qualifier"]] += 1
                continue
            span = min(near)[2]
            target = self._target(value, span)
            if target.id in parts:
                self.dropped["qualifier that repeats a part"] += 1
                continue
            made = Qualifier(relation, target, span.start, span.end, span.alignment)
            kept.setdefault((relation, target.id), made)
        return tuple(kept.values())

    def _confidence(self, relation: str, pair: tuple[_Span, _Span], run: tuple[int, int]) -> float:
        confidence = min(CONFIDENCE_OF[span.alignment] for span in pair)
        confidence *= FURTHER_SENTENCE ** min(self._distance(*pair), 2)
        distinctive = {word.form for word in split_words(relation)} - RELATION_SMALL_WORDS
        said = {word.form for word in self.words.words if run[0] <= word.start < run[1]}
        if distinctive and not distinctive & said:
            confidence *= UNSEEN_RELATION
        return round(confidence, 3)

    def _absence(self, fact: Claim, has_subject: bool, has_object: bool) -> str:
        parts = [fact.subject] * (not has_subject) + [fact.object] * (not has_object)
        if any(part.strip().lower() in PRONOUNS for part in parts):
            return "pronoun"
        return "both" if len(parts) == 2 else "object" if has_subject else "subject"

    def _reject(self, fact: Claim, reason: str, *, only: tuple[str, str] | None = None) -> None:
        made = make_unproven(
            self.passage,
            (fact.subject, fact.relation, fact.object),
            reason=REASONS[reason],
            extractor=self.extractor,
            qualifiers=(only,) if only else fact.qualifiers,
        )
        self.unproven.setdefault(made.id, made)


def prove(
    claims: Claims,
    passage: Passage,
    *,
    sentences: Sequence[tuple[int, int]],
    mentions: Sequence[Mention] = (),
    extractor: str,
) -> Proof:
    """Return the claims that the passage shows as statements, each once, and the others apart.

    Args:
        claims: what a model said about the passage.
        passage: its text proves; its title is what pronouns may stand for.
        sentences: the sentences of passage.text, in order.
        mentions: what is known to be named in it; a claim of the same name is the same entity.
        extractor: the name to store with the facts.
    """
    prover = _Prover(
        passage, claims=claims, sentences=sentences, mentions=mentions, extractor=extractor
    )
    statements: dict[str, Statement] = {}
    repeated = 0
    for fact in claims.facts:
        statement = prover.prove(fact)
        if statement is not None:
            repeated += statement.id in statements
            best = statements.setdefault(statement.id, statement)
            if statement.confidence > best.confidence:
                statements[statement.id] = statement
    if repeated:
        prover.dropped["fact that repeats another in other words"] += repeated
    return Proof(
        tuple(statements.values()),
        tuple(prover.unproven.values()),
        tuple(prover.naming.mentions(statements.values(), mentions)),
        tuple(sorted(prover.dropped.items())),
    )
