"""Speaks to a chat model behind any OpenAI-compatible endpoint; the only user of its SDK.

Everything foreign ends here: the SDK's errors become the platform's, its own retries are off in
favour of one policy, and what an endpoint refuses is asked in another way (`Dialect`).
"""

from __future__ import annotations

import logging
import re
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import openai
from openai.types.chat import ChatCompletion
from pydantic import SecretStr

from kgplatform.errors import (
    SettingsError,
    UsageError,
)
from kgplatform.models.cache import CachedReply, ReplyCache, request_key
from kgplatform.models.chat_errors import foreign_answer, translate
from kgplatform.models.completions import read_completion
from kgplatform.models.conversation import (
    DEFAULT_MAX_TOKENS,
    MOST_LOGPROBS,
    ChatModel,
    Message,
    Reply,
)
from kgplatform.models.dialect import Dialect
from kgplatform.models.retrying import (
    CHAT_ROLE,
    RequestRefusedError,
    name_setting,
    retry_calls,
)
from kgplatform.visible import show_each

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
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """See `load_chat_model`; `sleep` waits between attempts."""
        if urlsplit(base_url).scheme not in ("http", "https"):
            raise SettingsError(
                f"Setting '{role}_base_url' must be an http:// or https:// address, "
                f"such as http://127.0.0.1:8080/v1, not '{_without_password(base_url)}'."
            )
        self.name = model
        self._role = role
        self._base_url = base_url.rstrip("/")
        self._endpoint = _without_password(self._base_url)
        key = api_key.get_secret_value() if isinstance(api_key, SecretStr) else api_key
        self._api_key = key or ""
        self._cache = cache
        self._fixed: dict[str, Any] = {
            "model": model,
            **({"seed": seed} if seed is not None else {}),
        }
        self._extra_body = dict(extra_body or {})
        self._turns = threading.BoundedSemaphore(concurrency) if concurrency else nullcontext()
        self._sleep = sleep
        self._dialect = Dialect()
        self._client = openai.OpenAI(
            base_url=self._base_url,
            # The SDK refuses to start without a key, and would look for one in the environment.
            api_key=self._api_key or "none",
            timeout=timeout_s,
            max_retries=0,
        )
        # The SDK took these from the environment; they are another endpoint's business.
        self._client.organization = self._client.project = None

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
        as late as the endpoint asks.

        Raises:
            UsageError: `logprobs` is not within 0..MOST_LOGPROBS.
            UnusableReply: the reply was cut, withheld, empty, or not JSON where a schema was given.
            RateLimited: the endpoint still asks to wait, or asks for too long a wait.
            ModelUnavailable: the endpoint cannot be reached or fails, or the time-out passed.
            ModelError: the endpoint refuses the request, the key or the model's name.
        """
        if not 0 <= logprobs <= MOST_LOGPROBS:
            raise UsageError(f"logprobs is {logprobs}: ask for 0 to {MOST_LOGPROBS} alternatives.")
        messages = [_shown(message) for message in messages]
        options: dict[str, Any] = {
            "schema": schema,
            "max_tokens": max_tokens,
            "temperature": temperature,
            # no part of the key where none are asked for: replies cached before stay of use
            **({"logprobs": logprobs} if logprobs else {}),
        }
        key = self._cache_key(messages, options)
        if self._cache is not None and (stored := self._cache.get(key)):
            return stored.reply()
        with self._turns:
            started = time.perf_counter()
            completion = self._ask(messages, task=task, **options)
            ms = (time.perf_counter() - started) * 1000
        reply = read_completion(
            completion,
            messages,
            task=task,
            wants_json=schema is not None,
            may_be_cut=may_be_cut or max_tokens == ONE_TOKEN,
        )
        logger.info("chat_reply", extra={"task": task, "model": self.name, "usage": reply.usage})
        if self._cache is not None:
            counts = (reply.usage.prompt_tokens, reply.usage.completion_tokens)
            stored = CachedReply(reply.text, *counts, tokens=reply.tokens, ms=ms)
            self._cache.put(key, stored, task=task, model=self.name)
        return reply

    def close(self) -> None:
        """Close the connections that are kept open between calls."""
        self._client.close()

    def _cache_key(self, messages: Sequence[Message], options: Mapping[str, Any]) -> str:
        shape = {"base_url": self._base_url, "extra_body": self._extra_body, **self._fixed}
        return request_key({**shape, **options, "messages": list(messages)})

    def _ask(
        self,
        messages: Sequence[Message],
        *,
        task: str,
        schema: Mapping[str, Any] | None,
        **options: Any,
    ) -> ChatCompletion:
        """Send the request, wording it anew as long as the endpoint says what it refuses."""
        dialect = self._dialect
        while True:
            body = dialect.body(messages, task=task, schema=schema, **options)
            try:
                completion = retry_calls(partial(self._send, body), sleep=self._sleep)
            except RequestRefusedError as refused:
                adapted = dialect.adapted(refused.words, schema=schema)
                if adapted is None:
                    raise
                logger.info("chat_request_reworded", extra={"task": task, "model": self.name})
                dialect = adapted
            else:
                self._dialect = dialect  # remembered only once it has worked
                return completion

    def _send(self, body: Mapping[str, Any]) -> ChatCompletion:
        try:
            completion = self._client.chat.completions.create(
                **self._fixed, **body, extra_body=self._extra_body or None
            )
        except (openai.OpenAIError, ValueError) as exc:  # ValueError: a body that is not JSON
            error = translate(
                exc,
                endpoint=self._endpoint,
                model=self.name,
                secret=self._api_key,
                role=self._role,
            )
            if self._api_key and self._api_key in str(exc):
                raise error from None  # an endpoint that repeats the key would show it
            raise error from exc
        if not isinstance(completion, ChatCompletion):  # the SDK hands other content through
            raise foreign_answer(self._endpoint, "no JSON", role=self._role)
        return completion


def _shown(message: Message) -> Message:
    """Return a message in which nothing is hidden from who would read it with the model."""
    return {"role": message["role"], "content": show_each(message["content"])}


def _without_password(url: str) -> str:
    """Return an address as it may be told: no user, no password, no query, which may hold a key."""
    return re.sub(r"(?<=//)[^/@]*@", "", url.partition("?")[0])
