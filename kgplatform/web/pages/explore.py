"""Explore: an entity searched, its facts, the graph around it, ways to another, the schema."""

from __future__ import annotations

from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from kgplatform.platform import Platform
from kgplatform.records import ENTITY_TYPES
from kgplatform.web.pages.forms import Form
from kgplatform.web.pages.graphs import is_entity, picture_facts, picture_schema
from kgplatform.web.pages.rendering import show
from kgplatform.web.replies import Text, reply
from kgplatform.web.routes.entities import DEFAULT_PATHS, MOST_PATHS, FactFilters, Named
from kgplatform.web.routes.parameters import MOST_ROWS, PageFilters
from kgplatform.web.service import Served

__all__ = ["browser_address", "router"]

router = APIRouter(include_in_schema=False)
SUGGESTED = 12
NODE_FACTS = 25
"""Facts of a node that is chosen in a picture; its own page has all of them."""
SCHEMA_ROWS = 200


class Search(Form, PageFilters):
    """Which entities are listed, as a form asks it."""

    words: Text | None = None
    type: Text | None = None


class Around(Form, FactFilters):
    """Which facts about an entity are shown, as a form asks it."""

    @property
    def given(self) -> dict[str, Any]:
        """What the facts are narrowed down by."""
        return self.model_dump(include={"relation", "type", "time"}, exclude_none=True)

    def list(self, platform: Platform) -> tuple[list[dict[str, Any]], bool]:
        """Return a page of the facts, and whether there are more."""
        rows = platform.entities.facts(
            self.name, **self.given, skip=self.skip, limit=self.limit + 1
        )
        return rows[: self.limit], len(rows) > self.limit

    def address(self, path: str, **changed: Any) -> str:
        """Return the address of a page of the same facts, or of others."""
        fields = {"name": self.name, **self.given, **changed}
        return f"{path}?{urlencode({key: value for key, value in fields.items() if value})}"


@router.get("/explore")
def explore(where: Annotated[Search, Query()], request: Request, service: Served) -> Response:
    """Search the entities; without words all are listed, the most mentioned first."""
    platform = service.platform
    rows = platform.entities.search(
        where.words, type=where.type, skip=where.skip, limit=where.limit + 1
    )
    given = where.model_dump(include={"words", "type"}, exclude_none=True)

    def page(skip: int) -> str:
        return f"/explore?{urlencode({**given, 'skip': skip})}"

    return show(
        request,
        "explore.html",
        rows=rows[: where.limit],
        given=given,
        types=ENTITY_TYPES,
        browser=browser_address(platform),
        earlier=page(max(0, where.skip - where.limit)) if where.skip else None,
        later=page(where.skip + where.limit) if len(rows) > where.limit else None,
    )


@router.get("/explore/entity")
def show_entity(where: Annotated[Around, Query()], request: Request, service: Served) -> Response:
    """Show an entity with its facts, and the graph around it as a picture."""
    platform = service.platform
    entity = platform.entities.show(where.name, limit=0)
    where.name = entity["id"]
    facts, is_more = where.list(platform)
    relations = platform.entities.relations(where.name)
    counts: dict[str, int] = {}
    for row in relations:
        counts[row["relation"]] = counts.get(row["relation"], 0) + row["count"]
    return show(
        request,
        "entity.html",
        entity=entity,
        facts=facts,
        given=where.given,
        relations=counts,
        types=sorted({row["type"] for row in relations}),
        graph=where.address("/explore/graph"),
        expand=where.address("/explore/graph", name="") + ("&" if where.given else "") + "name=",
        address=where.address,
        earlier=where.address("/explore/entity", skip=max(0, where.skip - where.limit))
        if where.skip
        else None,
        later=where.address("/explore/entity", skip=where.skip + where.limit) if is_more else None,
    )


@router.get("/explore/graph")
def graph(where: Annotated[Around, Query()], service: Served) -> Response:
    """Send facts of an entity as nodes and edges."""
    facts, is_more = where.list(service.platform)
    following = {"skip": where.skip + where.limit, "limit": min(2 * where.limit, MOST_ROWS)}
    more = where.address("/explore/graph", **following) if is_more else None
    return reply(picture_facts(facts, centres=[where.name], more=more))


@router.get("/explore/node")
def show_node(where: Annotated[Around, Query()], request: Request, service: Served) -> Response:
    """Show a node that was chosen in a picture: its first facts with their quotes."""
    where.limit = NODE_FACTS
    facts, is_more = where.list(service.platform)
    ends = [end for fact in facts for end in (fact["subject"], fact["object"])]
    node = next((end for end in ends if end["id"] == where.name), None)
    node = node or service.platform.entities.show(where.name, limit=0)
    return show(
        request,
        "_node.html",
        node=node,
        is_entity=is_entity(node["type"]),
        facts=facts,
        is_more=is_more,
        stays=True,
    )


@router.get("/explore/names")
def suggest(
    request: Request, service: Served, start: Text = "", end: Text = "", names: Text = ""
) -> Response:
    """Suggest entities for what has been written so far into a field, whichever it is."""
    words = (start or end or names).strip()
    rows = service.platform.entities.search(words, limit=SUGGESTED) if words else []
    return show(request, "_names.html", rows=rows)


@router.get("/explore/paths")
def paths(request: Request, service: Served, start: Text = "", end: Text = "") -> Response:
    """Show the shortest ways from one entity to another."""
    is_asked = bool(start.strip() and end.strip())
    rows = service.platform.entities.paths(start, end, limit=DEFAULT_PATHS) if is_asked else []
    address = f"/explore/paths/graph?{urlencode({'start': start, 'end': end})}"
    return show(
        request,
        "paths.html",
        ways=[row["facts"] for row in rows],
        start=start,
        end=end,
        is_asked=is_asked,
        graph=address,
    )


@router.get("/explore/paths/graph")
def paths_graph(
    start: Named,
    end: Named,
    service: Served,
    limit: Annotated[int, Query(ge=1, le=MOST_PATHS)] = DEFAULT_PATHS,
) -> Response:
    """Send the ways from one entity to another as nodes and edges."""
    rows = service.platform.entities.paths(start, end, limit=limit)
    facts = [fact for row in rows for fact in row["facts"]]
    return reply(picture_facts(facts))


@router.get("/explore/schema")
def schema(request: Request, service: Served) -> Response:
    """Show which relations hold between which types of entities."""
    rows = service.platform.query("show_schema", limit=SCHEMA_ROWS)
    return show(request, "schema.html", rows=rows, most=SCHEMA_ROWS)


@router.get("/explore/schema/graph")
def schema_graph(service: Served) -> Response:
    """Send the schema as nodes and edges."""
    return reply(picture_schema(service.platform.query("show_schema", limit=SCHEMA_ROWS)))


def browser_address(platform: Platform) -> str | None:
    """Return the address of the local Neo4j's Browser; None where another Neo4j is used."""
    if platform.settings.neo4j_uri is not None:
        return None
    running = platform.server.status()
    return running.browser_url if running else None
