"""Reads Word, PowerPoint, EPUB and HTML files through markitdown's converters.

Each is converted to Markdown, which our own parser turns into clean text, sections and tables.
So `document.text` is the converted text, and every offset is in it, not in the file. Only the
four converters are used, never markitdown's own choice among all it has: no plugin is loaded and
nothing is fetched. Pictures are left out but for their descriptions.
"""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from kgplatform.errors import SourceError
from kgplatform.records import Document
from kgplatform.records.document import Page
from kgplatform.sources.archive import MAX_UNPACKED_TEXT_MB, check_archive, open_archive
from kgplatform.sources.encoding import decode_file
from kgplatform.sources.limits import MB, PassedLimit
from kgplatform.sources.markdown import MarkedText, join_marked, parse_markdown
from kgplatform.sources.markup import check_tags
from kgplatform.sources.text import make_document, title_from_name

if TYPE_CHECKING:
    from markitdown import DocumentConverter, DocumentConverterResult

__all__ = ["MEDIA_TYPES", "read_docx", "read_epub", "read_html", "read_pptx"]

OPEN_XML = "application/vnd.openxmlformats-officedocument"
MEDIA_TYPES = {
    ".docx": f"{OPEN_XML}.wordprocessingml.document",
    ".pptx": f"{OPEN_XML}.presentationml.presentation",
    ".epub": "application/epub+zip",
    ".html": "text/html",
}

# Text that looks like Markdown is escaped, so that it is still there after the marks are gone;
# a table's first row is its header even where the file does not mark it as one.
# What Word calls the title is a heading, above all others.
OPTIONS = {
    "escape_misc": True,
    "table_infer_header": True,
    "style_map": "p[style-name='Title'] => h1:fresh",
}

SLIDE = re.compile(r"^<!-- Slide number: (\d+) -->$", re.MULTILINE)
NOTES = re.compile(r"^### Notes:$", re.MULTILINE)
LINE_BREAKS = re.compile(r"_x000[BD]_|[\v\f\x1c-\x1e\x85\u2028\u2029]")  # within a paragraph
DECLARED_CHARSET = re.compile(rb"""(?:charset|encoding)\s*=\s*["']?\s*([A-Za-z0-9._:-]+)""")
DEFINITION = re.compile(r"^:   (?=\S)", re.MULTILINE)  # markdownify's mark for <dd>
HEAD_BYTES = 2048
MAX_CHAPTERS = 5_000  # entries of a book's spine
NO_TEXT = ("script", "style", "template", "svg", "nav")
TOO_DEEP = "Excessive depth"
NOTE_MARK = re.compile(r"\[\\?\[\d+\\?\]\]\(#(?:foot|end)note-[^)]{0,80}\)|\[↑\]\(#[^)]{0,80}\)")
STARTS_WITH_HEADING = re.compile(r"\s*#{1,6}[ \t]+\S")


def read_docx(file: Path) -> Iterator[Document | SourceError]:
    """Yield a Word file: sections from its heading styles, and tables.

    Its title is the text in the style "Title", which is a heading too, or else the first heading,
    or the file's name. Footnotes stand at the end; the marks that
    point to them are left out.
    """
    yield _read_marked(file, ".docx", "DocxConverter")


def read_epub(file: Path) -> Iterator[Document | SourceError]:
    """Yield an EPUB book with its chapters as sections; its title and authors are its first lines.

    A chapter without a heading gets the title that its file names.
    """
    yield _read_marked(file, ".epub", "EpubConverter")


def read_html(file: Path) -> Iterator[Document | SourceError]:
    """Yield a web page without scripts, styles, drawings and navigation.

    Its title is <title>, or the first heading.
    """
    with file.open("rb") as stream:
        declared = DECLARED_CHARSET.search(stream.read(HEAD_BYTES))
    source = decode_file(file, declared=declared[1].decode("ascii") if declared else None)
    if isinstance(source, SourceError):
        yield source
        return
    check_tags(source)
    result = _convert(io.BytesIO(_tidy_html(source)), "HtmlConverter", charset="utf-8")
    yield _make_document(file, ".html", _parse_converted(result.markdown), title=result.title)


def read_pptx(file: Path) -> Iterator[Document | SourceError]:
    """Yield a PowerPoint file: a page a slide, labelled with the slide's title, and tables.

    Speaker notes stand below their slide, in a section "Notes". The document's title is the first
    slide's, or the file's name.
    """
    failure = check_archive(file)
    if failure is not None:
        yield failure
        return
    with open_archive(file) as stream:
        markdown = _convert(stream, "PptxConverter").markdown
    # Before the first marker there is nothing; then number and content take turns.
    parts = SLIDE.split(LINE_BREAKS.sub("\n", markdown))
    slides = [_parse_converted(NOTES.sub("### Notes", part)) for part in parts[2::2]]
    marked, starts = join_marked(slides)
    pages = _pages(slides, starts, len(marked.text))
    title = next((page.label for page in pages if page.label), title_from_name(file))
    yield _make_document(file, ".pptx", marked, title=title, pages=pages)


