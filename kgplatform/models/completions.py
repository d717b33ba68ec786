"""Reads one completion as it came over the wire: its text if it is a whole reply, and its cost.

Nothing of its form is relied on: endpoints send a reply as a text, as parts, as the arguments of a
call that nobody offered, or leave out what goes with it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kgplatform.errors import BadReply
from kgplatform.models.conversation import (
    WITHHELD,
    Message,
    NoReply,
    Reply,
    Token,
    UnusableReply,
)
from kgplatform.models.probabilities import read_tokens
from kgplatform.models.replies import extract_json
from kgplatform.models.thinking import cut_thinking
from kgplatform.records import Usage

__all__ = ["CHARACTERS_PER_TOKEN", "FILTERED", "read_completion"]

CHARACTERS_PER_TOKEN = 4
"""A rule of thumb for English, used only where the endpoint returns no counts."""

FILTERED = "it was withheld by the endpoint's content filter"
CUT = "it was cut at the limit of tokens"
EMPTY = "it is empty"
MOST_TOKENS = 2**53  # what is more is no count
MOST_DEEP = 4  # lists of parts within each other
_THOUGHTS = ("reasoning_content", "reasoning", "thinking", "reasoning_details")
_TEXTS = ("text", "content", "output_text", "value")
_CUT = frozenset({"length", "max_tokens", "max_output_tokens", "model_length"})
_FILTERING = frozenset(
    {"content_filter", "safety", "recitation", "prohibited_content", "blocklist"}
)


@dataclass(frozen=True, slots=True)
class _Said:
    """What a choice holds: the text as it was written, and without what was thought."""

    written: str
    shown: str
    thought: bool
    refusal: str
    finish: str
    tokens: tuple[Token, ...]

    @property
    def is_cut(self) -> bool:
        return self.finish in _CUT


def read_completion(
    completion: Mapping[str, Any],
    messages: Sequence[Message],
    *,
    task: str,
    wants_json: bool,
    may_be_cut: bool = False,
) -> Reply:
    """Return the completion's text with its cost and probabilities, if it is a whole reply.

    Args:
        completion: the JSON object that came.
        messages: what was asked.
        task: what for; named in the error.
        wants_json: whether a schema was given.
        may_be_cut: whether a reply at the limit of tokens is what was asked for.

    Raises:
        NoReply: it was withheld.
        UnusableReply: it was cut, is empty, or is not JSON although `wants_json`.
    """
    said = _read_choice(completion)
    usage, is_estimate = _usage(completion, messages, said.written)
    if said.finish in _FILTERING:
        raise NoReply(FILTERED, task=task, raw=said.shown, usage=usage, cause=WITHHELD)
    try:
        if fault := _find_fault(said, may_be_cut=may_be_cut):
            raise BadReply(fault, task=task, raw=said.shown)
        is_read = wants_json and not said.is_cut
        shown = extract_json(said.shown, task=task) if is_read else said.shown
    except BadReply as exc:
        lacks_room = said.is_cut and (said.thought or not said.written)
        raise UnusableReply(
            exc.reason, task=task, raw=said.shown, usage=usage, lacks_room=lacks_room
        ) from None
    return Reply(shown, usage, tokens_estimated=is_estimate, tokens=said.tokens)


def _find_fault(said: _Said, *, may_be_cut: bool) -> str:
    """Return what is wrong with a reply, '' where nothing is."""
    if said.shown.strip() and not said.refusal:
        return "" if may_be_cut or not said.is_cut else CUT
    if said.refusal:
        return f"the endpoint withheld it ({said.refusal})"
    if said.is_cut and not (may_be_cut and said.tokens and not said.thought):
        return CUT
    # one blank token has its probabilities all the same
    return "" if may_be_cut and said.tokens else EMPTY


def _read_choice(completion: Mapping[str, Any]) -> _Said:
    """Return what the first choice says, nothing where there is none."""
    choice = _mapping(_first(completion.get("choices")))
    message = choice.get("message", choice.get("delta", choice.get("text")))
    if not isinstance(message, Mapping):
        message = {"content": message}
    content, thoughts, refusals = message.get("content"), [], [_text(message.get("refusal"))]
    parts = list(_parts(content))
    thoughts += [text for kind, text in parts if "think" in kind or "reason" in kind]
    refusals += [text for kind, text in parts if kind == "refusal"]
    written = "".join(text for kind, text in parts if kind in ("", *_TEXTS))
    shown, is_thought = cut_thinking(written)
    details = _mapping(_mapping(completion.get("usage")).get("completion_tokens_details"))
    shown = shown if shown.strip() else _arguments(message) or shown
    return _Said(
        written,
        shown,
        is_thought
        or any(thoughts)
        or any(message.get(name) for name in _THOUGHTS)
        or bool(details.get("reasoning_tokens")),
        " ".join("".join(refusals).split())[:200].rstrip("."),
        str(choice.get("finish_reason") or "").casefold(),
        read_tokens(choice.get("logprobs"), shown),
    )


def _parts(content: Any, depth: int = 0) -> Iterator[tuple[str, str]]:
    """Yield the kind and text of each part of a content, which may be one text or a list."""
    for part in content if isinstance(content, list) else [content]:
        if isinstance(part, Mapping):
            kind = str(part.get("type") or "")
            named = (_text(part.get(name), depth + 1) for name in (kind, *_TEXTS))
            yield kind, next(filter(None, named), "")
        else:
            yield "", _text(part, depth + 1)


def _text(value: Any, depth: int = 0) -> str:
    """Return a value as the text that is meant, without half characters; '' of what is none."""
    if isinstance(value, list):
        return "" if depth > MOST_DEEP else "".join(text for _, text in _parts(value, depth))
    if isinstance(value, int | float):
        value = json.dumps(value)
    if not isinstance(value, str):
        return ""
    return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _arguments(message: Mapping[str, Any]) -> str:
    """Return the arguments of the first call in a reply, which some make of a schema."""
    call = _mapping(_first(message.get("tool_calls")))
    given = _mapping(call.get("function") or message.get("function_call")).get("arguments")
    return json.dumps(given) if isinstance(given, Mapping) else _text(given)


def _first(value: Any) -> Any:
    return value[0] if isinstance(value, list) and value else None


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _usage(
    completion: Mapping[str, Any], messages: Sequence[Message], text: str
) -> tuple[Usage, bool]:
    """Return what a call cost, and whether that had to be estimated."""
    stated = _mapping(completion.get("usage"))
    counts = [stated.get("prompt_tokens"), stated.get("completion_tokens")]
    if all(map(_is_count, counts)):
        return Usage(1, int(counts[0] or 0), int(counts[1] or 0)), False
    asked = _estimated_tokens("".join(message["content"] for message in messages))
    return Usage(1, asked, _estimated_tokens(text)), True


def _is_count(value: Any) -> bool:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number and 0 <= value < MOST_TOKENS


def _estimated_tokens(text: str) -> int:
    return -(-len(text) // CHARACTERS_PER_TOKEN)
