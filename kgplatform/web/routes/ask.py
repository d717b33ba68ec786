"""Questions: answered, at once or step by step, and the passages for them."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Header, Request
from pydantic import BaseModel
from starlette.responses import Response

from kgplatform.plugins import AUTO, PIPELINES, READERS, RETRIEVERS
from kgplatform.records import Answer
from kgplatform.records.json import to_json
from kgplatform.runtime.wire import AnswerRecord, FoundEvidence
from kgplatform.web.asking import answer_at_once, stream_answer
from kgplatform.web.replies import EVENTS, reply, shows, stream
from kgplatform.web.routes.parameters import Answering, Retrieving
from kgplatform.web.service import RequestRole, Served, Service

__all__ = ["answer_question", "router"]

router = APIRouter(tags=["questions"])


class Methods(BaseModel):
    """The names that a question may be asked with."""

    methods: list[str]
    readers: list[str]


_ANSWER = shows(AnswerRecord, description="The answer, or an abstention")
_ANSWER[200]["content"] = {
    EVENTS: {
        "example": 'event: step\ndata: {"step": "retrieval", …}\n\nevent: answer\ndata: {…}\n\n',
    }
}


@router.post("/ask", summary="Answer a question", responses=_ANSWER)
def ask(
    body: Answering,
    service: Served,
    role: RequestRole,
    request: Request,
    accept: Annotated[str, Header()] = "",
) -> Response:
    """Answer a question from the graph, or abstain; every citation is a span that exists.

    With `Accept: text/event-stream` the steps are sent as they happen: events `step`, then one
    `answer` or `error`.
    """
    work = partial(answer_question, service, body, is_recorded=body.record and role == "write")
    if EVENTS in accept:
        return stream(stream_answer(service, work, request.state.request_id))
    return reply(to_json(answer_at_once(service, work)))


def answer_question(service: Service, body: Answering, *, is_recorded: bool) -> Answer:
    """Return the answer to a question as a request asks it."""
    return service.platform.ask(
        body.question,
        method=body.method,
        top_k=body.top_k,
        reader=body.reader,
        documents=body.to_filter(),
        record=is_recorded,
        conversation=body.conversation,
    )


@router.post("/retrieve", summary="Find passages", responses=shows(FoundEvidence))
def retrieve(body: Retrieving, service: Served) -> Response:
    """Find the passages that answer a question, best first."""

    def work() -> dict[str, Any]:
        evidence = service.platform.retrieve(
            body.question,
            method=body.method,
            top_k=body.top_k,
            documents=body.to_filter(),
        )
        return {name: to_json(getattr(evidence, name)) for name in FoundEvidence.model_fields}

    return reply(service.run_in_turn(work))


@router.get("/methods", summary="List methods and readers", responses=shows(Methods))
def methods() -> Response:
    """List the names that a question may be asked with; options follow some behind a hyphen."""
    return reply({"methods": [AUTO, *RETRIEVERS, *PIPELINES], "readers": [AUTO, *READERS]})
