"""Shows the characters of a text that cannot be seen but change what is seen.

Documents, file names, models and graphs are the work of others: a control character of theirs could
clear a terminal or rename its window, a bidirectional one turn a sentence round, and letters of the
tag block speak to a model alone. All that leaves for a terminal, a page, a receipt or a chat model
passes here. What joins letters within words of real languages stays (ZWJ, ZWNJ, soft hyphen,
zero-width space).
"""

from __future__ import annotations

import json
import re
from typing import Any

__all__ = ["escape_json", "show", "show_each", "show_line", "show_text"]

HIDDEN = (
    r"\x00-\x08\x0b-\x1f\x7f-\x9f"  # controls, but for tab and line feed
    r"\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # which way text runs
    r"\u2028\u2029"  # ends of lines and paragraphs, which terminals take in ways of their own
    r"\u180e\u2061-\u2065\u206a-\u206f\ufeff\ufff0-\ufffb"  # nothing to be seen of them
    r"\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e007f"
    r"\ud800-\udfff"  # bytes that were no text
)
_HIDDEN = re.compile(f"[{HIDDEN}]")
_HIDDEN_OR_LINE_FEED = re.compile(rf"[\n{HIDDEN}]")
DELETE = 0x7F
PICTURES, PICTURE_OF_DELETE = 0x2400, 0x2421
"""Unicode has a picture for each of the old controls."""
UNKNOWN = "\ufffd"


def show(text: str) -> str:
    """Return a text of lines with signs in place of hidden characters: ␛, ⟨U+202E⟩."""
    return _HIDDEN.sub(_sign, text)


def show_text(value: Any) -> Any:
    """Return a value of a template: a text as `show` does, any other as it is."""
    return show(value) if type(value) is str else value


def show_line(text: str) -> str:
    """Return a text that is to be one line, line feeds shown as well."""
    return _HIDDEN_OR_LINE_FEED.sub(_sign, text)


def show_each(text: str) -> str:
    """Return a text with one sign in place of each hidden character, so that offsets stay."""
    return _HIDDEN.sub(lambda match: _picture(match[0]) or UNKNOWN, text)


def escape_json(document: str) -> str:
    """Return a JSON document that has hidden characters as escapes, which says the same."""
    return _HIDDEN.sub(lambda match: json.dumps(match[0])[1:-1], document)


def _sign(match: re.Match[str]) -> str:
    return _picture(match[0]) or f"⟨U+{ord(match[0]):04X}⟩"


def _picture(char: str) -> str | None:
    """Return Unicode's own picture of a control, None where there is none."""
    if ord(char) < ord(" "):
        return chr(PICTURES + ord(char))
    return chr(PICTURE_OF_DELETE) if ord(char) == DELETE else None
