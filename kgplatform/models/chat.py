"""Speaks to a chat model behind any OpenAI-compatible endpoint.

Everything foreign ends here: what an endpoint refuses is asked in another way (`dialect`), which is
remembered with the replies; a model that is cut off as it thinks is given room once more; and what
cannot be had is one of the platform's errors.
"""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from kgplatform.errors import ModelError, SettingsError, UsageError
from kgplatform.events import CHAT, observe, server_fields, usage_fields
from kgplatform.models.cache import CachedReply, ReplyCache, request_key
from kgplatform.models.compatibility import Dialect, DialectMemory, Search, Wording
from kgplatform.models.completions import FILTERED, read_completion
from kgplatform.models.conversation import (
    DEFAULT_MAX_TOKENS,
    MOST_LOGPROBS,
    TOO_LONG,
    WITHHELD,
    ChatModel,
    Message,
    NoReply,
    Reply,
    UnusableReply,
)
from kgplatform.models.endpoint import Endpoint, SendsRequests
from kgplatform.models.refusals import Refusal
from kgplatform.models.retrying import CHAT_ROLE, RequestRefusedError, name_setting, retry_calls
from kgplatform.records import Usage
from kgplatform.text.visible import show_each

__all__ = [
    "DEFAULT_TIMEOUT_S",
    "ChatModel",
    "Message",
    "OpenAIChatModel",
    "Reply",
    "load_chat_model",
]

DEFAULT_TIMEOUT_S = 120.0
ONE_TOKEN = 1  # who asks for no more, for its probability, gets a whole reply in it

SHARES = (1.0, 0.5, 0.25)
"""Of the tokens of a reply, for prompts that leave less of the model's context."""

logger = logging.getLogger(__name__)


def load_chat_model(
    base_url: str | None,
    api_key: str | SecretStr | None,
    model: str | None,
    *,
    role: str = CHAT_ROLE,
    cache_path: Path | None = None,
    timeout_s: float = DEFAULT_TIMEOUT_S,
    seed: int | None = None,
    extra_body: Mapping[str, Any] | None = None,
    concurrency: int | None = None,
) -> ChatModel | None:
    """Return the configured chat model, or None where none is: a normal state.

    Args:
        base_url: the endpoint, as in "http://127.0.0.1:8080/v1".
        api_key: the endpoint's key; local servers need none.
        model: the model's name at the endpoint.
        role: what its settings' names begin with, for the errors.
        cache_path: the SQLite file that remembers replies; None: nothing is remembered.
        timeout_s: seconds to wait for one reply.
        seed: asked of endpoints that draw replies at random.
        extra_body: further fields of the request, for what only this endpoint knows.
        concurrency: most requests at a time; others wait here, where no time is counted. None: as
            many as come.

    Raises:
        SettingsError: one of `base_url` and `model` is given without the other, or malformed.
    """
    if not base_url and not model:
        return None
    if not base_url or not model:
        given, missing = ("base_url", "model") if base_url else ("model", "base_url")
        raise SettingsError(
            f"Setting '{role}_{given}' is given without '{role}_{missing}': "
            f"set {name_setting(role, missing)} too, or neither."
        )
    return OpenAIChatModel(
        base_url,
        model,
        role=role,
        api_key=api_key,
        cache=ReplyCache(cache_path) if cache_path else None,
        timeout_s=timeout_s,
        seed=seed,
        extra_body=extra_body,
        concurrency=concurrency,
    )


