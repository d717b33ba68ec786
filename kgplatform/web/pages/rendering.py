"""Makes HTML from templates; all text of documents and models is escaped by them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PackageLoader, StrictUndefined
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Scope

from kgplatform.text import visible
from kgplatform.web.pages import filters, graphs
from kgplatform.web.pages.static import asset

__all__ = ["PAGE_HEADERS", "fill", "is_fragment", "show", "wants_page"]

TEMPLATES = Path(__file__).parents[1] / "templates"
NAVIGATION = (
    ("/ask", "Ask"),
    ("/documents", "Documents"),
    ("/explore", "Explore"),
    ("/entities", "Entities"),
    ("/runs", "Runs"),
    ("/plans", "Plans"),
    ("/doctor", "Health"),
)
OTHERS = ("/api/", "/v1/", "/mcp")
"""Where addresses begin that programs ask."""
HTMX = {
    "includeIndicatorStyles": False,  # a style in the page, which the policy below forbids
    "allowEval": False,
    "allowScriptTags": False,
    "selfRequestsOnly": True,
    "historyCacheSize": 0,  # answers are not kept in the browser
    "refreshOnHistoryMiss": True,
    "responseHandling": [
        {"code": "204", "swap": False},
        {"code": "[23]..", "swap": True},
        {"code": "[45]..", "swap": True, "error": True},
    ],
}
PAGE_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
        "object-src 'none'"
    ),
    # Without it the browser names no origin when a form is sent, and the server asks for one.
    "Referrer-Policy": "same-origin",
    "Vary": "Accept, HX-Request",
}


def show(request: Request, template: str, *, status: int = 200, **values: Any) -> Response:
    """Return a page, or a part of one, as a response.

    Args:
        request: that it replies to.
        template: its name; those of parts begin with "_".
        status: of the response.
        values: what the template shows.
    """
    return respond(request.scope, template, status=status, **values)


def respond(
    scope: Scope,
    template: str,
    *,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
    **values: Any,
) -> Response:
    """Return the same where there is no request but what it is made of."""
    role = scope.get("state", {}).get("role")
    text = fill(template, path=scope["path"], role=role, status=status, **values)
    data = text.encode("utf-8", "replace")
    sent = {**PAGE_HEADERS, **(headers or {})}
    return Response(data, status, headers=sent, media_type="text/html")


def fill(template: str, **values: Any) -> str:
    """Return a template filled with values."""
    return _environment().get_template(template).render(**{"path": "", "role": None, **values})


def is_fragment(scope: Scope) -> bool:
    """Return whether a part of a page is asked for, by the page itself."""
    headers = Headers(scope=scope)
    return headers.get("hx-request") == "true" and headers.get("hx-boosted") != "true"


def wants_page(scope: Scope) -> bool:
    """Return whether a browser asks to show something, not a program."""
    if scope["path"].startswith(OTHERS):
        return False
    return is_fragment(scope) or "text/html" in Headers(scope=scope).get("accept", "")


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=ChoiceLoader([FileSystemLoader(TEMPLATES), PackageLoader("kgplatform.export", "")]),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=visible.show_text,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(asset=asset, navigation=NAVIGATION, htmx=json.dumps(HTMX))
    environment.filters.update(filters.FILTERS)
    environment.filters["described"] = graphs.describe_value
    environment.tests["entity"] = lambda end: bool(end["id"]) and graphs.is_entity(end["type"])
    return environment
