"""Reads a PDF file: its text in reading order, with pages, sections and tables.

PDFium gives characters, lines and boxes (glyphs.py); everything else is built from them
here, page after page, each page closed before the next is opened. No more is kept of a page
than its lines of text, so that a file of a thousand pages needs tens of megabytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from kgplatform.errors import EmptySource, SourceError
from kgplatform.records import Document
from kgplatform.records.document import Page
from kgplatform.sources.images import EXTRA, NO_TEXT_THERE, can_recognise
from kgplatform.sources.ocr import MAX_PAGES, recognise_page
from kgplatform.sources.pdf.glyphs import UNKNOWN, PageContent, read_page
from kgplatform.sources.pdf.headings import Bookmark, Headings
from kgplatform.sources.pdf.margins import drop_margins
from kgplatform.sources.pdf.page import read_blocks
from kgplatform.sources.pdf.paragraphs import Block, TableBlock
from kgplatform.sources.pdf.tables_pages import join_tables
from kgplatform.sources.pdf.text import TextWriter, collect_words
from kgplatform.sources.pdf.words import Word, make_words
from kgplatform.sources.tables import UNNAMED
from kgplatform.sources.text import count_parts, make_document, title_from_name

__all__ = ["MEDIA_TYPE", "Scanned", "make_scanned", "read_pdf"]

MEDIA_TYPE = "application/pdf"
PDFIUM = Lock()  # the library allows one call at a time in a process
MAX_TITLE_CHARS = 200
MAX_NAMED_PAGES = 12  # in a message
NO_TITLE = re.compile(
    r"^\W*((untitled|new|unnamed)?[\s_-]*(document|page|presentation|slide|layout|sheet|book|scan)?"
    r"[\s_-]*\d*|(power ?point )?(presentation|title)|unknown|anonymous|unspecified|none|null"
    r"|tmp\w*|about:blank)\W*$|\.(docx?|pdf|indd|qxd|tex|dvi|rtf|pptx?|xlsx?)$",
    re.IGNORECASE,
)
WRITTEN_BY = re.compile(r"^(microsoft \w+|powerpoint presentation) *- *", re.IGNORECASE)


class Scanned(NamedTuple):
    """A page of which there is a picture alone: the words recognised on it, and its size."""

    words: list[Word]
    width: float
    height: float


@dataclass(slots=True)
class _Reading:
    """What has been read of a file so far; one entry a page in each list."""

    sizes: list[tuple[float, float]] = field(default_factory=list)
    blocks: list[list[Block | TableBlock]] = field(default_factory=list)
    without_text: list[int] = field(default_factory=list)
    recognised: int = 0
    broken: list[int] = field(default_factory=list)
    bookmarks: list[Bookmark] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    title: str = ""
    created: str = ""
    hidden_words: int = 0
    attached: int = 0
    is_xfa: bool = False
    watermarks: dict[str, None] = field(default_factory=dict)

    def unread(self, text: str) -> tuple[str, ...]:
        """Return what was left out, each in a few words.

        Args:
            text: of the document.
        """
        left = []
        if self.without_text:
            left.append(f"{_name_pages(self.without_text)}, {self._why_without_text()}")
        counts = {
            "hidden word": self.hidden_words,
            "unreadable character": text.count(UNKNOWN),
            "attached file": self.attached,
        }
        for what, count in counts.items():
            if count:
                left.append(count_parts(count, what))
        if self.is_xfa:
            left.append("a form in XML (XFA)")
        return (*left, *(f"the watermark '{mark}'" for mark in self.watermarks))

    def _why_without_text(self) -> str:
        if not can_recognise():
            return f'{NO_TEXT_THERE} (pip install "kgplatform[{EXTRA}]" recognises it)'
        if self.recognised == MAX_PAGES:
            return f"since no more than {MAX_PAGES} pages of a file are recognised (OCR)"
        return "where no text could be recognised (OCR)"


def read_pdf(file: Path) -> Iterator[Document | SourceError]:
    """Yield the file's document, and a SourceError for what of it cannot be read.

    A file that is encrypted, damaged or without any text gives one SourceError and no document;
    damaged pages are named in a SourceError after the document. Pages without text are recognised
    where the extra `ocr` is installed. What is left out is named in the document's `unread`: hidden
    words, watermarks, pages without text.

    Args:
        file: a PDF file.

    Raises:
        OSError: the file cannot be opened.
    """
    if file.stat().st_size == 0:
        yield EmptySource(str(file))
        return
    with PDFIUM:
        reading = _read_file(file)
    if isinstance(reading, SourceError):
        yield reading
        return
    if not any(reading.blocks):
        yield _no_text(file, reading)
        return
    yield _make_document(file, reading)
    if reading.broken:
        yield SourceError(f"'{file}' is damaged on {_name_pages(reading.broken)}: save it anew.")


def _read_file(file: Path) -> _Reading | SourceError:
    """Return the blocks of every page, or why the file cannot be opened."""
    import pypdfium2

    with file.open("rb"):  # an OSError is reported as such, not as a damaged file
        pass
    try:
        document = pypdfium2.PdfDocument(file)
    except pypdfium2.PdfiumError as exc:
        if "password" in str(exc).casefold():
            return SourceError(f"'{file}' is encrypted: save it without its password.")
        if "security" in str(exc).casefold():
            return SourceError(f"'{file}' is encrypted in an unknown way: save it unprotected.")
        return SourceError(f"'{file}' is not a PDF file, or it is damaged: save it anew.")
    try:
        if len(document) == 0:
            return SourceError(f"'{file}' has no pages: there is nothing to read.")
        kind = document.get_formtype()
        if kind != pypdfium2.raw.FORMTYPE_NONE:
            document.init_forms()
        about = document.get_metadata_dict()
        reading = _Reading(title=about.get("Title", ""), created=about.get("CreationDate", ""))
        reading.is_xfa = kind == pypdfium2.raw.FORMTYPE_XFA_FULL
        reading.attached = document.count_attachments()
        reading.bookmarks = _read_outline(document)
        for number in range(1, len(document) + 1):
            _read_one(document, number, reading)
        return reading
    finally:
        document.close()


def _read_one(document: Any, number: int, reading: _Reading) -> None:
    """Add one page to what has been read."""
    import pypdfium2

    reading.labels.append(document.get_page_label(number - 1) or "")
    try:
        page = document[number - 1]
        try:
            content = read_page(page, number=number, form=document.formenv)
            recognised = _recognise(page, content, reading)
        finally:
            page.close()
    except pypdfium2.PdfiumError:
        reading.broken.append(number)
        reading.blocks.append([])
        reading.sizes.append((0.0, 0.0))
        return
    blocks = read_blocks(content, recognised)
    if not blocks and not content.blank:
        reading.without_text.append(number)
    reading.blocks.append(blocks)
    reading.sizes.append((content.width, content.height))
    reading.hidden_words += len(make_words(content.hidden)) + content.annotations.hidden
    if content.watermark:
        reading.watermarks.setdefault(content.watermark)


def _recognise(page: Any, content: PageContent, reading: _Reading) -> list[Word]:
    """Return the words of a page without characters by its picture, where that can be done."""
    is_drawn = not (content.glyphs or content.blank)
    if not is_drawn or not can_recognise() or reading.recognised == MAX_PAGES:
        return []
    reading.recognised += 1
    words = recognise_page(page)
    if words:
        reading.labels[-1] = _mark_recognised(reading.labels[-1])
    return words


def _mark_recognised(label: str) -> str:
    return f"{label} (OCR)".strip()


def make_scanned(
    file: Path, pages: Iterable[Scanned], *, media_type: str
) -> Document | SourceError:
    """Return the document of pages that were recognised; a SourceError where there is no text."""
    reading = _Reading()
    for number, page in enumerate(pages, start=1):
        content = PageContent(number, page.width, page.height, ())
        reading.blocks.append(read_blocks(content, page.words))
        reading.sizes.append((page.width, page.height))
        reading.labels.append(_mark_recognised(""))
    if not any(reading.blocks):
        return SourceError(f"'{file}' shows no text that can be recognised: leave it out.")
    return _make_document(file, reading, media_type=media_type)


def _read_outline(document: Any) -> list[Bookmark]:
    import pypdfium2

    marks = []
    try:
        for mark in document.get_toc():
            target = mark.get_dest()
            index = target.get_index() if target else None
            page = None if index is None else index + 1
            marks.append(Bookmark(mark.get_title(), mark.level + 1, page))
    except pypdfium2.PdfiumError:  # an outline is a help, no need
        return marks
    return marks


def _make_document(file: Path, reading: _Reading, *, media_type: str = MEDIA_TYPE) -> Document:
    heights = [height for _, height in reading.sizes]
    pages = join_tables(drop_margins(reading.blocks, heights))
    blocks = [block for page in pages for block in page]
    headings = Headings(blocks, reading.bookmarks)
    writer = TextWriter(collect_words(blocks), headings)
    writer.write(blocks)
    return make_document(
        uri=file.as_uri(),
        title=_choose_title(file, reading, headings, pages),
        text=writer.text,
        media_type=media_type,
        pages=_make_pages(reading, writer),
        sections=writer.sections(),
        tables=tuple(writer.tables),
        unread=(*reading.unread(writer.text), *([UNNAMED] if writer.has_unnamed else [])),
        created=reading.created,
    )


def _make_pages(reading: _Reading, writer: TextWriter) -> tuple[Page, ...]:
    """Return the pages; one ends where the next begins, one without text is empty."""
    pages: list[Page] = []
    end = writer.length
    for number in range(len(reading.sizes), 0, -1):
        start = min(writer.starts.get(number, end), end)
        width, height = reading.sizes[number - 1]
        label = reading.labels[number - 1]
        lines = tuple(writer.lines.get(number, ()))
        pages.append(Page(number, start, end, width, height, label, lines))
        end = start
    return tuple(reversed(pages))


def _choose_title(
    file: Path,
    reading: _Reading,
    headings: Headings,
    pages: Sequence[Sequence[Block | TableBlock]],
) -> str:
    """Return the title of the metadata, else the largest heading of two pages, else a name."""
    stated = WRITTEN_BY.sub("", " ".join(reading.title.split()))
    if not NO_TITLE.search(stated) and sum(map(str.isalpha, stated)) >= 3:
        return stated[:MAX_TITLE_CHARS]
    shown = headings.largest(block for page in pages[:2] for block in page)
    return shown[:MAX_TITLE_CHARS] or title_from_name(file)


def _no_text(file: Path, reading: _Reading) -> SourceError:
    if len(reading.broken) == len(reading.sizes):
        return SourceError(f"'{file}' is damaged: none of its pages can be opened; save it anew.")
    if reading.recognised:
        return SourceError(f"'{file}' has no text that can be recognised: is it blank?")
    return SourceError(
        f"'{file}' has no text, it is scanned or blank: run pip install \"kgplatform[{EXTRA}]\", "
        "which recognises text (OCR), and read it again."
    )


def _name_pages(numbers: Sequence[int]) -> str:
    named = ", ".join(map(str, numbers[:MAX_NAMED_PAGES]))
    more = len(numbers) - MAX_NAMED_PAGES
    rest = f" and {more} more" if more > 0 else ""
    return f"page{'s' if len(numbers) > 1 else ''} {named}{rest}"
