"""Reads JSON values whose texts are whole characters.

JSON may write half a character, a lone surrogate, which no database takes: U+FFFD stands in its
place, wherever in the value it is.
"""

from __future__ import annotations

import json
import re
from typing import Any

__all__ = ["LONE_SURROGATE", "load_json", "mend_halves"]

LONE_SURROGATE = re.compile(r"[\ud800-\udfff]")
ESCAPED = re.compile(r"\\u[dD][89a-fA-F]")


def load_json(text: str) -> Any:
    """Return the value that a JSON text writes.

    Raises:
        ValueError: it is no JSON.
        RecursionError: it is nested too deeply.
    """
    value = json.loads(text)
    return mend_halves(value) if ESCAPED.search(text) else value


def mend_halves(value: Any) -> Any:
    """Return a JSON value with U+FFFD in place of each half character; keys have whole ones too."""
    if isinstance(value, str):
        return LONE_SURROGATE.sub("\ufffd", value)
    if isinstance(value, list):
        return [mend_halves(item) for item in value]
    if isinstance(value, dict):
        return {mend_halves(key): mend_halves(item) for key, item in value.items()}
    return value
