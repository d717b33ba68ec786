"""Writes Excel files of the format before 2007 (BIFF8), record by record."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.unit.sources.ole_files import make_ole

__all__ = ["make_xls"]

Cell = str | float | bool | tuple[float, str] | None
"""A pair is a number with the code of its format."""

GENERAL = "General"
GLOBALS, SHEET = 0x0005, 0x0010
FIRST_FORMAT = 164


def make_xls(
    file: Path,
    sheets: Mapping[str, Sequence[Sequence[Cell]]],
    *,
    merged: Sequence[tuple[int, int, int, int]] = (),
    hidden: Sequence[str] = (),
) -> Path:
    """Write sheets of rows; `merged` are first row, last row, first and last column, on each."""
    codes = [GENERAL]
    bodies = [_sheet(rows, merged, codes) for rows in sheets.values()]
    head = _record(0x0809, struct.pack("<HHHHII", 0x0600, GLOBALS, 0, 0, 0, 6))
    head += _record(0x0042, struct.pack("<H", 1200))
    head += 5 * _record(
        0x0031, struct.pack("<HHHHHBBBB", 200, 0, 8, 400, 0, 0, 0, 0, 0) + _short("A")
    )
    for number, code in enumerate(codes[1:], start=FIRST_FORMAT):
        head += _record(0x041E, struct.pack("<H", number) + _text(code))
    head += _record(0x00E0, struct.pack("<HHH14x", 0, 0, 0xFFF4))  # the style that all have
    for number in range(len(codes)):
        shown = FIRST_FORMAT - 1 + number if number else 0
        head += _record(0x00E0, struct.pack("<HHH14x", 0, shown, 0))
    names = [
        (struct.pack("<BB", name in hidden, 0) + _short(name), body)
        for name, body in zip(sheets, bodies, strict=True)
    ]
    start = len(head) + sum(8 + len(name) for name, _ in names) + 4
    for name, body in names:
        head += _record(0x0085, struct.pack("<I", start) + name)
        start += len(body)
    book = head + _record(0x000A, b"") + b"".join(body for _, body in names)
    return make_ole(file, {"Workbook": book.ljust(4096, b"\0")})


def _sheet(
    rows: Sequence[Sequence[Cell]],
    merged: Sequence[tuple[int, int, int, int]],
    codes: list[str],
) -> bytes:
    out = _record(0x0809, struct.pack("<HHHHII", 0x0600, SHEET, 0, 0, 0, 6))
    for row, cells in enumerate(rows):
        for column, cell in enumerate(cells):
            value, code = cell if isinstance(cell, tuple) else (cell, GENERAL)
            if code not in codes:
                codes.append(code)
            place = struct.pack("<HHH", row, column, codes.index(code) + 1)
            if isinstance(value, bool):
                out += _record(0x0205, place + struct.pack("<BB", value, 0))
            elif isinstance(value, str):
                out += _record(0x0204, place + _text(value))
            elif value is not None:
                out += _record(0x0203, place + struct.pack("<d", value))
    if merged:
        ranges = b"".join(struct.pack("<HHHH", *one) for one in merged)
        out += _record(0x00E5, struct.pack("<H", len(merged)) + ranges)
    return out + _record(0x000A, b"")


def _record(kind: int, data: bytes) -> bytes:
    return struct.pack("<HH", kind, len(data)) + data


def _text(text: str) -> bytes:
    return struct.pack("<HB", len(text), 1) + text.encode("utf-16-le")


def _short(text: str) -> bytes:
    return struct.pack("<BB", len(text), 1) + text.encode("utf-16-le")
