"""Whom the server answers: known hosts and origins, and those who have a token.

It is a layer around the whole application, so that no route can be without it.
"""

from __future__ import annotations

import logging
import re
import secrets
import time
from dataclasses import dataclass
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kgplatform.errors import KgPlatformError
from kgplatform.events import ASKED_BY, bind
from kgplatform.web.metrics import Metrics
from kgplatform.web.options import ServeOptions
from kgplatform.web.pages.static import STATIC
from kgplatform.web.problems import Forbidden, Unauthorised, respond, too_large
from kgplatform.web.tokens import Role, Tokens

__all__ = ["OPEN", "Guard", "cookie_name"]

LOG = logging.getLogger("kgplatform.web")

OPEN = frozenset({"/health", "/login"})
"""Paths that need no token."""
UPLOADS = frozenset({"/api/v1/documents", "/documents"})
"""Paths that files are sent to."""
REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
HOST = re.compile(r"(\[[0-9a-fA-F:.]+\]|[^:\[\]/@]+)(?::\d{1,5})?")
PRODUCT = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~/-]{1,64}")
"""How a client names itself first."""
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


@dataclass(frozen=True, slots=True)
class Guard:
    """Refuses what may not come in; gives what may an id, and each response its headers.

    Args:
        app: what is guarded.
        options: whom the server knows.
        tokens: that let in.
        metrics: count the requests.
    """

    app: ASGIApp
    options: ServeOptions
    tokens: Tokens
    metrics: Metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request; nothing but HTTP is spoken."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        given = headers.get("x-request-id", "")
        request_id = given if REQUEST_ID.fullmatch(given) else secrets.token_hex(8)
        state: dict[str, Any] = scope.setdefault("state", {})
        state["request_id"] = request_id
        seen = _Response(send, request_id)
        started = time.perf_counter()
        with bind(request_id=request_id):
            try:
                state["role"] = self._admit(scope, headers)
                most = self._find_limit(scope, headers)
                with bind(**{ASKED_BY: self._name_client(state["role"], headers)}):
                    await self.app(scope, _limit(receive, most), seen.send)
            except KgPlatformError as exc:
                await respond(exc, request_id, scope)(scope, receive, seen.send)
            except Exception as exc:
                LOG.exception("fault")
                if seen.status:  # too late for another response
                    raise
                await respond(exc, request_id, scope)(scope, receive, seen.send)
            finally:
                route = state.get("route", "")
                lasted = time.perf_counter() - started
                self.metrics.count(scope["method"], route, seen.status, lasted, scope["path"])

    def _admit(self, scope: Scope, headers: Headers) -> Role | None:
        """Return the role of who asks.

        Raises:
            Forbidden: it is another host's name, or a page of another origin asks.
            Unauthorised: a token is needed, and is not there or not one of ours.
        """
        self._check_host(headers)
        origin = headers.get("origin")
        if origin is not None:
            self._check_origin(origin, headers)
        if scope["path"] in OPEN or scope["path"].startswith(STATIC):
            return None
        if not self.options.needs_token:
            return "write"
        kind, _, token = headers.get("authorization", "").partition(" ")
        if kind.lower() == "bearer":
            role = self.tokens.role_of(token.strip())
        else:
            role = self._read_cookie(scope, headers, is_ours=origin is not None)
        if role is None:
            raise Unauthorised(
                "A token is needed: send 'Authorization: Bearer TOKEN' with the one in the file "
                "serve/token of the data folder, or open the link that kgplatform serve prints."
            )
        return role

    def _name_client(self, role: Role | None, headers: Headers) -> str:
        """Return who asks, as it is recorded with a question: of several programs, which one."""
        token = f"{role} token" if self.options.needs_token else "no token"
        products = PRODUCT.match(headers.get("user-agent", ""))
        return f"{token}, {products[0] if products else 'no client named'}"

    def _find_limit(self, scope: Scope, headers: Headers) -> int:
        """Return the most bytes that a request may have.

        Raises:
            TooLarge: it says itself that it has more.
        """
        options = self.options
        most = options.max_upload if scope["path"] in UPLOADS else options.max_body
        said = headers.get("content-length", "")
        if said.isdecimal() and int(said) > most:
            raise too_large(options)
        return most

    def _check_host(self, headers: Headers) -> None:
        """Refuse a name that is not the server's: a page elsewhere may have it point here."""
        found = HOST.fullmatch(headers.get("host", ""))
        name = found[1].strip("[]").lower() if found else ""
        if len(headers.getlist("host")) != 1 or name not in self.options.known_hosts:
            raise Forbidden(
                "The server is not known by that name: use 127.0.0.1, or start it with "
                "--allow-host NAME."
            )

    def _check_origin(self, origin: str, headers: Headers) -> None:
        scheme, _, place = origin.partition("://")
        is_ours = scheme in ("http", "https") and place.lower() == headers["host"].lower()
        if is_ours or origin in self.options.origins:
            return
        raise Forbidden(
            "Pages of another origin may not ask: start the server with --allow-origin ORIGIN to "
            "let them."
        )

    def _read_cookie(self, scope: Scope, headers: Headers, *, is_ours: bool) -> Role | None:
        """Return the role of a cookie; what changes something must come from a page of ours."""
        try:
            jar = SimpleCookie(headers.get("cookie", ""))
        except CookieError:
            return None
        found = jar.get(cookie_name(headers["host"]))
        if found is None:
            return None
        if scope["method"] not in SAFE and not is_ours:
            return None
        return self.tokens.read_cookie(found.value)


def _limit(receive: Receive, most: int) -> Receive:
    """Return what receives a request as long as it is no larger than is taken."""
    taken = 0

    async def receive_limited() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > most:
            raise HTTPException(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        return message

    return receive_limited


class _Response:
    """Adds headers to a response as it is sent, and remembers its status."""

    def __init__(self, send: Send, request_id: str) -> None:
        self.status = 0
        self._send, self._request_id = send, request_id

    async def send(self, message: Message) -> None:
        """Send a message of the response."""
        if message["type"] == "http.response.start":
            self.status = int(message["status"])
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            headers["X-Request-ID"] = self._request_id
        await self._send(message)


def cookie_name(host: str) -> str:
    """Return the name of the cookie: servers on other ports of a host share the jar."""
    port = host.rpartition(":")[2]
    return f"kgplatform-{port if port.isdecimal() else '0'}"
