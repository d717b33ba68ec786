"""Named queries, the facts of the graph and its schema."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field
from starlette.responses import Response

from kgplatform.errors import NotFound, UsageError
from kgplatform.graph.library import load_query, query_names
from kgplatform.records.json import to_json
from kgplatform.runtime.wire import list_model, row_model
from kgplatform.web.replies import Body, Text, reply, shows
from kgplatform.web.routes.parameters import Limit, ListFilters
from kgplatform.web.service import Served

__all__ = ["router"]

router = APIRouter(tags=["graph"])


class QueryField(BaseModel):
    """A parameter or a column; type and meaning are words for people."""

    name: str
    type: str
    meaning: str


class QueryParameter(QueryField):
    """A parameter; `default` is the JSON of what it is if it is left out, '' if it may not be."""

    default: str


class NamedQuery(BaseModel):
    """A query that can be run by its name; one with a group is for people."""

    name: str
    purpose: str
    group: str
    parameters: list[QueryParameter]
    columns: list[QueryField]


class Run(Body):
    """Values for a query's parameters, all but those with a default."""

    parameters: dict[Text, Any] = Field({}, examples=[{"limit": 10}])


class StatementFilters(ListFilters):
    """Which statements are listed."""

    after: Text = Query("", description="Id of the last one of the page before.")


@router.get("/queries", summary="List queries", responses=shows(list_model(NamedQuery)))
def list_queries() -> Response:
    """List the queries that can be run by name, with what each takes and returns."""
    return reply([_describe(name) for name in query_names()])


@router.post("/queries/{name}", summary="Run a query", responses=shows(list[dict[str, Any]]))
def run(name: Text, body: Run, service: Served) -> Response:
    """Run a named query; the server itself refuses to write through it."""
    try:
        load_query(name)
    except UsageError as exc:
        raise NotFound(str(exc)) from exc
    return reply(service.platform.query(name, **body.parameters))


@router.get(
    "/statements", summary="List statements", responses=shows(list_model(row_model("list_facts")))
)
def statements(where: Annotated[StatementFilters, Query()], service: Served) -> Response:
    """List the plain statements of the graph by id, a page of them."""
    rows = service.platform.list_statements(
        after=where.after, limit=where.limit, documents=where.to_filter()
    )
    return reply(rows)


@router.get(
    "/schema", summary="Show the schema", responses=shows(list_model(row_model("show_schema")))
)
def schema(service: Served, limit: Limit = 100) -> Response:
    """List which relations hold between which types of entities, the most frequent first."""
    return reply(service.platform.query("show_schema", limit=limit))


def _describe(name: str) -> dict[str, Any]:
    query = load_query(name)
    fields = {part: to_json(getattr(query, part)) for part in ("parameters", "columns")}
    return {"name": query.name, "purpose": query.purpose, "group": query.group, **fields}
