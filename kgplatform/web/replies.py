"""Replies: JSON as `--json` prints it, and server-sent events."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from starlette.responses import Response, StreamingResponse

from kgplatform.runtime.requests import Body, Text
from kgplatform.web.problems import PROBLEM_TYPE, ChatProblem, Problem

__all__ = [
    "CHAT_PROBLEMS",
    "EVENTS",
    "PROBLEMS",
    "Body",
    "Text",
    "dump",
    "event",
    "reply",
    "shows",
    "stream",
]

EVENTS = "text/event-stream"
REFUSALS = {
    400: "It cannot be used",
    401: "A token is needed",
    403: "Not allowed to whoever asks",
    404: "There is nothing of that name or id",
    409: "The graph is not in a state for it, or what it needs is not set up",
    413: "Too large",
    422: "Not of the form that is described here",
    429: "Too many questions at a time",
    500: "A mistake of the server",
    501: "A part of the platform is not installed",
    502: "A model or endpoint failed",
    503: "The graph or a model is away",
    507: "The disk is full",
}


PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {
        "description": what,
        "content": {PROBLEM_TYPE: {"schema": Problem.model_json_schema()}},
    }
    for status, what in REFUSALS.items()
}
"""What each route may reply in place of what is asked for."""
CHAT_PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"description": what, "model": ChatProblem} for status, what in REFUSALS.items()
}
"""The same for routes of chat clients."""


def dump(value: Any) -> str:
    """Return a value as JSON, as the commands print it but for the white space."""
    return json.dumps(value, ensure_ascii=False, default=str)


def reply(value: Any, status: int = 200) -> Response:
    """Return a JSON response."""
    return Response(dump(value).encode("utf-8", "replace"), status, media_type="application/json")


def shows(model: Any, status: int = 200, description: str = "Done") -> dict[int | str, Any]:
    """Return how a route describes what it replies."""
    return {status: {"model": model, "description": description}}


def event(name: str, value: Any) -> str:
    """Return one server-sent event."""
    return f"event: {name}\ndata: {dump(value)}\n\n"


def stream(events: Iterable[str]) -> StreamingResponse:
    """Return a response that sends events as they come."""
    return StreamingResponse(_encoded(events), media_type=EVENTS)


def _encoded(events: Iterable[str]) -> Iterator[bytes]:
    for text in events:
        yield text.encode("utf-8", "replace")
