"""A server's application without a graph, and what it refuses before it would need one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from kgplatform.platform import Platform
from kgplatform.settings import Settings
from kgplatform.web.app import create_app
from kgplatform.web.options import ServeOptions
from kgplatform.web.tokens import Tokens, read_token

HOME = "http://127.0.0.1:8765"

Serve = Callable[..., TestClient]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Makes a client of a server, with options of ServeOptions."""
    with ExitStack() as stack:

        def make(**options: object) -> TestClient:
            settings = Settings.load(home=tmp_path, neo4j_start=False)
            platform = stack.enter_context(Platform(settings, chat=False))
            app = create_app(platform, ServeOptions(**options), Tokens(tmp_path))
            client = TestClient(app, base_url=HOME, raise_server_exceptions=False)
            return stack.enter_context(client)

        yield make


@pytest.fixture
def client(serve: Serve) -> TestClient:
    """A client without a token."""
    return serve()


def bearer(home: Path, role: str = "write") -> dict[str, str]:
    """Return the header with the token of a role."""
    return {"Authorization": f"Bearer {read_token(home, role)}"}
