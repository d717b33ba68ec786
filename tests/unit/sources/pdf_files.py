"""Writes small PDF files for tests: text, lines and boxes at given places.

Places are in points from the upper left, text by the left end of its baseline, so that tests
can check what the reader says against the numbers that they gave. The fonts are Helvetica and
its bold form, which every PDF reader has; a character 0 to 9 is 0.556 of the size wide.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

WIDTH, HEIGHT = 595.0, 842.0


@dataclass(frozen=True)
class Text:
    """Words on one baseline; `angle` 90 runs them upward."""

    x: float
    y: float
    text: str
    size: float = 10
    bold: bool = False
    angle: int = 0


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


Drawing = Text | Rule | Bar


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
    first = 5  # of the pages' objects, two a page; the outline's entries follow
    marks = first + 2 * len(pages)
    kids = " ".join(f"{first + 2 * i} 0 R" for i in range(len(pages)))
    outlines = f"/Outlines {marks} 0 R" if outline else ""
    objects = [
        f"<< /Type /Catalog /Pages 2 0 R {outlines} >>".encode(),
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        _font("Helvetica"),
        _font("Helvetica-Bold"),
    ]
    for i, drawings in enumerate(pages):
        content = "\n".join(map(_draw, drawings)).encode("cp1252")
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {WIDTH} {HEIGHT}] /Rotate {rotate} "
            f"/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> "
            f"/Contents {first + 2 * i + 1} 0 R >>".encode()
        )
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
    objects += _outline(outline, marks, first)
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


def _font(name: str) -> bytes:
    return (
        f"<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>".encode()
    )


def _draw(drawing: Drawing) -> str:
    if isinstance(drawing, Rule):
        start = f"{drawing.x1} {HEIGHT - drawing.y1} m"
        return f"0.5 w {start} {drawing.x2} {HEIGHT - drawing.y2} l S"
    if isinstance(drawing, Bar):
        width, height = drawing.right - drawing.left, drawing.bottom - drawing.top
        return f"0.8 g {drawing.left} {HEIGHT - drawing.bottom} {width} {height} re f 0 g"
    turn = "0 1 -1 0" if drawing.angle == 90 else "1 0 0 1"
    place = f"{turn} {drawing.x} {HEIGHT - drawing.y} Tm"
    font = f"/F{2 if drawing.bold else 1} {drawing.size} Tf"
    return f"BT {font} {place} ({_escape(drawing.text)}) Tj ET"


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