def _parse_converted(markdown: str) -> MarkedText:
    """Return the clean text of converted Markdown, in which an indent means nothing."""
    markdown = DEFINITION.sub("", markdown)
    return parse_markdown(markdown.strip() + "\n", indented_code=False)


def _tidy_html(source: str) -> bytes:
    """Return HTML with all its end tags, as UTF-8, without what is no text of the page.

    markitdown's parser takes an item or cell whose end tag is left out, which HTML allows, to
    hold all that follow it. A page nested too deeply for this parser is left as it is.
    """
    from lxml import etree, html

    data = source.encode("utf-8")
    parser = html.HTMLParser(encoding="utf-8", huge_tree=True)
    try:
        root = html.document_fromstring(data, parser=parser, ensure_head_body=True)
    except etree.ParserError:  # nothing but comments, or nothing at all
        return b"<html></html>"
    if any(TOO_DEEP in entry.message for entry in parser.error_log):
        return data
    etree.strip_elements(root, *NO_TEXT, with_tail=False)
    return bytes(html.tostring(root, encoding="utf-8"))


def _pages(slides: Sequence[MarkedText], starts: Sequence[int], end: int) -> tuple[Page, ...]:
    ends = [*starts[1:], end][: len(starts)]
    return tuple(
        Page(number, start, stop, label="" if slide.title == "Notes" else slide.title)
        for number, (slide, start, stop) in enumerate(zip(slides, starts, ends, strict=True), 1)
    )


def _read_marked(file: Path, suffix: str, converter: str) -> Document | SourceError:
    failure = check_archive(file)
    if failure is not None:
        return failure
    with open_archive(file) as stream:
        result = _convert(stream, converter)
    marked = _parse_converted(NOTE_MARK.sub("", result.markdown))
    return _make_document(file, suffix, marked, title=result.title)


def _make_document(
    file: Path, suffix: str, marked: MarkedText, *, title: str | None, pages: tuple[Page, ...] = ()
) -> Document | SourceError:
    if not marked.text.strip():
        return SourceError(f"'{file}' holds no text: there is nothing to read.")
    return make_document(
        uri=file.as_uri(),
        title=" ".join((title or "").split()) or marked.title or title_from_name(file),
        text=marked.text,
        media_type=MEDIA_TYPES[suffix],
        pages=pages,
        sections=marked.sections,
        tables=marked.tables,
    )


def _convert(stream: BinaryIO, name: str, charset: str | None = None) -> DocumentConverterResult:
    """Return what a converter of markitdown makes of a file; its warnings are not for users."""
    from markitdown import StreamInfo

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return _converter(name).convert(stream, StreamInfo(charset=charset), **OPTIONS)


@cache
def _converter(name: str) -> DocumentConverter:
    """Return one of markitdown's converters, made once: loading them takes a second."""
    from markitdown import converters

    made: Any = getattr(converters, name)()
    if name == "EpubConverter":
        made._html_converter = _chapter_converter()  # no public way to tell chapters apart
        made.convert = _starting(made._html_converter, made.convert)
    return made  # type: ignore[no-any-return]  # looked up by name


def _chapter_converter() -> DocumentConverter:
    """Return a converter of chapters that puts a chapter's title above it where it has none."""
    from markitdown.converters import HtmlConverter

    class ChapterConverter(HtmlConverter):
        chapters = read_bytes = 0  # of the book

        def convert(self, file_stream: BinaryIO, *args: Any, **kwargs: Any) -> Any:
            data = file_stream.read()
            self.chapters += 1
            self.read_bytes += len(data)
            _check_book(self.chapters, self.read_bytes)
            check_tags(data.decode("utf-8", errors="replace"))
            result = super().convert(io.BytesIO(data), *args, **kwargs)
            title = " ".join((result.title or "").split())
            if title and result.markdown and not STARTS_WITH_HEADING.match(result.markdown):
                result.markdown = f"# {title}\n\n{result.markdown}"
            return result

    return ChapterConverter()


def _starting(chapters: Any, convert: Any) -> Any:
    """Return a book's `convert` that begins to count its chapters anew."""

    def convert_book(*args: Any, **kwargs: Any) -> Any:
        chapters.chapters = chapters.read_bytes = 0
        return convert(*args, **kwargs)

    return convert_book


def _check_book(chapters: int, read_bytes: int) -> None:
    if chapters > MAX_CHAPTERS:
        raise PassedLimit(f"names more than {MAX_CHAPTERS:,} chapters in its spine")
    if read_bytes > MAX_UNPACKED_TEXT_MB * MB:
        raise PassedLimit(
            f"has chapters of more than {MAX_UNPACKED_TEXT_MB} MB, some of them twice"
        )
