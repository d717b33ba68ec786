"""Errors as problem details (RFC 9457): the sentences of the command line, and a status each."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Scope

from kgplatform import errors
from kgplatform.errors import KgPlatformError
from kgplatform.web.options import ServeOptions
from kgplatform.web.pages.problems import show_problem
from kgplatform.web.pages.rendering import wants_page

__all__ = [
    "PROBLEM_TYPE",
    "Busy",
    "ChatProblem",
    "Forbidden",
    "Problem",
    "TooLarge",
    "Unauthorised",
    "describe",
    "on_http_error",
    "on_known_error",
    "on_malformed",
    "respond",
    "too_large",
]

PROBLEM_TYPE = "application/problem+json"
CHAT = "/v1/"
"""Where addresses begin that chat clients ask."""
RETRY_AFTER_S = 2
LISTED = "/api/v1/openapi.json lists all"
STATUS = HTTPStatus


class Busy(KgPlatformError):
    """As many questions as the server takes are being answered."""


class Forbidden(KgPlatformError):
    """Whoever asks may not do that."""


class TooLarge(KgPlatformError):
    """A request has more bytes than are taken."""


class Unauthorised(KgPlatformError):
    """A request has no token, or one that is none of the server's."""


STATUSES: tuple[tuple[type[KgPlatformError], HTTPStatus], ...] = (
    (Unauthorised, STATUS.UNAUTHORIZED),
    (Forbidden, STATUS.FORBIDDEN),
    (TooLarge, STATUS.REQUEST_ENTITY_TOO_LARGE),
    (Busy, STATUS.TOO_MANY_REQUESTS),
    (errors.NotFound, STATUS.NOT_FOUND),
    (errors.ReadOnlyGraph, STATUS.FORBIDDEN),
    (errors.QueryError, STATUS.BAD_REQUEST),
    (errors.SchemaError, STATUS.CONFLICT),
    (errors.GraphError, STATUS.SERVICE_UNAVAILABLE),
    (errors.ModelUnavailable, STATUS.SERVICE_UNAVAILABLE),
    (errors.RateLimited, STATUS.SERVICE_UNAVAILABLE),
    (errors.ModelError, STATUS.BAD_GATEWAY),
    (errors.SparqlError, STATUS.BAD_REQUEST),
    (errors.WikidataMissing, STATUS.CONFLICT),
    (errors.WikidataError, STATUS.BAD_GATEWAY),
    (errors.ArtifactError, STATUS.BAD_GATEWAY),
    (errors.DiskFull, STATUS.INSUFFICIENT_STORAGE),
    (errors.MissingExtra, STATUS.NOT_IMPLEMENTED),
    (KgPlatformError, STATUS.BAD_REQUEST),
)
"""The first that an error is of decides."""


class Problem(BaseModel):
    """What is wrong and what to do (RFC 9457)."""

    model_config = ConfigDict(extra="forbid")

    type: str = Field(examples=["urn:kgplatform:error:NotFound"])
    title: str = Field(examples=["Not Found"])
    status: int = Field(examples=[404])
    detail: str = Field(
        examples=["There is no question 'x': kgplatform questions list shows them."]
    )
    exit_code: int = Field(description="What the command line ends with.", examples=[1])
    request_id: str = Field(description="As the server's log has it.")


class ChatError(BaseModel):
    """What chat clients read of an error."""

    message: str
    type: str
    code: str
    param: None


class ChatProblem(Problem):
    """What is wrong and what to do, for chat clients."""

    error: ChatError


def describe(error: Exception, request_id: str) -> tuple[HTTPStatus, dict[str, Any]]:
    """Return the status of an error and its problem details."""
    if isinstance(error, KgPlatformError):
        status = next(status for kind, status in STATUSES if isinstance(error, kind))
        name, detail, code = type(error).__name__, str(error), error.exit_code
    else:
        status, name, code = STATUS.INTERNAL_SERVER_ERROR, "Fault", 1
        detail = "The server made a mistake: its log has it under the id of this request."
    fields = Problem(
        type=f"urn:kgplatform:error:{name}",
        title=status.phrase,
        status=status,
        detail=detail,
        exit_code=code,
        request_id=request_id,
    )
    return status, fields.model_dump()


