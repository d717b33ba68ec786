"""What the local server says when it is not running; the running one is an integration test."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kgplatform.errors import GraphUnavailable, ServerError, SettingsError, UsageError
from kgplatform.graph.runtime import (
    run_admin,
    split_java_options,
    version_line,
    write_java_options,
)
from kgplatform.graph.server import LocalServer, local_versions
from kgplatform.graph.server_files import ServerRecord, write_record

pytestmark = pytest.mark.unit


@pytest.fixture
def server(tmp_path: Path) -> LocalServer:
    """A server that was never started."""
    return LocalServer(tmp_path / "home", version="2026.08.1", cache=tmp_path / "cache")


def test_local_versions_are_the_pinned_ones() -> None:
    assert local_versions() == ["2026.08.1", "5.26.30"]


def test_version_line_is_the_first_number() -> None:
    assert [version_line(version) for version in local_versions()] == ["2026", "5"]


def test_server_never_started_has_no_status(server: LocalServer) -> None:
    assert server.status() is None


def test_server_never_started_has_nothing_to_stop(server: LocalServer) -> None:
    assert server.stop() is False


def test_address_says_how_to_start(server: LocalServer) -> None:
    with pytest.raises(GraphUnavailable, match="kgplatform db start"):
        server.address()


def test_start_refuses_a_version_that_is_not_pinned(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"5\.26\.30"):
        LocalServer(tmp_path, version="4.4.0", cache=tmp_path).start()


def test_status_ignores_a_process_id_that_now_is_another_process(
    server: LocalServer, tmp_path: Path
) -> None:
    record = ServerRecord("2026.08.1", os.getpid(), 7687, 7474)
    server.stop()  # makes the folder
    write_record(tmp_path / "home" / "neo4j" / "server.json", record)
    assert server.status() is None


def test_stop_spares_a_process_that_is_not_the_server(server: LocalServer, tmp_path: Path) -> None:
    server.stop()
    record = ServerRecord("2026.08.1", os.getpid(), 7687, 7474)
    write_record(tmp_path / "home" / "neo4j" / "server.json", record)
    assert server.stop() is False  # and this test goes on


def test_reset_deletes_this_version_line_only(server: LocalServer) -> None:
    other = server.folder.with_name("5")
    for folder in (server.folder, other):
        folder.mkdir(parents=True)
    server.reset()
    assert not server.folder.exists()
    assert other.exists()


def test_home_that_cannot_be_a_folder_is_explained(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file")
    with pytest.raises(ServerError, match="KGPLATFORM_HOME"):
        LocalServer(tmp_path / "home", version="2026.08.1", cache=tmp_path).stop()


def test_java_options_quote_the_jars(tmp_path: Path) -> None:
    jars = [Path("/with space/a.jar"), Path('/with"quote/b.jar')]
    write_java_options(tmp_path / "java.args", jars, separator=":")
    lines = (tmp_path / "java.args").read_text().splitlines()
    assert lines[-2:] == ["-cp", r'"/with space/a.jar:/with\"quote/b.jar"']


def test_the_users_java_options_follow_the_platforms(tmp_path: Path) -> None:
    more = split_java_options("-Xmx4g -Da='two words'")
    write_java_options(tmp_path / "java.args", [Path("a.jar")], separator=":", more=more)
    lines = (tmp_path / "java.args").read_text().splitlines()
    assert lines[0] == "-Xmx1g"  # of two, Java takes the later
    assert lines[-4:] == ['"-Xmx4g"', '"-Da=two words"', "-cp", '"a.jar"']


@pytest.mark.parametrize("text", ["Xmx4g", "-Xmx4g com.example.Main", "-Da='open"])
def test_words_that_are_no_java_options_are_refused(text: str) -> None:
    with pytest.raises(SettingsError, match="neo4j_java_options"):
        split_java_options(text)


def test_a_tool_that_takes_too_long_is_an_error_for_people(tmp_path: Path) -> None:
    with pytest.raises(ServerError, match=r"took longer than 0\.001 s: this machine is busy"):
        run_admin(tmp_path, ["-version"], timeout_s=0.001)
