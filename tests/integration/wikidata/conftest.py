"""A real oxigraph over the small dump, started by the product's own code."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kgplatform.wikidata.client import ClientOptions
from kgplatform.wikidata.opening import open_endpoint
from kgplatform.wikidata.server import LocalStore
from kgplatform.wikidata.terms import Endpoint
from tests.wikidata_dump import write_dump


@pytest.fixture(scope="session")
def wikidata_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A home with the small dump, loaded and served."""
    home = tmp_path_factory.mktemp("wikidata-home")
    store = LocalStore(home)
    store.load(write_dump(home / "dump.nt"))
    store.start()
    yield home
    store.stop()


@pytest.fixture
def endpoint(wikidata_home: Path) -> Endpoint:
    """The local endpoint over the small dump."""
    return open_endpoint(None, home=wikidata_home, options=ClientOptions())
