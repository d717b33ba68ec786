"""The API that chat clients speak: methods are models, citations footnotes and a field.

The form is that of OpenAI's chat completions. Text of documents and models is written so that no
client makes a link, a picture or markup of it.
"""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from kgplatform.errors import NotFound, UsageError
from kgplatform.plugins import AUTO, PIPELINES, RETRIEVERS
from kgplatform.question.limits import check_question
from kgplatform.records import Answer, Citation
from kgplatform.records.json import to_json
from kgplatform.records.question import Turn
from kgplatform.runtime.wire import AnswerRecord
from kgplatform.text.markdown import as_text, as_text_again
from kgplatform.web.asking import answer_at_once, watch_answer
from kgplatform.web.replies import CHAT_PROBLEMS, EVENTS, Text, dump, reply, shows, stream
from kgplatform.web.service import RequestRole, Served

__all__ = ["router"]

router = APIRouter(prefix="/v1", tags=["chat"], responses=CHAT_PROBLEMS)
DEFAULT_MODEL = "kgplatform"
"""The method that suits the question."""
FOOTNOTES = re.compile(r"\[\^\d+\](?::.*)?")
NO_ANSWER = "No answer:"
PIECE = re.compile(r"\s*\S+\s*")
MOST_MESSAGES = 1_000


class Part(BaseModel):
    """A part of a message; what is no text is left out."""

    model_config = ConfigDict(extra="allow")
    type: Text
    text: Text | None = None


class Message(BaseModel):
    """A message of the conversation."""

    model_config = ConfigDict(extra="allow")
    role: Literal["system", "developer", "user", "assistant", "tool", "function"]
    content: Text | list[Part] | None = None

    @property
    def said(self) -> str:
        """Its words."""
        if isinstance(self.content, list):
            return "\n".join(part.text for part in self.content if part.text)
        return self.content or ""


class StreamOptions(BaseModel):
    """What is sent with a stream."""

    model_config = ConfigDict(extra="allow")
    include_usage: bool = False


class Completion(BaseModel):
    """A conversation whose last message is a question; what models alone can do is left out."""

    model_config = ConfigDict(extra="allow")
    messages: list[Message] = Field(min_length=1, max_length=MOST_MESSAGES)
    model: Text = DEFAULT_MODEL
    stream: bool | None = False
    stream_options: StreamOptions | None = None


class Replied(BaseModel):
    """The answer as a message, with its citations."""

    role: Literal["assistant"]
    content: str
    citations: list[dict[str, Any]]


class Choice(BaseModel):
    """The one choice that there is."""

    index: int
    message: Replied
    finish_reason: Literal["stop"]


class Completed(BaseModel):
    """A reply in the form of a chat completion; `kgplatform` is what /api/v1/ask replies."""

    id: str
    object: Literal["chat.completion"]
    created: int
    model: str
    choices: list[Choice]
    usage: dict[str, int]
    kgplatform: AnswerRecord


class Model(BaseModel):
    """A method of the platform, as a model."""

    id: str
    object: Literal["model"]
    created: int
    owned_by: str


class Models(BaseModel):
    """All methods."""

    object: Literal["list"]
    data: list[Model]


_COMPLETED = shows(Completed, description="The answer")
_COMPLETED[200]["content"] = {EVENTS: {}}


@router.get("/models", summary="List methods as models", responses=shows(Models))
def models() -> Response:
    """List the methods that a question may be asked with; kgplatform chooses one itself."""
    return reply({"object": "list", "data": [_describe(name) for name in _names()]})


@router.get("/models/{name}", summary="Show a method as a model", responses=shows(Model))
def model(name: Text) -> Response:
    """Show one method."""
    _method_of(name)
    return reply(_describe(name))


@router.post("/chat/completions", summary="Chat", responses=_COMPLETED)
def complete(body: Completion, service: Served, role: RequestRole, request: Request) -> Response:
    """Answer the last message of a conversation from the graph.

    The answer is sent when it has been checked against its evidence, so nothing is taken back.
    """
    method, question = _method_of(body.model), _read_question(body)
    ask = partial(
        service.platform.ask,
        question,
        method=method,
        record=role == "write",
        turns=_read_turns(body.messages[:-1]),
    )
    if not body.stream:
        return reply(_complete(answer_at_once(service, ask), body))
    told = watch_answer(service, ask, request.state.request_id)
    return stream(_stream(told, body))


