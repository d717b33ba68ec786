"""Reads the slides of a PowerPoint file: texts, tables, charts and speaker notes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO

from kgplatform.sources.inline import describes_nothing
from kgplatform.sources.marked import Heading, Paragraph, Part, TablePart
from kgplatform.sources.markup import parse_xml
from kgplatform.sources.tables import SourceCell, SourceTable
from kgplatform.sources.text import count_parts
from kgplatform.text.raised import lower_text, raise_text

__all__ = ["Deck", "read_slides"]

LINE_BREAKS = re.compile(r"_x000[BD]_|[\n\v\f\x1c-\x1e\x85\u2028\u2029]")  # within a paragraph
UNREAD = {"relIds": "diagram", "oleObj": "embedded file"}


@dataclass(frozen=True, slots=True)
class Slide:
    """A slide: its number, its title, if it has one, and its parts."""

    number: int
    title: str
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Deck:
    """The slides that are shown, and what was not read, in a few words each."""

    slides: tuple[Slide, ...]
    unread: tuple[str, ...]


def read_slides(stream: BinaryIO) -> Deck:
    """Return the slides of a file; those that are set not to be shown are left out."""
    from pptx import Presentation

    slides: list[Slide] = []
    unread: Counter[str] = Counter()
    for number, slide in enumerate(Presentation(stream).slides, 1):
        if slide.element.get("show") in ("0", "false"):
            unread["hidden slide"] += 1
            continue
        title = slide.shapes.title
        text = " ".join(_text(title.text_frame).split()) if title is not None else ""
        slides.append(Slide(number, text, tuple(_parts(slide, title, unread))))
    return Deck(tuple(slides), tuple(count_parts(n, what) for what, n in unread.items() if n))


def _parts(slide: Any, title: Any, unread: Counter[str]) -> Iterator[Part]:
    for shape in _sorted(slide.shapes):
        is_title = title is not None and shape.shape_id == title.shape_id
        yield from _shape(shape, unread, is_title=is_title)
    notes = slide.notes_slide.notes_text_frame if slide.has_notes_slide else None
    if notes is not None and notes.text.strip():
        yield Heading(3, "Notes")
        yield from _paragraphs(notes)
    comments = list(_comments(slide))
    if comments:
        yield Heading(3, "Comments")
        yield from map(Paragraph, comments)


def _comments(slide: Any) -> Iterator[str]:
    """Yield the comments on a slide, of old and new files."""
    for relation in slide.part.rels.values():
        if not relation.is_external and relation.reltype.endswith("/comments"):
            root = parse_xml(relation.target_part.blob)
            for one in root.iter("{*}text", "{*}txBody"):
                yield " ".join("".join(one.itertext()).split())


def _sorted(shapes: Iterable[Any]) -> list[Any]:
    """Return shapes from top to bottom, and from left to right; those without a place first."""
    lowest = float("-inf")
    return sorted(
        shapes,
        key=lambda one: (
            lowest if one.top is None else one.top,
            lowest if one.left is None else one.left,
        ),
    )


def _shape(shape: Any, unread: Counter[str], *, is_title: bool = False) -> Iterator[Part]:
    from pptx.enum.shapes import MSO_SHAPE_TYPE

    if shape.element.xpath("boolean(*[1]/p:cNvPr[@hidden='1' or @hidden='true'])"):
        unread["hidden part"] += 1
    elif shape.shape_type == MSO_SHAPE_TYPE.GROUP:
        for inner in _sorted(shape.shapes):
            yield from _shape(inner, unread)
    elif shape.has_table:
        yield TablePart(_table(shape.table))
    elif shape.has_chart:
        yield from _chart(shape.chart, unread)
    elif shape.has_text_frame and is_title:
        yield Heading(1, _text(shape.text_frame).replace("\n", " "))
    elif shape.has_text_frame:
        yield from _paragraphs(shape.text_frame)
    else:
        yield from _picture(shape, unread)


def _picture(shape: Any, unread: Counter[str]) -> Iterator[Part]:
    """Yield the description of a picture, or of what else has no text of its own."""
    for tag, what in UNREAD.items():
        unread[what] += len(shape.element.findall(f".//{{*}}{tag}"))
    text = str(shape.element.xpath("string(*[1]/p:cNvPr/@descr)"))
    if not describes_nothing(text):
        yield Paragraph(text)


def _paragraphs(frame: Any) -> Iterator[Part]:
    """Yield the lines of a text frame."""
    for line in _text(frame).split("\n"):
        yield Paragraph(line, is_line=True)


def _text(frame: Any) -> str:
    """Return the text of a frame, a line a paragraph; raised and lowered characters stay so."""
    return "\n".join(_line(paragraph) for paragraph in frame.paragraphs)


def _line(paragraph: Any) -> str:
    text = ""
    for piece in paragraph._p.xpath("a:r | a:br | a:fld"):
        said = "\n" if piece.tag.endswith("}br") else piece.xpath("string(a:t)")
        shift = int(piece.xpath("string(a:rPr/@baseline)") or 0)
        if shift > 0:
            said = raise_text(said)
        elif shift < 0:
            said = lower_text(said, behind=text)
        text += said
    return LINE_BREAKS.sub("\n", text)


def _table(table: Any) -> SourceTable:
    cells = tuple(
        SourceCell(r, c, _text(cell.text_frame), cell.span_height, cell.span_width)
        for r, row in enumerate(table.rows)
        for c, cell in enumerate(row.cells)
        if not cell.is_spanned
    )
    return SourceTable(cells, 1 if table.first_row and len(table.rows) > 1 else None)


def _chart(chart: Any, unread: Counter[str]) -> Iterator[Part]:
    """Yield a chart's title and its data as a table."""
    try:
        kinds = list(chart.plots)
    except ValueError:  # of a kind that python-pptx does not know
        unread["chart"] += 1
        return
    title = ""
    if chart.has_title and chart.chart_title.has_text_frame:
        title = " ".join(chart.chart_title.text_frame.text.split())
    series = [(str(one.name or ""), list(one.values)) for one in chart.series]
    names = [str(category) for category in kinds[0].categories] if kinds else []
    if series and not names:  # of points, which have two numbers each
        names = chart.series[0]._element.xpath("c:xVal//c:v/text()")
    rows = [["", *(name for name, _ in series)]]
    rows += [
        [name, *(_value(values[n]) if n < len(values) else "" for _, values in series)]
        for n, name in enumerate(names)
    ]
    cells = (SourceCell(r, c, text) for r, row in enumerate(rows) for c, text in enumerate(row))
    yield TablePart(SourceTable(tuple(cells), 1), title)


def _value(value: float | None) -> str:
    return "" if value is None else f"{value:.15g}"
