"""Stand-ins for models, for our tests and for the tests of those who build on kgplatform.

They are deterministic and need no file, network or key:

    chat = ScriptedChatModel(['{"answer": "Oslo"}'])
    chat.complete([{"role": "user", "content": "Where?"}], task="answer").text
    chat.requests[0].messages

    chat = ScriptedChatModel([[Token("B", -0.1, (("B", -0.1), ("A", -2.4)))]])
    chat.complete([{"role": "user", "content": "A or B?"}], task="select", logprobs=2).tokens

    HashEmbedder().embed_passages(["a red fox", "the red fox", "tax law"])

And `read_chat_bytes` reads any bytes as the reply of a chat endpoint, for fuzzers.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from kgplatform.errors import ModelError
from kgplatform.models.bodies import ForeignBodyError, read_body
from kgplatform.models.completions import read_completion
from kgplatform.models.conversation import DEFAULT_MAX_TOKENS, Message, Reply, Token
from kgplatform.models.embedding import Vectors
from kgplatform.models.refusals import find_refusal
from kgplatform.models.retrying import status_error
from kgplatform.records import Usage

__all__ = [
    "HashEmbedder",
    "ScriptedChatModel",
    "ScriptedReply",
    "ScriptedRequest",
    "ScriptedText",
    "read_chat_bytes",
]

DEFAULT_DIMENSION = 64
MEAN_BYTE = np.float32(127.5)

_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class ScriptedRequest:
    """What a ScriptedChatModel was asked."""

    messages: tuple[Message, ...]
    task: str
    schema: Mapping[str, Any] | None
    max_tokens: int
    temperature: float
    logprobs: int


ScriptedText = str | Sequence[Token]
ScriptedReply = ScriptedText | Exception | Callable[[ScriptedRequest], ScriptedText]


class ScriptedChatModel:
    """A chat model with scripted replies, in order, and remembers what it was asked.

    Each reply is a text, an exception to raise, or a function from the request to a text. A text
    may be given as its tokens with their probabilities, which are returned where asked for,
    alternatives as many as asked for. Usage counts words as tokens.
    """

    def __init__(self, replies: Iterable[ScriptedReply], *, name: str = "scripted") -> None:
        self.name = name
        self.requests: list[ScriptedRequest] = []
        self._replies = iter(list(replies))

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
        """Return the next reply, which is never cut.

        Raises:
            AssertionError: the script has no more replies.
        """
        del may_be_cut
        request = ScriptedRequest(tuple(messages), task, schema, max_tokens, temperature, logprobs)
        self.requests.append(request)
        try:
            scripted = next(self._replies)
        except StopIteration:
            raise AssertionError(
                f"The script ended before call {len(self.requests)}, task '{task}'."
            ) from None
        if isinstance(scripted, Exception):
            raise scripted
        said = scripted(request) if callable(scripted) else scripted
        text = said if isinstance(said, str) else "".join(token.text for token in said)
        asked = sum(len(message["content"].split()) for message in messages)
        usage = Usage(1, asked, len(text.split()), 0)
        if isinstance(said, str) or not logprobs:
            return Reply(text, usage)
        stated = [replace(token, alternatives=token.alternatives[:logprobs]) for token in said]
        return Reply(text, usage, tokens=tuple(stated))


class HashEmbedder:
    """An embedder without a model: each word points in a direction drawn from its hash.

    Texts that share words are near each other; texts that share none are almost at right
    angles. It knows nothing of meaning.
    """

    def __init__(self, dimension: int = DEFAULT_DIMENSION) -> None:
        self.dimension = dimension
        self.name = f"hash-{dimension}"

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Return one normalised row a text; equal bags of words give equal rows."""
        # Without words, the empty word: a vector index takes no row of zeros.
        bags = [sorted(_WORD.findall(text.casefold())) or [""] for text in texts]
        sums = [np.sum([self._direction(word) for word in bag], axis=0) for bag in bags]
        rows = np.asarray(sums, dtype=np.float32).reshape(len(texts), self.dimension)
        norms = np.linalg.norm(rows, axis=1, keepdims=True)
        result: Vectors = rows / norms
        return result

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """Return the same as `embed_passages`."""
        return self.embed_passages(texts)

    def _direction(self, word: str) -> Vectors:
        digest = hashlib.shake_256(word.encode("utf-8", "surrogatepass")).digest(self.dimension)
        return np.frombuffer(digest, dtype=np.uint8).astype(np.float32) - MEAN_BYTE


def read_chat_bytes(data: bytes, *, wants_json: bool = False) -> Reply:
    """Return the reply that a chat endpoint's body is read as.

    Args:
        data: the body, under status 200.
        wants_json: whether a schema was given.

    Raises:
        ModelError: it is none, or an error; nothing else is raised, whatever the bytes.
    """
    try:
        body = read_body(data)
    except ForeignBodyError as exc:
        raise ModelError(f"{exc}.") from exc
    if refusal := find_refusal(body):
        raise status_error(refusal, endpoint="the endpoint", model="the model")
    return read_completion(body, [], task="read", wants_json=wants_json)
