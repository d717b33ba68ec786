"""Writes the blocks of a PDF as one text, and keeps where every character stands on its page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from kgplatform.records.document import Section, Table, TextLine
from kgplatform.sources.pdf.headings import Headings
from kgplatform.sources.pdf.paragraphs import Block, Row, TableBlock
from kgplatform.sources.pdf.tables_placed import PlacedTable
from kgplatform.sources.pdf.tables_streams import CAPTION

__all__ = ["TextWriter", "collect_words"]

MAX_CAPTION_CHARS = 300
HYPHENS = ("-", "\u2010")
SENTENCE_ENDS = (".", "!", "?", ":", ";")
SAME_SIZE = 0.08  # of the font size
WORD = re.compile(r"[^\W\d_]+(?:[-\u2010][^\W\d_]+)*")
LAST_PART = re.compile(r"([^\W\d_]+)[-\u2010]$")
FIRST_PART = re.compile(r"[^\W\d_]+")


def collect_words(blocks: Iterable[Block | TableBlock]) -> set[str]:
    """Return the words of running text in small letters; those divided at line ends are none."""
    return {
        match.group().casefold().replace("\u2010", "-")
        for block in blocks
        if isinstance(block, Block)
        for row in block.rows
        for match in WORD.finditer(row.text)
        if match.end() < len(row.text) - 1 or not row.text.endswith(HYPHENS)
    }


class TextWriter:
    """Grows a document's text block by block.

    Lines of a paragraph are joined by a blank, or by nothing where a word was divided;
    paragraphs by an empty line. A paragraph that goes on in the next column or page is one.
    """

    def __init__(self, words: set[str], headings: Headings) -> None:
        self._words, self._headings = words, headings
        self._pieces: list[str] = []
        self._marks: list[tuple[int, str, int]] = []
        self.length = 0
        self.lines: dict[int, list[TextLine]] = {}
        self.starts: dict[int, int] = {}
        self.tables: list[Table] = []
        self.has_unnamed = False

    @property
    def text(self) -> str:
        """The text so far."""
        return "".join(self._pieces)

    def write(self, blocks: Sequence[Block | TableBlock]) -> None:
        """Write the blocks of all pages in reading order."""
        i = 0
        while i < len(blocks):
            block = blocks[i]
            if self.length:
                self._add("\n\n")
            if isinstance(block, TableBlock):
                self._write_table(block, _find_caption(blocks, i))
                i += 1
                continue
            level = self._headings.level(block)
            rows = _rows(block)
            i += 1
            while level is None and i < len(blocks) and self._goes_on(block, blocks[i]):
                block = blocks[i]
                rows += _rows(block)
                i += 1
            start = self.length
            heading = self._write_rows(rows)
            if level is not None:
                self._marks.append((level, heading, start))

    def sections(self) -> tuple[Section, ...]:
        """Return the sections of the whole text, each to the next of its level or a higher one."""
        ends: list[int] = [self.length] * len(self._marks)
        open_marks: list[int] = []
        for i, (level, _, start) in enumerate(self._marks):
            while open_marks and self._marks[open_marks[-1]][0] >= level:
                ends[open_marks.pop()] = start
            open_marks.append(i)
        return tuple(
            Section(level, heading, start, end)
            for (level, heading, start), end in zip(self._marks, ends, strict=True)
        )

    def _goes_on(self, last: Block | TableBlock, block: Block | TableBlock) -> bool:
        """Say whether a block continues the paragraph before it in another column or page."""
        if not isinstance(block, Block) or not isinstance(last, Block):
            return False
        above, below = last.rows[-1], block.rows[0]
        moved = last.page != block.page or below.bottom < above.top
        unfinished = not above.text.endswith(SENTENCE_ENDS) and below.text[0].islower()
        alike = abs(above.size - below.size) <= SAME_SIZE * above.size and above.bold == below.bold
        return moved and unfinished and alike and self._headings.level(block) is None

    def _add(self, text: str) -> None:
        self._pieces.append(text)
        self.length += len(text)

    def _write_rows(self, rows: Sequence[tuple[int, Row]]) -> str:
        """Write the lines of a paragraph; return its text."""
        first = len(self._pieces)
        for page, row, between in self._joined(rows):
            self._mark(page, row, self.length)
            self._add(row.text)
            self._add(between)
        return "".join(self._pieces[first:])

    def _joined(self, rows: Sequence[tuple[int, Row]]) -> list[tuple[int, Row, str]]:
        """Return lines with their pages as they are written, and what stands after each."""
        joined = []
        for i, (page, row) in enumerate(rows):
            is_last = i + 1 == len(rows)
            written, between = (row, "") if is_last else self._join(row, rows[i + 1][1])
            joined.append((page, written, between))
        return joined

    def _mark(self, page: int, row: Row, start: int) -> None:
        """Keep that a line stands at a place of the text."""
        self.starts.setdefault(page, start)
        self.lines.setdefault(page, []).extend(_text_lines(row, start))

    def _join(self, row: Row, following: Row) -> tuple[Row, str]:
        """Return a line as it is written, and what stands between it and the next.

        A hyphen at the line's end goes where small letters follow, unless the document writes
        the whole with the hyphen elsewhere and never without.
        """
        last, first = LAST_PART.search(row.text), FIRST_PART.match(following.text)
        if last is None or first is None:
            is_range = row.text.endswith(HYPHENS) and row.text[-2:-1].isalnum()
            return row, "" if is_range and following.text[0].isalnum() else " "
        whole, parted = last[1] + first.group(), f"{last[1]}-{first.group()}"
        is_compound = parted.casefold() in self._words and whole.casefold() not in self._words
        if is_compound or not first.group()[0].islower():
            return row, ""
        return replace(row, text=row.text[:-1], edges=row.edges[:-1]), ""

    def _write_table(self, block: TableBlock, caption: str) -> None:
        """Write a table, and what stands above and below it within its lines around it."""
        table = PlacedTable(
            block, [self._joined([(cell.page, row) for row in cell.lines]) for cell in block.cells]
        )
        for line in table.tidy.above:
            self._write_marked(line, table.lines_around(line))
            self._add("\n\n")
        if table.tidy.cells:
            self._write_grid(table, block, caption)
        for line in table.tidy.below:
            self._add("\n\n")
            self._write_marked(line, table.lines_around(line))

    def _write_grid(self, table: PlacedTable, block: TableBlock, caption: str) -> None:
        start, cells = self.length, table.tidy.cells
        for number, row in enumerate(cells):
            if number:
                self._add("\n")
            self.starts.setdefault(table.page_of(number), self.length)
            self._add("|")
            for text in row:
                self._add(" ")
                self._write_marked(text.replace("|", r"\|"), table.lines_at(number, text))
                self._add(" |")
            if not number:
                self._add("\n|" + " --- |" * len(row))
        caption = caption or " ".join(table.tidy.above)[:MAX_CAPTION_CHARS]
        self.tables.append(Table(caption, start, self.length, cells, block.page, block.box))
        self.has_unnamed = self.has_unnamed or table.tidy.is_unnamed

    def _write_marked(self, text: str, lines: Iterable[tuple[int, Row]]) -> None:
        """Write a text that lines of pages are in, and keep where each of them stands."""
        found = 0
        for page, row in lines:
            escaped = _escape(row)
            place = text.find(escaped.text, found) if escaped.text else -1
            if place >= 0:
                self._mark(page, escaped, self.length + place)
                found = place + len(escaped.text)
        self._add(text)


def _rows(block: Block | TableBlock) -> list[tuple[int, Row]]:
    return [(block.page, row) for row in block.rows] if isinstance(block, Block) else []


def _find_caption(blocks: Sequence[Block | TableBlock], i: int) -> str:
    """Return the text of a block "Table N …" next to a table on its page, above first."""
    for k in (i - 1, i - 2, i + 1, i + 2):
        block = blocks[k] if 0 <= k < len(blocks) else None
        if isinstance(block, Block) and block.page == blocks[i].page and CAPTION.match(block.text):
            return block.text[:MAX_CAPTION_CHARS]
    return ""


def _text_lines(row: Row, start: int) -> list[TextLine]:
    """Return where a line's characters stand, word by word if it does not run level."""
    if not row.parts:
        return [TextLine(start, row.top, row.bottom, row.edges)]
    lines = []
    for first, after, (left, top, right, bottom) in row.parts:
        count = min(after, len(row.text)) - first
        if count > 0:
            edges = tuple(round(left + (right - left) * k / count, 1) for k in range(count + 1))
            lines.append(TextLine(start + first, round(top, 1), round(bottom, 1), edges))
    return lines


def _escape(row: Row) -> Row:
    r"""Return a line with its bars as \|, the backslash without width."""
    if "|" not in row.text:
        return row
    text, edges = [], [row.edges[0]]
    places = [0]
    for i, character in enumerate(row.text):
        if character == "|":
            text.append("\\")
            edges.append(edges[-1])
        text.append(character)
        edges.append(row.edges[i + 1])
        places.append(len(text))
    parts = tuple((places[a], places[min(b, len(row.text))], box) for a, b, box in row.parts)
    return replace(row, text="".join(text), edges=tuple(edges), parts=parts)
