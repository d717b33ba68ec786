"""What is said to a chat model and what comes back, whichever model it is.

Light on purpose: code that only names these types does not load a model SDK.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, Protocol, TypedDict

from kgplatform.errors import BadReply, UsageError
from kgplatform.records import Usage

__all__ = [
    "DEFAULT_MAX_TOKENS",
    "MOST_LOGPROBS",
    "OUTAGE",
    "REFUSED",
    "TOO_LONG",
    "WITHHELD",
    "Cause",
    "ChatModel",
    "Message",
    "NoReply",
    "Reply",
    "Role",
    "Token",
    "UnusableReply",
    "require_chat",
]

DEFAULT_MAX_TOKENS = 1024
"""Room for a cited answer or the statements of one passage."""

MOST_LOGPROBS = 20
"""The largest `top_logprobs` of the chat-completions API."""

WITHHELD: Final = "withheld"
TOO_LONG: Final = "too long"
REFUSED: Final = "refused"
OUTAGE: Final = "outage"
Cause = Literal["withheld", "too long", "refused", "outage"]
"""Why there is no reply: of what the request or reply says, of its length, or for another reason
of the request; or the endpoint does not serve any request now."""

Role = Literal["system", "user", "assistant"]


class Message(TypedDict):
    """One turn of a conversation."""

    role: Role
    content: str


@dataclass(frozen=True, slots=True)
class Token:
    """A token the model wrote, with the natural logarithm of its probability (0 at most).

    `alternatives` are the likeliest tokens at its place with theirs, likeliest first; the one
    written is among them where it is likely enough.
    """

    text: str
    logprob: float
    alternatives: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Reply:
    """A model's reply.

    `usage` counts what this call cost: one call and its tokens, or nothing and one cached call.
    `tokens_estimated` says that the endpoint returned no counts, so characters were counted.
    `tokens` are the reply as the model wrote it, which `text` may be a part of; empty where no
    probabilities were asked for or the endpoint has none.
    """

    text: str
    usage: Usage
    cached: bool = False
    tokens_estimated: bool = False
    tokens: tuple[Token, ...] = ()


class UnusableReply(BadReply):
    """A reply that was paid for and is not what was asked for; `usage` counts what it cost.

    `lacks_room`: the model was cut off as it was thinking, before it replied.
    """

    def __init__(
        self, reason: str, *, task: str, raw: str, usage: Usage, lacks_room: bool = False
    ) -> None:
        self.usage = usage
        self.lacks_room = lacks_room
        super().__init__(reason, task=task, raw=raw)


class NoReply(UnusableReply):
    """There is no reply to this request, and asking for it again is of no use; `cause` is why."""

    def __init__(
        self, reason: str, *, task: str, usage: Usage, cause: Cause, raw: str = ""
    ) -> None:
        self.cause = cause
        super().__init__(reason, task=task, raw=raw, usage=usage)


class ChatModel(Protocol):
    """Answers a conversation with a text."""

    @property
    def name(self) -> str:
        """The model's name, recorded with what it answered."""

    def complete(
        self,
        messages: Sequence[Message],
        *,
        task: str,
        schema: Mapping[str, Any] | None = None,
        max_tokens: int = DEFAULT_MAX_TOKENS,
        temperature: float = 0.0,
        logprobs: int = 0,
        may_be_cut: bool = False,
    ) -> Reply:
        """Return the model's reply to `messages`.

        Args:
            messages: the conversation so far, the last turn being the user's.
            task: what it is for; named in errors and logs, not seen by the model.
            schema: a JSON schema of an object; the reply's text is then one JSON document,
                which `kgplatform.models.replies.parse_reply` reads and validates.
            max_tokens: the reply's limit.
            temperature: 0 for the same reply each time, as far as the model can.
            logprobs: how many alternatives a token to return with its probability, at most
                MOST_LOGPROBS; 0: the reply has no `tokens`. Where the endpoint returns none, the
                reply has none either.
            may_be_cut: take a reply that reaches the limit as it is, whatever is left of its JSON;
                otherwise it is unusable, but for a limit of one token, which is asked for its
                probability.

        Raises:
            ModelError: BadReply, RateLimited or ModelUnavailable where that is what happened.
        """


def require_chat(chat: ChatModel | None, *, method: str) -> ChatModel:
    """Return the chat model that a method cannot do without.

    Raises:
        UsageError: none is configured.
    """
    if chat is None:
        raise UsageError(
            f"The method '{method}' needs a chat model: set chat_base_url and chat_model."
        )
    return chat
