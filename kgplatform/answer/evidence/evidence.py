"""The reader's view of the evidence: passages taken apart, and who leads to whom.

A passage is an anchor when the question names its title; from there the view follows the titles
that an anchor mentions, so that the second document of a two-hop question is known as such.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from kgplatform.answer.evidence.subjects import Subject
from kgplatform.answer.numbered import NumberedItem
from kgplatform.records import ScoredPassage, ScoredStatement
from kgplatform.text.dates import DateSpan, LifeSpan
from kgplatform.text.name_match import is_same_name
from kgplatform.text.words import Word, fold

__all__ = ["EvidenceView", "NamedSpan", "PassageView", "Sentence"]


@dataclass(frozen=True, slots=True)
class NamedSpan:
    """A span of a passage with its type (lexicon.KIND_WORDS, NAME, or CHUNK for a noun phrase)."""

    start: int
    end: int
    type: str


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a passage; `number` counts from 0, offsets are in the passage's text."""

    number: int
    start: int
    end: int
    words: tuple[Word, ...]
    stems: frozenset[str]
    subjects: tuple[Subject, ...] = ()

    def subject_at(self, at: int) -> Subject | None:
        """The subject of what is said at a place: the last one before it, else the first."""
        before = [subject for subject in self.subjects if subject.start <= at]
        return before[-1] if before else next(iter(self.subjects), None)


@dataclass(frozen=True, slots=True)
class PassageView:
    """One piece of evidence taken apart: a passage, lines of one, or a statement.

    `facts` are the retrieved statements that it states. `reach[d]` says how surely it is d steps
    from the named entities; `doc` is the parse.
    """

    number: int
    item: NumberedItem
    title: str
    facts: tuple[ScoredStatement, ...]
    sentences: tuple[Sentence, ...]
    spans: tuple[NamedSpan, ...]
    chunks: tuple[NamedSpan, ...]
    dates: tuple[DateSpan, ...]
    life: tuple[LifeSpan, ...]
    defined_as: str
    definition_kind: str | None
    folded: str
    stems: frozenset[str]
    reach: tuple[float, ...] = ()
    doc: Any = None

    @property
    def text(self) -> str:
        """What is read; offsets of spans and sentences are in it."""
        return self.item.text

    def is_about(self, name: str, sentence: Sentence, at: int) -> bool:
        """Return whether an entity is the subject of what the sentence says at `at`."""
        subject = sentence.subject_at(at)
        return subject is not None and any(is_same_name(name, other) for other in subject.names)

    def is_about_another(self, name: str, sentence: Sentence, at: int) -> bool:
        """Return whether somebody else is, and the sentence has no word or fact of the entity."""
        subject = sentence.subject_at(at)
        if subject is None or not subject.names or self.is_about(name, sentence, at):
            return False
        said = f" {fold(self.text[sentence.start : sentence.end])} "
        return not any(f" {word} " in said for word in fold(name).split()) and not any(
            is_same_name(name, fact.subject) or is_same_name(name, fact.object)
            for fact in self.facts
            if fact.start < sentence.end and sentence.start < fact.end
        )

    @property
    def section(self) -> str:
        """The headings that it is under; none of a statement."""
        source = self.item.source
        return source.section if isinstance(source, ScoredPassage) else ""

    @property
    def head(self) -> str:
        """The title and the headings that it is under, or of a statement what it is about."""
        source = self.item.source
        return source.head if isinstance(source, ScoredPassage) else source.subject

    @property
    def full_title(self) -> str:
        """The title as it stands; of a statement what it is about."""
        return self.item.about


@dataclass(frozen=True, slots=True)
class EvidenceView:
    """All pieces, with the inverse document frequency of the words over them."""

    passages: tuple[PassageView, ...]
    idf: dict[str, float]
    links: dict[tuple[int, int], float]

    def weight(self, stems: frozenset[str]) -> float:
        """Return the summed weight of some stems; a stem that occurs nowhere weighs most."""
        rarest = math.log(1 + len(self.passages)) + 1
        return sum(self.idf.get(stem, rarest) for stem in stems)
