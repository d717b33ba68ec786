"""Makes the platform's errors of what the SDK of chat endpoints raises."""

from __future__ import annotations

import openai

from kgplatform.errors import BadReply, ModelError, ModelUnavailable
from kgplatform.models.refusals import Refusal, read_refusal
from kgplatform.models.retrying import CHAT_ROLE, name_setting, parse_retry_after, status_error

__all__ = ["foreign_answer", "read_status_error", "translate"]


def read_status_error(exc: openai.APIStatusError, *, secret: str = "") -> Refusal:
    """Return what an endpoint says with a status of 300 or above.

    Args:
        exc: what the SDK raised.
        secret: a text that must not appear in it.
    """
    try:
        text = exc.response.text
    except Exception:  # noqa: BLE001 -- of a body that cannot be unpacked; its HTTP library's own
        text = str(exc)
    return read_refusal(exc.status_code, text, secret=secret)


def translate(
    exc: openai.OpenAIError,
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
    if isinstance(exc, openai.APIStatusError):
        return status_error(
            read_status_error(exc, secret=secret),
            endpoint=endpoint,
            model=model,
            retry_after_s=parse_retry_after(exc.response.headers),
            role=role,
        )
    words = read_refusal(0, str(exc), secret=secret).words
    error: ModelError
    match exc:
        case openai.APITimeoutError():
            error = ModelUnavailable(
                f"{endpoint} did not answer in time: try again, or raise KGPLATFORM_CHAT_TIMEOUT_S."
            )
        case openai.APIConnectionError(__cause__=ModelError() as known):
            error = known
        case openai.APIConnectionError():
            error = ModelUnavailable(
                f"{endpoint} cannot be reached: start it or correct "
                f"{name_setting(role, 'base_url')}."
            )
        case openai.LengthFinishReasonError() | openai.ContentFilterFinishReasonError():
            error = BadReply(words, task="chat", raw="")
        case openai.APIResponseValidationError():
            error = foreign_answer(endpoint, words, role=role)
        case _:
            error = ModelError(
                f"{endpoint} could not be asked ({words}): check the {role} settings."
            )
    return error


def foreign_answer(endpoint: str, words: str, *, role: str = CHAT_ROLE) -> ModelError:
    """Return the error of an endpoint that speaks another protocol; `words` say how."""
    return ModelError(
        f"{endpoint} does not answer as an OpenAI-compatible endpoint ({words}): "
        f"check {name_setting(role, 'base_url')} (most end in /v1)."
    )
