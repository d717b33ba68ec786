"""The questions that were asked: listed, shown, renamed, exported and deleted."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query
from starlette.responses import Response

from kgplatform.export.exporter import ExportOptions
from kgplatform.export.scope import Scope
from kgplatform.export.write import render
from kgplatform.plugins import EXPORTERS
from kgplatform.runtime.wire import QuestionRow, list_model, row_model
from kgplatform.web.replies import Text, reply, shows
from kgplatform.web.routes.parameters import Named, PageFilters
from kgplatform.web.service import Served, Writer

__all__ = ["router"]

router = APIRouter(prefix="/questions", tags=["questions"])
MEDIA_TYPES = {
    "graphml": "application/graphml+xml",
    "html": "text/html",
    "json": "application/json",
    "jsonld": "application/ld+json",
    "nquads": "application/n-quads",
    "trig": "application/trig",
    "turtle": "text/turtle",
}
OTHER_TYPE = "text/plain"
_KINDS = (*MEDIA_TYPES.values(), OTHER_TYPE)


class QuestionFilters(PageFilters):
    """Which questions are listed."""

    words: Text | None = Query(None, description="In question or answer.")


class AskedQuestion(QuestionRow):
    """A question with its answer and what it quoted, best first."""

    citations: list[dict[str, Any]]


@router.get("", summary="List questions", responses=shows(list_model(row_model("list_questions"))))
def list_questions(where: Annotated[QuestionFilters, Query()], service: Served) -> Response:
    """List the questions that were asked, the latest first; those quoting what is filtered for."""
    rows = service.platform.questions.list(
        where.words, skip=where.skip, limit=where.limit, documents=where.to_filter()
    )
    return reply(rows)


@router.get("/{question_id}", summary="Show a question", responses=shows(AskedQuestion))
def show(question_id: Text, service: Served) -> Response:
    """Show one question with its answer and what it quoted."""
    return reply(service.platform.questions.show(question_id))


@router.post(
    "/{question_id}/rename",
    summary="Rename a question",
    responses=shows(dict[str, int]),
    dependencies=[Writer],
)
def rename(question_id: Text, body: Named, service: Served) -> Response:
    """Give a question a name to be listed by; what was asked stays."""
    return reply(service.platform.questions.rename(question_id, body.name))


@router.delete(
    "/{question_id}",
    summary="Delete a question",
    responses=shows(dict[str, int]),
    dependencies=[Writer],
)
def delete(question_id: Text, service: Served) -> Response:
    """Delete a question with the record of its answer."""
    return reply(service.platform.questions.delete(question_id))


@router.get(
    "/{question_id}/export",
    summary="Export what an answer rests on",
    response_class=Response,
    responses={200: {"description": "The file", "content": {kind: {} for kind in _KINDS}}},
)
def export(
    question_id: Text,
    service: Served,
    format: Annotated[Text, Query(description=f"One of {', '.join(EXPORTERS)}.")] = "json",
) -> Response:
    """Send what an answer rests on, every span checkable against its source."""
    scope = Scope("question", question_id)
    platform = service.platform
    options = ExportOptions(draw_page=platform.draw_page)
    text = render(platform.graph(), scope, format=format, options=options)
    media_type = MEDIA_TYPES.get(format, OTHER_TYPE)
    return Response(text.encode("utf-8", "replace"), media_type=media_type)
