"""Conversations: begun, listed, shown, exported, renamed and deleted."""

from __future__ import annotations

from fastapi import APIRouter
from pydantic import BaseModel
from starlette.responses import Response

from kgplatform.answer.conversations import make_conversation_id
from kgplatform.export.conversation import render_conversation
from kgplatform.runtime.wire import list_model, row_model
from kgplatform.web.replies import Text, reply, shows
from kgplatform.web.routes.parameters import Limit, Named, Skip
from kgplatform.web.routes.questions import AskedQuestion
from kgplatform.web.service import Served, Writer

__all__ = ["router"]

router = APIRouter(prefix="/conversations", tags=["conversations"])
MARKDOWN = "text/markdown"


class Begun(BaseModel):
    """A conversation that questions can be asked in."""

    id: str


@router.post("", summary="Begin a conversation", status_code=201, responses=shows(Begun, 201))
def begin() -> Response:
    """Return the id of a new conversation; it is there from its first question on."""
    return reply({"id": make_conversation_id()}, 201)


@router.get(
    "", summary="List conversations", responses=shows(list_model(row_model("list_conversations")))
)
def list_conversations(service: Served, skip: Skip = 0, limit: Limit = 50) -> Response:
    """List conversations, the latest first."""
    return reply(service.platform.conversations.list(skip=skip, limit=limit))


@router.get(
    "/{conversation}", summary="Show a conversation", responses=shows(list_model(AskedQuestion))
)
def show(conversation: Text, service: Served) -> Response:
    """Show the questions of a conversation in the order of asking, with their answers."""
    return reply(service.platform.conversations.show(conversation))


@router.get(
    "/{conversation}/export",
    summary="Export a conversation",
    response_class=Response,
    responses={200: {"description": "The conversation", "content": {MARKDOWN: {}}}},
)
def export(conversation: Text, service: Served) -> Response:
    """Send a conversation as Markdown, each answer with what it quotes."""
    text = render_conversation(service.platform.conversations.show(conversation))
    return Response(text.encode("utf-8", "replace"), media_type=MARKDOWN)


@router.post(
    "/{conversation}/rename",
    summary="Rename a conversation",
    responses=shows(dict[str, int]),
    dependencies=[Writer],
)
def rename(conversation: Text, body: Named, service: Served) -> Response:
    """Give a conversation a name."""
    return reply(service.platform.conversations.rename(conversation, body.name))


@router.delete(
    "/{conversation}",
    summary="Delete a conversation",
    responses=shows(dict[str, int]),
    dependencies=[Writer],
)
def delete(conversation: Text, service: Served) -> Response:
    """Delete the questions of a conversation."""
    return reply(service.platform.conversations.delete(conversation))
