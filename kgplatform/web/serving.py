"""Runs the server until it is asked to end."""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from threading import Thread

import uvicorn

from kgplatform.errors import KgPlatformError, ReadOnlyGraph, UsageError
from kgplatform.platform import Platform
from kgplatform.web.app import create_app
from kgplatform.web.options import ServeOptions
from kgplatform.web.running import announced
from kgplatform.web.tokens import Tokens

__all__ = ["Server"]

GRACE_S = 1
"""For requests that are under way when the server is asked to end."""
BACKLOG = 512
FIRST_QUESTION = "What is known?"
"""Asked before anybody asks, and not recorded: whatever answers questions is loaded then."""


class Server:
    """A server on an address that is listened on from now on.

    Args:
        platform: what is served; whoever made it closes it.
        options: where and to whom.

    Raises:
        UsageError: the address cannot be listened on.
        SettingsError: the data folder's token cannot be used.
    """

    def __init__(self, platform: Platform, options: ServeOptions) -> None:
        self._listening = _listen(options)
        self._platform = platform
        self._options = replace(options, port=self._listening.getsockname()[1])
        self._tokens = Tokens(platform.settings.home)
        app = create_app(platform, self._options, self._tokens)
        self._server = uvicorn.Server(_configure(app, self._options))

    @property
    def url(self) -> str:
        """Where a browser on this machine reaches it."""
        anywhere = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  # what listens everywhere
        host = anywhere.get(self._options.host, self._options.host)
        return f"http://{f'[{host}]' if ':' in host else host}:{self._options.port}"

    def make_link(self) -> str:
        """Return an address that logs a browser in once; the plain one where that is not needed."""
        if not self._options.needs_token:
            return self.url
        return f"{self.url}/login?code={self._tokens.make_login()}"

    def warm_up(self) -> None:
        """Open the graph and load what questions need, so that the first need not wait for it.

        Raises:
            GraphError: the graph cannot be opened.
        """
        with suppress(ReadOnlyGraph):
            self._platform.migrate()
        with suppress(KgPlatformError):
            self._platform.ask(FIRST_QUESTION, reader="extractive", record=False)

    def run(self, ready: Callable[[], object] = lambda: None) -> None:
        """Serve until SIGINT or SIGTERM, or until `stop`.

        Args:
            ready: is called when commands can find it.
        """
        with self._listening, announced(self._platform.settings, self.url, self._tokens.key):
            ready()
            Thread(target=self._warm_up_pages, daemon=True).start()
            self._server.run(sockets=[self._listening])

    def _warm_up_pages(self) -> None:
        """Look up an entity as its page does: Neo4j takes seconds to plan its queries at first."""
        entities = self._platform.entities
        with suppress(KgPlatformError):
            for row in entities.search(limit=1):
                entities.show(row["id"], limit=0)
                entities.facts(row["id"], limit=1)
                entities.relations(row["id"])

    def stop(self) -> None:
        """Have it end."""
        self._server.should_exit = True


def _configure(app: Callable[..., object], options: ServeOptions) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        host=options.host,
        port=options.port,
        log_config=None,
        access_log=False,  # the guard logs each request
        server_header=False,
        ws="none",
        timeout_graceful_shutdown=GRACE_S,
        backlog=BACKLOG,
    )


def _listen(options: ServeOptions) -> socket.socket:
    family = socket.AF_INET6 if ":" in options.host else socket.AF_INET
    try:
        options.host.encode("idna")  # else a socket is left open
        return socket.create_server((options.host, options.port), family=family, backlog=BACKLOG)
    except (OSError, OverflowError, UnicodeError) as exc:
        raise UsageError(
            f"The server cannot listen on {options.host}, port {options.port} ({exc}): --port "
            "chooses another, 0 any that is free."
        ) from exc
