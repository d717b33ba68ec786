"""The conversations that were had: listed, renamed, deleted."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from starlette.responses import RedirectResponse, Response

from kgplatform.web.pages.rendering import show
from kgplatform.web.replies import Text
from kgplatform.web.routes.parameters import Skip
from kgplatform.web.service import Served, Writer

__all__ = ["router"]

router = APIRouter(include_in_schema=False)
ROWS = 50
LIST = "/conversations"


@router.get(LIST)
def list_conversations(request: Request, service: Served, skip: Skip = 0) -> Response:
    """List the conversations, the latest first."""
    rows = service.platform.conversations.list(skip=skip, limit=ROWS + 1)
    return show(
        request,
        "conversations.html",
        rows=rows[:ROWS],
        earlier=f"{LIST}?skip={max(0, skip - ROWS)}" if skip else None,
        later=f"{LIST}?skip={skip + ROWS}" if len(rows) > ROWS else None,
    )


@router.post(f"{LIST}/{{conversation}}/rename", dependencies=[Writer])
def rename(conversation: Text, name: Annotated[Text, Form()], service: Served) -> Response:
    """Give a conversation a name."""
    service.platform.conversations.rename(conversation, name)
    return RedirectResponse(LIST, 303)


@router.post(f"{LIST}/{{conversation}}/delete", dependencies=[Writer])
def delete(conversation: Text, service: Served) -> Response:
    """Delete a conversation with its questions."""
    service.platform.conversations.delete(conversation)
    return RedirectResponse(LIST, 303)
