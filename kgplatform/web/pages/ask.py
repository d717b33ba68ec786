"""The page to ask on: a conversation whose steps unfold, the evidence beside it."""

from __future__ import annotations

import logging
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Form, Header, Request
from starlette.responses import RedirectResponse, Response, StreamingResponse

from kgplatform.answer.conversations import make_conversation_id
from kgplatform.answer.recalled import recall_conversation
from kgplatform.demo import demo_questions
from kgplatform.errors import KgPlatformError, NotFound
from kgplatform.plugins import AUTO, PIPELINES, READERS, RETRIEVERS
from kgplatform.records import Answer
from kgplatform.runtime.requests import Filters
from kgplatform.web.asking import answer_at_once, watch_answer
from kgplatform.web.pages import forms
from kgplatform.web.pages.rendering import fill, is_fragment, show
from kgplatform.web.pages.turns import view, view_answer
from kgplatform.web.problems import describe
from kgplatform.web.replies import EVENTS, Text
from kgplatform.web.routes.ask import answer_question
from kgplatform.web.routes.parameters import Answering
from kgplatform.web.service import RequestRole, Served, Service
from kgplatform.web.watches import Told, Watched

__all__ = ["router"]

LOG = logging.getLogger("kgplatform.web")

router = APIRouter(include_in_schema=False)
MOST_DOCUMENTS = 500
"""That can be chosen from; a folder or a kind of file narrows down any number."""
NO_CONTENT = 204
"""Has a browser stop asking for events again."""


class AskForm(forms.Form, Filters):
    """A question as the form sends it."""

    question: Text
    method: Text = AUTO
    reader: Text = AUTO
    conversation: Text | None = None


@router.get("/ask")
def begin(
    request: Request,
    service: Served,
    question: Text = "",
    method: Text = AUTO,
    document: Text = "",
) -> Response:
    """Show an empty conversation; on an empty graph what to begin with."""
    is_empty = not service.platform.list_documents(limit=1)
    return _show(
        request,
        service,
        conversation=make_conversation_id(),
        turns=[],
        given={"question": question, "method": method, "document": document},
        is_empty=is_empty,
        examples=demo_questions() if is_empty else [],
    )


@router.get("/conversations/{conversation}")
def show_conversation(conversation: Text, request: Request, service: Served) -> Response:
    """Show a conversation with the questions that are still at work."""
    waiting = service.watches.list_unfinished(conversation)
    try:
        rows = service.platform.conversations.show(conversation)
    except NotFound:
        if not waiting:
            raise
        rows = []
    recalled = recall_conversation(service.platform.resources, rows)
    return _show(
        request,
        service,
        conversation=conversation,
        turns=[view(service, one) for one in recalled],
        waiting=waiting,
    )


@router.get("/ask/filters")
def filters(request: Request, service: Served) -> Response:
    """Show the fields that narrow down which documents are looked in."""
    documents = service.platform.list_documents(limit=MOST_DOCUMENTS)
    return show(
        request,
        "_filters.html",
        documents=documents,
        kinds=sorted({row["media_type"] for row in documents}),
        languages=sorted({row["language"] for row in documents if row["language"]}),
    )


@router.post("/ask")
def ask(
    form: Annotated[AskForm, Form()], request: Request, service: Served, role: RequestRole
) -> Response:
    """Take a question from the form and begin to answer it."""
    conversation = form.conversation or make_conversation_id()
    body = Answering(**{**form.model_dump(), "conversation": conversation})
    work = partial(answer_question, service, body, is_recorded=role == "write")
    if not is_fragment(request.scope):  # no script runs there: the answer is waited for
        return _show_whole(request, service, answer_at_once(service, work))
    told = watch_answer(service, work, request.state.request_id)
    watched = Watched(body.question, conversation, told)
    service.watches.add(watched)
    response = show(request, "_asking.html", watched=watched)
    if role == "write":
        response.headers["HX-Push-Url"] = f"/conversations/{conversation}"
    return response


@router.get("/asked/{key}/events")
def events(key: Text, service: Served, last_event_id: Annotated[str, Header()] = "") -> Response:
    """Send the steps of a question as they happen, then its answer, as parts of the page."""
    watched = service.watches.find(key)
    if watched is None:
        return Response(status_code=NO_CONTENT)
    start = int(last_event_id) + 1 if last_event_id.isdecimal() else 0
    sent = (_event(service, watched, number, told) for number, told in watched.events(start))
    return StreamingResponse(sent, media_type=EVENTS)


def _show_whole(request: Request, service: Served, answer: Answer) -> Response:
    if answer.question_id:
        return RedirectResponse(f"/questions/{answer.question_id}", 303)
    return show(request, "question.html", turn=view_answer(service, answer))


def _event(service: Service, watched: Watched, number: int, told: Told) -> bytes:
    """Return an event as a part of the page; the last one takes the question's whole place."""
    name, text = ("step" if told[0] == "step" else "end"), _fill_event(service, watched, told)
    lines = "".join(f"data: {line}\n" for line in text.splitlines())
    return f"id: {number}\nevent: {name}\n{lines}\n".encode("utf-8", "replace")


def _fill_event(service: Service, watched: Watched, told: Told) -> str:
    name, value = told
    if name == "step":
        return fill("_step.html", step=value)
    if name == "answer":
        try:
            return fill("_turn.html", turn=view_answer(service, value), is_new=True)
        except Exception as exc:  # the response has begun: nothing else could report it
            if not isinstance(exc, KgPlatformError):
                LOG.exception("fault")
            value = describe(exc, watched.key)[1]
    return fill("_failed.html", watched=watched, problem=value)


def _show(request: Request, service: Service, **values: Any) -> Response:
    given = {"turns": [], "waiting": [], "given": {}, "is_empty": False, "examples": []}
    return show(
        request,
        "ask.html",
        methods=[AUTO, *RETRIEVERS, *PIPELINES],
        readers=[AUTO, *READERS],
        has_chat=service.platform.settings.chat_model is not None,
        **{**given, **values},
    )
