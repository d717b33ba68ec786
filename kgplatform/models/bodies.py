"""Reads the body of a response as the JSON object that it holds, or was sent as, piece by piece.

What an endpoint sends is not trusted to be what its headers say: it may be a page to log in, JSON
that was cut off, bytes of another encoding, or a stream that nobody asked for.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

__all__ = ["ForeignBodyError", "read_body"]

EVENT = "data:"
LAST_EVENT = "[DONE]"


class ForeignBodyError(ValueError):
    """The body is no JSON object; the message says what it is."""


def read_body(data: bytes) -> dict[str, Any]:
    """Return the JSON object in a body; the pieces of a stream are put together.

    Raises:
        ForeignBodyError: there is none.
    """
    text = data.decode("utf-8-sig", "replace").strip()
    if not text:
        raise ForeignBodyError("an empty reply")
    if text.startswith((EVENT, "event:", ":")):
        return _join_events(text)
    found = _parse(text)
    if not isinstance(found, dict):
        kind = "a web page" if text.startswith("<") else "no JSON object"
        raise ForeignBodyError(kind)
    return found


def _parse(text: str) -> Any:
    """Return the value that a text is the JSON of, None where it is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _join_events(text: str) -> dict[str, Any]:
    """Return the completion that a stream of its pieces adds up to, or its last whole object."""
    events = list(_events(text))
    if not events:
        raise ForeignBodyError("a stream without an event")
    choice: dict[str, Any] = {"message": {}}
    joined = {**events[-1], "choices": [choice]}
    is_piecewise = False
    for event in events:
        joined |= {name: event[name] for name in ("usage", "error") if event.get(name)}
        for piece in _first_choice(event):
            is_piecewise |= isinstance(piece.get("delta"), Mapping)
            _add(choice, piece)
    return joined if is_piecewise else events[-1]


def _events(text: str) -> Iterator[dict[str, Any]]:
    for line in text.splitlines():
        if line.startswith(EVENT) and line != f"{EVENT} {LAST_EVENT}":
            event = _parse(line.removeprefix(EVENT).strip())
            if isinstance(event, dict):
                yield event


def _first_choice(event: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    choices = event.get("choices")
    first = choices[0] if isinstance(choices, list) and choices else None
    if isinstance(first, Mapping):
        yield first


def _add(choice: dict[str, Any], piece: Mapping[str, Any]) -> None:
    """Add one piece to a choice: texts are joined, of all else the last one stands."""
    if piece.get("finish_reason"):
        choice["finish_reason"] = piece["finish_reason"]
    delta = piece.get("delta")
    message = choice["message"]
    for name, value in delta.items() if isinstance(delta, Mapping) else ():
        before = message.get(name)
        is_more = isinstance(before, str) and isinstance(value, str) and name != "role"
        message[name] = before + value if is_more else value or before
    stated = piece.get("logprobs")
    if isinstance(stated, Mapping) and isinstance(stated.get("content"), list):
        choice.setdefault("logprobs", {"content": []})["content"] += stated["content"]
