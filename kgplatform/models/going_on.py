"""A chat model whose failures become unusable replies, so that what asks it goes on without.

Whoever asks a model has another way for a reply that cannot be used. With this one an outage, a
wrong key or a refused request is such a reply, too: what was found before is not thrown away. What
measures a model, or writes what it says into the graph, takes the model itself.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from kgplatform.errors import BadReply, ModelError, Retryable
from kgplatform.models.conversation import (
    DEFAULT_MAX_TOKENS,
    OUTAGE,
    REFUSED,
    ChatModel,
    Message,
    NoReply,
    Reply,
)
from kgplatform.models.retrying import RequestRefusedError
from kgplatform.progress import NOTICES
from kgplatform.records import Usage

__all__ = ["GoingOn"]

PAUSE_S = 30.0
"""How long an endpoint that did not answer in all its attempts is not asked again."""


class GoingOn:
    """Asks a model, and raises nothing but BadReply. Threads may share one.

    Args:
        chat: the model.
        clock: returns seconds.
    """

    def __init__(self, chat: ChatModel, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._chat, self._clock = chat, clock
        self._lock = threading.Lock()
        self._outage, self._until = "", 0.0

    @property
    def name(self) -> str:
        """The model's name."""
        return self._chat.name

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
        """See `ChatModel.complete`.

        Raises:
            NoReply: the endpoint refuses the request, or fails; after an outage at once.
            BadReply: as the model raises it.
        """
        with self._lock:
            if self._clock() < self._until:
                raise NoReply(self._outage, task=task, usage=Usage(), cause=OUTAGE)
        try:
            return self._chat.complete(
                messages,
                task=task,
                schema=schema,
                max_tokens=max_tokens,
                temperature=temperature,
                logprobs=logprobs,
                may_be_cut=may_be_cut,
            )
        except BadReply:
            raise
        except RequestRefusedError as exc:
            reason = f"the endpoint refuses the request: {exc.words}"
            raise NoReply(reason, task=task, usage=exc.usage, cause=REFUSED) from exc
        except ModelError as exc:
            reason = str(exc).rstrip(".")
            self._describe(reason, pause=isinstance(exc, Retryable))
            raise NoReply(reason, task=task, usage=Usage(), cause=OUTAGE) from exc

    def _describe(self, reason: str, *, pause: bool) -> None:
        """Say once why nothing comes of the model, and leave it alone for a while."""
        with self._lock:
            is_known = reason == self._outage
            self._outage = reason
            if pause:
                self._until = self._clock() + PAUSE_S
        if not is_known:
            NOTICES.warning("Gone on without the model %s: %s.", self.name, reason)
