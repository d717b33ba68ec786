"""The graph of the long-term version of Neo4j, brought into a newer one; the way back is none.

Each version line keeps its own folder, so the old graph stays where it is, whatever happens.
"""

from __future__ import annotations

from pathlib import Path

from kgplatform.errors import ServerError
from kgplatform.graph.backup import back_up, left_as_found, restore
from kgplatform.graph.connection import Graph
from kgplatform.graph.server import LocalServer
from kgplatform.progress import NO_PROGRESS, Progress

__all__ = ["upgrade"]


def upgrade(
    old: LocalServer, new: LocalServer, path: Path, progress: Progress = NO_PROGRESS
) -> dict[str, int]:
    """Back the old server's graph up into a new file, and restore that into the new server.

    Afterwards the new server runs, and the old one does not; after a failure it is as before.

    Args:
        old: the server of the older version.
        new: that of the newer one, in the same data folder, without a graph or with an empty one.
        path: the backup, which is kept.
        progress: reports each step.

    Returns:
        How many `nodes` and `relationships` there are, in both.

    Raises:
        UsageError: there is nothing to upgrade, the new server's graph is not empty, or the file
            exists.
        ServerError: a server does not start, or the new one's graph is not what the old one's was.
    """
    with left_as_found(old, progress):
        back_up(old, path, progress)
        old.start(progress)
        with Graph.connect(old.address()) as graph:
            before = graph.read("count_all")[0]
        old.stop()
        after = restore(new, path, progress=progress)
    old.stop()
    if after != before:
        raise ServerError(
            f"After the upgrade the graph has {after['nodes']:,} nodes, before {before['nodes']:,}:"
            f" go on with the old one (--neo4j-version {old.version})."
        )
    new.start(progress)
    return after
