"""Finds the parts of a document that a reference means, in the document's outline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kgplatform.models.embedding import Embedder
from kgplatform.question.document_parts.lexicon import HEADING_WORDS
from kgplatform.question.document_parts.references import Reference
from kgplatform.retrieve.kgp.structural.labels import (
    read_caption_label,
    read_heading_label,
    same_label,
)
from kgplatform.retrieve.kgp.structural.likeness import content_words, score_parts
from kgplatform.retrieve.kgp.structural.outlines import Outline, Part
from kgplatform.text.names import iterate_tokens
from kgplatform.text.numbers import read_roman

__all__ = ["MIN_TOPIC_SCORE", "Match", "match_reference"]

MIN_TOPIC_SCORE = 0.6  # two thirds of a topic's words in a caption, or all of them in the rows
EQUAL_SCORES = 0.02  # closer than this, two parts fit a topic equally well


@dataclass(frozen=True, slots=True)
class Match:
    """A part that a reference means; `by` is how it was found: number, position, topic, all."""

    outline: Outline
    part: Part
    by: str = "all"
    score: float = 1.0


def match_reference(
    reference: Reference,
    outlines: Sequence[Outline],
    *,
    rest: str,
    embedder: Embedder,
    is_named: bool = True,
) -> list[Match]:
    """Return the parts of some documents that a reference means, in reading order.

    Numbers and positions count within each document; a topic is held against all of them.

    Args:
        reference: what the question names.
        outlines: of the documents that may be meant.
        rest: what the question says in addition to its references; it chooses among several parts
            where one is asked for and nothing else says which.
        embedder: distinguishes topics.
        is_named: whether the question names the documents. Where it does not, "Part 2" must stand
            in a heading, "p4" means nothing, and parts are counted only for a question that asks
            for nothing else: it may speak of a film, a treaty or a gene.
    """
    if reference.is_joined and not is_named:
        return []
    scope = [
        match
        for outline in outlines
        for match in _scope(reference, outline, rest=rest, embedder=embedder, is_named=is_named)
    ]
    if reference.numbers or reference.positions:
        if not is_named:
            scope = _worded(reference, scope)
        may_count = is_named or not content_words(rest)
        return [m for o in outlines for m in _count(reference, o, scope, may_count=may_count)]
    is_placed = reference.within is not None and reference.within.is_exact
    if reference.topic:
        found = _best(reference.topic, scope, MIN_TOPIC_SCORE, embedder)
        found = found or _best_headed(reference, scope, embedder)
        return found or (scope if is_placed else [])
    if reference.is_single and len(scope) > 1:
        # On a page or in a document that is named, any word distinguishes its tables.
        is_stated = is_placed or bool(reference.documents)
        return _best(rest, scope, 0.0 if is_stated else MIN_TOPIC_SCORE, embedder) or scope
    return scope


def _scope(
    reference: Reference, outline: Outline, *, rest: str, embedder: Embedder, is_named: bool
) -> list[Match]:
    """Return the parts of the reference's kind, those within the part it names if it names one."""
    parts = outline.parts(reference.kind)
    if reference.within is not None:
        outer = match_reference(
            reference.within, [outline], rest=rest, embedder=embedder, is_named=is_named
        )
        parts = tuple(part for part in parts if any(_lies_in(part, m.part) for m in outer))
    return [Match(outline, part) for part in parts]


def _worded(reference: Reference, scope: Sequence[Match]) -> list[Match]:
    """Return the sections whose headings have the word, where the reference's is a HEADING_WORD."""
    word = HEADING_WORDS.get(reference.word)
    return [match for match in scope if word is None or _has_word(match.part, word)]


def _has_word(part: Part, word: str) -> bool:
    return word in [token.form for token in iterate_tokens(part.name)]


