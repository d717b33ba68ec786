"""Writes OLE files (compound files), and messages as Outlook saves them, byte by byte."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path

__all__ = ["make_msg", "make_ole", "message"]

SECTOR, MINI = 512, 64
FREE, END, FAT = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD
ROOT, STORAGE, STREAM = 5, 1, 2
Tree = Mapping[str, "bytes | Tree"]

UNICODE, BINARY, TIME, INTEGER = 0x001F, 0x0102, 0x0040, 0x0003
NAMES = {
    "subject": 0x0037, "body": 0x1000, "sender": 0x0C1A, "address": 0x0C1F, "to": 0x0E04,
    "headers": 0x007D, "id": 0x1035, "answers": 0x1042, "name": 0x3707,
}  # fmt: skip
HTML, RTF, DATA, METHOD = 0x1013, 0x1009, 0x3701, 0x3705
EMBEDDED = 5


def make_ole(file: Path, tree: Tree) -> Path:
    """Write streams and storages; streams below 4,096 bytes stand in the small stream."""
    entries: list[list[int | str | bytes]] = []
    mini = bytearray()
    sectors: list[bytes] = []
    fat: list[int] = []

    def chain(data: bytes) -> int:
        start = len(sectors)
        pieces = [data[at : at + SECTOR].ljust(SECTOR, b"\0") for at in range(0, len(data), SECTOR)]
        sectors.extend(pieces)
        fat.extend([*range(start + 1, start + len(pieces)), END])
        return start

    mini_fat: list[int] = []

    def place(data: bytes) -> int:
        if len(data) >= 4096:
            return chain(data)
        count = -(-len(data) // MINI)
        start = len(mini) // MINI
        mini.extend(data.ljust(count * MINI, b"\0"))
        mini_fat.extend([*range(start + 1, start + count), END] if count else [])
        return start if count else END

    def add(name: str, kind: int, value: bytes | Tree) -> int:
        index = len(entries)
        entries.append([name, kind, FREE, FREE, FREE, END, 0])
        if isinstance(value, bytes):
            entries[index][5:] = [place(value), len(value)]
            return index
        children = [
            add(child, STREAM if isinstance(inside, bytes) else STORAGE, inside)
            for child, inside in value.items()
        ]
        if children:  # a list of right siblings is a tree as well
            entries[index][4] = children[0]
        for before, after in pairwise(children):
            entries[before][3] = after
        return index

    add("Root Entry", ROOT, tree)
    entries[0][5:] = [chain(bytes(mini)) if mini else END, len(mini)]
    mini_start = chain(_numbers(mini_fat)) if mini_fat else END
    directory = b"".join(_entry(*entry) for entry in entries)
    directory_start = chain(directory.ljust(-(-len(directory) // SECTOR) * SECTOR, b"\0"))
    count = 1
    while len(fat) + count > count * SECTOR // 4:
        count += 1
    at = list(range(len(sectors), len(sectors) + count))
    table = _numbers([*fat, *[FAT] * count]).ljust(count * SECTOR, b"\xff")
    head = struct.pack(
        "<8s16xHHHHH6xIIIIIIIII", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 0x3E, 3, 0xFFFE, 9, 6,
        0, count, directory_start, 0, 4096, mini_start, -(-len(mini_fat) * 4 // SECTOR), END, 0,
    )  # fmt: skip
    head += _numbers([*at, *[FREE] * (109 - count)])
    file.write_bytes(head + b"".join(sectors) + table)
    return file


def make_msg(
    file: Path,
    *,
    attachments: Sequence[tuple[str, bytes | Tree]] = (),
    html: bytes = b"",
    **texts: str,
) -> Path:
    """Write a message; an attachment is bytes, or a `message` of its own."""
    return make_ole(file, message(head=32, attachments=attachments, html=html, **texts))


def message(
    *,
    head: int = 24,
    attachments: Sequence[tuple[str, bytes | Tree]] = (),
    html: bytes = b"",
    **texts: str,
) -> Tree:
    """Return a message as a tree; `head` is 32 at the root of a file, 24 in another message."""
    properties = {(NAMES[name], UNICODE): text.encode("utf-16-le") for name, text in texts.items()}
    if html:
        properties[HTML, BINARY] = html
    tree = _properties(properties, head, len(attachments))
    for number, (name, content) in enumerate(attachments):
        inside = {(NAMES["name"], UNICODE): name.encode("utf-16-le")}
        if isinstance(content, bytes):
            inside[DATA, BINARY] = content
        else:
            inside[METHOD, INTEGER] = struct.pack("<I", EMBEDDED)
        attached = _properties(inside, 8, 0)
        if not isinstance(content, bytes):
            attached[f"__substg1.0_{DATA:04X}000D"] = content
        tree[f"__attach_version1.0_#{number:08X}"] = attached
    return tree


def _properties(
    properties: Mapping[tuple[int, int], bytes], head: int, attachments: int
) -> dict[str, bytes | Tree]:
    tree: dict[str, bytes | Tree] = {}
    rows = [struct.pack("<8xIIII", 0, attachments, 0, attachments).ljust(head, b"\0")[:head]]
    for (name, kind), value in properties.items():
        if kind == INTEGER:
            rows.append(struct.pack("<HHI", kind, name, 6) + value.ljust(8, b"\0"))
            continue
        size = len(value) + (2 if kind == UNICODE else 0)
        rows.append(struct.pack("<HHIII", kind, name, 6, size, 0))
        tree[f"__substg1.0_{name:04X}{kind:04X}"] = value
    tree["__properties_version1.0"] = b"".join(rows)
    return tree


def _numbers(values: Sequence[int]) -> bytes:
    return struct.pack(f"<{len(values)}I", *values)


def _entry(name: str, kind: int, left: int, right: int, child: int, start: int, size: int) -> bytes:
    text = name.encode("utf-16-le")
    return struct.pack(
        "<64sHBBIII16xIQQIQ", text, len(text) + 2, kind, 1, left, right, child, 0, 0, 0, start, size
    )
