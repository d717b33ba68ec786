"""Named queries: those for people listed, run by a form, their rows as a table and a picture."""

from __future__ import annotations

import json
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from starlette.responses import Response

from kgplatform.errors import NotFound, UsageError
from kgplatform.frames import Rows
from kgplatform.graph.library import Parameter, Query, load_query, people_queries
from kgplatform.graph.query_page import browser_link
from kgplatform.web.pages.explore import browser_address
from kgplatform.web.pages.graphs import picture_paths
from kgplatform.web.pages.rendering import show
from kgplatform.web.replies import Text, reply
from kgplatform.web.service import Served, Service

__all__ = ["router"]

router = APIRouter(include_in_schema=False, prefix="/explore/queries")


@router.get("")
def list_queries(request: Request) -> Response:
    """List the queries that are for people."""
    groups = groupby(people_queries(), key=lambda query: query.group)
    return show(request, "queries.html", groups=[(name, list(held)) for name, held in groups])


@router.get("/{name}")
def show_query(name: Text, request: Request, service: Served) -> Response:
    """Show a query as a form, and its rows once it is sent, or where it needs nothing."""
    query = _find(name)
    given = dict(request.query_params)
    is_run = bool(given) or not query.parameters
    rows = _run(service, query, given) if is_run else Rows()
    browser = browser_address(service.platform)
    return show(
        request,
        "query.html",
        query=query,
        given=given,
        is_run=is_run,
        rows=rows,
        graph=f"/explore/queries/{name}/graph?{urlencode(given)}",
        is_drawn=bool(picture_paths(rows)["nodes"]),
        browser=browser and browser_link(browser, cmd="edit", arg=query.text),
    )


@router.get("/{name}/graph")
def graph(name: Text, request: Request, service: Served) -> Response:
    """Send the rows of a query as nodes and edges."""
    return reply(picture_paths(_run(service, _find(name), dict(request.query_params))))


def _find(name: str) -> Query:
    """Return a query for people.

    Raises:
        NotFound: there is none of that name.
    """
    try:
        query = load_query(name)
    except UsageError as exc:
        raise NotFound(str(exc)) from exc
    if not query.group:
        raise NotFound(f"The query '{name}' is the platform's own: kgplatform query runs it.")
    return query


def _run(service: Service, query: Query, given: dict[str, str]) -> Rows:
    """Run a query with what its form was given; what is left empty has its default."""
    known = {parameter.name: parameter for parameter in query.parameters}
    values = {
        name: _read(known[name], text) if name in known else text
        for name, text in given.items()
        if text
    }
    return service.platform.query(query.name, **values)


def _read(parameter: Parameter, text: str) -> Any:
    """Return the value that is meant: a text where one is taken, else JSON, or else a text."""
    if parameter.type.startswith("string"):
        return text
    try:
        return json.loads(text)
    except ValueError:
        return text
