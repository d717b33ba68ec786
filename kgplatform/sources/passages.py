"""Splits a document's text into passages of whole sentences, table rows or facts.

A short text stays one passage; a long one is cut at sentence ends into passages of about a
hundred words (the passage length of the open-domain QA literature, e.g. DPR, section 4.1),
never across a heading, the edge of a table or code, a slide or a sheet. Tables are cut between
rows, the header being part of the first piece only, because a passage is an exact slice of the
text. Code is cut between lines and never split into sentences; a passage of it begins with its
fence. Splitting depends on the document and the sentence splitter alone, so a second run makes
the same ids.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from kgplatform.records import Document, Passage
from kgplatform.records.document import Fact
from kgplatform.records.ids import content_id
from kgplatform.sources.blocks import ONE_TEXT_A_LINE, Block, Places, find_blocks

__all__ = ["MAX_WORDS", "SHORT_TEXT_WORDS", "TARGET_WORDS", "split_passages"]

TARGET_WORDS = 100
SHORT_TEXT_WORDS = 160  # a text up to this long stays whole: halves of it would say too little
MAX_WORDS = 350  # what an embedder can read; a corpus line up to it was cut by its makers: whole
MIN_FACT_WORDS = 50  # facts of the next subject join a passage that is shorter
CHARS_PER_WORD = 20  # so long a "word" is a script without spaces, or no language: it counts more
MAX_SPLITTER_CHARS = 100_000  # at a time; spaCy refuses texts ten times as long

Span = tuple[int, int]
SentenceSplitter = Callable[[str], list[Span]]

WORD = re.compile(rf"\S{{1,{CHARS_PER_WORD * TARGET_WORDS}}}")
LINE = re.compile(r"[^\n]*\S[^\n]*")
TABLE_MARKS = re.compile(r"\||\s:?-+:?(?=\s)")
CUTTING_PLACES = ("\n\n", "\n", ". ", " ")


def split_passages(document: Document, *, split_sentences: SentenceSplitter) -> list[Passage]:
    """Return the passages of a document in order; document.text[start:end] == text for each.

    Args:
        document: its title line, headings and front matter are no part of any passage. A
            document of facts is cut between facts.
        split_sentences: text to (start, end) spans of its sentences, in order.
    """
    if document.facts:
        spans: Iterable[tuple[Span, int | None]] = (
            (span, None) for span in _group_facts(document.text, document.facts)
        )
    else:
        spans = (
            (span, block.table)
            for block in find_blocks(document)
            for span in _split_block(document, block, split_sentences)
        )
    places = Places(document)
    return [
        _make_passage(document, index, span, table=table, places=places)
        for index, (span, table) in enumerate(spans)
    ]


def _split_block(document: Document, block: Block, split_sentences: SentenceSplitter) -> list[Span]:
    """Return the spans of a block's passages; a block that is short enough is one."""
    text, span = document.text, (block.start, block.end)
    if block.kind == "table":
        return _group(text, _bounded(text, _lines(text, span)), count=_count_table_words)
    is_whole = block.kind == "code" or document.media_type == ONE_TEXT_A_LINE
    limit = MAX_WORDS if is_whole else SHORT_TEXT_WORDS
    if _count_words(text[block.start : block.end]) <= limit:
        return [span]
    if block.kind == "code":
        return _group(text, _bounded(text, _lines(text, span)), count=_count_words)
    sentences = _sentences(text, span, split_sentences)
    return _group(text, _bounded(text, sentences), count=_count_words)


def _sentences(text: str, span: Span, split_sentences: SentenceSplitter) -> Iterator[Span]:
    """Yield the sentences of a span, which is given to the splitter in pieces it can take."""
    start, end = span
    while start < end:
        stop = end if end - start <= MAX_SPLITTER_CHARS else _cutting_place(text, start)
        for first, last in split_sentences(text[start:stop]):
            yield start + first, start + last
        start = stop


def _cutting_place(text: str, start: int) -> int:
    """Return where to end a piece that begins at `start`: after a paragraph, line or word."""
    limit = start + MAX_SPLITTER_CHARS
    for mark in CUTTING_PLACES:
        place = text.rfind(mark, start + MAX_SPLITTER_CHARS // 2, limit)
        if place >= 0:
            return place + len(mark)
    return limit


def _lines(text: str, span: Span) -> Iterator[Span]:
    for line in LINE.finditer(text, *span):
        yield line.span()


def _bounded(text: str, spans: Iterable[Span]) -> Iterator[Span]:
    """Yield the spans; one of more than MAX_WORDS is cut at white space near TARGET_WORDS."""
    for start, end in spans:
        if _count_words(text[start:end]) <= MAX_WORDS:
            yield start, end
            continue
        first, words = start, 0
        last = start
        for word in WORD.finditer(text, start, end):
            if words >= TARGET_WORDS:
                yield first, last
                first, words = word.start(), 0
            words += max(1, (word.end() - word.start()) // CHARS_PER_WORD)
            last = word.end()
        yield first, last


def _group(text: str, parts: Iterable[Span], *, count: Callable[[str], int]) -> list[Span]:
    """Join parts until TARGET_WORDS are reached; a short rest joins the passage before it."""
    groups: list[Span] = []
    words = before = 0
    for start, end in parts:
        length = count(text[start:end])
        if groups and words < TARGET_WORDS and words + length <= SHORT_TEXT_WORDS:
            groups[-1] = (groups[-1][0], end)
            words += length
        else:
            groups.append((start, end))
            before, words = words, length
    if len(groups) > 1 and words < TARGET_WORDS // 3 and before + words <= MAX_WORDS:
        rest = groups.pop()
        groups[-1] = (groups[-1][0], rest[1])
    return groups


def _group_facts(text: str, facts: Iterable[Fact]) -> list[Span]:
    """Join whole facts up to TARGET_WORDS, those of one subject together where that is possible."""
    groups: list[Span] = []
    words, subject = 0, ""
    for fact in sorted(facts, key=lambda fact: fact.start):
        length = _count_words(text[fact.start : fact.end])
        is_other = fact.subject.name != subject and words >= MIN_FACT_WORDS
        if groups and fact.start < groups[-1][1]:
            groups[-1] = (groups[-1][0], max(groups[-1][1], fact.end))  # on one line with the last
        elif groups and not is_other and words + length <= TARGET_WORDS:
            groups[-1] = (groups[-1][0], fact.end)
            words += length
        else:
            groups.append((fact.start, fact.end))
            words = length
        subject = fact.subject.name
    return groups


def _count_words(text: str) -> int:
    return max(len(text.split()), len(text) // CHARS_PER_WORD)


def _count_table_words(row: str) -> int:
    return _count_words(TABLE_MARKS.sub(" ", row))


def _make_passage(
    document: Document, index: int, span: Span, *, table: int | None, places: Places
) -> Passage:
    start, end = span
    text = document.text[start:end]
    section, heading = places.section_at(start)
    return Passage(
        id=content_id("passage", document.id, str(start), text),
        document_id=document.id,
        index=index,
        start=start,
        end=end,
        title=document.title,
        text=text,
        page=places.page_at(start),
        section=section,
        table=table,
        heading=heading,
        date=document.date,
    )
