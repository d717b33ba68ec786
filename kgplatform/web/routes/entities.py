"""Entities: found, shown and corrected; the graph around one, and ways between two."""

from __future__ import annotations

import dataclasses
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from kgplatform.ingest.resolution.resolve import ResolutionReport
from kgplatform.records import ENTITY_TYPES
from kgplatform.runtime.wire import (
    FACT,
    EntityRecord,
    Neighbourhood,
    Path,
    list_model,
    record_model,
    row_model,
)
from kgplatform.web.replies import Body, Text, reply, shows
from kgplatform.web.routes.parameters import Limit, Skip
from kgplatform.web.service import Served, Writer

__all__ = ["router"]

router = APIRouter(tags=["entities"])
DEFAULT_ROWS = 50
DEFAULT_PATHS = 5
MOST_PATHS = 20

Named = Annotated[Text, Query(description="A name in any spelling, or an id.")]
Words = Annotated[Text | None, Query(description="In a name or an alias, in any case.")]
Relation = Annotated[Text | None, Query(description="This relation alone.")]
Type = Annotated[Text | None, Query(description="This type alone.")]
EntityType = Literal[ENTITY_TYPES]  # type: ignore[valid-type]
REPORT = shows(record_model(ResolutionReport))


class DecisionRecord(BaseModel):
    """What somebody decided about entities."""

    model_config = ConfigDict(extra="forbid")
    id: str
    kind: str
    left: str
    right: str
    documents: list[str]
    value: str
    entities: list[str]
    names: list[str]
    decided_at: str


class Merge(Body):
    """Names or ids that are one entity."""

    names: list[Text] = Field(min_length=2, examples=[["IBM", "International Business Machines"]])


class Split(Body):
    """A name that is another entity."""

    name: Text
    from_: Text | None = Field(None, alias="from", description="What it was joined to.")
    documents: list[Text] = Field([], description="Ids of those where it is another entity.")


class Rename(Body):
    """What an entity is called."""

    name: Text
    new_name: Text


class Retype(Body):
    """Of what type an entity is."""

    name: Text
    type: EntityType


class Ignore(Body):
    """A name that is no entity."""

    name: Text


class Undo(Body):
    """A decision to take back."""

    decision: Text | None = Field(None, description="Its id; left out: the latest.")


@router.get(
    "/entities",
    summary="Search entities",
    responses=shows(list_model(row_model("list_entities_page"))),
)
def search(
    service: Served,
    words: Words = None,
    type: Type = None,
    skip: Skip = 0,
    limit: Limit = DEFAULT_ROWS,
) -> Response:
    """List entities, the most mentioned first."""
    found = service.platform.entities.search(words, type=type, skip=skip, limit=limit)
    return reply(found)


@router.get("/entity", summary="Show an entity", responses=shows(EntityRecord))
def show(name: Named, service: Served) -> Response:
    """Show an entity: its names, its type and why, its facts with their quotes and sources."""
    return reply(service.platform.entities.show(name))


@router.get("/entity/facts", summary="List an entity's facts", responses=shows(list_model(FACT)))
def facts(
    name: Named,
    service: Served,
    relation: Relation = None,
    type: Type = None,
    skip: Skip = 0,
    limit: Limit = DEFAULT_ROWS,
) -> Response:
    """List the statements that an entity is subject or object of, each with its first quote."""
    entities = service.platform.entities
    rows = entities.facts(name, relation=relation, type=type, skip=skip, limit=limit)
    return reply(rows)


@router.get("/graph", summary="Show the graph around an entity", responses=shows(Neighbourhood))
def neighbourhood(
    name: Named,
    service: Served,
    relation: Relation = None,
    type: Type = None,
    limit: Limit = DEFAULT_ROWS,
) -> Response:
    """Show an entity's neighbours as nodes and edges."""
    entities = service.platform.entities
    return reply(entities.neighbourhood(name, relation=relation, type=type, limit=limit))


@router.get("/graph/paths", summary="Find ways between two", responses=shows(list_model(Path)))
def paths(
    start: Named,
    end: Named,
    service: Served,
    limit: Annotated[int, Query(ge=1, le=MOST_PATHS)] = DEFAULT_PATHS,
) -> Response:
    """Find the shortest ways from one entity to another over plain facts, with their quotes."""
    return reply(service.platform.entities.paths(start, end, limit=limit))


@router.get(
    "/entities/decisions", summary="List decisions", responses=shows(list_model(DecisionRecord))
)
def decisions(service: Served) -> Response:
    """List what was decided about entities, the latest first."""
    return reply([row.to_json() for row in service.platform.entities.decisions()])


@router.post("/entities/merge", summary="Merge", responses=REPORT, dependencies=[Writer])
def merge(body: Merge, service: Served) -> Response:
    """Decide that several names are one entity; takes a split back."""
    return _report(service.platform.entities.merge(body.names))


@router.post("/entities/split", summary="Split", responses=REPORT, dependencies=[Writer])
def split(body: Split, service: Served) -> Response:
    """Decide that a name is another entity; takes a merge back."""
    entities = service.platform.entities
    return _report(entities.split(body.name, from_=body.from_, documents=body.documents))


@router.post("/entities/rename", summary="Rename", responses=REPORT, dependencies=[Writer])
def rename(body: Rename, service: Served) -> Response:
    """Decide what an entity is called; the names in the texts still find it."""
    return _report(service.platform.entities.rename(body.name, body.new_name))


@router.post("/entities/retype", summary="Retype", responses=REPORT, dependencies=[Writer])
def retype(body: Retype, service: Served) -> Response:
    """Decide of what type an entity is."""
    return _report(service.platform.entities.retype(body.name, body.type))


@router.post("/entities/ignore", summary="Ignore", responses=REPORT, dependencies=[Writer])
def ignore(body: Ignore, service: Served) -> Response:
    """Decide that a name is no entity: its mentions and facts are out of sight until `undo`."""
    return _report(service.platform.entities.ignore(body.name))


@router.post(
    "/entities/undo",
    summary="Undo a decision",
    responses=shows(list_model(DecisionRecord)),
    dependencies=[Writer],
)
def undo(body: Undo, service: Served) -> Response:
    """Take a decision back."""
    return reply([row.to_json() for row in service.platform.entities.undo(body.decision)])


def _report(report: Any) -> Response:
    return reply(dataclasses.asdict(report))
