"""What happens as questions are answered: an event for logs each, and a span for OpenTelemetry.

An event is a record of the standard `logging` under the logger "kgplatform"; its fields are
attributes of the record. A span is made where the program has loaded OpenTelemetry's API: nothing
is loaded for it here, and nothing is sent anywhere. Both leave out the texts of questions, answers
and prompts, and messages of errors, which may repeat them, unless a caller says otherwise. Whoever
asked may listen to what is done for the question, texts included.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar, Token, copy_context
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import version
from logging import getLogger
from time import perf_counter
from types import MappingProxyType, TracebackType
from typing import TYPE_CHECKING, Any, ParamSpec, Self, TypeVar
from urllib.parse import urlsplit

from kgplatform.records import Answer, Evidence, Usage

if TYPE_CHECKING:
    from opentelemetry.context import Context
    from opentelemetry.trace import Span, Tracer

__all__ = [
    "ASKED_BY",
    "CHAT",
    "QUERY",
    "QUESTION",
    "READING",
    "RETRIEVAL",
    "Observation",
    "Operation",
    "answer_fields",
    "bind",
    "bound",
    "carry",
    "evidence_fields",
    "listen",
    "observe",
    "server_fields",
    "usage_fields",
]

PACKAGE = "kgplatform"
TRACING = "opentelemetry.trace"
FAILED = "failed"
ASKED_BY = "asked_by"
"""What a server binds to each request: who asks, as far as a token and a client say it."""
MS_PER_S = 1000

P = ParamSpec("P")
T = TypeVar("T")

Listener = Callable[[str, dict[str, Any]], object]
"""Is given an operation's name and its fields, texts among them, when it ends."""

_shows_content: ContextVar[bool] = ContextVar("shows_content", default=False)
_bound: ContextVar[Mapping[str, Any]] = ContextVar("bound", default=MappingProxyType({}))
_listener: ContextVar[Listener | None] = ContextVar("listener", default=None)


