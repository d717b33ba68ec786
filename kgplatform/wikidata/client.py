"""Asks any SPARQL endpoint, within the rate limits that public ones demand; the only one to do so.

One query at a time a host, a User-Agent that says who asks (the Wikimedia user-agent policy),
Retry-After obeyed, results remembered on disk. What goes wrong becomes one of the errors of
WikidataError, here and nowhere else.
"""

from __future__ import annotations

import ast
import http.client
import json
import logging
import socket
import time
import urllib.error
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from kgplatform.errors import (
    EndpointBusy,
    EndpointReply,
    EndpointTimeout,
    EndpointUnavailable,
    SettingsError,
    SparqlError,
    UsageError,
    WikidataError,
)
from kgplatform.models.retrying import MAX_WAIT_S, parse_retry_after, retry_calls
from kgplatform.text.addresses import split_address
from kgplatform.wikidata.cache import ResultCache
from kgplatform.wikidata.rate_limits import Turn
from kgplatform.wikidata.results import read_results
from kgplatform.wikidata.terms import DEFAULT_LIMIT, Endpoint, Result
from kgplatform.wikidata.validation import CheckedQuery, check_query

__all__ = ["Client", "ClientOptions", "check_endpoint", "fetch_pages"]

logger = logging.getLogger(__name__)

WIKIMEDIA = ("wikidata.org", "wikimedia.org")
MAX_BYTES = 100_000_000
CHUNK_BYTES = 65_536
WORDS_SHOWN = 300
TIMED_OUT = b"TimeoutException"
"""In a result that Blazegraph, the public service's server, cut off under a status of 200."""
DEFAULT_RETRY_S = 5.0
"""How long a host is left alone that says 429 without a time; the policy leaves it open."""


@dataclass(frozen=True, slots=True)
class ClientOptions:
    """How an endpoint is asked.

    `contact` is an e-mail or web address for its operators; `timeout_s` is for one query, reply
    included; a result younger than `cache_age_s` is not asked for again, and 0 remembers nothing.
    """

    contact: str | None = None
    timeout_s: float = 60.0
    cache_age_s: float = 86_400.0


