"""That people are told where a server is started for them."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from click.testing import CliRunner

from kgplatform.cli import cli
from kgplatform.progress import NOTICES
from kgplatform.runtime.resources import Resources
from kgplatform.wikidata import endpoints, server
from kgplatform.wikidata.client import ClientOptions
from kgplatform.wikidata.server import StoreInfo

pytestmark = pytest.mark.unit


class _Store:
    """A local server that runs from its first start on."""

    running: StoreInfo | None = None

    def __init__(self, home: Path) -> None:
        pass

    def status(self) -> StoreInfo | None:
        return _Store.running

    def start(self) -> StoreInfo:
        _Store.running = StoreInfo("dump.nt", 0.0, pid=1)
        return _Store.running


class _Stopped:
    """A Neo4j that does not run."""

    def stop(self) -> bool:
        return False


class _Lines(logging.Handler):
    """Keeps what is logged."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


def test_a_started_server_is_told_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(endpoints, "LocalStore", _Store)
    monkeypatch.setattr(_Store, "running", None)
    shown = _Lines()
    monkeypatch.setattr(NOTICES, "handlers", [shown])
    NOTICES.setLevel(logging.INFO)
    for _ in range(2):
        endpoints.open_endpoint(None, home=tmp_path, options=ClientOptions())
    [told] = shown.lines
    assert "http://127.0.0.1:7878/query" in told
    assert "kgplatform wikidata stop" in told


def test_db_stop_tells_of_a_sparql_server_that_stays(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(server, "LocalStore", _Store)
    monkeypatch.setattr(Resources, "server", _Stopped())
    monkeypatch.setattr(_Store, "running", None)
    assert CliRunner().invoke(cli, ["db", "stop", "--home", str(tmp_path)]).stderr == ""
    _Store(tmp_path).start()
    done = CliRunner().invoke(cli, ["db", "stop", "--home", str(tmp_path)])
    assert done.stdout == "Neo4j was not running.\n"
    assert "still runs (http://127.0.0.1:7878/query): kgplatform wikidata stop" in done.stderr
