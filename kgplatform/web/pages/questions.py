"""The questions that were asked: a list, and a page each that can be shared and printed."""

from __future__ import annotations

from urllib.parse import urlencode

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from kgplatform.answer.recalled import list_answer_facts, recall_answer
from kgplatform.errors import NotFound
from kgplatform.web.pages.graphs import is_entity, picture_facts
from kgplatform.web.pages.rendering import show
from kgplatform.web.pages.turns import view
from kgplatform.web.replies import Text, reply
from kgplatform.web.routes.parameters import Skip
from kgplatform.web.service import Served, Writer

__all__ = ["router"]

router = APIRouter(include_in_schema=False)
ROWS = 50


@router.get("/questions")
def list_questions(request: Request, service: Served, words: Text = "", skip: Skip = 0) -> Response:
    """List the questions that were asked, the latest first."""
    rows = service.platform.questions.list(words or None, skip=skip, limit=ROWS + 1)
    return show(
        request,
        "questions.html",
        rows=rows[:ROWS],
        words=words,
        earlier=_address(words, max(0, skip - ROWS)) if skip else None,
        later=_address(words, skip + ROWS) if len(rows) > ROWS else None,
    )


@router.get("/questions/{question_id}")
def show_question(question_id: Text, request: Request, service: Served) -> Response:
    """Show a question with its answer, at an address that stays."""
    recalled = recall_answer(service.platform.resources, question_id)
    return show(request, "question.html", turn=view(service, recalled))


@router.post("/questions/{question_id}/delete", dependencies=[Writer])
def delete(question_id: Text, service: Served) -> Response:
    """Delete a question with its answer."""
    service.platform.questions.delete(question_id)
    return RedirectResponse("/questions", 303)


@router.get("/questions/{question_id}/nodes/{node}")
def show_node(question_id: Text, node: Text, request: Request, service: Served) -> Response:
    """Show what the facts behind an answer say of one of their ends, with the quotes."""
    facts = list_answer_facts(service.platform.resources, question_id)
    own = [fact for fact in facts if node in (fact["subject"]["id"], fact["object"]["id"])]
    if not own:
        raise NotFound("The facts behind the answer have changed since: open the question again.")
    ends = (own[0]["subject"], own[0]["object"])
    shown = next(end for end in ends if end["id"] == node)
    return show(request, "_node.html", node=shown, is_entity=is_entity(shown["type"]), facts=own)


@router.get("/questions/{question_id}/graph")
def graph(question_id: Text, service: Served) -> Response:
    """Send the facts behind an answer as nodes and edges."""
    facts = list_answer_facts(service.platform.resources, question_id)
    return reply(picture_facts(facts))


def _address(words: str, skip: int) -> str:
    return f"/questions?{urlencode({'words': words, 'skip': skip})}"