class Client:
    """An `Endpoint` behind HTTP.

    Args:
        address: the endpoint's address, http:// or https://.
        folder: where the cache and the hosts' turns are kept.
        options: how it is asked.
        sleep: waits that many seconds.

    Raises:
        UsageError: the address is none.
        SettingsError: it is one of Wikimedia's, and no contact is given.
    """

    def __init__(
        self,
        address: str,
        *,
        folder: Path,
        options: ClientOptions = ClientOptions(),
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        check_endpoint(address, contact=options.contact)
        self.address = address
        self.options = options
        self._cache = ResultCache(folder / "sparql.sqlite")
        self._turn = Turn(address, folder / "hosts", sleep=sleep)
        self._sleep = sleep

    def run(self, query: str, *, limit: int = DEFAULT_LIMIT) -> Result:
        """Return the result of a SELECT or ASK query, at most `limit` rows.

        Raises:
            SparqlError: the query may not be sent, or the endpoint calls it wrong.
            EndpointUnavailable: the endpoint does not answer, or fails.
            EndpointTimeout: it takes longer than `options.timeout_s`.
            EndpointBusy: it asks to wait, longer than is waited for.
            EndpointReply: its reply is no result.
        """
        checked = check_query(query, limit=limit)
        now = time.time()
        age = self.options.cache_age_s
        body = (
            self._cache.get(self.address, checked.text, newer_than=now - age) if age > 0 else None
        )
        if body is not None:
            return _read(body, checked, self.address)
        body = self.send(checked.text)
        result = _read(body, checked, self.address)
        if age > 0:
            self._cache.put(self.address, checked.text, body, now=now)
        return result

    def send(self, text: str) -> bytes:
        """Return the reply to a text of this package, unchecked, waiting for the turn."""
        started = time.perf_counter()
        # The turn may be held by a query that waits as long as the host asked.
        with self._turn.taken(timeout_s=self.options.timeout_s + MAX_WAIT_S):
            body = retry_calls(lambda: self._send(text), sleep=self._sleep)
        milliseconds = round((time.perf_counter() - started) * 1000, 1)
        logger.info("sparql", extra={"endpoint": self.address, "ms": milliseconds})
        return body

    def _send(self, text: str) -> bytes:
        from SPARQLWrapper import JSON, POST, SPARQLExceptions, SPARQLWrapper

        wrapper = SPARQLWrapper(self.address, agent=_user_agent(self.options.contact))
        wrapper.setQuery(text)
        wrapper.setMethod(POST)  # a long query does not fit a GET
        wrapper.setReturnFormat(JSON)
        wrapper.setTimeout(max(1, round(self.options.timeout_s)))
        deadline = time.monotonic() + self.options.timeout_s
        try:
            with closing(wrapper.query().response) as response:
                return _read_body(response, deadline)
        except SPARQLExceptions.SPARQLWrapperException as exc:
            cause = exc.__context__
            if isinstance(cause, urllib.error.HTTPError):
                cause.close()
                words = str(exc.args[0]).partition("Response:\n")[2]
                raise self._status_error(cause, _decode(words)) from exc
            raise EndpointUnavailable(f"{self.address} failed: {exc}.") from exc
        except urllib.error.HTTPError as exc:
            with closing(exc):
                words = exc.read().decode("utf-8", "replace")
            raise self._status_error(exc, words) from exc
        except (OSError, http.client.HTTPException) as exc:
            raise self._connection_error(exc) from exc

    def _status_error(self, exc: urllib.error.HTTPError, words: str) -> WikidataError:
        """Return the error that an HTTP status stands for, and note a wish to be left alone."""
        said = " ".join(words.split())[:WORDS_SHOWN] or exc.reason
        headers = {name.lower(): value for name, value in exc.headers.items()}
        wait_s = parse_retry_after(headers)
        if exc.code == 429 or (exc.code == 503 and wait_s is not None):
            wait_s = DEFAULT_RETRY_S if wait_s is None else wait_s
            self._turn.postpone(wait_s)
            return EndpointBusy(
                f"{self.address} asks to wait {wait_s:.0f} s: try again later.",
                retry_after_s=wait_s,
            )
        if exc.code in (400, 422):
            return SparqlError(f"{self.address} says: {said}")
        if exc.code in (408, 504) or "timeout" in said.lower():
            return _given_up(self.address)
        if exc.code >= 500:
            return EndpointUnavailable(
                f"{self.address} failed with status {exc.code}: try again later ({said})."
            )
        return WikidataError(
            f"{self.address} refuses the request with status {exc.code}: correct "
            f"KGPLATFORM_SPARQL_ENDPOINT ({said})."
        )

    def _connection_error(self, exc: Exception) -> WikidataError:
        reason = getattr(exc, "reason", exc)
        if isinstance(reason, TimeoutError | socket.timeout):
            return EndpointTimeout(
                f"{self.address} did not answer within {self.options.timeout_s:.0f} s: make the "
                "query narrower, or set KGPLATFORM_SPARQL_TIMEOUT_S higher."
            )
        return EndpointUnavailable(
            f"{self.address} does not answer ({reason}): see that it runs, or set "
            "KGPLATFORM_SPARQL_ENDPOINT to another."
        )


def check_endpoint(address: str, *, contact: str | None) -> None:
    """Refuse an address that is none, and one of Wikimedia's without a contact.

    Raises:
        UsageError: it is no http:// or https:// address with a host.
        SettingsError: Wikimedia's user-agent policy asks for a contact, and there is none.
    """
    parts = split_address(address)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise UsageError(
            f"The SPARQL endpoint '{address}' is no address: write http://HOST:PORT/query."
        )
    if contact is not None and not contact.isprintable():
        raise SettingsError("KGPLATFORM_SPARQL_CONTACT holds characters that no header may.")
    host = parts.hostname
    if contact is None and any(host == name or host.endswith(f".{name}") for name in WIKIMEDIA):
        raise SettingsError(
            f"{host} asks who its users are: set KGPLATFORM_SPARQL_CONTACT to your e-mail or web "
            "address."
        )


def fetch_pages(
    endpoint: Endpoint, query: str, *, page_size: int = DEFAULT_LIMIT
) -> Iterator[Result]:
    """Yield all rows of an ordered SELECT, a page at a time, until a page is not full.

    Args:
        endpoint: who is asked, once a page.
        query: a SELECT with ORDER BY, without which pages may overlap.
        page_size: most rows of a page.

    Raises:
        SparqlError: the query is no SELECT with ORDER BY, or one of `check_query`'s reasons.
    """
    offset = 0
    while True:
        checked = check_query(query, limit=page_size, offset=offset)
        if not checked.is_ordered:
            raise SparqlError("pages need a SELECT with ORDER BY")
        if checked.limit == 0:
            return
        page = endpoint.run(checked.text, limit=page_size)
        if page.rows:
            yield page
        if len(page.rows) < page_size:
            return
        offset += page_size


def _read(body: bytes, checked: CheckedQuery, address: str) -> Result:
    try:
        result = read_results(json.loads(body), form=checked.form)
    except (ValueError, RecursionError) as exc:
        if TIMED_OUT in body:
            raise _given_up(address) from exc
        start = " ".join(body[:WORDS_SHOWN].decode("utf-8", "replace").split())[:60]
        raise EndpointReply(
            f"{address} replied with what is no result of a query ({exc}; it begins '{start}'): "
            "see that KGPLATFORM_SPARQL_ENDPOINT is a SPARQL endpoint."
        ) from exc
    is_cut = checked.form == "SELECT" and 0 < checked.limit <= len(result.rows)
    has_own = checked.own_limit is not None and checked.own_limit <= checked.limit
    return replace(result, is_cut=is_cut and not has_own)


def _given_up(address: str) -> EndpointTimeout:
    return EndpointTimeout(
        f"{address} gave the query up after its own time limit: make the query narrower."
    )


def _read_body(response: Any, deadline: float) -> bytes:
    """Read a reply that may come slowly or never end."""
    parts: list[bytes] = []
    size = 0
    while chunk := response.read1(CHUNK_BYTES):
        parts.append(chunk)
        size += len(chunk)
        if time.monotonic() > deadline:
            raise TimeoutError("the reply is not complete")
        if size > MAX_BYTES:
            raise EndpointReply(
                f"The endpoint's reply is longer than {MAX_BYTES / 1e6:.0f} MB: ask for fewer rows."
            )
    if getattr(response, "length", 0):
        raise http.client.IncompleteRead(b"", response.length)
    return b"".join(parts)


@cache
def _user_agent(contact: str | None) -> str:
    stated = f" ({contact})" if contact else ""
    return f"kgplatform/{version('kgplatform')}{stated} SPARQLWrapper/{version('SPARQLWrapper')}"


def _decode(words: str) -> str:
    """Return what an endpoint said, which SPARQLWrapper hands on as the print of a bytes object."""
    text = words.strip()
    if text[:2] not in ("b'", 'b"'):
        return text
    try:
        return bytes(ast.literal_eval(text)).decode("utf-8", "replace")
    except (ValueError, SyntaxError):
        return text
