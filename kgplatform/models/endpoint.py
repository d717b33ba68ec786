"""Sends one request to an OpenAI-compatible endpoint; the only user of its SDK but for the errors.

Of the SDK the way to the endpoint is used and no more: what comes back is read here, since it hands
on what it was sent, of whatever type. Its own retries are off in favour of one policy.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Protocol

import openai

from kgplatform.errors import ModelError, ModelUnavailable, SettingsError
from kgplatform.models.address import ChatAddress
from kgplatform.models.bodies import ForeignBodyError, read_body
from kgplatform.models.chat_errors import foreign_answer, read_status_error, translate
from kgplatform.models.refusals import Refusal, find_refusal
from kgplatform.models.retrying import name_setting, refuse_request, status_error

__all__ = ["MAX_REPLY_BYTES", "Endpoint", "SendsRequests"]

MAX_REPLY_BYTES = 64 * 2**20
"""Ten times what 16,000 tokens take with 20 alternatives each."""

_ANOTHER_TIME = frozenset({401, 408, 409, 429})
"""What says nothing of the request, whatever words go with it."""


class SendsRequests(Protocol):
    """A model that can be asked; see `Endpoint`."""

    @property
    def address(self) -> ChatAddress:
        """Where it is, or what it is known by."""

    def send(
        self, fields: Mapping[str, Any], *, is_named: Callable[[Refusal], bool]
    ) -> dict[str, Any]:
        """Return the completion for a request, as the JSON object it came as."""

    def close(self) -> None:
        """Close what is kept open between calls."""


class Endpoint:
    """A model at an address. Threads may share one.

    Args:
        base_url: the address, as people paste it.
        model: its name there.
        role: what its settings' names begin with, for errors.
        api_key: '' for none.
        timeout_s: seconds to wait for one reply.
        extra_body: further fields of each request.
    """

    def __init__(
        self,
        base_url: str,
        model: str,
        *,
        role: str,
        api_key: str,
        timeout_s: float,
        extra_body: Mapping[str, Any],
    ) -> None:
        self.address = ChatAddress.parse(base_url, role=role)
        self._model, self._role, self._key = model, role, api_key
        self._timeout_s, self._extra_body = timeout_s, dict(extra_body)
        self._headers: dict[str, Any] = {**self.address.headers_with(api_key)}
        if self.address.takes_own_header:
            self._headers.setdefault("Authorization", openai.Omit())
        self._client = self._connect()

    def _connect(self) -> openai.OpenAI:
        try:
            client = openai.OpenAI(
                base_url=self.address.url,
                # The SDK refuses to start without a key, and would look in the environment.
                api_key=self._key or "none",
                timeout=self._timeout_s,
                max_retries=0,
                default_query=dict(self.address.query),
                http_client=openai.DefaultHttpxClient(event_hooks={"request": [self._stay]}),
            )
        except Exception as exc:  # an address that its HTTP library cannot read
            name = f"{self._role}_base_url"
            raise SettingsError(
                f"Setting '{name}' is '{self.address.url}', which is no address ({exc})."
            ) from exc
        # The SDK took these from the environment; they are another endpoint's business.
        client.organization = client.project = None
        return client

    def send(
        self, fields: Mapping[str, Any], *, is_named: Callable[[Refusal], bool]
    ) -> dict[str, Any]:
        """Return the completion for a request, as the JSON object it came as.

        Args:
            fields: of the request, in addition to the model.
            is_named: says whether a refusal names a part of the request.

        Raises:
            RequestRefusedError: the endpoint minds something of the request.
            ModelError: it cannot be reached, fails, or refuses all requests.
        """
        try:
            body = read_body(self._exchange(fields))
        except openai.APIStatusError as exc:
            refusal = read_status_error(exc, secret=self._key)
            is_of_request = refusal.status not in _ANOTHER_TIME and is_named(refusal)
            error = self._refused(refusal) if is_of_request else self._translate(exc)
            raise error from self._showable(exc)
        except openai.OpenAIError as exc:
            raise self._translate(exc) from self._showable(exc)
        except ForeignBodyError as exc:
            raise foreign_answer(self.address.url, str(exc), role=self._role) from exc
        except ModelError:
            raise
        except Exception as exc:  # of the HTTP library, as the SDK reads a refusal
            words = "a refusal that is not in the encoding it names"
            raise foreign_answer(self.address.url, words, role=self._role) from exc
        self._check(body, is_named)
        return body

    def close(self) -> None:
        """Close the connections that are kept open between calls."""
        self._client.close()

    def _exchange(self, fields: Mapping[str, Any]) -> bytes:
        """Return the body of what is answered, as far as it may be long and take time."""
        deadline = time.monotonic() + self._timeout_s
        create: Any = self._client.chat.completions.with_streaming_response.create
        with create(
            model=self._model,
            **fields,
            extra_headers=self._headers,
            extra_body=self._extra_body or None,
        ) as response:
            data = bytearray()
            for piece in self._pieces(response):
                data += piece
                if len(data) > MAX_REPLY_BYTES:
                    words = f"a reply of more than {MAX_REPLY_BYTES // 2**20} MiB"
                    raise foreign_answer(self.address.url, words, role=self._role)
                if time.monotonic() > deadline:
                    raise openai.APITimeoutError(request=response.http_request)
            return bytes(data)

    def _pieces(self, response: Any) -> Iterator[bytes]:
        try:
            yield from response.iter_bytes()
        except Exception as exc:  # of the HTTP library, which is another in each release of the SDK
            name = type(exc).__name__
            if "Timeout" in name:
                raise openai.APITimeoutError(request=response.http_request) from exc
            raise ModelUnavailable(
                f"{self.address.url} broke off its reply ({name}): try again."
            ) from exc

    def _stay(self, request: Any) -> None:
        """Refuse to follow an endpoint to another host: key and prompt are not for that."""
        if request.url.host != self.address.host:
            raise ModelError(
                f"{self.address.url} sends requests on to {request.url.host}: set "
                f"{name_setting(self._role, 'base_url')} to the address there if you trust it."
            )

    def _check(self, body: Mapping[str, Any], is_named: Callable[[Refusal], bool]) -> None:
        """Raise the error that a body is in spite of its status, if it is one."""
        refusal = find_refusal(body, secret=self._key)
        if refusal is None:
            return
        if is_named(refusal):
            raise self._refused(refusal)
        raise status_error(refusal, endpoint=self.address.url, model=self._model, role=self._role)

    def _refused(self, refusal: Refusal) -> ModelError:
        return refuse_request(refusal, endpoint=self.address.url, model=self._model)

    def _translate(self, exc: openai.OpenAIError) -> ModelError:
        return translate(
            exc,
            endpoint=self.address.url,
            model=self._model,
            secret=self._key,
            role=self._role,
        )

    def _showable(self, exc: Exception) -> Exception | None:
        """Return an error as a cause to show; None where it repeats the key."""
        return None if self._key and self._key in str(exc) else exc
