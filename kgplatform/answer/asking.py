"""Asks a chat model for a short answer: once, and once more with the fault named.

A fault is a reply that cannot be read, or an answer that its reader finds none of in the evidence:
small models copy the answer of an example from the prompt.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic

from kgplatform.answer.reply import ReplyForm, clean_answer, compute_confidence, read_reply
from kgplatform.errors import BadReply
from kgplatform.models.conversation import ChatModel, Message, NoReply, Token, UnusableReply
from kgplatform.models.replies import strict_schema
from kgplatform.records import Usage

__all__ = ["AskedAnswer", "UnusableReplies", "ask_for_answer"]

MAX_TOKENS = 300
"""Of one reply: a short answer takes about 30, a list of twenty names about 200."""

ATTEMPTS = 2
MOST_SHOWN_CHARS = 1000  # of a reply that is shown again with its fault
LOGPROBS = 1  # the fewest that can be asked for; the written token's own is what is used


class UnusableReplies(BadReply):
    """Every reply was malformed, or there was none; `usage` counts what they cost.

    `cause` is that of a `NoReply`, '' where there were replies.
    """

    def __init__(self, last: BadReply, usage: Usage) -> None:
        self.usage = usage
        self.cause = last.cause if isinstance(last, NoReply) else ""
        super().__init__(last.reason, task=last.task, raw=last.raw)


@dataclass(frozen=True, slots=True)
class AskedAnswer(Generic[ReplyForm]):
    """A model's answer in one line, empty where it has none, with the reply that holds it.

    `confidence` is how probable the answer was to the model, 0..1; None: not known, or no answer.
    """

    answer: str
    reply: ReplyForm
    usage: Usage
    confidence: float | None
    retried: bool


def ask_for_answer(
    chat: ChatModel,
    messages: Sequence[Message],
    model: type[ReplyForm],
    *,
    task: str,
    find_fault: Callable[[AskedAnswer[ReplyForm]], str] | None = None,
) -> AskedAnswer[ReplyForm]:
    """Ask with the schema of `model`, at most twice.

    Args:
        chat: the model.
        messages: the prompt.
        model: the form of a reply.
        task: what the call is counted as.
        find_fault: what is wrong with an answer, as the model is informed; "" where nothing is. The
            last answer is returned with its fault.

    Raises:
        UnusableReplies: every reply was malformed, or there was none; it counts what they cost.
        ModelError: the model is not available.
    """
    schema = strict_schema(model.model_json_schema())
    usage, turns = Usage(), list(messages)
    asked: AskedAnswer[ReplyForm] | None = None
    for attempt in range(1, ATTEMPTS + 1):
        said = _ask(chat, turns, task=task, schema=schema)
        usage += said.usage
        try:
            reply = read_reply(said.raw, model, task=task)
        except BadReply as exc:
            malformed = said.fault or exc
            if isinstance(malformed, NoReply):
                break
            reason = malformed.reason
        else:
            answer = clean_answer(reply.answer)
            sure = compute_confidence(said.tokens) if answer else None
            asked = AskedAnswer(answer, reply, usage, sure, attempt > 1)
            reason = find_fault(asked) if find_fault else ""
            if not reason:
                return asked
        turns += _explain_fault(said.raw, reason)
    if asked is None:
        raise UnusableReplies(malformed, usage)
    return replace(asked, usage=usage, retried=True)


@dataclass(frozen=True, slots=True)
class _Said:
    """One reply, its tokens where they are returned, what it cost, and what is wrong with it."""

    raw: str
    usage: Usage
    tokens: tuple[Token, ...] = ()
    fault: BadReply | None = None


def _ask(
    chat: ChatModel, turns: Sequence[Message], *, task: str, schema: Mapping[str, Any]
) -> _Said:
    try:
        said = chat.complete(
            turns, task=task, schema=schema, max_tokens=MAX_TOKENS, logprobs=LOGPROBS
        )
    except UnusableReply as exc:
        return _Said(exc.raw, exc.usage, fault=exc)
    except BadReply as exc:  # of a model that does not count what it costs
        return _Said(exc.raw, Usage(llm_calls=1), fault=exc)
    return _Said(said.text, said.usage, said.tokens)


def _explain_fault(raw: str, reason: str) -> list[Message]:
    return [
        {"role": "assistant", "content": raw[:MOST_SHOWN_CHARS] or "(empty)"},
        {
            "role": "user",
            "content": f"That reply cannot be used: {reason}. Reply again with one JSON object "
            "of the form described, and nothing else.",
        },
    ]
