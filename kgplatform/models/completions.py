"""Reads one completion as it came over the wire: its text if it is a whole reply, and its cost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kgplatform.errors import BadReply
from kgplatform.models.conversation import Message, Reply, Token, UnusableReply
from kgplatform.models.replies import extract_json
from kgplatform.records import Usage

if TYPE_CHECKING:
    from openai.types.chat import ChatCompletion
    from openai.types.chat.chat_completion import ChoiceLogprobs

__all__ = ["CHARACTERS_PER_TOKEN", "read_completion"]

CHARACTERS_PER_TOKEN = 4
"""A rule of thumb for English, used only where the endpoint tells no counts."""


def read_completion(
    completion: ChatCompletion,
    messages: Sequence[Message],
    *,
    task: str,
    wants_json: bool,
    may_be_cut: bool = False,
) -> Reply:
    """Return the completion's text with its cost and probabilities, if it is a whole reply.

    Args:
        completion: as the SDK read it.
        messages: what was asked.
        task: what for; named in the error.
        wants_json: whether a schema was given.
        may_be_cut: whether a reply at the limit of tokens is what was asked for.

    Raises:
        UnusableReply: it was cut, withheld, empty, or is not JSON although `wants_json`.
    """
    try:
        return _read(completion, messages, task, wants_json=wants_json, may_be_cut=may_be_cut)
    except (AttributeError, LookupError, TypeError) as exc:  # the SDK does not check what it gets
        reason = "it has not the form of a chat completion"
        usage = Usage(1, _count_asked(messages), 0)
        raise UnusableReply(reason, task=task, raw="", usage=usage) from exc


def _read(
    completion: ChatCompletion,
    messages: Sequence[Message],
    task: str,
    *,
    wants_json: bool,
    may_be_cut: bool,
) -> Reply:
    text, fault, told = "", "it is empty", None
    is_cut = False
    if completion.choices and completion.choices[0].message:
        choice = completion.choices[0]
        text, told = choice.message.content or "", choice.logprobs
        is_cut = choice.finish_reason == "length"
        if is_cut and not may_be_cut:
            fault = "it was cut at the limit of tokens"
        elif choice.finish_reason == "content_filter" or choice.message.refusal:
            fault = "the endpoint withheld it"
        elif text.strip() or (may_be_cut and told and told.content):
            fault = ""  # one blank token has its probabilities all the same
    usage, is_estimate = _usage(completion, messages, text)
    try:
        if fault:
            raise BadReply(fault, task=task, raw=text)
        shown = extract_json(text, task=task) if wants_json and not is_cut else text
    except BadReply as exc:
        raise UnusableReply(exc.reason, task=task, raw=text, usage=usage) from None
    return Reply(shown, usage, tokens_estimated=is_estimate, tokens=_tokens(told))


def _tokens(told: ChoiceLogprobs | None) -> tuple[Token, ...]:
    """Return the tokens with their probabilities; none where any of them is malformed."""
    try:
        return tuple(
            Token(
                str(item.token),
                float(item.logprob),
                tuple((str(other.token), float(other.logprob)) for other in item.top_logprobs),
            )
            for item in (told.content if told else None) or ()
        )
    except (AttributeError, TypeError, ValueError):
        return ()


def _usage(
    completion: ChatCompletion, messages: Sequence[Message], text: str
) -> tuple[Usage, bool]:
    """Return what a call cost, and whether that had to be estimated."""
    told = completion.usage
    if told:
        counts = (told.prompt_tokens, told.completion_tokens)
        if all(type(count) is int and count >= 0 for count in counts):
            return Usage(1, *counts), False
    return Usage(1, _count_asked(messages), _estimated_tokens(text)), True


def _count_asked(messages: Sequence[Message]) -> int:
    return _estimated_tokens("".join(message["content"] for message in messages))


def _estimated_tokens(text: str) -> int:
    return -(-len(text) // CHARACTERS_PER_TOKEN)