@dataclass(frozen=True, slots=True)
class Operation:
    """A kind of operation.

    Attributes:
        logger: of its events.
        done: the event's message where it did not fail.
        span: the name of its spans; fields in braces. There should be few names.
        level: of its events.
        is_call: whether another service does it.
        constants: attributes of all its spans.
        attributes: from fields to attributes of OpenTelemetry's semantic conventions; any other
            field becomes an attribute of the platform's own.
    """

    logger: logging.Logger
    done: str
    span: str
    level: int = logging.INFO
    is_call: bool = False
    constants: Mapping[str, str] = field(default_factory=dict)
    attributes: Mapping[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The last part of its logger's name."""
        return self.logger.name.removeprefix(f"{PACKAGE}.")

    def name_attributes(self, fields: Mapping[str, Any]) -> dict[str, Any]:
        """Return fields under the names that spans have for them."""
        known = {**COMMON, **self.attributes}
        return {known.get(name, f"{PACKAGE}.{name}"): value for name, value in fields.items()}


COMMON = {"error": "error.type", "host": "server.address", "port": "server.port"}

QUESTION = Operation(getLogger(f"{PACKAGE}.question"), "answered", "question")
RETRIEVAL = Operation(
    getLogger(f"{PACKAGE}.retrieval"),
    "retrieved",
    "retrieval",
    constants={"gen_ai.operation.name": "retrieval"},
    attributes={"question": "gen_ai.retrieval.query.text"},
)
READING = Operation(getLogger(f"{PACKAGE}.reading"), "read", "reading")
CHAT = Operation(
    getLogger(f"{PACKAGE}.chat"),
    "replied",
    "chat {model}",
    is_call=True,
    constants={"gen_ai.operation.name": "chat", "gen_ai.provider.name": "openai"},
    attributes={
        "model": "gen_ai.request.model",
        "max_tokens": "gen_ai.request.max_tokens",
        "temperature": "gen_ai.request.temperature",
        "prompt_tokens": "gen_ai.usage.input_tokens",
        "completion_tokens": "gen_ai.usage.output_tokens",
        "messages": "gen_ai.input.messages",
        "reply": "gen_ai.output.messages",
    },
)
QUERY = Operation(
    getLogger(f"{PACKAGE}.query"),
    "ran",
    "{query}",
    level=logging.DEBUG,  # one question runs dozens
    is_call=True,
    constants={"db.system.name": "neo4j"},
    attributes={
        "query": "db.query.summary",
        "database": "db.namespace",
        "rows": "db.response.returned_rows",
        "code": "db.response.status_code",
    },
)


@contextmanager
def bind(**fields: Any) -> Iterator[None]:
    """Add fields to all events and spans of a block, such as the id of a request."""
    before = _bound.set({**_bound.get(), **fields})
    try:
        yield
    finally:
        _bound.reset(before)


def bound(name: str) -> Any:
    """Return what is bound to a name here; None if nothing is."""
    return _bound.get().get(name)


@contextmanager
def listen(listener: Listener) -> Iterator[None]:
    """Call a function for each operation above the level of queries that ends within a block.

    It is called in the thread that did the operation.
    """
    before = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(before)


def observe(
    operation: Operation, /, *, shows_content: bool | None = None, **fields: Any
) -> Observation:
    """Return a context manager that logs its block as an event, and makes a span of it.

    Args:
        operation: which kind the block is.
        shows_content: whether texts are among the fields, within the block and all that it calls;
            None: as around it, where nothing is shown by default.
        fields: what is known before; None counts as not given.
    """
    return Observation(operation, shows_content, fields)


class Observation:
    """One operation while it lasts; where neither logs nor traces take it, it keeps nothing."""

    __slots__ = (
        "_before",
        "_content",
        "_context",
        "_fields",
        "_listener",
        "_operation",
        "_shows_content",
        "_span",
        "_started",
        "is_taken",
    )

    def __init__(
        self, operation: Operation, shows_content: bool | None, fields: dict[str, Any]
    ) -> None:
        self.is_taken = False
        self._operation, self._fields, self._shows_content = operation, fields, shows_content
        self._content: dict[str, Any] = {}
        self._listener: Listener | None = None
        self._span: Span | None = None
        self._context: Token[Context] | None = None
        self._before: Token[bool] | None = None

    def __enter__(self) -> Self:
        operation = self._operation
        if self._shows_content is not None:
            self._before = _shows_content.set(self._shows_content)
        if TRACING in sys.modules:
            self._begin_span()
        self._listener = None if operation.level < logging.INFO else _listener.get()
        logged = operation.logger.isEnabledFor(operation.level)
        self.is_taken = logged or self._span is not None or self._listener is not None
        self._started = perf_counter()
        return self

    def add(self, **fields: Any) -> None:
        """Add fields that became known."""
        if self.is_taken:
            self._fields.update(fields)

    def add_content(self, **texts: Callable[[], Any]) -> None:
        """Add what makes texts of others, each called only where they are shown."""
        if not self.is_taken:
            return
        if _shows_content.get():
            self._fields.update({name: text() for name, text in texts.items()})
        elif self._listener is not None:
            self._content.update({name: text() for name, text in texts.items()})

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self.is_taken:
            self._end(exc)
        if self._before is not None:
            _shows_content.reset(self._before)

    def _end(self, error: BaseException | None) -> None:
        operation, lasted = self._operation, perf_counter() - self._started
        if error is not None:
            self._fields["error"] = type(error).__name__
            self._fields["code"] = _code_of(error)
            self.add_content(reason=lambda: str(error))
        fields = {name: value for name, value in self._fields.items() if value is not None}
        ms = round(lasted * MS_PER_S, 1)
        if self._listener is not None:
            self._listener(operation.name, {**fields, **self._content, "ms": ms})
        fields = {**_bound.get(), **fields}
        try:
            if operation.logger.isEnabledFor(operation.level):
                message = operation.done if error is None else FAILED
                extra = {**fields, "ms": ms}
                operation.logger.log(operation.level, message, extra=extra)
        finally:
            if self._span is not None:
                self._end_span(self._span, fields, error)

    def _begin_span(self) -> None:
        """Make a span, and the one around what is called in the block."""
        from opentelemetry import context, trace

        operation = self._operation
        given = {name: value for name, value in self._fields.items() if value is not None}
        span = _tracer().start_span(
            operation.span.format_map(given),
            kind=trace.SpanKind.CLIENT if operation.is_call else trace.SpanKind.INTERNAL,
            attributes={**operation.constants, **operation.name_attributes(given)},
        )
        self._context = context.attach(trace.set_span_in_context(span))
        self._span = span

    def _end_span(self, span: Span, fields: dict[str, Any], error: BaseException | None) -> None:
        from opentelemetry import context, trace

        if self._context is not None:
            context.detach(self._context)
        if span.is_recording():
            span.set_attributes(self._operation.name_attributes(fields))
            if error is not None:
                span.set_status(trace.StatusCode.ERROR, fields.get("reason"))
                span.add_event("exception", {"exception.type": type(error).__qualname__})
        span.end()


def carry(function: Callable[P, T]) -> Callable[P, T]:
    """Return a function for threads of a pool, whose events belong to what goes on here."""
    here = copy_context()

    def carried(*args: P.args, **kwargs: P.kwargs) -> T:
        return here.copy().run(function, *args, **kwargs)

    return carried


@cache
def server_fields(address: str) -> Mapping[str, Any]:
    """Return the host and port of an address, and nothing else of it."""
    parts = urlsplit(address)
    return {"host": parts.hostname, "port": parts.port}


def usage_fields(usage: Usage) -> dict[str, Any]:
    """Return what asking a chat model cost now."""
    return {
        "llm_calls": usage.llm_calls,
        "cached_calls": usage.cached_calls,
        "prompt_tokens": usage.prompt_tokens,
        "completion_tokens": usage.completion_tokens,
    }


def evidence_fields(evidence: Evidence) -> dict[str, Any]:
    """Return how much was found, and what it cost."""
    found = {"passages": len(evidence.passages), "statements": len(evidence.statements)}
    return {**found, **usage_fields(evidence.usage)}


def answer_fields(answer: Answer) -> dict[str, Any]:
    """Return what an answer is, and nothing of its texts."""
    return {
        "question_id": answer.question_id or None,  # a graph that may only be read has none
        "method": answer.method,
        "reader": answer.reader,
        "abstained": answer.abstained,
        "citations": len(answer.evidence),
        **usage_fields(answer.usage),
    }


def _code_of(error: BaseException) -> str | None:
    """Return what a service calls an error, where it has a name for it."""
    code = getattr(error, "code", None)
    return code if isinstance(code, str) else None


@cache
def _tracer() -> Tracer:
    from opentelemetry import trace

    return trace.get_tracer(PACKAGE, version(PACKAGE))
