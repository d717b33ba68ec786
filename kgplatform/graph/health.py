"""Is a running local Neo4j well: asked with queries, since one whose graph is lost answers too.

After an error in writing (a full disk, above all) Neo4j closes the graph and goes on without it,
and with damaged files it starts without it.
"""

from __future__ import annotations

from dataclasses import replace

from kgplatform.errors import GraphClosed, GraphError
from kgplatform.graph.address import Address
from kgplatform.graph.connection import Graph
from kgplatform.graph.server_files import USER, ServerInfo, read_password
from kgplatform.storage.disk import FULL_DISK

__all__ = ["find_trouble"]

SYSTEM_DATABASE = "system"


def find_trouble(running: ServerInfo) -> str | None:
    """Return what keeps the server's graph from answering, or None where it answers.

    A server that cannot be asked at all (it is busy, its password was changed) is not known to be
    broken.
    """
    try:
        address = Address(running.uri, USER, read_password(running.home))
        with Graph.connect(replace(address, database=SYSTEM_DATABASE)) as system:
            row = system.read("show_default_database")[0]
        if FULL_DISK.search(row["message"]):
            return "its disk was full"
        if row["message"] or row["status"] == "offline":
            return str(row["message"] or row["status"]).rstrip(".")
    except GraphClosed as exc:  # the long-term version closes all it has
        return str(exc).rstrip(".")
    except GraphError:
        return None
    try:
        with Graph.connect(address):
            return None
    except GraphError as exc:
        return str(exc).rstrip(".")
