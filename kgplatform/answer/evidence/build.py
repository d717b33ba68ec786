"""Takes evidence apart for the reader: sentences, named spans, dates, and subjects of a passage.

Words of a name are looked for in longer ones, since texts shorten and lengthen names; but where the
evidence has the very entity that a question names, an entity with a longer name is another: who
performed "Long Black Limousine" says nothing about "Black Limousine".
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from kgplatform.answer.evidence.entity_distance import find_links, follow
from kgplatform.answer.evidence.evidence import EvidenceView, NamedSpan, PassageView, Sentence
from kgplatform.answer.evidence.subjects import Subject, find_subjects
from kgplatform.answer.numbered import NumberedItem, number_evidence
from kgplatform.models.linguistics import Linguistics
from kgplatform.question.analysis import SPAN, Asked
from kgplatform.question.answer_types import TYPE_OF_LABEL, read_definition
from kgplatform.records import Evidence, ScoredStatement
from kgplatform.text.dates import find_dates, find_life
from kgplatform.text.words import Word, base_title, fold, split_words

__all__ = ["keep_whole_names", "view_evidence"]


def view_evidence(asked: Asked, evidence: Evidence, linguistics: Linguistics) -> EvidenceView:
    """Take apart what is to be read, and find the way from the question's names through it."""
    numbered = number_evidence(evidence, split_sentences=linguistics.split_sentences)
    items = keep_whole_names(asked, numbered)
    docs = linguistics.parse_kept([item.text for item in items])
    plain = [
        _view_item(n, item, _facts_of(item, evidence.statements), doc)
        for n, (item, doc) in enumerate(zip(items, docs, strict=True))
    ]
    links = find_links(asked, plain)
    reach = follow(asked, plain, links)
    views = tuple(replace(passage, reach=reach[passage.number]) for passage in plain)
    return EvidenceView(views, _inverse_frequencies(views), links)


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
        title=base_title(item.about),
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
        doc=doc,
    )


def _find_subjects(item: NumberedItem, doc: Any) -> tuple[tuple[Subject, ...], ...]:
    if isinstance(item.source, ScoredStatement):
        return tuple((Subject(start, (item.source.subject,)),) for start, _ in item.sentences)
    return find_subjects(doc, item.sentences, base_title(item.about))


def _view_sentence(
    number: int, text: str, start: int, end: int, subjects: tuple[Subject, ...]
) -> Sentence:
    words = tuple(
        Word(word.stem, word.start + start, word.end + start)
        for word in split_words(text[start:end])
    )
    return Sentence(number, start, end, words, frozenset(word.stem for word in words), subjects)


def _inverse_frequencies(passages: Sequence[PassageView]) -> dict[str, float]:
    counts: Counter[str] = Counter()
    for passage in passages:
        headed = split_words(f"{passage.title} {passage.section}")
        counts.update(passage.stems | {word.stem for word in headed})
    total = len(passages)
    return {stem: math.log((1 + total) / (0.5 + count)) + 1 for stem, count in counts.items()}


def keep_whole_names(asked: Asked, items: Sequence[NumberedItem]) -> list[NumberedItem]:
    """Return the evidence without what is about another entity, whose name contains the asked one.

    Args:
        asked: the question; others than those that ask of what they name are left alone.
        items: pieces of the evidence.
    """
    if asked.bridges or asked.kind != SPAN:
        return list(items)
    question = fold(asked.text)
    titles = [fold(base_title(item.about)) for item in items]
    named = [name for name in map(fold, asked.names) if name in titles]
    return [
        item
        for item, title in zip(items, titles, strict=True)
        if title in question or not any(_is_of_longer(name, title, item) for name in named)
    ]


def _is_of_longer(name: str, title: str, item: NumberedItem) -> bool:
    """Return whether a piece, and what it is about, have a name only within a longer one."""
    if title == name or f" {name} " not in f" {title} ":
        return False
    said = f" {fold(item.text)} ".replace(f" {title} ", " | ")
    return f" {name} " not in said
