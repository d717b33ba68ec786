"""Finds the sentences that an answer rests on: the model names passages, the spans are found here.

A sentence is cited down to the character because it was looked up, never because a model copied
it. An answer whose words stand nowhere in the evidence is not supported by it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from rapidfuzz import fuzz

from kgplatform.answer.numbered import NumberedItem
from kgplatform.question.analysis import Asked
from kgplatform.records import Citation, Evidence, ScoredPassage, ScoredStatement
from kgplatform.records.document import trim_span
from kgplatform.text.words import base_title, content_stems, fold, occurrences

__all__ = ["CitedSpan", "Support", "cite", "cite_statements", "find_support"]

LEAST_ALIGNED = 90.0  # rapidfuzz score of 100: one slip in ten characters at most
SHORTEST_ALIGNED = 12  # characters; shorter answers align with almost anything

EXACT, FOLDED, WORDS, SPREAD, NEARLY, NOWHERE = 5, 4, 3, 2, 1, 0
"""How an answer stands in an item: as it is; but for case, accents and punctuation; all its words
in one sentence; all its words in the text and its title; but for a slip of spelling; not."""


@dataclass(frozen=True, slots=True)
class CitedSpan:
    """A sentence of the item with that index; offsets are in the item's text."""

    item: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Support:
    """What an answer rests on, the sentences with its words before those that lead to them.

    `unsupported` are the answers whose words stand in no item; `dropped` counts the named items
    that share nothing with the question and no title with another.
    """

    spans: tuple[CitedSpan, ...]
    unsupported: tuple[str, ...] = ()
    dropped: int = 0


@dataclass(frozen=True, slots=True)
class _Sentence:
    span: CitedSpan
    text: str
    folded: str
    stems: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Item:
    title: str
    title_stems: frozenset[str]
    stems: frozenset[str]
    sentences: tuple[_Sentence, ...]


def cite(passage: ScoredPassage, start: int, end: int) -> Citation:
    """Return a citation of passage.text[start:end] without the white space at its ends."""
    start, end = trim_span(passage.text, start, end)
    return Citation(
        passage_id=passage.passage_id,
        document_id=passage.document_id,
        title=passage.title,
        uri=passage.uri,
        page=passage.page,
        start=start,
        end=end,
        quote=passage.text[start:end],
        score=passage.score,
        section=passage.section,
    )


def cite_statements(
    statements: Iterable[ScoredStatement], evidence: Evidence, *, cited: Sequence[Citation]
) -> tuple[Citation, ...]:
    """Return the spans of passages that state some statements, where these are not cited yet.

    A span scores as its statement. A statement whose passage the evidence does not have, such as
    one of Wikidata, has none.

    Args:
        statements: what an answer rests on.
        evidence: its passages, and those that its lines are of.
        cited: what is cited already.
    """
    known = {passage.passage_id: passage for passage in evidence.passages}
    for line in evidence.lines:
        known.setdefault(line.source.passage_id, line.source)
    spans = [(citation.passage_id, citation.start, citation.end) for citation in cited]
    found = []
    for statement in statements:
        passage = known.get(statement.passage_id)
        start, end = statement.start, statement.end
        if passage is None or start >= end or _holds(spans, passage.passage_id, start, end):
            continue
        spans.append((passage.passage_id, start, end))
        found.append(replace(cite(passage, start, end), score=statement.score))
    return tuple(found)


def _holds(spans: Iterable[tuple[str, int, int]], passage_id: str, start: int, end: int) -> bool:
    """Return whether one of the spans has a part of a passage's in it."""
    return any(key == passage_id and a < end and start < b for key, a, b in spans)


