"""Errors as browsers show them: a page, the form to log in, or a sentence in a part of a page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qs, quote

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import Scope

from kgplatform.web.pages.rendering import is_fragment, respond

__all__ = ["HOME", "own_address", "show_login", "show_problem"]

HOME = "/"
LOGIN = "/login"
ASK = "/ask"
ORIGIN = re.compile(r"^\w+://[^/?#]*")


def show_problem(
    fields: dict[str, Any], scope: Scope, headers: Mapping[str, str] | None = None
) -> Response:
    """Return problem details as a browser shows them.

    Args:
        fields: of the problem.
        scope: what was asked.
        headers: of the response.
    """
    shown = {name: fields[name] for name in ("title", "status", "detail", "request_id")}
    if is_fragment(scope):
        return respond(scope, "_problem.html", headers=headers, **shown)
    if fields["status"] == HTTPStatus.UNAUTHORIZED:
        is_form = scope["path"] == LOGIN
        return show_login(scope, fields["detail"] if is_form else "", headers)
    came_from = ORIGIN.sub("", Headers(scope=scope).get("referer", ""))
    back = own_address(came_from or ASK)
    return respond(scope, "problem.html", headers=headers, back=back, **shown)


def show_login(
    scope: Scope, detail: str = "", headers: Mapping[str, str] | None = None
) -> Response:
    """Return the form to log in, which leads back to what was asked for."""
    query = scope["query_string"].decode("latin-1")
    if scope["path"] == LOGIN:
        asked = own_address(parse_qs(query).get("next", [HOME])[0])
    elif scope["method"] == "GET":
        asked = quote(scope["path"]) + (f"?{query}" if query else "")
    else:
        asked = HOME
    status = HTTPStatus.UNAUTHORIZED if detail or scope["path"] != LOGIN else HTTPStatus.OK
    return respond(scope, "login.html", status=status, headers=headers, detail=detail, next=asked)


def own_address(address: str) -> str:
    """Return an address of this server; its first page where it is of any other."""
    is_own = address.startswith("/") and address[1:2] not in ("/", "\\") and address.isprintable()
    return address if is_own and "\\" not in address else HOME
