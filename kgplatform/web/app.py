"""Puts the server together: routes, the guard around them, and what begins and ends with it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version

from fastapi import Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from mcp.server.transport_security import TransportSecuritySettings
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware

from kgplatform.errors import KgPlatformError
from kgplatform.mcp.tools import make_server
from kgplatform.platform import Platform
from kgplatform.web import base, pages, routes
from kgplatform.web.access import Guard
from kgplatform.web.options import ServeOptions
from kgplatform.web.problems import on_http_error, on_known_error, on_malformed
from kgplatform.web.routes import chat
from kgplatform.web.service import Service
from kgplatform.web.tokens import Tokens

__all__ = ["create_app"]

DESCRIPTION = (
    "Documents in a graph of proven facts, and answers with evidence. Errors are problem details "
    "(RFC 9457) whose `detail` says what to do."
)


def create_app(platform: Platform, options: ServeOptions, tokens: Tokens) -> FastAPI:
    """Return the server's application.

    Args:
        platform: what it answers from; whoever made it closes it.
        options: whom it answers, and how much at a time.
        tokens: that let in.
    """
    service = Service(platform, options, tokens)
    agents = make_server(lambda: service.platform, service.run_in_turn)
    # The guard has seen who asks. Without sessions there is nothing that anybody could take over.
    of_agents = agents.streamable_http_app(
        json_response=True,
        stateless_http=True,
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
    )

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with agents.session_manager.run():
            yield
        service.jobs.cancel_all()

    app = FastAPI(
        title="kgplatform",
        version=version("kgplatform"),
        description=DESCRIPTION,
        openapi_url=f"{routes.API}/openapi.json",
        docs_url=None,  # they would load scripts from elsewhere
        redoc_url=None,
        lifespan=lifespan,
        dependencies=[Depends(_note_route)],
        middleware=_layers(options, service),
    )
    app.state.service = service
    app.add_exception_handler(KgPlatformError, on_known_error)
    app.add_exception_handler(HTTPException, on_http_error)
    app.add_exception_handler(RequestValidationError, on_malformed)
    app.include_router(base.router)
    app.include_router(routes.router)
    app.include_router(chat.router)
    app.include_router(pages.router)
    app.router.routes.extend(of_agents.routes)
    return app


def _note_route(request: Request) -> None:
    """Note which route it is for the figures: there are few of them, and many paths.

    A route knows the part of its path alone that its own router has.
    """
    own = request.scope["route"].path.split("/")[1:]
    whole = request.scope["path"].split("/")
    request.state.route = "/".join([*whole[: len(whole) - len(own)], *own])


def _layers(options: ServeOptions, service: Service) -> list[Middleware]:
    guard = Middleware(Guard, options=options, tokens=service.tokens, metrics=service.metrics)
    if not options.origins:
        return [guard]
    cors = Middleware(
        CORSMiddleware,
        allow_origins=list(options.origins),
        allow_methods=["GET", "POST", "DELETE"],
        allow_headers=["Authorization", "Content-Type"],
        expose_headers=["X-Request-ID", "Retry-After"],
    )
    return [cors, guard]
