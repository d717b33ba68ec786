"""Makes the platform's errors of what the SDK of chat endpoints raises."""

from __future__ import annotations

import openai

from kgplatform.errors import BadReply, ModelError, ModelUnavailable
from kgplatform.models.retrying import CHAT_ROLE, name_setting, parse_retry_after, status_error

__all__ = ["foreign_answer", "translate"]

MAX_ERROR_CHARS = 300


def translate(
    exc: openai.OpenAIError | ValueError,
    *,
    endpoint: str,
    model: str,
    secret: str = "",
    role: str = CHAT_ROLE,
) -> ModelError:
    """Return the platform's error for one of the SDK's.

    Args:
        exc: what the SDK raised.
        endpoint: the address to name.
        model: the model to name.
        secret: a text that must not appear in the message.
        role: what the names of the endpoint's settings begin with.
    """
    words = str(exc).replace(secret, "***") if secret else str(exc)
    words = " ".join(words.split())[:MAX_ERROR_CHARS]
    match exc:
        case openai.APIStatusError():
            return status_error(
                exc.status_code,
                words,
                endpoint=endpoint,
                model=model,
                code=str(exc.code or ""),
                retry_after_s=parse_retry_after(exc.response.headers),
                role=role,
            )
        case openai.APITimeoutError():
            return ModelUnavailable(
                f"{endpoint} did not answer in time: try again, or raise KGPLATFORM_CHAT_TIMEOUT_S."
            )
        case openai.APIConnectionError():
            return ModelUnavailable(
                f"{endpoint} cannot be reached: start it or correct "
                f"{name_setting(role, 'base_url')}."
            )
        case openai.LengthFinishReasonError() | openai.ContentFilterFinishReasonError():
            return BadReply(words, task="chat", raw="")
        case openai.APIResponseValidationError() | ValueError():
            return foreign_answer(endpoint, words, role=role)
        case _:
            return ModelError(
                f"{endpoint} could not be asked ({words}): check the {role} settings."
            )


def foreign_answer(endpoint: str, words: str, *, role: str = CHAT_ROLE) -> ModelError:
    """Return the error of an endpoint that speaks another protocol; `words` say how."""
    return ModelError(
        f"{endpoint} does not answer as an OpenAI-compatible endpoint ({words}): "
        f"check {name_setting(role, 'base_url')} (most end in /v1)."
    )