def find_support(
    asked: Asked, answers: Sequence[str], items: Sequence[NumberedItem], *, named: Sequence[int]
) -> Support:
    """Find the sentence that holds each answer, and one of each other item that leads to it.

    Where an answer stands several times, the sentence nearest to the question is meant: that
    shares most words with it and states what it asks for. An item leads to another by the
    sentence that names its title, or else by the one nearest to the question.

    Args:
        asked: the question.
        answers: what to look for: one short answer, the parts of a list, or nothing for an
            answer that is no part of any text, such as yes.
        items: the evidence as it was numbered.
        named: indexes of the items that the model names; the others are looked into only for an
            answer that stands in none of these, or where none is named.
    """
    read = [_read_item(index, item) for index, item in enumerate(items)]
    found: list[CitedSpan] = []
    unsupported = []
    for answer in answers:
        span = _find_answer(answer, asked, [read[index] for index in named])
        span = span or _find_answer(answer, asked, read)
        if span is None:
            unsupported.append(answer)
        else:
            found.append(span)
    holding = {span.item for span in found}
    others = [index for index in named if index not in holding]
    if not found and not named:
        others = _items_asked_about(asked, read)
    led_to = [read[index].title for index in (*named, *holding)]
    leading = [_find_lead(read[index], asked, led_to) for index in others]
    spans = [*found, *(span for span in leading if span is not None)]
    return Support(tuple(dict.fromkeys(spans)), tuple(unsupported), leading.count(None))


def _read_item(index: int, item: NumberedItem) -> _Item:
    sentences = []
    for start, end in item.sentences:
        text = item.text[start:end]
        span = CitedSpan(index, start, end)
        sentences.append(_Sentence(span, text, fold(text), content_stems(text)))
    title_stems = content_stems(item.title)
    stems = title_stems.union(*(sentence.stems for sentence in sentences))
    return _Item(base_title(item.title), title_stems, stems, tuple(sentences))


def _find_answer(answer: str, asked: Asked, items: Iterable[_Item]) -> CitedSpan | None:
    """Return the sentence where the answer stands best; the first of equals."""
    best, best_key = None, (NOWHERE, 0, 0)
    folded, wanted = fold(answer), content_stems(answer)
    for item in items:
        in_item = _manner_in_item(folded, wanted, item)
        for sentence in item.sentences:
            manner = max(_manner(answer, folded, wanted, sentence), in_item)
            held = len(wanted & sentence.stems) if manner == SPREAD else 0
            key = (manner, held, _nearness(asked, sentence, item.title_stems))
            if manner > NOWHERE and key > best_key:
                best, best_key = sentence.span, key
    return best


def _manner(answer: str, folded: str, wanted: frozenset[str], sentence: _Sentence) -> int:
    """Return how the answer stands in one sentence."""
    if occurrences(answer, sentence.text):
        return EXACT
    if folded and f" {folded} " in f" {sentence.folded} ":
        return FOLDED
    if wanted and wanted <= sentence.stems:
        return WORDS
    # A date or number with another digit is another one, however near its spelling.
    is_alignable = len(folded) >= SHORTEST_ALIGNED and not any(char.isdigit() for char in folded)
    if is_alignable and len(folded) <= len(sentence.folded):
        aligned = fuzz.partial_ratio(folded, sentence.folded, score_cutoff=LEAST_ALIGNED)
        return NEARLY if aligned else NOWHERE
    return NOWHERE


def _manner_in_item(folded: str, wanted: frozenset[str], item: _Item) -> int:
    is_title = bool(folded) and folded == fold(item.title)
    return SPREAD if is_title or (wanted and wanted <= item.stems) else NOWHERE


def _find_lead(item: _Item, asked: Asked, titles: Sequence[str]) -> CitedSpan | None:
    """Return the sentence by which an item leads on, or None where it has nothing to do with it."""
    others = [title for title in titles if title and title != item.title]
    best, best_key = None, (False, 0)
    for sentence in item.sentences:
        names_other = any(occurrences(title, sentence.text) for title in others)
        key = (names_other, _nearness(asked, sentence))
        if key > best_key:
            best, best_key = sentence.span, key
    return best


def _nearness(asked: Asked, sentence: _Sentence, context: frozenset[str] = frozenset()) -> int:
    """Count the question's words in a sentence and its context, and the relations it states."""
    states = sum(bool(relation.states.search(sentence.folded)) for relation in asked.relations)
    return len(asked.stems & (sentence.stems | context)) + states


def _items_asked_about(asked: Asked, items: Sequence[_Item]) -> list[int]:
    """Return the indexes of the items whose title the question names, or else of the likest."""
    by_title = [
        index
        for index, item in enumerate(items)
        if item.title and f" {fold(item.title)} " in f" {fold(asked.text)} "
    ]
    if by_title or not items:
        return by_title
    likeness = [len(asked.stems & item.stems) for item in items]
    return [likeness.index(max(likeness))]
