"""Splits a document's text into passages of whole sentences.

A short text stays one passage; a long one is cut at sentence ends into passages of about a
hundred words (the passage length of the open-domain QA literature, e.g. DPR, section 4.1),
never across a heading. Splitting depends on the text and the sentence splitter alone, so a
second run makes the same ids.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from kgplatform.ids import content_id
from kgplatform.records import Document, Passage

__all__ = ["SHORT_TEXT_WORDS", "TARGET_WORDS", "split_passages"]

TARGET_WORDS = 100
SHORT_TEXT_WORDS = 160  # a text up to this long stays whole: halves of it would say too little
SHORT_LINE_WORDS = 350  # a corpus line was cut by its makers: whole while an embedder can read it

Span = tuple[int, int]
SentenceSplitter = Callable[[str], list[Span]]

HEADING = re.compile(r"^#{1,6}[ \t]+\S.*$", re.MULTILINE)
MARKDOWN = "text/markdown"
ONE_TEXT_A_LINE = "application/jsonl"


def split_passages(document: Document, *, split_sentences: SentenceSplitter) -> list[Passage]:
    """Return the passages of a document in order; document.text[start:end] == text for each.

    Args:
        document: its title line and Markdown headings are no part of any passage.
        split_sentences: text to (start, end) spans of its sentences.
    """
    spans = [
        span
        for block in _blocks(document)
        for span in _split_block(document, block, split_sentences)
    ]
    return [_make_passage(document, index, span) for index, span in enumerate(spans)]


def _blocks(document: Document) -> Iterator[Span]:
    """Yield the spans between headings that hold text."""
    text = document.text
    start = _title_end(document)
    if document.media_type == MARKDOWN:
        for heading in HEADING.finditer(text, start):
            yield from _trimmed(text, start, heading.start())
            start = heading.end()
    yield from _trimmed(text, start, len(text))


def _title_end(document: Document) -> int:
    """Return where the body starts: after a plain text's own title line, if it has one."""
    body = document.text.lstrip()
    offset = len(document.text) - len(body)
    has_title_line = document.media_type == "text/plain" and body.startswith(document.title + "\n")
    return offset + len(document.title) if has_title_line else 0


def _trimmed(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield text[start:end] without white space at its ends, if anything is left."""
    body = text[start:end]
    stripped = body.strip()
    if stripped:
        first = start + len(body) - len(body.lstrip())
        yield first, first + len(stripped)


def _split_block(document: Document, block: Span, split_sentences: SentenceSplitter) -> list[Span]:
    text, (start, end) = document.text, block
    is_line = document.media_type == ONE_TEXT_A_LINE
    if _count_words(text[start:end]) <= (SHORT_LINE_WORDS if is_line else SHORT_TEXT_WORDS):
        return [block]
    sentences = [(start + a, start + b) for a, b in split_sentences(text[start:end])]
    return _group(text, sentences)


def _group(text: str, sentences: list[Span]) -> list[Span]:
    """Join sentences until TARGET_WORDS are reached; a short rest joins the passage before it."""
    groups: list[Span] = []
    words = 0
    for start, end in sentences:
        length = _count_words(text[start:end])
        if groups and words < TARGET_WORDS and words + length <= SHORT_TEXT_WORDS:
            groups[-1] = (groups[-1][0], end)
            words += length
        else:
            groups.append((start, end))
            words = length
    if len(groups) > 1 and words < TARGET_WORDS // 3:
        rest = groups.pop()
        groups[-1] = (groups[-1][0], rest[1])
    return groups


def _count_words(text: str) -> int:
    return len(text.split())


def _make_passage(document: Document, index: int, span: Span) -> Passage:
    start, end = span
    text = document.text[start:end]
    return Passage(
        id=content_id("passage", document.id, str(start), text),
        document_id=document.id,
        index=index,
        start=start,
        end=end,
        title=document.title,
        text=text,
    )
