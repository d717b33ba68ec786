"""Separates what the writer of a message says from the earlier messages that it quotes.

A quotation is a section whose heading is the line that introduces it ("On Monday, Ada wrote:"), so
that every passage of it says whose words it holds. The marks in front of its lines are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from kgplatform.records.document import Section
from kgplatform.sources.marked import MarkedText

__all__ = ["find_forwarded", "head_quotations", "split_quotes"]

QUOTED, REPLY = "Quoted message", "Reply"
MARK = re.compile(r">[ ]?")
MAX_INTRODUCTION = 3  # lines: an address may be broken over two
MAX_INTRODUCTION_CHARS = 300
MAX_DEPTH = 20

FROM = "|".join(
    "From Von De Da Van Fra Från Lähettäjä Od От Από Gönderen Feladó Expéditeur Remitente Mittente "
    "发件人 差出人".split()
)
LABEL = r"[ \t]*\*?[^\W\d_][\w \t-]{0,20}[ \t]?\*?[:：]\*?[ \t]*\S.*"
FORWARDED = re.compile(
    rf"^(?:[ \t]*[-_=]{{3,}}.*\n\s*)?(?P<first>[ \t]*\*?(?:{FROM})[ \t]?\*?[:：].*)\n\n?"
    rf"(?:{LABEL}\n\n?){{2,}}",
    re.M,
)
"""The headers of an earlier message, as programs write them above what they do not mark."""


def split_quotes(text: str) -> MarkedText:
    """Return a plain text with a section for each earlier message that it quotes."""
    out = _Pieces()
    _take(text.split("\n"), 1, out)
    if not "".join(out.texts).strip():  # a mark with nothing behind it
        return MarkedText("", ())
    return MarkedText("".join(out.texts).rstrip("\n") + "\n", tuple(out.sections()))


def find_forwarded(text: str, start: int = 0) -> Iterator[tuple[int, str]]:
    """Yield where the headers of earlier messages stand, and their first lines."""
    for match in FORWARDED.finditer(text, start):
        yield match.start(), " ".join(match["first"].replace("*", "").split())


def head_quotations(source: str) -> str:
    """Return a message in HTML with a heading above each earlier message that it quotes.

    What the writer says below a quotation gets a heading as well.
    """
    from lxml import etree, html

    try:
        root = html.document_fromstring(source.encode("utf-8"), parser=_parser())
    except etree.ParserError:  # no element at all
        return source
    for quotation in [element for element in root.iter("blockquote") if _is_outer(element)]:
        parent = quotation.getparent()
        place = parent.index(quotation)
        if (quotation.tail or "").strip() or quotation.getnext() is not None:
            reply = html.Element("h2")
            reply.text, reply.tail, quotation.tail = REPLY, quotation.tail, None
            parent.insert(place + 1, reply)
        heading = html.Element("h2")
        heading.text = QUOTED
        parent.insert(place, heading)
    return str(html.tostring(root, encoding="unicode"))


def _parser() -> Any:
    from lxml import html

    return html.HTMLParser(encoding="utf-8", huge_tree=True)


def _is_outer(element: Any) -> bool:
    return element.getparent() is not None and not any(
        above.tag == "blockquote" for above in element.iterancestors()
    )


class _Pieces:
    """A text as it is put together, with its sections."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.length = 0
        self._sections: list[tuple[int, str, int, int]] = []

    def add(self, text: str) -> None:
        self.texts.append(text)
        self.length += len(text)

    def add_section(self, level: int, heading: str, start: int) -> int:
        self._sections.append((level, heading, start, start))
        return len(self._sections) - 1

    def end_section(self, index: int) -> None:
        level, heading, start, _ = self._sections[index]
        self._sections[index] = (level, heading, start, self.length)

    def sections(self) -> Iterator[Section]:
        end = len("".join(self.texts).rstrip("\n")) + 1
        for level, heading, start, stop in self._sections:
            yield Section(level, heading, min(start, end), min(stop, end))


def _take(lines: Sequence[str], level: int, out: _Pieces) -> None:
    """Add lines: runs of quoted ones as sections, headers of an earlier message with all below."""
    runs = [(is_quoted, list(run)) for is_quoted, run in groupby(lines, _is_quoted)]
    waiting: list[str] = []  # the line that introduces a quotation
    for number, (is_quoted, run) in enumerate(runs):
        if is_quoted and level <= MAX_DEPTH:
            _take_quotation(waiting, run, level, out)
            waiting = []
            continue
        follows = number + 1 < len(runs)
        waiting = _introduction(run) if follows else []
        _take_written("\n".join(run[: len(run) - len(waiting)]) + "\n", level, out)


def _take_quotation(
    introduction: Sequence[str], run: Sequence[str], level: int, out: _Pieces
) -> None:
    heading = " ".join(" ".join(introduction).split())
    index = out.add_section(level, heading or QUOTED, out.length)
    out.add("".join(line + "\n" for line in introduction))
    _take([MARK.sub("", line, count=1) for line in run], level + 1, out)
    out.end_section(index)


def _take_written(text: str, level: int, out: _Pieces) -> None:
    starts = list(find_forwarded(text))
    edges = [*(start for start, _ in starts), len(text)]
    out.add(text[: edges[0]])
    base, opened = out.length - edges[0], []
    for number, (start, heading) in enumerate(starts):
        opened.append(out.add_section(level + number, heading, base + start))
    out.add(text[edges[0] :])
    for index in opened:
        out.end_section(index)


def _introduction(lines: Sequence[str]) -> list[str]:
    """Return the last lines if they introduce a quotation: they end in a colon."""
    end = len(lines)
    while end and not lines[end - 1].strip():
        end -= 1
    if not end or not lines[end - 1].rstrip().endswith((":", "：")):
        return []
    start = end - 1
    while start and end - start < MAX_INTRODUCTION and lines[start - 1].strip():
        start -= 1
    found = list(lines[start:])
    return found if sum(map(len, found)) <= MAX_INTRODUCTION_CHARS else list(lines[end - 1 :])


def _is_quoted(line: str) -> bool:
    return line.startswith(">")
