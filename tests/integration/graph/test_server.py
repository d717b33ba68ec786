"""The local Neo4j for real: start, find, refuse, kill, recover, stop.

KGPLATFORM_NEO4J_VERSION chooses the version, as it does for users.
"""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from ipaddress import ip_address
from pathlib import Path
from threading import Barrier

import psutil
import pytest
from click.testing import CliRunner

from kgplatform.cli.db import db
from kgplatform.errors import QueryError, ServerError
from kgplatform.graph.connection import Graph
from kgplatform.graph.server import LocalServer, ServerInfo, local_versions
from kgplatform.runtime.resources import Resources
from kgplatform.settings import Settings
from tests.modes import open_to_others

pytestmark = pytest.mark.integration

COUNT = "MATCH (m:Marker) RETURN count(m) AS n"
RECORD = "neo4j/server.json"
ATTEMPTS = 3
"""Starts until another server on the machine has not just taken the remembered port."""


def make_server(home: Path, version: str | None = None) -> LocalServer:
    return Resources(Settings.load(home=home, neo4j_version=version)).server


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A data folder whose name needs quoting, with whatever server a test left in it."""
    home = tmp_path_factory.mktemp("a home, with é")
    yield home
    make_server(home).stop()


@pytest.fixture
def local(home: Path) -> LocalServer:
    """The server of that folder, running."""
    server = make_server(home)
    server.start()
    return server


@pytest.fixture
def running(local: LocalServer) -> ServerInfo:
    info = local.status()
    assert info is not None
    return info


@dataclass(frozen=True)
class Other:
    """Another data folder, and what those were told who started its server all at once."""

    home: Path
    started: list[ServerInfo]

    @property
    def server(self) -> LocalServer:
        return make_server(self.home)


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Other]:
    """Made by several at once, where others may read what is made, as on most systems."""
    home = tmp_path_factory.mktemp("other") / "new"
    together = Barrier(3)

    def start() -> ServerInfo:
        together.wait()
        return make_server(home).start()

    before = os.umask(0o022)
    try:
        with ThreadPoolExecutor(3) as pool:
            started = [future.result() for future in [pool.submit(start) for _ in range(3)]]
        yield Other(home, started)
    finally:
        os.umask(before)
        make_server(home).stop()


def test_start_answers_queries_with_the_version_asked_for(local: LocalServer) -> None:
    with Graph.connect(local.address()) as graph:
        assert graph.server_version == local.version


def test_start_finds_the_running_server(running: ServerInfo, home: Path) -> None:
    assert make_server(home).start() == running


def test_start_of_several_at_once_starts_one(other: Other) -> None:
    assert len({info.pid for info in other.started}) == 1


def test_start_refuses_another_version_while_one_runs(running: ServerInfo, home: Path) -> None:
    other = next(version for version in local_versions() if version != running.version)
    with pytest.raises(ServerError, match="kgplatform db stop"):
        make_server(home, other).start()


def test_start_explains_data_that_another_server_uses(running: ServerInfo, home: Path) -> None:
    record = (home / RECORD).read_text()
    (home / RECORD).unlink()  # now nothing says that it runs
    try:
        with pytest.raises(ServerError, match="another Neo4j uses the data"):
            make_server(home).start()
    finally:
        (home / RECORD).write_text(record)


def test_all_that_it_keeps_is_for_its_owner_only(other: Other) -> None:
    other.server.stop()
    assert open_to_others(other.home) == []


def test_home_that_an_earlier_version_left_open_is_closed(local: LocalServer, home: Path) -> None:
    log = local.folder / "logs" / "neo4j.log"
    for path in (home, home / "neo4j", log.parent, log):
        path.chmod(0o755)
    local.address()
    assert open_to_others(home) == []


def test_server_listens_on_the_loopback_only(running: ServerInfo) -> None:
    connections = psutil.Process(running.pid).net_connections(kind="inet")
    listening = {c.laddr for c in connections if c.status == psutil.CONN_LISTEN}
    assert {address.port for address in listening} == {running.bolt_port, running.http_port}
    # An IPv6 socket shows the loopback address as ::ffff:127.0.0.1.
    hosts = {ip_address(address.ip.removeprefix("::ffff:")) for address in listening}
    assert all(host.is_loopback for host in hosts)


def test_server_outlives_the_session_that_started_it(running: ServerInfo) -> None:
    assert os.getsid(running.pid) == running.pid


def test_browser_is_served(running: ServerInfo) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", running.http_port, timeout=30)
    connection.request("GET", "/browser/")
    reply = connection.getresponse()
    assert reply.status == 200
    assert b"<html" in reply.read().lower()
    connection.close()


@pytest.mark.parametrize("address", ["file:///etc/hostname", "http://127.0.0.1:{port}/"])
def test_load_csv_is_closed(local: LocalServer, running: ServerInfo, address: str) -> None:
    text = "LOAD CSV FROM $address AS row RETURN row"
    with Graph.connect(local.address()) as graph, pytest.raises(QueryError):
        graph.run_text(text, address=address.format(port=running.http_port))


def test_killed_server_recovers_with_its_data(local: LocalServer, running: ServerInfo) -> None:
    with Graph.connect(local.address()) as graph:
        graph.run_text("CREATE (:Marker)")
        before = graph.run_text(COUNT)[0]["n"]
    os.kill(running.pid, signal.SIGKILL)
    again = local.start()
    assert again.pid != running.pid
    with Graph.connect(local.address()) as graph:
        assert graph.run_text(COUNT)[0]["n"] == before


def test_started_again_it_has_its_data_and_password_on_free_ports_which_it_remembers(
    local: LocalServer, running: ServerInfo
) -> None:
    with Graph.connect(local.address()) as graph:
        graph.run_text("CREATE (:Marker)")
        before = graph.run_text(COUNT)[0]["n"]
    first = local.address()
    assert local.stop() is True
    assert local.status() is None
    assert not psutil.pid_exists(running.pid)
    with _take(running.bolt_port):
        moved = local.start()
    assert moved.bolt_port != running.bolt_port
    [cache] = [
        word.partition("=")[2]
        for word in psutil.Process(moved.pid).cmdline()
        if word.startswith("-XX:AOTCache=")  # what makes starts fast
    ]
    assert Path(cache).is_file()
    assert replace(local.address(), uri=first.uri) == first
    with Graph.connect(local.address()) as graph:
        assert graph.run_text(COUNT)[0]["n"] == before
    for _ in range(ATTEMPTS):
        local.stop()
        former, moved = moved, local.start()
        if moved.bolt_port == former.bolt_port:
            return
    pytest.fail(f"it moved {ATTEMPTS} times, which no other server on the machine explains")


def _take(port: int) -> AbstractContextManager[object]:
    """Take a port; another server that was quicker does as well."""
    try:
        return socket.create_server(("127.0.0.1", port))
    except OSError:
        return nullcontext()


def test_two_homes_run_side_by_side(local: LocalServer, other: Other) -> None:
    other.server.start()
    with Graph.connect(local.address()) as graph:
        graph.run_text("CREATE (:Marker)")
    with Graph.connect(other.server.address()) as graph:
        assert graph.run_text(COUNT)[0]["n"] == 0


def test_reset_begins_anew(other: Other) -> None:
    server = other.server
    server.start()
    password = server.address().password
    with Graph.connect(server.address()) as graph:
        graph.run_text("CREATE (:Marker)")
    server.reset()
    assert server.status() is None
    server.start()
    assert server.address().password != password
    with Graph.connect(server.address()) as graph:
        assert graph.run_text(COUNT)[0]["n"] == 0


def test_command_status_tells_what_the_library_knows(running: ServerInfo, home: Path) -> None:
    result = CliRunner().invoke(db, ["status", "--json", "--home", str(home)])
    shown = json.loads(result.stdout)
    assert shown["running"] is True
    assert (shown["pid"], shown["uri"]) == (running.pid, running.uri)


def test_command_status_says_that_nothing_runs(tmp_path: Path) -> None:
    result = CliRunner().invoke(db, ["status", "--json", "--home", str(tmp_path)])
    assert json.loads(result.stdout) == {"running": False}
