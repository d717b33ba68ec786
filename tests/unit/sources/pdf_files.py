"""Writes small PDF files for tests: text, lines and boxes at given places.

Places are in points from the upper left, text by the left end of its baseline, so that tests
can check what the reader says against the numbers that they gave. The fonts are Helvetica and
its bold form, which every PDF reader has; a character 0 to 9 is 0.556 of the size wide.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

WIDTH, HEIGHT = 595.0, 842.0


@dataclass(frozen=True)
class Text:
    """Words on one baseline; `angle` 90 runs them upward.

    `grey` is 0 for black and 1 for white, `mode` how it is drawn (3 without ink). Hebrew letters
    are drawn as they are given, from left to right; they and soft hyphens are of a third font.
    """

    x: float
    y: float
    text: str
    size: float = 10
    bold: bool = False
    angle: int = 0
    grey: float = 0
    mode: int = 0


@dataclass(frozen=True)
class Rule:
    """A straight line."""

    x1: float
    y1: float
    x2: float
    y2: float


@dataclass(frozen=True)
class Bar:
    """A filled box."""

    left: float
    top: float
    right: float
    bottom: float
    grey: float = 0.8


@dataclass(frozen=True)
class Picture:
    """An image of one grey point."""

    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True)
class Widget:
    """A field of a form, or a note: the entries of an annotation, and of its field."""

    left: float
    top: float
    right: float
    bottom: float
    entries: str


Drawing = Text | Rule | Bar | Picture | Widget
HEBREW = "אבגדהוזחטיךכלםמןנסעףפץצקרשת"
SOFT_HYPHEN = "\u00ad"
CODES = {letter: code for code, letter in enumerate(HEBREW + SOFT_HYPHEN, start=0xC0)}


def lines(
    x: float, y: float, texts: Sequence[str], *, step: float = 12, size: float = 10
) -> list[Drawing]:
    """Return lines of text below one another."""
    return [Text(x, y + i * step, text, size) for i, text in enumerate(texts)]


def grid(xs: Sequence[float], ys: Sequence[float], cells: Sequence[Sequence[str]]) -> list[Drawing]:
    """Return a table drawn with lines at xs and ys, one line of text a cell."""
    drawings: list[Drawing] = [Rule(x, ys[0], x, ys[-1]) for x in xs]
    drawings += [Rule(xs[0], y, xs[-1], y) for y in ys]
    for top, row in zip(ys, cells, strict=False):
        drawings += [Text(x + 4, top + 14, cell) for x, cell in zip(xs, row, strict=False) if cell]
    return drawings


def write_pdf(
    file: Path,
    *pages: Sequence[Drawing],
    title: str = "",
    outline: Sequence[tuple[str, int]] = (),
    rotate: int = 0,
    encrypted: bool = False,
) -> Path:
    """Write a file of pages; return its path.

    Args:
        outline: entries (title, page from 1) of the highest level.
        rotate: of every page as it is shown, clockwise.
        encrypted: whether the file asks for a password that nobody knows.
    """
    first = 7  # of the pages' objects, two a page; the outline's entries follow
    marks = first + 2 * len(pages)
    kids = " ".join(f"{first + 2 * i} 0 R" for i in range(len(pages)))
    outlines = f"/Outlines {marks} 0 R" if outline else ""
    widget = marks + (len(outline) + 1 if outline else 0)
    widgets: list[bytes] = []
    objects = [
        b"",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        _font("Helvetica"),
        _font("Helvetica-Bold"),
        _font("Helvetica", "/ToUnicode 6 0 R"),
        _stream(_unicode_map()),
    ]
    for i, drawings in enumerate(pages):
        content = b"\n".join(_draw(d) for d in drawings if not isinstance(d, Widget))
        own = [d for d in drawings if isinstance(d, Widget)]
        refs = " ".join(f"{widget + len(widgets) + k} 0 R" for k in range(len(own)))
        widgets += map(_annotation, own)
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {WIDTH} {HEIGHT}] /Rotate {rotate} "
            f"/Resources << /Font << /F1 3 0 R /F2 4 0 R /F3 5 0 R >> >> "
            f"/Annots [{refs}] /Contents {first + 2 * i + 1} 0 R >>".encode()
        )
        objects.append(_stream(content))
    objects += _outline(outline, marks, first)
    objects += widgets
    fields = " ".join(f"{widget + k} 0 R" for k in range(len(widgets)))
    form = f"/AcroForm << /Fields [{fields}] >>" if widgets else ""
    objects[0] = f"<< /Type /Catalog /Pages 2 0 R {outlines} {form} >>".encode()
    trailer = ""
    if title:
        objects.append(f"<< /Title ({_escape(title)}) >>".encode("cp1252"))
        trailer += f"/Info {len(objects)} 0 R "
    if encrypted:
        key = "00" * 32
        trailer += f"/Encrypt << /Filter /Standard /V 1 /R 2 /O <{key}> /U <{key}> /P -4 >> "
        trailer += f"/ID [<{key}> <{key}>] "
    file.write_bytes(_join(objects, trailer))
    return file


def _font(name: str, more: str = "") -> bytes:
    return (
        f"<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding {more} >>"
    ).encode()


def _unicode_map() -> bytes:
    """Return which characters codes of the third font stand for."""
    lines = [f"<{code:02X}> <{ord(letter):04X}>" for letter, code in CODES.items()]
    lines += [f"<{code:02X}> <{code:04X}>" for code in range(32, 127)]
    blocks = [lines[i : i + 100] for i in range(0, len(lines), 100)]
    tables = "\n".join(
        f"{len(block)} beginbfchar\n" + "\n".join(block) + "\nendbfchar" for block in blocks
    )
    return (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap "
        "/CMapName /Test def /CMapType 2 def\n"
        f"1 begincodespacerange <00> <FF> endcodespacerange\n{tables}\n"
        "endcmap end end"
    ).encode()


def _stream(content: bytes) -> bytes:
    return b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content)


def _annotation(widget: Widget) -> bytes:
    rect = f"[{widget.left} {HEIGHT - widget.bottom} {widget.right} {HEIGHT - widget.top}]"
    return f"<< /Type /Annot /Rect {rect} {widget.entries} >>".encode("cp1252")


def _draw(drawing: Drawing) -> bytes:
    if isinstance(drawing, Text):
        return _draw_text(drawing)
    if isinstance(drawing, Rule):
        start = f"{drawing.x1} {HEIGHT - drawing.y1} m"
        return f"0.5 w {start} {drawing.x2} {HEIGHT - drawing.y2} l S".encode()
    width, height = drawing.right - drawing.left, drawing.bottom - drawing.top
    if isinstance(drawing, Picture):
        place = f"q {width} 0 0 {height} {drawing.left} {HEIGHT - drawing.bottom} cm"
        return f"{place} BI /W 1 /H 1 /BPC 8 /CS /G ID \x7f EI Q".encode("latin-1")
    assert isinstance(drawing, Bar)
    box = f"{drawing.left} {HEIGHT - drawing.bottom} {width} {height}"
    return f"{drawing.grey} g {box} re f 0 g".encode()


def _draw_text(text: Text) -> bytes:
    sine, cosine = math.sin(math.radians(text.angle)), math.cos(math.radians(text.angle))
    turn = f"{cosine:.4f} {sine:.4f} {-sine:.4f} {cosine:.4f}"
    is_mapped = any(letter in CODES for letter in text.text)
    font = f"/F{3 if is_mapped else 2 if text.bold else 1} {text.size} Tf"
    letters = _escape(text.text)
    shown = (
        bytes(CODES.get(letter, ord(letter)) for letter in letters)
        if is_mapped
        else letters.encode("cp1252")
    )
    place = f"{turn} {text.x} {HEIGHT - text.y} Tm"
    start = f"BT {text.grey} g {text.mode} Tr {font} {place} ("
    return start.encode() + shown + b") Tj ET 0 g"


def _escape(text: str) -> str:
    return text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")


def _outline(outline: Sequence[tuple[str, int]], marks: int, first: int) -> list[bytes]:
    if not outline:
        return []
    count = len(outline)
    objects = [
        f"<< /Type /Outlines /First {marks + 1} 0 R /Last {marks + count} 0 R /Count {count} >>"
    ]
    for i, (title, page) in enumerate(outline, start=1):
        beside = f"/Prev {marks + i - 1} 0 R " if i > 1 else ""
        beside += f"/Next {marks + i + 1} 0 R " if i < count else ""
        target = f"[{first + 2 * (page - 1)} 0 R /Fit]"
        objects.append(
            f"<< /Title ({_escape(title)}) /Parent {marks} 0 R {beside}/Dest {target} >>"
        )
    return [text.encode("cp1252") for text in objects]


def _join(objects: Sequence[bytes], trailer: str) -> bytes:
    data = b"%PDF-1.4\n"
    places = []
    for number, content in enumerate(objects, start=1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    start = len(data)
    data += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    data += b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(objects) + 1
    data += f"trailer << /Size {size} /Root 1 0 R {trailer}>>\nstartxref\n{start}\n%%EOF\n".encode()
    return data
