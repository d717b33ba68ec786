"""When a call that failed is tried again, and what a status code means for that.

The error's type decides: what is `Retryable` is tried again, as late as the endpoint asks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TypeVar

import tenacity

from kgplatform.errors import ModelError, ModelUnavailable, RateLimited, Retryable
from kgplatform.models.refusals import Refusal
from kgplatform.records import Usage

__all__ = [
    "CHAT_ROLE",
    "MAX_WAIT_S",
    "RequestRefusedError",
    "name_setting",
    "parse_retry_after",
    "refuse_request",
    "retry_calls",
    "status_error",
]

CHAT_ROLE = "chat"
MAX_ATTEMPTS = 4
MAX_WAIT_S = 60.0
"""An endpoint that asks for more is not waited for; the error says how long it asked."""

_REFUSING = frozenset({400, 413, 422, 501})
"""What is answered where something of the request itself is minded."""

_backoff = tenacity.wait_exponential(multiplier=0.5, max=20) + tenacity.wait_random(0, 0.5)

Result = TypeVar("Result")


class RequestRefusedError(ModelError):
    """The endpoint calls the request itself bad; `words` is why, and another wording may do.

    `refusal` is all that it said; `usage` counts how often it was asked.
    """

    def __init__(self, message: str, *, words: str, refusal: Refusal | None = None) -> None:
        self.words = words
        self.refusal = refusal or Refusal(400, words, words)
        self.usage = Usage(llm_calls=1)
        super().__init__(message)


def retry_calls(call: Callable[[], Result], *, sleep: Callable[[float], None]) -> Result:
    """Return the call's result, calling again after errors for which that may help.

    Args:
        call: what to do.
        sleep: waits that many seconds.
    """
    retrying = tenacity.Retrying(
        retry=tenacity.retry_if_exception(_is_worth_a_retry),
        stop=tenacity.stop_after_attempt(MAX_ATTEMPTS),
        wait=_wait_s,
        sleep=sleep,
        reraise=True,
    )
    return retrying(call)


def status_error(
    refusal: Refusal,
    *,
    endpoint: str,
    model: str,
    retry_after_s: float | None = None,
    role: str = CHAT_ROLE,
) -> ModelError:
    """Return the error that an HTTP status of a chat endpoint stands for.

    Args:
        refusal: the HTTP status, 400 or above, and what the endpoint said.
        endpoint: the address to name.
        model: the model to name.
        retry_after_s: how long the endpoint asks to wait.
        role: what the names of the endpoint's settings begin with.
    """
    status, words = refusal.status, refusal.words
    if status in (402, 429) and refusal.is_spent and retry_after_s is None:
        # waiting does not fill an account
        return ModelError(f"{endpoint} has no quota left for this key: {words}.")
    if status == 429:
        asked = f" {retry_after_s:.0f} s" if retry_after_s is not None else ""
        return RateLimited(
            f"{endpoint} asks to wait{asked}: try again later, or with fewer workers.",
            retry_after_s=retry_after_s,
        )
    if status in (408, 409) or (status >= 500 and status not in _REFUSING):
        error = ModelUnavailable(f"{endpoint} failed with status {status}: try again ({words}).")
        error.retry_after_s = retry_after_s
        return error
    if status in _REFUSING or refusal.is_filtered:
        return refuse_request(refusal, endpoint=endpoint, model=model)
    return _refuse_all(refusal, endpoint=endpoint, model=model, role=role)


def refuse_request(refusal: Refusal, *, endpoint: str, model: str) -> RequestRefusedError:
    """Return the error of an endpoint that minds something of one request."""
    message = (
        f"{endpoint} refuses the request to '{model}' (status {refusal.status}): {refusal.words}."
    )
    return RequestRefusedError(message, words=refusal.words, refusal=refusal)


def name_setting(role: str, name: str) -> str:
    """Return the environment's name of a setting of an endpoint: KGPLATFORM_CHAT_MODEL."""
    return f"KGPLATFORM_{role}_{name}".upper()


def parse_retry_after(headers: Mapping[str, str]) -> float | None:
    """Return the seconds that a response asks to wait, in any of the three forms in use."""
    try:
        if "retry-after-ms" in headers:
            return max(0.0, float(headers["retry-after-ms"]) / 1000)
        if "retry-after" not in headers:
            return None
        value = headers["retry-after"]
        if value.replace(".", "", 1).isdigit():
            return float(value)
        return max(0.0, (parsedate_to_datetime(value) - datetime.now(UTC)).total_seconds())
    except (ValueError, TypeError):  # nonsense is no wish; TypeError: a date without a zone
        return None


def _refuse_all(refusal: Refusal, *, endpoint: str, model: str, role: str) -> ModelError:
    """Return the error for a status that says the same however often it is asked."""
    status, words = refusal.status, refusal.words
    if status in (401, 403):
        return ModelError(
            f"{endpoint} refuses the key or its rights: "
            f"correct {name_setting(role, 'api_key')} ({words})."
        )
    if status == 404:
        return ModelError(
            f"{endpoint} does not know the model '{model}' or the path: correct "
            f"{name_setting(role, 'model')} or {name_setting(role, 'base_url')} ({words})."
        )
    return ModelError(f"{endpoint} refuses requests to '{model}' (status {status}): {words}.")


def _is_worth_a_retry(exc: BaseException) -> bool:
    return isinstance(exc, Retryable) and (exc.retry_after_s or 0.0) <= MAX_WAIT_S


def _wait_s(state: tenacity.RetryCallState) -> float:
    error = state.outcome.exception() if state.outcome else None
    if isinstance(error, Retryable) and error.retry_after_s is not None:
        return error.retry_after_s
    return float(_backoff(state))
