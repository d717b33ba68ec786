"""The reader's view of the evidence: sentences, named spans, life dates, and who leads to whom.

A passage is an anchor when the question names its title; from there the view follows the titles
that an anchor mentions, so that the second document of a two-hop question is known as such.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from rapidfuzz import fuzz

from kgplatform.answer.dates import DateSpan, LifeSpan, find_dates, find_life
from kgplatform.answer.kinds import TYPE_OF_LABEL, read_definition
from kgplatform.answer.numbered import NumberedItem, number_evidence
from kgplatform.answer.question import Asked
from kgplatform.answer.subjects import Subject, find_subjects, is_same_name
from kgplatform.answer.text import Word, base_title, fold, occurrences, split_words
from kgplatform.models.linguistics import Linguistics
from kgplatform.records import Evidence, ScoredPassage, ScoredStatement

__all__ = ["EvidenceView", "NamedSpan", "PassageView", "Sentence", "view_evidence"]

DEPTHS = 3  # anchors, and at most two steps away from them
LINK = 0.5  # strength of a link without a cue; right beside one it is 1
CUE_REACH_WORDS = 4.0  # e-folding distance
MENTION = 0.7
FUZZY_TITLE = 88.0  # rapidfuzz score of 100 above which a title counts as named
SHORTEST_TITLE = 3


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
    from the named things.
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

    @property
    def text(self) -> str:
        """What is read; offsets of spans and sentences are in it."""
        return self.item.text

    def is_about(self, name: str, sentence: Sentence, at: int) -> bool:
        """Tell whether a thing is the subject of what the sentence says at `at`."""
        subject = sentence.subject_at(at)
        return subject is not None and any(is_same_name(name, other) for other in subject.names)

    def is_about_another(self, name: str, sentence: Sentence, at: int) -> bool:
        """Tell whether somebody else is, and the sentence has no word or fact of the thing."""
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
    def full_title(self) -> str:
        """The title as it stands; of a statement what it is about."""
        return _name(self.item)


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


def view_evidence(asked: Asked, evidence: Evidence, linguistics: Linguistics) -> EvidenceView:
    """Take apart what is to be read, and find the way from the question's names through it."""
    items = number_evidence(evidence, split_sentences=linguistics.split_sentences)
    docs = linguistics.parse([item.text for item in items])
    plain = [
        _view_item(n, item, _facts_of(item, evidence.statements), doc)
        for n, (item, doc) in enumerate(zip(items, docs, strict=True))
    ]
    links = _find_links(asked, plain)
    reach = _follow(asked, plain, links)
    views = tuple(replace(passage, reach=reach[passage.number]) for passage in plain)
    return EvidenceView(views, _inverse_frequencies(views), links)


def _name(item: NumberedItem) -> str:
    return item.title if isinstance(item.source, ScoredPassage) else item.source.subject


def _facts_of(
    item: NumberedItem, statements: Sequence[ScoredStatement]
) -> tuple[ScoredStatement, ...]:
    source = item.source
    if isinstance(source, ScoredStatement):
        return (source,)
    return tuple(s for s in statements if s.passage_id == source.passage_id)


def _view_item(
    number: int, item: NumberedItem, facts: tuple[ScoredStatement, ...], doc: Any
) -> PassageView:
    text = item.text
    subjects = _find_subjects(item, doc)
    sentences = tuple(
        _view_sentence(n, text, start, end, subjects[n])
        for n, (start, end) in enumerate(item.sentences)
    )
    spans = tuple(
        NamedSpan(ent.start_char, ent.end_char, TYPE_OF_LABEL.get(ent.label_, "NAME"))
        for ent in doc.ents
    )
    chunks = tuple(
        NamedSpan(chunk.start_char, chunk.end_char, "CHUNK")
        for chunk in (doc.noun_chunks if doc.has_annotation("DEP") else ())
    )
    defined_as, kind = read_definition(doc)
    return PassageView(
        number=number,
        item=item,
        title=base_title(_name(item)),
        facts=facts,
        sentences=sentences,
        spans=spans,
        chunks=chunks,
        dates=find_dates(text),
        life=find_life(text),
        defined_as=defined_as,
        definition_kind=kind,
        folded=f" {fold(text)} ",
        stems=frozenset().union(*(sentence.stems for sentence in sentences)),
    )


def _find_subjects(item: NumberedItem, doc: Any) -> tuple[tuple[Subject, ...], ...]:
    if isinstance(item.source, ScoredStatement):
        return tuple((Subject(start, (item.source.subject,)),) for start, _ in item.sentences)
    return find_subjects(doc, item.sentences, base_title(_name(item)))


