"""Every error class of the chat SDK becomes one of ours."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import openai
import pytest

from kgplatform.errors import ModelError, ModelUnavailable, RateLimited, Retryable, SettingsError
from kgplatform.models.chat import OpenAIChatModel, load_chat_model
from kgplatform.models.chat_errors import translate
from kgplatform.models.refusals import Refusal
from kgplatform.models.retrying import parse_retry_after, status_error

pytestmark = pytest.mark.unit


def all_subclasses(root: type[BaseException]) -> Iterator[type[BaseException]]:
    for subclass in root.__subclasses__():
        yield subclass
        yield from all_subclasses(subclass)


SDK_ERRORS = sorted(
    {cls for cls in all_subclasses(openai.OpenAIError) if cls.__module__.startswith("openai")},
    key=lambda cls: cls.__name__,
)


class _Response:
    headers = {"retry-after": "2"}  # noqa: RUF012 -- never changed


def made(cls: type[BaseException], status: int) -> openai.OpenAIError:
    """Make an instance with the attributes the SDK sets; the signatures all differ."""
    exc = cls.__new__(cls)
    Exception.__init__(exc, "words of the endpoint")
    if isinstance(exc, openai.APIStatusError):
        exc.status_code, exc.code = status, None
        exc.response = _Response()  # type: ignore[assignment]
    assert isinstance(exc, openai.OpenAIError)
    return exc


@pytest.mark.parametrize("cls", SDK_ERRORS, ids=lambda cls: cls.__name__)
def test_every_error_of_the_sdk_is_translated(cls: type[BaseException]) -> None:
    status = getattr(cls, "status_code", None)
    exc = made(cls, status if isinstance(status, int) else 418)
    error = translate(exc, endpoint="http://localhost/v1", model="m")
    assert isinstance(error, ModelError)
    assert str(error).endswith(".")


@pytest.mark.parametrize("status", [None, 401, 404])
def test_an_error_names_the_settings_of_the_role(status: int | None) -> None:
    cls = openai.APIStatusError if status else openai.APIConnectionError
    error = translate(made(cls, status or 0), endpoint="http://x/v1", model="m", role="planner")
    assert "KGPLATFORM_PLANNER_" in str(error)
    assert "KGPLATFORM_CHAT_" not in str(error)


def test_the_walk_over_the_sdk_finds_its_main_errors() -> None:
    assert {openai.RateLimitError, openai.APITimeoutError} <= set(SDK_ERRORS)
    assert len(SDK_ERRORS) > 15


@pytest.mark.parametrize(
    ("cls", "status", "expected", "is_retryable"),
    [
        (openai.RateLimitError, 429, RateLimited, True),
        (openai.InternalServerError, 500, ModelUnavailable, True),
        (openai.InternalServerError, 503, ModelUnavailable, True),
        (openai.APIConnectionError, 0, ModelUnavailable, True),
        (openai.APITimeoutError, 0, ModelUnavailable, True),
        (openai.AuthenticationError, 401, ModelError, False),
        (openai.NotFoundError, 404, ModelError, False),
        (openai.BadRequestError, 400, ModelError, False),
        (openai.UnprocessableEntityError, 422, ModelError, False),
    ],
)
def test_translation_says_whether_trying_again_may_help(
    cls: type[BaseException], status: int, expected: type[ModelError], is_retryable: bool
) -> None:
    error = translate(made(cls, status), endpoint="http://localhost/v1", model="m")
    assert isinstance(error, expected)
    assert isinstance(error, Retryable) is is_retryable


def test_delay_is_kept_on_a_failing_server() -> None:
    error = status_error(Refusal(503, "loading"), endpoint="e", model="m", retry_after_s=3.0)
    assert isinstance(error, ModelUnavailable)
    assert error.retry_after_s == 3.0


def test_secret_is_taken_out_of_the_words() -> None:
    exc = openai.OpenAIError("bad key sk-1234")
    error = translate(exc, endpoint="http://localhost/v1", model="m", secret="sk-1234")
    assert "sk-1234" not in str(error)


def test_retry_after_reads_a_date() -> None:
    later = datetime.now(UTC) + timedelta(seconds=30)
    waited = parse_retry_after({"retry-after": format_datetime(later, usegmt=True)})
    assert waited is not None
    assert 25 < waited <= 30


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ({}, None),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}, 0.0),
        ({"retry-after-ms": "1500"}, 1.5),
    ],
)
def test_retry_after_takes_nonsense_for_no_wish(
    headers: dict[str, str], expected: float | None
) -> None:
    assert parse_retry_after(headers) == expected


def test_no_model_configured_is_a_normal_state() -> None:
    assert load_chat_model(None, None, None) is None
    assert load_chat_model("", None, "") is None


@pytest.mark.parametrize(
    ("base_url", "model", "missing"),
    [("http://localhost/v1", None, "CHAT_MODEL"), (None, "m", "CHAT_BASE_URL")],
)
def test_half_a_configuration_is_refused(
    base_url: str | None, model: str | None, missing: str
) -> None:
    with pytest.raises(SettingsError, match=missing):
        load_chat_model(base_url, None, model)


def test_address_without_scheme_is_refused_without_its_password() -> None:
    with pytest.raises(SettingsError, match="http://") as caught:
        OpenAIChatModel("ftp://user:hidden@host/v1", "m")
    assert "hidden" not in str(caught.value)
    with pytest.raises(SettingsError, match="planner_base_url"):
        load_chat_model("ftp://host/v1", None, "m", role="planner")
