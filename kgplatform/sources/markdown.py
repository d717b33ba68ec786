"""Reads Markdown: clean text with the sections and tables that the marks stood for.

Marks are no part of what a text says, and a fact must not contain them: emphasis, link targets,
quotation and list bullets go, entities become characters, images their descriptions. Headings
keep their `#`, tables their Markdown and code its fence: none of these is read as sentences. So
`document.text` is the cleaned text, and all offsets are in it; where a file has no marks but
headings, it is the file's own text, character by character. Front matter stays in the text, where
no passage covers it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from kgplatform.errors import SourceError
from kgplatform.records import Document
from kgplatform.records.document import Table
from kgplatform.sources.encoding import decode_file
from kgplatform.sources.grid import drop_empty, table_markdown
from kgplatform.sources.html.parsing import read_page
from kgplatform.sources.inline import PLAIN, plain_inline
from kgplatform.sources.marked import (
    CAPTION,
    MAX_CAPTION_CHARS,
    MarkedText,
    fence_code,
    make_sections,
    write_parts,
)
from kgplatform.sources.text import make_document, title_from_name

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

__all__ = ["front_matter_end", "parse_markdown", "read_markdown"]

FRONT_MATTER = re.compile(
    r"(?P<mark>---|\+\+\+)[ \t]*\n(?P<body>.*?)^(?P=mark)[ \t]*$\n?", re.S | re.M
)
FRONT_MATTER_LINE = re.compile(r"\s*$|\s*#|\s+\S|- |\[|[\w.-]+[ \t]*[:=]|[\]}]")
FRONT_MATTER_TITLE = re.compile(r"^title[ \t]*[:=][ \t]*(?P<value>\S.*?)[ \t]*$", re.M | re.I)
FRONT_MATTER_DATE = re.compile(r"^date[ \t]*[:=][ \t]*(?P<value>\S.*?)[ \t]*$", re.M | re.I)


def read_markdown(file: Path) -> Iterator[Document | SourceError]:
    """Yield a Markdown file; its title is in its front matter, or the first heading, or its name.

    `document.text` is the cleaned text: see the module.
    """
    text = decode_file(file)
    if isinstance(text, SourceError):
        yield text
        return
    body_start = front_matter_end(text)
    front = text[:body_start]
    marked = parse_markdown(text[body_start:]).shifted(body_start)
    if not marked.text.strip():
        yield SourceError(f"'{file}' holds no text: there is nothing to read.")
        return
    yield make_document(
        uri=file.as_uri(),
        title=_front_value(FRONT_MATTER_TITLE, front) or marked.title or title_from_name(file),
        text=front + marked.text,
        media_type="text/markdown",
        sections=marked.sections,
        tables=marked.tables,
        published=_front_value(FRONT_MATTER_DATE, front),
    )


def front_matter_end(text: str) -> int:
    """Return where the body of a Markdown text starts: after its YAML or TOML head, if any.

    Two rules (`---`) with prose between them are no front matter.
    """
    match = FRONT_MATTER.match(text)
    if match is None or not match["body"].strip():
        return 0
    lines = match["body"].splitlines()
    return match.end() if all(FRONT_MATTER_LINE.match(line) for line in lines) else 0


def parse_markdown(source: str) -> MarkedText:
    """Return the clean text of a Markdown source with its sections and tables."""
    parser = _parser()
    env: dict[str, object] = {}
    # The parser replaces NUL anyway; other line ends would upset its line numbers.
    source = source.replace("\0", "\ufffd")
    return _Cleaner(source, parser, env).clean(parser.parse(source, env))


@cache
def _parser() -> MarkdownIt:
    """Return a CommonMark parser with tables; inline marks are left to plain_inline."""
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    parser.core.ruler.disable("inline")
    return parser


def _front_value(pattern: re.Pattern[str], front: str) -> str:
    match = pattern.search(front)
    return match["value"].strip("\"'").strip() if match else ""


class _Cleaner:
    """One pass over a parser's tokens that puts the clean text together, block by block."""

    def __init__(self, source: str, parser: MarkdownIt, env: dict[str, object]) -> None:
        self._lines = source.split("\n")
        self._parser, self._env = parser, env
        self._out: list[str] = []
        self._length = 0
        self._line = 0  # the first source line that was not dealt with
        self._number = ""  # of an ordered list item whose text is still to come
        self._headings: list[tuple[int, str, int]] = []
        self._tables: list[Table] = []
        self._last_paragraph = ""
        self._after_blank_line = True

    def clean(self, tokens: Sequence[Token]) -> MarkedText:
        """Return the clean text of all tokens."""
        index = 0
        while index < len(tokens):
            index = self._take(tokens, index)
        self._blank_lines_before(len(self._lines))
        text = "".join(self._out)[:-1]  # every line got a line feed, also the last one
        return MarkedText(text, make_sections(self._headings, len(text)), tuple(self._tables))

    def _take(self, tokens: Sequence[Token], index: int) -> int:
        """Deal with the block at `index` and return the index after it."""
        token = tokens[index]
        if token.type == "table_open":
            return self._take_table(tokens, index)
        if token.type in {"paragraph_open", "heading_open"}:
            inline = tokens[index + 1]
            if token.type == "heading_open":
                self._take_heading(token, inline.content)
            else:
                self._take_paragraph(token, inline.content)
            return index + 3
        if token.type == "list_item_open" and token.info:
            self._number = f"{token.info}{token.markup} "
        elif token.type in {"fence", "code_block"}:
            self._take_code(token)
        elif token.type == "html_block":
            self._take_html(token)
        return index + 1

    def _take_heading(self, token: Token, content: str) -> None:
        heading = " ".join(self._plain(content).split())
        if not heading:
            self._line = max(self._line, (token.map or [0, 0])[1])
            return
        start, level = self._begin(token), int(token.tag[1:])
        source = self._lines[(token.map or [0])[0]]
        is_verbatim = token.level == 0 and token.markup[:1] == "#" and PLAIN.fullmatch(content)
        self._add(source if is_verbatim else f"{'#' * level} {heading}", token)
        self._headings.append((level, heading, start))

    def _take_paragraph(self, token: Token, content: str) -> None:
        first, last = token.map or [0, 0]
        is_verbatim = token.level == 0 and PLAIN.fullmatch(content)
        text = "\n".join(self._lines[first:last]) if is_verbatim else self._plain(content)
        if text.strip():
            self._begin(token)
            self._add(text, token)
            self._last_paragraph = text.strip()
        else:
            self._line = max(self._line, last)

    def _take_code(self, token: Token) -> None:
        self._add_block(token, fence_code(token.content, token.info.strip()))

    def _take_table(self, tokens: Sequence[Token], index: int) -> int:
        opening = tokens[index]
        rows: list[list[str]] = []
        while tokens[index].type != "table_close":
            if tokens[index].type == "tr_open":
                rows.append([])
            elif tokens[index].type == "inline":
                rows[-1].append(self._plain(tokens[index].content))
            index += 1
        cells = drop_empty(rows)
        if cells:
            is_caption = CAPTION.match(self._last_paragraph)
            caption = self._last_paragraph[:MAX_CAPTION_CHARS] if is_caption else ""
            start, text = self._begin(opening), table_markdown(cells)
            self._tables.append(Table(caption, start, start + len(text), cells))
            self._add(text, opening)
        self._last_paragraph = ""
        return index + 1

    def _take_html(self, token: Token) -> None:
        marked = write_parts(read_page(token.content).parts)
        start = self._begin(token) if marked.text else 0
        moved = marked.shifted(start)
        self._headings += [(one.level, one.heading, one.start) for one in moved.sections]
        self._tables += moved.tables
        self._add_block(token, marked.text.rstrip("\n"))

    def _add_block(self, token: Token, text: str) -> None:
        if text.strip():
            self._begin(token)
            self._add(text, token)
        else:
            self._line = max(self._line, (token.map or [0, 0])[1])

    def _begin(self, token: Token) -> int:
        """Write what stands before a block and return where the block starts."""
        self._blank_lines_before((token.map or [self._line])[0])
        if token.level > 0 and not self._after_blank_line:
            self._write("\n")  # list items are sentences of their own
        if self._number:
            self._write(self._number)
            self._number = ""
        return self._length

    def _blank_lines_before(self, line: int) -> None:
        for gap in self._lines[self._line : line]:
            if not gap.strip():
                self._write(gap + "\n")
                self._after_blank_line = True
        self._line = max(self._line, line)

    def _add(self, text: str, token: Token) -> None:
        self._write(text + "\n")
        self._after_blank_line = False
        self._line = max(self._line, (token.map or [0, self._line])[1])

    def _write(self, text: str) -> None:
        self._out.append(text)
        self._length += len(text)

    def _plain(self, content: str) -> str:
        return plain_inline(content, parser=self._parser, env=self._env)
