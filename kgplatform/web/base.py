"""What is not of the API: health, readiness, figures, and logging in."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Query, Request
from prometheus_client import CONTENT_TYPE_LATEST
from pydantic import BaseModel
from starlette.responses import RedirectResponse, Response

from kgplatform.web.access import cookie_name
from kgplatform.web.pages.problems import HOME, own_address, show_login
from kgplatform.web.pages.rendering import wants_page
from kgplatform.web.problems import Unauthorised
from kgplatform.web.replies import PROBLEMS, Text, reply, shows
from kgplatform.web.service import Served
from kgplatform.web.tokens import COOKIE_S, Role

__all__ = ["router"]

router = APIRouter(tags=["server"], responses=PROBLEMS)


class State(BaseModel):
    """How the server is."""

    status: str


class About(BaseModel):
    """What the server is, and where its description is."""

    name: str
    version: str
    openapi: str


@router.get("/health", summary="Is the server there?", responses=shows(State))
async def health() -> Response:
    """Say that the process is there; needs no token and asks nothing."""
    return reply({"status": "ok"})


@router.get("/ready", summary="Can questions be answered?", responses=shows(State))
def ready(service: Served) -> Response:
    """Say whether the graph answers."""
    service.platform.graph().read("show_server")
    return reply({"status": "ready"})


@router.get("/metrics", summary="Figures", response_class=Response)
async def metrics(service: Served) -> Response:
    """Return figures in the text format of Prometheus."""
    return Response(service.metrics.render(), headers={"Content-Type": CONTENT_TYPE_LATEST})


@router.get("/", summary="What is this?", responses=shows(About))
async def about(request: Request) -> Response:
    """Say what the server is; a browser is sent to the page."""
    if wants_page(request.scope):
        return RedirectResponse("/ask", 303)
    app = request.app
    return reply({"name": app.title, "version": app.version, "openapi": app.openapi_url})


@router.get("/login", summary="Log in by a link", response_class=RedirectResponse, status_code=303)
async def login(
    request: Request,
    service: Served,
    code: Annotated[Text | None, Query(description="Of the link; left out: a form.")] = None,
) -> Response:
    """Take the code of a one-time link, and give the browser a cookie in place of a token."""
    if code is None:
        return show_login(request.scope)
    if not service.tokens.take_login(code):
        raise Unauthorised(
            "This link was used already, or is too old: start the server again, or send the token."
        )
    return _let_in(request, service, "write")


@router.post("/login", summary="Log in by a token", status_code=303)
async def login_by_token(
    request: Request,
    service: Served,
    token: Annotated[Text, Form()],
    next: Annotated[Text, Form(description="What to show then.")] = HOME,
) -> Response:
    """Take a token from a form, and give the browser a cookie in its place."""
    role = service.tokens.role_of(token.strip())
    if role is None:
        raise Unauthorised("This is no token of the server: its files are in serve/ of the home.")
    return _let_in(request, service, role, next)


def _let_in(request: Request, service: Served, role: Role, asked: str = HOME) -> Response:
    response = RedirectResponse(own_address(asked), 303)
    response.set_cookie(
        cookie_name(request.headers["host"]),
        service.tokens.make_cookie(role),
        max_age=COOKIE_S,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
    return response
