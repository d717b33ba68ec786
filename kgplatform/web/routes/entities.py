"""Entities: found, shown and corrected; the graph around one, and ways between two."""

from __future__ import annotations

import dataclasses
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from kgplatform.ingest.resolution.resolve import ResolutionReport
from kgplatform.records import ENTITY_TYPES
from kgplatform.runtime.requests import Filters
from kgplatform.runtime.wire import (
    EntityRecord,
    FactRow,
    Neighbourhood,
    Path,
    list_model,
    record_model,
    row_model,
)
from kgplatform.web.replies import Body, Text, reply, shows
from kgplatform.web.routes.parameters import Limit, ListFilters, PageFilters
from kgplatform.web.service import Served, Writer

__all__ = ["router"]

router = APIRouter(tags=["entities"])
DEFAULT_PATHS = 5
MOST_PATHS = 20

NAME = "A name in any spelling, or an id."
Named = Annotated[Text, Query(description=NAME)]
TIME = "Only facts that hold then: a day, month or year."
TYPE = Query(None, description="This type alone.")
EntityType = Literal[ENTITY_TYPES]  # type: ignore[valid-type]
REPORT = shows(record_model(ResolutionReport))


class EntityFilters(PageFilters):
    """Which entities are listed."""

    words: Text | None = Query(None, description="In a name or an alias, in any case.")
    type: Text | None = TYPE


class OneEntity(Filters):
    """An entity, and whose facts about it are shown."""

    name: Text = Query(description=NAME)


class NeighbourFilters(OneEntity, ListFilters):
    """Which neighbours of an entity are shown."""

    relation: Text | None = Query(None, description="This relation alone.")
    type: Text | None = TYPE
    time: Text | None = Query(None, description=TIME, examples=["2024-05"])


class FactFilters(NeighbourFilters, PageFilters):
    """Which facts about an entity are listed."""


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


class AlikeName(BaseModel):
    """A name that may be that of another one's entity."""

    id: str
    name: str
    type: str
    method: str
    score: float


class AlikeRecord(BaseModel):
    """A name, and which other one may be of the same entity."""

    id: str
    name: str
    type: str
    may_be: list[AlikeName]


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
def search(where: Annotated[EntityFilters, Query()], service: Served) -> Response:
    """List entities, the most mentioned first."""
    found = service.platform.entities.search(
        where.words,
        type=where.type,
        skip=where.skip,
        limit=where.limit,
        documents=where.to_filter(),
    )
    return reply(found)


@router.get("/entity", summary="Show an entity", responses=shows(EntityRecord))
def show(where: Annotated[OneEntity, Query()], service: Served) -> Response:
    """Show an entity: its names, its type and why, its facts with their quotes and sources."""
    return reply(service.platform.entities.show(where.name, documents=where.to_filter()))


@router.get("/entity/facts", summary="List an entity's facts", responses=shows(list_model(FactRow)))
def facts(where: Annotated[FactFilters, Query()], service: Served) -> Response:
    """List the statements that an entity is subject or object of, each with its first quote."""
    rows = service.platform.entities.facts(
        where.name,
        relation=where.relation,
        type=where.type,
        time=where.time,
        skip=where.skip,
        limit=where.limit,
        documents=where.to_filter(),
    )
    return reply(rows)


@router.get(
    "/entity/relations",
    summary="Count an entity's relations",
    responses=shows(list_model(row_model("count_entity_relations"))),
)
def relations(name: Named, service: Served) -> Response:
    """Count the facts of an entity by relation and by what is at the other end."""
    return reply(service.platform.entities.relations(name))


@router.get("/graph", summary="Show the graph around an entity", responses=shows(Neighbourhood))
def neighbourhood(where: Annotated[NeighbourFilters, Query()], service: Served) -> Response:
    """Show an entity's neighbours as nodes and edges."""
    found = service.platform.entities.neighbourhood(
        where.name,
        relation=where.relation,
        type=where.type,
        time=where.time,
        limit=where.limit,
        documents=where.to_filter(),
    )
    return reply(found)


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
    "/entities/alike", summary="List names that are alike", responses=shows(list_model(AlikeRecord))
)
def alike(service: Served, limit: Limit = 50) -> Response:
    """List names that may be one entity and were not joined, the likeliest first."""
    return reply(service.platform.entities.alike(limit=limit))


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
