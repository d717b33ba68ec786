"""Finds the blocks of a document that no passage may cross, and where a block belongs.

Blocks end at headings, at the edges of tables and code, and at the edges of slides and sheets. A
printed page ends where the paper did, often within a sentence, so that its edges do not count.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kgplatform.records import Document
from kgplatform.records.document import Section
from kgplatform.sources.markdown import front_matter_end
from kgplatform.sources.text import title_line

__all__ = ["ONE_TEXT_A_LINE", "Block", "Places", "find_blocks"]

Span = tuple[int, int]

MARKDOWN = "text/markdown"
ONE_TEXT_A_LINE = "application/jsonl"
PRINTED = "application/pdf"
WITHOUT_CODE = {PRINTED, ONE_TEXT_A_LINE, "text/plain", "text/csv"}

HEADING = re.compile(r"^#{1,6}[ \t]+\S.*$", re.MULTILINE)
CODE = re.compile(r"^(?P<fence>`{3,})[^\n`]*\n(?:.*?\n)??(?P=fence)[ \t]*$", re.MULTILINE | re.S)
MAX_PATH_CHARS = 120


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch of a document's text; `kind` is text, table or code, `table` which table."""

    start: int
    end: int
    kind: str = "text"
    table: int | None = None


def find_blocks(document: Document) -> Iterator[Block]:
    """Yield the blocks that hold text, in order.

    Headings, a plain text's title line and front matter are part of none.
    """
    text, cuts = document.text, _cuts(document)
    position = _body_start(document)
    for block in _set_apart(document):
        if block.start < position:
            continue  # overlaps the one before, or stands in the front matter
        yield from _text_blocks(text, position, block.start, cuts)
        if block.kind != "heading":
            yield from _trimmed(text, block)
        position = block.end
    yield from _text_blocks(text, position, len(text), cuts)


class Places:
    """Returns the page and section of positions that are asked for in ascending order."""

    def __init__(self, document: Document) -> None:
        self._pages = document.pages
        self._page_starts = [page.start for page in document.pages]
        self._waiting = sorted(  # of two that begin together the outer one is taken first
            enumerate(document.sections), key=lambda pair: (pair[1].start, pair[0]), reverse=True
        )
        self._open: list[tuple[int, Section]] = []

    def page_at(self, position: int) -> int | None:
        """Return the number of the page that holds a position."""
        index = bisect_right(self._page_starts, position) - 1
        return self._pages[index].number if index >= 0 else None

    def section_at(self, position: int) -> tuple[int | None, str]:
        """Return the innermost section's index and the path of headings down to it."""
        while self._waiting and self._waiting[-1][1].start <= position:
            self._open.append(self._waiting.pop())
        self._open = [pair for pair in self._open if pair[1].end > position]
        path = [section.heading for _, section in self._open if section.heading]
        return (self._open[-1][0] if self._open else None), _joined(path)


def _joined(path: Sequence[str]) -> str:
    """Join headings, the innermost whole if it can be, outer ones as far as there is room."""
    joined = path[-1] if path else ""
    if len(joined) > MAX_PATH_CHARS:
        return joined[: MAX_PATH_CHARS - 1].rstrip() + "…"
    for heading in reversed(path[:-1]):
        longer = f"{heading} > {joined}"
        if len(longer) > MAX_PATH_CHARS:
            break
        joined = longer
    return joined


def _body_start(document: Document) -> int:
    """Return where the body starts: after front matter, or a plain text's own title line."""
    text = document.text
    if document.media_type == MARKDOWN:
        return front_matter_end(text)
    if document.media_type == "text/plain" and title_line(text) == document.title != "":
        return text.index(document.title) + len(document.title)
    return 0


def _set_apart(document: Document) -> list[Block]:
    """Return headings, tables and code blocks, sorted; of two that overlap the longer first."""
    text = document.text
    apart = [
        Block(table.start, table.end, "table", index) for index, table in enumerate(document.tables)
    ]
    if document.media_type not in WITHOUT_CODE:
        apart += [Block(*match.span(), "code") for match in CODE.finditer(text)]
    for section in document.sections:
        apart.append(Block(section.start, _heading_end(text, section), "heading"))
    if document.media_type == MARKDOWN and not document.sections:
        apart += [Block(*match.span(), "heading") for match in HEADING.finditer(text)]
    return sorted(apart, key=lambda block: (block.start, -block.end))


def _heading_end(text: str, section: Section) -> int:
    """Return where a section's heading ends in the text; its start if it does not stand there."""
    words = r"\s+".join(re.escape(word) for word in section.heading.split())
    pattern = re.compile(rf"\s*#*[ \t]*{words}[ \t]*#*[ \t]*")
    match = pattern.match(text, section.start)
    return match.end() if match else section.start


def _cuts(document: Document) -> list[int]:
    """Return the positions, sorted, that no passage may have inside."""
    cuts = {edge for section in document.sections for edge in (section.start, section.end)}
    if document.media_type != PRINTED:
        cuts.update(edge for page in document.pages for edge in (page.start, page.end))
    return sorted(cuts)


def _text_blocks(text: str, start: int, end: int, cuts: Sequence[int]) -> Iterator[Block]:
    """Yield text[start:end], cut at `cuts`, without white space around the pieces."""
    for cut in cuts[bisect_right(cuts, start) : bisect_left(cuts, end)]:
        yield from _trimmed(text, Block(start, cut))
        start = cut
    yield from _trimmed(text, Block(start, end))


def _trimmed(text: str, block: Block) -> Iterator[Block]:
    """Yield a block without white space at its ends, if anything is left."""
    body = text[block.start : block.end]
    stripped = body.strip()
    if stripped:
        start = block.start + len(body) - len(body.lstrip())
        yield Block(start, start + len(stripped), block.kind, block.table)