class OpenAIChatModel:
    """A chat model behind an OpenAI-compatible endpoint. Threads may share one."""

    def __init__(
        self,
        base_url: str,
        model: str,
        *,
        role: str = CHAT_ROLE,
        api_key: str | SecretStr | None = None,
        cache: ReplyCache | None = None,
        timeout_s: float = DEFAULT_TIMEOUT_S,
        seed: int | None = None,
        extra_body: Mapping[str, Any] | None = None,
        concurrency: int | None = None,
        endpoint: SendsRequests | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """See `load_chat_model`; `sleep` waits between attempts.

        `endpoint` takes the place of that at `base_url`, which replies are then remembered by.
        """
        self.name = model
        key = api_key.get_secret_value() if isinstance(api_key, SecretStr) else api_key
        self._endpoint: SendsRequests = endpoint or Endpoint(
            base_url,
            model,
            role=role,
            api_key=key or "",
            timeout_s=timeout_s,
            extra_body=extra_body or {},
        )
        self._cache = cache
        self._seed = seed
        self._key_shape = {
            "base_url": base_url.rstrip("/"),
            "extra_body": dict(extra_body or {}),
            "model": model,
            **({"seed": seed} if seed is not None else {}),
        }
        self._turns = threading.BoundedSemaphore(concurrency) if concurrency else nullcontext()
        self._sleep = sleep
        address = self._endpoint.address.url
        self._memory = DialectMemory(cache.path if cache is not None else None, address, model)
        self._dialect = self._memory.load()
        self._proven: frozenset[str] = frozenset()
        self._learning = threading.RLock()  # one thread may come to it more than once

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
        """Return the model's reply, from the cache if this exact request was answered before.

        See `ChatModel.complete`. Tries again, up to four times in all, where that may help and
        as late as the endpoint asks. `usage` counts what was refused on the way, too.

        Raises:
            UsageError: `logprobs` is not within 0..MOST_LOGPROBS.
            NoReply: the prompt is refused for what it says or how long it is, or the reply is.
            UnusableReply: the reply was cut, is empty, or not JSON where a schema was given.
            RequestRefusedError: the endpoint takes the request in no wording.
            RateLimited: the endpoint still asks to wait, or asks for too long a wait.
            ModelUnavailable: the endpoint cannot be reached or fails, or the time-out passed.
            ModelError: the endpoint refuses the key or the model's name, or is none.
        """
        if not 0 <= logprobs <= MOST_LOGPROBS:
            raise UsageError(f"logprobs is {logprobs}: ask for 0 to {MOST_LOGPROBS} alternatives.")
        # nothing may be hidden from who would read it with the model
        messages = [Message(role=m["role"], content=show_each(m["content"])) for m in messages]
        options: dict[str, Any] = {
            "schema": schema,
            "max_tokens": max_tokens,
            "temperature": temperature,
            # no part of the key where none are asked for: replies cached before stay of use
            **({"logprobs": logprobs} if logprobs else {}),
        }
        known: dict[str, Any] = {
            "model": self.name,
            "task": task,
            "max_tokens": max_tokens,
            "temperature": temperature,
            **server_fields(self._endpoint.address.url),
        }
        with observe(CHAT, **known) as seen:
            seen.add_content(messages=lambda: _to_parts(messages))
            may_be_cut = may_be_cut or max_tokens == ONE_TOKEN
            try:
                reply = self._complete(messages, task, options, may_be_cut=may_be_cut)
            except UnusableReply as exc:
                seen.add(**usage_fields(exc.usage))
                raise
            seen.add(**usage_fields(reply.usage))
            seen.add_content(
                reply=lambda: _to_parts([Message(role="assistant", content=reply.text)])
            )
        return reply

    def _complete(
        self,
        messages: Sequence[Message],
        task: str,
        options: Mapping[str, Any],
        *,
        may_be_cut: bool,
    ) -> Reply:
        """Return the reply that is remembered, or the endpoint's, which is remembered then."""
        key = request_key({**self._key_shape, **options, "messages": list(messages)})
        if self._cache is not None and (stored := self._cache.get(key)):
            return stored.reply()
        with self._turns:
            started = time.perf_counter()
            asked = partial(self._ask, messages, task=task, **options)
            reply = self._read(asked, messages, task, options["schema"] is not None, may_be_cut)
            ms = (time.perf_counter() - started) * 1000
        if self._cache is not None:
            counts = (reply.usage.prompt_tokens, reply.usage.completion_tokens)
            stored = CachedReply(reply.text, *counts, tokens=reply.tokens, ms=ms)
            self._cache.put(key, stored, task=task, model=self.name)
        return reply

    def close(self) -> None:
        """Close the connections that are kept open between calls."""
        self._endpoint.close()

    def _read(
        self,
        ask: Callable[[Dialect], tuple[dict[str, Any], Usage]],
        messages: Sequence[Message],
        task: str,
        wants_json: bool,
        may_be_cut: bool,
    ) -> Reply:
        """Return a reply, asked for with more room where the model was cut off as it thought."""
        dialect, usage = self._dialect, Usage()
        while True:
            completion, refused = ask(dialect)
            usage += refused
            try:
                reply = read_completion(
                    completion, messages, task=task, wants_json=wants_json, may_be_cut=may_be_cut
                )
            except UnusableReply as exc:
                usage += exc.usage
                roomier = replace(self._dialect, room=dialect.room).with_room()
                if not exc.lacks_room or roomier.room == dialect.room:
                    exc.usage = usage
                    raise
                dialect = roomier
            else:
                if dialect.room > self._dialect.room:
                    with self._learning:
                        self._learn(replace(self._dialect, room=dialect.room))
                return replace(reply, usage=usage + reply.usage)

    def _ask(
        self, messages: Sequence[Message], dialect: Dialect, *, task: str, **options: Any
    ) -> tuple[dict[str, Any], Usage]:
        """Send the request, worded anew as long as that may help; also return what was refused.

        One thread at a time looks for another wording, and the others take what it finds.
        """
        known = self._dialect
        search, shares, refused = Search(dialect, self._proven), list(SHARES), Usage()
        with ExitStack() as alone:
            while True:
                wording = search.dialect.word(
                    messages, task=task, seed=self._seed, share=shares[0], **options
                )
                try:
                    completion = self._send(wording, search)
                except RequestRefusedError as exc:
                    refused += Usage(llm_calls=1)
                    if _can_be_shorter(exc.refusal, shares, options["max_tokens"]):
                        shares.pop(0)
                        continue
                    if exc.refusal.is_filtered:
                        raise _describe_refusal(exc, task=task, usage=refused) from exc
                    alone.enter_context(self._learning)
                    if known is not self._dialect:  # another thread has learnt meanwhile
                        known = self._dialect
                        room = max(known.room, dialect.room)
                        search = Search(replace(known, room=room), self._proven)
                    elif not search.go_on(exc.refusal, wording):
                        raise _describe_refusal(exc, task=task, usage=refused) from exc
                else:
                    self._proven |= set(wording.ways)
                    if search.has_gone_on:
                        self._learn(replace(search.found(), room=known.room))
                    return completion, refused

    def _send(self, wording: Wording, search: Search) -> dict[str, Any]:
        def is_named(refusal: Refusal) -> bool:
            return bool(search.list_named(refusal, wording))

        send = partial(self._endpoint.send, wording.fields, is_named=is_named)
        return retry_calls(send, sleep=self._sleep)

    def _learn(self, dialect: Dialect) -> None:
        """Remember a dialect that has worked."""
        before = self._dialect
        if dialect != before:
            self._dialect = dialect
            self._memory.store(dialect, before=before)
            logger.info("chat_dialect", extra={"model": self.name, "notes": sorted(dialect.notes)})


def _to_parts(messages: Sequence[Message]) -> str:
    """Return messages as JSON in the form of OpenTelemetry's conventions."""
    parts = [
        {"role": m["role"], "parts": [{"type": "text", "content": m["content"]}]} for m in messages
    ]
    return json.dumps(parts, ensure_ascii=False)


def _can_be_shorter(refusal: Refusal, shares: Sequence[float], max_tokens: int) -> bool:
    return refusal.is_too_long and len(shares) > 1 and max_tokens > ONE_TOKEN


def _describe_refusal(exc: RequestRefusedError, *, task: str, usage: Usage) -> ModelError:
    """Return the error of a request that is taken in no wording, with what it cost."""
    if exc.refusal.is_filtered:
        return NoReply(FILTERED, task=task, usage=usage, cause=WITHHELD)
    if exc.refusal.is_too_long:
        reason = f"the prompt is longer than the model takes ({exc.words})"
        return NoReply(reason, task=task, usage=usage, cause=TOO_LONG)
    exc.usage = usage
    return exc