def _names() -> list[str]:
    return [DEFAULT_MODEL, *RETRIEVERS, *PIPELINES]


def _method_of(name: str) -> str:
    if name not in _names():
        raise NotFound(f"There is no model '{name}': /v1/models lists them.")
    return AUTO if name == DEFAULT_MODEL else name


def _read_question(body: Completion) -> str:
    """Return the last message; what cannot be asked is refused before a stream begins."""
    last = body.messages[-1]
    if last.role != "user":
        raise UsageError("The last message is none of the user's: put the question last.")
    check_question(last.said)
    return last.said


def _read_turns(messages: Sequence[Message]) -> list[Turn]:
    """Return the questions and answers of a conversation, without footnotes."""
    turns: list[Turn] = []
    for message in messages:
        if message.role == "user":
            turns.append(Turn(message.said, ""))
        elif message.role == "assistant" and turns:
            said = FOOTNOTES.sub("", message.said).strip()
            answer = "" if said.startswith(NO_ANSWER) else as_text_again(said)
            turns[-1] = Turn(turns[-1].question, answer)
    return turns


def _complete(answer: Answer, body: Completion) -> dict[str, Any]:
    message = {
        "role": "assistant",
        "content": _write(answer),
        "citations": to_json(answer.evidence),
    }
    return {
        **_head(body, "chat.completion"),
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        "usage": _usage(answer),
        "kgplatform": to_json(answer),
    }


def _stream(told: Iterator[tuple[str, Any]], body: Completion) -> Iterator[str]:
    """Yield the chunks of an answer; what is done meanwhile is told in comments."""
    head = _head(body, "chat.completion.chunk")

    def chunk(delta: dict[str, Any], finish: str | None = None, **more: Any) -> str:
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        return f"data: {dump({**head, 'choices': [choice], **more})}\n\n"

    yield chunk({"role": "assistant", "content": ""})
    for name, value in told:
        if name == "step":
            yield f": {value['step']}\n\n"
        elif name == "error":
            error = {"message": value["detail"], "type": value["type"], "code": value["status"]}
            yield f"data: {dump({'error': error})}\n\n"
        else:
            for piece in PIECE.findall(_write(value)):
                yield chunk({"content": piece})
            citations = to_json(value.evidence)
            yield chunk({"citations": citations}, "stop", kgplatform=to_json(value))
            if body.stream_options is not None and body.stream_options.include_usage:
                yield f"data: {dump({**head, 'choices': [], 'usage': _usage(value)})}\n\n"
    yield "data: [DONE]\n\n"


def _head(body: Completion, kind: str) -> dict[str, Any]:
    key = f"chatcmpl-{secrets.token_hex(12)}"
    return {"id": key, "object": kind, "created": int(time.time()), "model": body.model}


def _describe(name: str) -> dict[str, Any]:
    return {"id": name, "object": "model", "created": 0, "owned_by": "kgplatform"}


def _usage(answer: Answer) -> dict[str, int]:
    asked, replied = answer.usage.prompt_tokens, answer.usage.completion_tokens
    return {
        "prompt_tokens": asked,
        "completion_tokens": replied,
        "total_tokens": asked + replied,
    }


def _write(answer: Answer) -> str:
    """Return an answer in Markdown, its citations as footnotes."""
    if answer.abstained:
        head, quoted = f"{NO_ANSWER} {answer.abstention or 'none was found'}.", answer.nearest
    else:
        head, quoted = answer.answer, answer.evidence
    marks = "".join(f"[^{number}]" for number in range(1, len(quoted) + 1))
    notes = "\n".join(_footnote(number, one) for number, one in enumerate(quoted, start=1))
    return "\n\n".join(filter(None, (as_text(head) + marks, notes)))


def _footnote(number: int, citation: Citation) -> str:
    title = citation.title or citation.uri
    where = title if citation.page is None else f"{title}, page {citation.page}"
    quote = " ".join(citation.quote.split())
    return f"[^{number}]: {as_text(where)}: “{as_text(quote)}”"
