"""Reads what an endpoint says when it refuses a request: what of it, and why.

The body's form differs from one endpoint to the next, so its values are gathered wherever they
stand: the texts are its words, and the values of keys such as "param" or "loc" name the part of the
request that is meant. What the words alone name may come from the prompt, which some quote.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

__all__ = ["Refusal", "find_refusal", "read_refusal"]

BAD_GATEWAY = 502
MAX_CHARS = 300
MAX_DEPTH = 12
_POINTERS = frozenset({"param", "params", "parameter", "loc", "field", "path", "property"})
_CODES = frozenset({"code", "type", "status"})
_MESSAGES = ("message", "msg", "detail", "error", "errors")
_TAG = re.compile(r"<(?:script|style).*?</(?:script|style)>|<[^>]*>", re.DOTALL | re.IGNORECASE)

_FILTERED = re.compile(
    r"content.?filter|content.?(?:management.)?polic|responsible.?ai|data_?inspection|moderation"
    r"|invalid.?prompt|prompt.{0,30}(?:flagged|blocked)|(?:flagged|blocked).{0,30}prompt"
    r"|safety.{0,20}(?:system|polic|filter|reason)|sensitive.?content",
    re.IGNORECASE,
)
_TOO_LONG = re.compile(
    r"context.{0,20}(?:length|window|size|limit|exceed|tokens)|too many tokens|string_above_max"
    r"|(?:prompt|input|request|messages?).{0,40}too (?:long|large)|reduce the length"
    r"|tokens?\b.{0,60}(?:exceed|too (?:large|many|high)|less than|at most|maximum|valid range)"
    r"|(?:exceed|maximum|at most|up to).{0,60}\btokens",
    re.IGNORECASE | re.DOTALL,
)
_SPENT = re.compile(
    r"insufficient.?quota|exceeded your (?:current )?quota|\bdaily\b|per.?day\b|tomorrow"
    r"|insufficient.{0,20}(?:balance|credits?|funds)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Refusal:
    """An endpoint's words on a request that it does not answer.

    Attributes:
        status: of HTTP, or what a body under status 200 says it is.
        words: for people, without a full stop at the end.
        texts: all texts of the body, for what they speak of.
        pointed: names of parts of the request that the body points to.
        codes: its own codes for what is wrong.
    """

    status: int
    words: str
    texts: str = ""
    pointed: frozenset[str] = frozenset()
    codes: frozenset[str] = frozenset()

    @cached_property
    def is_filtered(self) -> bool:
        """Whether what the request says is refused, by a filter of contents."""
        return self.status < 500 and bool(_FILTERED.search(self.texts))

    @cached_property
    def is_too_long(self) -> bool:
        """Whether prompt and reply take more tokens than the model has."""
        return self.status == 413 or (self.status != 404 and bool(_TOO_LONG.search(self.texts)))

    @cached_property
    def is_spent(self) -> bool:
        """Whether what may be asked in a day, or was paid for, is used up."""
        return bool(_SPENT.search(self.texts))


def read_refusal(status: int, text: str, *, secret: str = "") -> Refusal:
    """Return what the body of an error says.

    Args:
        status: of HTTP.
        text: the body.
        secret: a text that must not appear in it.
    """
    text = text.replace(secret, "***") if secret else text
    try:
        body = json.loads(text)
    except (ValueError, RecursionError):
        body = _TAG.sub(" ", text)
    leaves = list(_leaves(body, ""))
    return Refusal(
        status,
        _clean(_message(body, 0) or " ".join(value for _, value in leaves)),
        "\n".join(value for key, value in leaves),
        frozenset(part for key, value in leaves if key in _POINTERS for part in _names(value)),
        frozenset(value for key, value in leaves if key in _CODES),
    )


def find_refusal(body: Mapping[str, Any], *, secret: str = "") -> Refusal | None:
    """Return what a body says went wrong although its status is 200, None where nothing did.

    The status is the code that it names, or that of a bad gateway where it names none; codes in
    words are given to requests that are bad.
    """
    stated = _find_error(body)
    if stated is None:
        return None
    code = str(stated.get("code") or stated.get("status") or "") if isinstance(stated, dict) else ""
    status = 400 if code and not code.isdecimal() else BAD_GATEWAY
    if code.isdecimal() and 400 <= int(code[:3]) <= 599:
        status = int(code[:3])
    return read_refusal(status, json.dumps(stated), secret=secret)


def _find_error(body: Mapping[str, Any]) -> Any:
    choices = body.get("choices")
    if isinstance(choices, list) and choices:
        return choices[0].get("error") if isinstance(choices[0], dict) else None
    if body.get("error"):
        return body["error"]
    return body if body.get("object") == "error" or "detail" in body else None


def _leaves(node: Any, key: str, depth: int = 0) -> Iterator[tuple[str, str]]:
    """Yield the texts and numbers of a value, each with the nearest key above it."""
    if depth > MAX_DEPTH:
        return
    if isinstance(node, dict):
        for name, value in node.items():
            yield from _leaves(value, str(name), depth + 1)
    elif isinstance(node, list):
        for value in node:
            yield from _leaves(value, key, depth + 1)
    elif isinstance(node, str | int | float) and not isinstance(node, bool):
        yield key, str(node)


def _message(node: Any, depth: int) -> str:
    """Return the text that is meant for people, '' where none is marked as such."""
    if isinstance(node, str):
        return node
    if isinstance(node, list):
        return "; ".join(filter(None, (_message(item, depth + 1) for item in node[:3])))
    if not isinstance(node, dict) or depth > MAX_DEPTH:
        return ""
    return next(filter(None, (_message(node.get(name), depth + 1) for name in _MESSAGES)), "")


def _names(pointer: str) -> list[str]:
    return re.findall(r"\w+", pointer)


def _clean(words: str) -> str:
    printable = "".join(char if char.isprintable() else " " for char in words)
    return " ".join(printable.split())[:MAX_CHARS].rstrip(" .:") or "it does not say why"