def _view_sentence(
    number: int, text: str, start: int, end: int, subjects: tuple[Subject, ...]
) -> Sentence:
    words = tuple(
        Word(word.stem, word.start + start, word.end + start)
        for word in split_words(text[start:end])
    )
    return Sentence(number, start, end, words, frozenset(word.stem for word in words), subjects)


def _find_links(asked: Asked, passages: Sequence[PassageView]) -> dict[tuple[int, int], float]:
    links: dict[tuple[int, int], float] = {}
    for source in passages:
        for target in passages:
            if source.number != target.number and fold(source.title) != fold(target.title):
                strength = _link(asked, source, target)
                if strength:
                    links[source.number, target.number] = strength
    return links


def _link(asked: Asked, source: PassageView, target: PassageView) -> float:
    """Say how surely `source` leads to `target`: it names its title, best close to a cue."""
    name, text = target.title, source.text
    if len(name) < SHORTEST_TITLE:
        return 0.0
    spans = occurrences(name, text)
    if not spans and len(name) <= len(text):
        found = fuzz.partial_ratio_alignment(name, text, score_cutoff=FUZZY_TITLE)
        spans = ((found.dest_start, found.dest_end),) if found else ()
    nearest = [_words_to_cue(asked, source, start, end) for start, end in spans]
    if not nearest:
        return 0.0
    return LINK + (1.0 - LINK) * math.exp(-min(nearest) / CUE_REACH_WORDS)


def _words_to_cue(asked: Asked, source: PassageView, start: int, end: int) -> float:
    """Count the words between a span and the nearest bridging cue in its sentence."""
    text = source.text
    sentence = next((s for s in source.sentences if s.start <= start < s.end), None)
    if sentence is None:
        return math.inf
    distances = [math.inf]
    for relation in asked.bridges:
        for cue in relation.states.finditer(text[sentence.start : sentence.end].casefold()):
            cue_start, cue_end = sentence.start + cue.start(), sentence.start + cue.end()
            between = text[cue_end:start] if cue_end <= start else text[end:cue_start]
            distances.append(float(len(between.split())))
    return min(distances)


def _follow(
    asked: Asked, passages: Sequence[PassageView], links: dict[tuple[int, int], float]
) -> list[tuple[float, ...]]:
    titled = [_named(asked, passage) for passage in passages]
    mentioned = _mentioning(asked, passages, titled)
    levels = [[max(pair) for pair in zip(titled, mentioned, strict=True)]]
    for depth in range(1, DEPTHS):
        before, level = levels[-1], [0.0] * len(passages)
        for (source, target), strength in links.items():
            level[target] = max(level[target], before[source] * strength)
        # A passage that only mentions a named thing may be about what the relation leads to.
        direct = mentioned if depth == 1 else [0.0] * len(passages)
        levels.append(
            _sharpen(
                [
                    max(level[n] * (1.0 - titled[n]), direct[n] if not titled[n] else 0.0)
                    for n in range(len(passages))
                ]
            )
        )
    return [tuple(level[n] for level in levels) for n in range(len(passages))]


def _sharpen(level: list[float]) -> list[float]:
    # A relation leads to one thing: what is named right beside the cue outweighs other links.
    best = max(level, default=0.0) or 1.0
    return [value * (value / best) ** 2 for value in level]


def _mentioning(
    asked: Asked, passages: Sequence[PassageView], titled: Sequence[float]
) -> list[float]:
    """Say which passages mention a name of the question that is nobody's title."""
    titles = [fold(p.title) for p, reach in zip(passages, titled, strict=True) if reach]
    names = [
        name
        for name in asked.names
        if " " in name and not any(fold(name) in title or title in fold(name) for title in titles)
    ]
    return [
        MENTION if any(occurrences(name, passage.text) for name in names) else 0.0
        for passage in passages
    ]


def _named(asked: Asked, passage: PassageView) -> float:
    question, title = f" {fold(asked.text)} ", fold(passage.title)
    full = fold(passage.full_title)
    if len(title) >= SHORTEST_TITLE and (f" {title} " in question or f" {full} " in question):
        return 1.0
    best = max((fuzz.ratio(title, fold(name)) for name in asked.names), default=0.0)
    return best / 100 if best >= FUZZY_TITLE else 0.0


def _inverse_frequencies(passages: Sequence[PassageView]) -> dict[str, float]:
    counts: Counter[str] = Counter()
    for passage in passages:
        counts.update(passage.stems | {word.stem for word in split_words(passage.title)})
    total = len(passages)
    return {stem: math.log((1 + total) / (0.5 + count)) + 1 for stem, count in counts.items()}
