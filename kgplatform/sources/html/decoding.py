"""Turns the bytes of a page into text, as browsers do where it says how it is encoded."""

from __future__ import annotations

import codecs
import re

from kgplatform.errors import EmptySource, SourceError
from kgplatform.sources.encoding import decode_bytes

__all__ = ["decode_page"]

DECLARED = re.compile(rb"""(?:charset|encoding)\s*=\s*["']?\s*([A-Za-z0-9._:-]+)""")
HEAD_BYTES = 2048
MEANT = {
    "ascii": "cp1252",
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "euc_kr": "cp949",
    "shift_jis": "cp932",
}
"""What pages mean by an encoding's name: the one of Windows that has more signs."""

MAX_BROKEN = 0.01  # share of the characters: more is another encoding
UNKNOWN = "\ufffd"


def decode_page(data: bytes, *, name: str) -> tuple[str | SourceError, int]:
    """Return the text of a page, or why it is none, and how many characters of it are broken.

    Args:
        data: the page.
        name: what to call it in a message.
    """
    match = DECLARED.search(data[:HEAD_BYTES])
    declared = _meant(match[1].decode("ascii")) if match else None
    text = decode_bytes(data, name=name, declared=declared)
    if isinstance(text, SourceError) and not isinstance(text, EmptySource):
        replaced = data.decode("utf-8", errors="replace")
        broken = replaced.count(UNKNOWN)
        if b"\0" not in data and broken <= MAX_BROKEN * len(replaced):
            return replaced.replace("\r\n", "\n").replace("\r", "\n"), broken
    return text, 0


def _meant(declared: str) -> str:
    try:
        known = codecs.lookup(declared).name
    except LookupError:
        return declared
    return MEANT.get(known, known)
