"""The text of neo4j.conf, and the choice of ports."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest

from kgplatform.errors import ServerError, SettingsError
from kgplatform.graph.server_configuration import choose_port, configuration_text, is_free

pytestmark = pytest.mark.unit


def read_settings(version: str) -> dict[str, str]:
    text = configuration_text(version, bolt_port=7700, http_port=7500)
    pairs = [line.partition("=") for line in text.splitlines() if not line.startswith("#")]
    return {name: value for name, _, value in pairs}


@pytest.fixture
def taken() -> Iterator[int]:
    """A port of the loopback address on which somebody listens."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


@pytest.mark.parametrize("version", ["2026.08.1", "5.26.30"])
def test_settings_keep_every_address_on_the_loopback(version: str) -> None:
    settings = read_settings(version)
    addresses = {value for name, value in settings.items() if name.endswith("_address")}
    assert addresses == {"127.0.0.1", "127.0.0.1:7700", "127.0.0.1:7500"}


@pytest.mark.parametrize("version", ["2026.08.1", "5.26.30"])
def test_settings_close_files_network_and_reports(version: str) -> None:
    settings = read_settings(version)
    assert settings["dbms.security.allow_csv_import_from_file_urls"] == "false"
    assert settings["internal.dbms.cypher_ip_blocklist"] == "0.0.0.0/0,::/0"
    assert settings["dbms.usage_report.enabled"] == "false"


def test_settings_of_2026_close_fleet_discovery() -> None:
    assert read_settings("2026.08.1")["server.fleet_discovery.enabled"] == "false"


def test_settings_of_5_leave_out_names_it_would_refuse() -> None:
    assert not [name for name in read_settings("5.26.30") if "fleet" in name]


def test_the_users_settings_take_the_place_of_ours() -> None:
    more = "server.memory.pagecache.size=4g\n  db.tx_log.preallocate=false"
    text = configuration_text("2026.08.1", bolt_port=7700, http_port=7500, more=more)
    assert text.count("server.memory.pagecache.size=") == 1
    assert "server.memory.pagecache.size=4g\n" in text
    assert "db.tx_log.preallocate=false\n" in text


@pytest.mark.parametrize("more", ["pagecache", "=4g", "server.bolt.listen_address=0.0.0.0:7687"])
def test_settings_that_cannot_be_are_refused(more: str) -> None:
    with pytest.raises(SettingsError, match="neo4j_configuration"):
        configuration_text("2026.08.1", bolt_port=7700, http_port=7500, more=more)


def test_is_free_tells_a_listener(taken: int) -> None:
    assert not is_free(taken)


def test_choose_port_prefers_the_one_asked_for() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    assert choose_port(port) == port


def test_choose_port_goes_on_from_a_taken_one(taken: int) -> None:
    assert choose_port(taken) > taken


def test_choose_port_avoids_its_sister_port() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    assert choose_port(port, avoid={port}) > port


def test_choose_port_gives_up_at_the_last_port() -> None:
    with pytest.raises(ServerError, match="65535"):
        choose_port(65_535, avoid={65_535})