def respond(error: Exception, request_id: str, scope: Scope) -> Response:
    """Return the response for an error to whoever asked."""
    status, fields = describe(error, request_id)
    return _send(fields, scope, _headers(error, status))


def _send(
    fields: dict[str, Any], scope: Scope, headers: Mapping[str, str] | None = None
) -> Response:
    """Return problem details; a browser is shown them on a page.

    Where chat clients ask, they are in the form that these read as well.
    """
    if wants_page(scope):
        return show_problem(fields, scope, headers)
    kind = PROBLEM_TYPE
    if scope["path"].startswith(CHAT):
        kind = "application/json"
        code = fields["type"].rpartition(":")[2]
        error = {"message": fields["detail"], "type": fields["type"], "code": code, "param": None}
        fields = {**fields, "error": error}
    text = json.dumps(fields, ensure_ascii=False).encode("utf-8", "replace")
    return Response(text, fields["status"], headers=headers, media_type=kind)


def too_large(options: ServeOptions) -> TooLarge:
    """Return the error for a request that is too large."""
    return TooLarge(
        f"The request is too large: at most {options.max_upload_mb} MB of files and "
        f"{options.max_body_mb} MB of anything else are taken."
    )


def _headers(error: Exception, status: HTTPStatus) -> Mapping[str, str]:
    if status == STATUS.UNAUTHORIZED:
        return {"WWW-Authenticate": "Bearer"}
    if status in (STATUS.TOO_MANY_REQUESTS, STATUS.SERVICE_UNAVAILABLE):
        wanted = getattr(error, "retry_after_s", None) or RETRY_AFTER_S
        return {"Retry-After": str(max(1, round(wanted)))}
    return {}


async def on_known_error(request: Request, error: Exception) -> Response:
    """Respond to an error that is raised on purpose."""
    if isinstance(error, errors.GraphUnavailable):
        request.app.state.service.recovery.note_loss()
    return respond(error, request.state.request_id, request.scope)


async def on_http_error(request: Request, error: Exception) -> Response:
    """Respond to what the framework refuses: unknown paths, methods, bodies that are too large."""
    assert isinstance(error, HTTPException)  # noqa: S101  # it is registered for that alone
    if error.status_code == STATUS.REQUEST_ENTITY_TOO_LARGE:
        options = request.app.state.service.options
        return respond(too_large(options), request.state.request_id, request.scope)
    status = HTTPStatus(error.status_code)
    what = {404: "There is nothing here", 405: "This method is not for this address"}
    listed = "the pages above are all" if wants_page(request.scope) else LISTED
    detail = f"{what.get(status, str(error.detail).rstrip('.'))}: {listed}."
    fields = {
        "type": "about:blank",
        "title": status.phrase,
        "status": int(status),
        "detail": detail,
        "exit_code": errors.EXIT_INPUT,
        "request_id": request.state.request_id,
    }
    headers = dict(error.headers or {})
    if status == STATUS.METHOD_NOT_ALLOWED:
        headers["Allow"] = ", ".join(_list_methods(request))
    return _send(fields, request.scope, headers)


def _list_methods(request: Request) -> list[str]:
    """Return the methods that an address takes; its routes know one each."""
    described: dict[str, Any] = request.app.openapi()["paths"]
    path = request.url.path
    return sorted(
        method.upper()
        for template, operations in described.items()
        if re.fullmatch(re.sub(r"\{[^/]+\}", "[^/]+", template), path)
        for method in operations
    )


async def on_malformed(request: Request, error: Exception) -> Response:
    """Respond to a request whose body or parameters are not as the schema says."""
    assert isinstance(error, RequestValidationError)  # noqa: S101  # as above
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"][1:]) or str(first["loc"][0])
    _, fields = describe(KgPlatformError(f"'{where}': {first['msg']}."), request.state.request_id)
    fields |= {
        "type": "urn:kgplatform:error:UsageError",
        "title": STATUS.UNPROCESSABLE_ENTITY.phrase,
        "status": int(STATUS.UNPROCESSABLE_ENTITY),
    }
    return _send(fields, request.scope)