def _count(
    reference: Reference, outline: Outline, scope: Sequence[Match], *, may_count: bool
) -> list[Match]:
    """Return the parts of one document with the reference's numbers or positions."""
    parts = [match.part for match in scope if match.outline is outline]
    found = []
    for number in reference.numbers:
        printed = _printed(reference, number, parts)
        found += [Match(outline, part, "number") for part in printed]
        if may_count and not printed:
            counted = _by_counting(reference, number, parts)
            found += [Match(outline, part, "position") for part in counted]
    for position in reference.positions if may_count else ():
        chosen = _at(position, _countable(reference, parts))
        found += [Match(outline, part, "position") for part in chosen]
    return list({match.part.id: match for match in found}.values())


def _best(topic: str, scope: Sequence[Match], least: float, embedder: Embedder) -> list[Match]:
    """Return the part that fits a topic best, or several that fit it equally well.

    Args:
        least: the lowest score of a part that fits; it must be above 0.
    """
    scores = score_parts(topic, [match.part for match in scope], embedder=embedder)
    best = max(scores, default=0.0)
    if best < least or best == 0:
        return []
    return [
        replace(match, by="topic", score=score)
        for match, score in zip(scope, scores, strict=True)
        if score > best - EQUAL_SCORES
    ]


def _best_headed(reference: Reference, scope: Sequence[Match], embedder: Embedder) -> list[Match]:
    """Return the tables without a caption whose section is headed by the topic: "Crew table"."""
    bare = [match for match in scope if match.part.heading and not match.part.name]
    headed = [replace(m, part=Part("section", m.part.id, 0, 0, m.part.heading)) for m in bare]
    parts = {match.part.id: match.part for match in bare}
    best = _best(reference.topic, headed, MIN_TOPIC_SCORE, embedder)
    return [replace(match, part=parts[match.part.id]) for match in best]


def _lies_in(part: Part, outer: Part) -> bool:
    """Return whether a part lies in another; a table on the page it begins on."""
    if outer.kind == "page" and part.kind == "table" and part.number is not None:
        return part.number == outer.number
    if part.kind == "page":
        return part.start < outer.end and outer.start < part.end
    return outer.start <= part.start < outer.end


def _printed(reference: Reference, number: str, parts: Sequence[Part]) -> list[Part]:
    """Return the parts that have a number printed; pages without any have their own."""
    labelled = [part for part in parts if same_label(_label(part), number)]
    if labelled:
        # "Appendix 1" is not "1. Introduction", though both have that number.
        word = HEADING_WORDS.get(reference.word, reference.word)
        worded = [part for part in labelled if _has_word(part, word)]
        return worded or labelled
    return [p for p in parts if p.kind == "page" and same_label(str(p.number), number)]


def _label(part: Part) -> str:
    """Return the number that a page, table or section is printed with; empty if none."""
    if part.kind == "page":
        return part.name
    read = read_caption_label if part.kind == "table" else read_heading_label
    return read(part.name)


def _by_counting(reference: Reference, number: str, parts: Sequence[Part]) -> list[Part]:
    """Return the table or section that has a number by counting, where no such are printed."""
    value = int(number) if number.isdigit() else read_roman(number.casefold())
    labels = [_label(part) for part in parts]
    if value is None or reference.kind == "page" or any(label.isdigit() for label in labels):
        return []
    counted = _at(value, _countable(reference, parts))
    ending = [
        part
        for part, label in zip(parts, labels, strict=True)
        if same_label(label.rpartition(".")[2], number)
    ]
    return counted or (ending if len(ending) == 1 else [])  # "table 5" may mean Table 7.5


def _countable(reference: Reference, parts: Sequence[Part]) -> Sequence[Part]:
    """Return the parts that people count: all, but sections of the highest level with several."""
    if reference.kind != "section":
        return parts
    levels = sorted({part.level for part in parts})
    by_level = [[part for part in parts if part.level == level] for level in levels]
    return next((same for same in by_level if len(same) > 1), parts)


def _at(position: int, parts: Sequence[Part]) -> list[Part]:
    index = position - 1 if position > 0 else len(parts) + position
    return [parts[index]] if 0 <= index < len(parts) else []
