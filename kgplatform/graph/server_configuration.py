"""The configuration of the local Neo4j: its settings, and the two ports it answers on.

Settings follow measurements (neo4j.md): memory of a laptop, small transaction logs, and closed to
everything but this machine's own clients. Names differ between version lines, and Neo4j refuses
to start over a name it does not know.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Collection

from kgplatform.errors import ServerError, SettingsError
from kgplatform.graph.runtime import version_line

__all__ = ["BOLT_PORT", "HTTP_PORT", "choose_port", "configuration_text", "is_free"]

HOST = "127.0.0.1"
BOLT_PORT = 7687
HTTP_PORT = 7474
PORTS_TRIED = 50
LARGEST_PORT = 65_535

SETTINGS = {
    "server.memory.pagecache.size": "512m",
    # One query cannot take the whole heap (1g) and the server with it.
    "db.memory.transaction.max": "512m",
    # With the defaults, loading 430 MB of data left 2.1 GB of logs.
    "db.tx_log.rotation.size": "64m",
    "db.tx_log.rotation.retention_policy": "keep_none",
    # LOAD CSV read any file and reached any address, in read-only sessions too.
    "dbms.security.allow_csv_import_from_file_urls": "false",
    "server.directories.import": "import",
    "internal.dbms.cypher_ip_blocklist": "0.0.0.0/0,::/0",
    "dbms.usage_report.enabled": "false",
    "client.allow_telemetry": "false",
    "server.https.enabled": "false",
    "server.bolt.tls_level": "DISABLED",  # nothing leaves this machine
}
# The server listens for stragglers five seconds after its databases are closed: needlessly.
SETTINGS_OF_LINE = {
    "5": {"internal.dbms.bolt.netty_server_shutdown_quiet_period": "0"},
    "2026": {
        "dbms.fleet_manager.enabled": "false",
        "server.fleet_discovery.enabled": "false",
        "internal.dbms.bolt.netty_server_shutdown_quiet_period_duration": "0s",
    },
}


def configuration_text(version: str, *, bolt_port: int, http_port: int, more: str = "") -> str:
    """Return the text of neo4j.conf for a version and its ports.

    Args:
        version: of Neo4j.
        bolt_port, http_port: where it answers.
        more: settings that take the place of the platform's own: "name=value", white space between.

    Raises:
        SettingsError: one of `more` is no such pair, or says where the server answers.
    """
    addresses = {"server.default_listen_address": HOST, "server.default_advertised_address": HOST}
    for connector, port in (("bolt", bolt_port), ("http", http_port)):
        addresses[f"server.{connector}.listen_address"] = f"{HOST}:{port}"
        addresses[f"server.{connector}.advertised_address"] = f"{HOST}:{port}"
    settings = addresses | SETTINGS | SETTINGS_OF_LINE.get(version_line(version), {})
    settings |= _parse_settings(more)
    head = "# Written by kgplatform at each start; changes made here are lost.\n"
    return head + "".join(f"{name}={value}\n" for name, value in settings.items())


def _parse_settings(text: str) -> dict[str, str]:
    settings = {}
    for pair in text.split():
        name, equals, value = pair.partition("=")
        if not (name and equals):
            raise SettingsError(f"Setting 'neo4j_configuration': {pair!r} is not name=value.")
        if "_address" in name:
            raise SettingsError(
                f"Setting 'neo4j_configuration': the local Neo4j's {name} is not to be set: it "
                "answers this machine alone, on ports that kgplatform finds free."
            )
        settings[name] = value
    return settings


def choose_port(preferred: int, *, avoid: Collection[int] = ()) -> int:
    """Return `preferred`, or the next free port after it that is not in `avoid`.

    Raises:
        ServerError: none of the ports after it is free either.
    """
    last = min(preferred + PORTS_TRIED, LARGEST_PORT)
    for port in range(preferred, last + 1):
        if port not in avoid and is_free(port):
            return port
    raise ServerError(f"No port from {preferred} to {last} is free: stop what listens there.")


def is_free(port: int) -> bool:
    """Return whether a server could listen on this port of the loopback address."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        if os.name == "posix":  # elsewhere this option would let two servers share a port
            # A port just left by our own server counts as free, as it does for Neo4j.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            return False
    return True
