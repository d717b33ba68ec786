"""Entities: names that may be one to review, and each merged, split, renamed, retyped, ignored."""

from __future__ import annotations

from typing import Annotated, Literal
from urllib.parse import urlencode

from fastapi import APIRouter, Form, Query, Request
from starlette.responses import RedirectResponse, Response

from kgplatform.ingest.resolution.entities import EVIDENCE
from kgplatform.records import ENTITY_TYPES
from kgplatform.web.pages.explore import Search
from kgplatform.web.pages.problems import own_address
from kgplatform.web.pages.rendering import show
from kgplatform.web.replies import Text
from kgplatform.web.routes.parameters import MOST_ROWS, Limit
from kgplatform.web.service import Served, Writer

__all__ = ["router"]

router = APIRouter(include_in_schema=False)
ROWS = 50
MOST_DOCUMENTS = 1_000
"""That are looked at for ones that name an entity, to split it in some of them."""

Reference = Annotated[Text, Form()]
Next = Annotated[Text, Form(description="What to show then.")]
OVERVIEW = "/entities"


class Overview(Search):
    """What is searched, and what was just done."""

    done: Text = ""


@router.get("/entities")
def overview(where: Annotated[Overview, Query()], request: Request, service: Served) -> Response:
    """Show what is to be reviewed, what was decided, and the entities that a search finds."""
    entities = service.platform.entities
    found = []
    if where.words is not None:
        found = entities.search(where.words, type=where.type, limit=where.limit)
    return show(
        request,
        "entities.html",
        words=where.words or "",
        found=found,
        most=where.limit,
        decisions=entities.decisions(),
        done=where.done,
    )


@router.get("/entities/review")
def review(
    request: Request,
    service: Served,
    kind: Literal["alike", "ambiguous", "merged"] = "ambiguous",
    limit: Limit = ROWS,
) -> Response:
    """Show names that may be one entity, as far as ingest left them open or all; or the joined."""
    entities = service.platform.entities
    if kind == "alike":
        rows = entities.alike(limit=limit + 1)
    else:
        rows = entities.list(kind=kind, limit=limit + 1)
    more = urlencode({"kind": kind, "limit": min(2 * limit, MOST_ROWS)})
    return show(
        request,
        "_joined.html" if kind == "merged" else "_alike.html",
        rows=rows[:limit],
        more=f"/entities/review?{more}" if len(rows) > limit else None,
        is_all=kind == "alike",
    )


@router.get("/entities/correct")
def correct(name: Text, request: Request, service: Served, done: Text = "") -> Response:
    """Show an entity with the forms that correct it."""
    platform = service.platform
    entity = platform.entities.show(name, limit=0)
    documents = platform.list_documents(limit=MOST_DOCUMENTS)
    ids = [row["id"] for row in documents]
    naming = {
        row["id"] for row in platform.query("list_documents_naming", id=entity["id"], documents=ids)
    }
    own = {entity["id"], *(member["id"] for member in entity["members"])}
    decisions = platform.entities.decisions()
    return show(
        request,
        "correct.html",
        entity=entity,
        types=ENTITY_TYPES,
        why=EVIDENCE.get(entity["type_by"], "nothing says what it is"),
        documents=[row for row in documents if row["id"] in naming],
        decisions=[row for row in decisions if own & {row.left, row.right, *row.entities}],
        done=done,
    )


@router.post("/entities/merge", dependencies=[Writer])
def merge(names: Annotated[list[Text], Form()], service: Served, next: Next = "") -> Response:
    """Decide that several names are one entity."""
    given = [name for name in names if name.strip()]
    service.platform.entities.merge(given)
    return _lead(next or _page_of(given[0], "merged"))


@router.post("/entities/split", dependencies=[Writer])
def split(
    name: Reference,
    service: Served,
    from_: Annotated[Text, Form(alias="from")] = "",
    documents: Annotated[list[Text], Form()] = [],  # noqa: B006  # FastAPI copies it
    next: Next = "",
) -> Response:
    """Decide that a name is another entity, in some documents or in all."""
    service.platform.entities.split(name, from_=from_ or None, documents=documents)
    return _lead(next or _page_of(name, "split"))


@router.post("/entities/rename", dependencies=[Writer])
def rename(name: Reference, new_name: Reference, service: Served) -> Response:
    """Decide what an entity is called."""
    service.platform.entities.rename(name, new_name)
    return _lead(_page_of(name, "renamed"))


@router.post("/entities/retype", dependencies=[Writer])
def retype(name: Reference, type: Reference, service: Served) -> Response:
    """Decide of what type an entity is."""
    service.platform.entities.retype(name, type)
    return _lead(_page_of(name, "retyped"))


@router.post("/entities/ignore", dependencies=[Writer])
def ignore(name: Reference, service: Served, next: Next = "") -> Response:
    """Decide that a name is no entity."""
    service.platform.entities.ignore(name)
    return _lead(next or f"{OVERVIEW}?done=ignored")


@router.post("/entities/undo", dependencies=[Writer])
def undo(decision: Reference, service: Served, next: Next = "") -> Response:
    """Take a decision back."""
    service.platform.entities.undo(decision)
    return _lead(next or f"{OVERVIEW}?done=undone")


def _page_of(name: str, done: str) -> str:
    return f"{OVERVIEW}/correct?{urlencode({'name': name, 'done': done})}"


def _lead(address: str) -> Response:
    return RedirectResponse(own_address(address), 303)
