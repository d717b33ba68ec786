"""Whether every export comes back whole from the program that it is for.

    python benchmarks/export_import.py [--made]

The graph that the settings name is read once and written in each format but `html`. What rdflib,
networkx, pandas and a second Neo4j (by `neo4j-admin database import`, and by the script) make of it
is compared with what was read, node by node and edge by edge, with all labels and properties.
`--made` takes the small graph with hard text of the tests.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from record import print_table, write_result

sys.path.append(str(Path(__file__).parents[1]))

from kgplatform import Platform
from kgplatform.export.scope import ALL
from kgplatform.export.stream import SelectedStream
from kgplatform.graph.connection import Graph
from kgplatform.graph.server import LocalServer
from kgplatform.settings import Settings
from tests.integration.export.importing import import_csv
from tests.unit.export.readers import RDF_FORMATS, READERS, Found, read_neo4j
from tests.unit.export.streams import STREAM, MadeStream, export, list_edges, list_nodes

PROGRAMS = {"json": "json", "graphml": "networkx", "parquet": "pandas"}
SHORT_LIVED = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--made", action="store_true", help="the small graph with hard text")
    stream = STREAM if parser.parse_args().made else read_graph()
    with tempfile.TemporaryDirectory() as folder:
        rows = list(measure(stream, Path(folder)))
    print_table(rows)
    write_result("export_import", {"round_trips": rows})


def read_graph() -> MadeStream:
    """Return the graph that the settings name."""
    with Platform(chat=False) as platform:
        read = SelectedStream(platform.graph(), None)
        return MadeStream(list(read.nodes()), list(read.relationships()))


def measure(stream: MadeStream, folder: Path) -> Iterator[dict[str, Any]]:
    """Yield what each program read, next to what was exported."""
    for name, read in READERS.items():
        path = export(folder, name, stream, scope=ALL)
        yield compare(stream, name, PROGRAMS.get(name, "rdflib"), partial(read, path))
    table, script = (export(folder, name, stream, scope=ALL) for name in ("csv", "cypher"))
    settings = Settings.load(home=folder / "home")
    server = LocalServer(settings.home, version=settings.neo4j_version, cache=settings.cache,
                         java_options=SHORT_LIVED)  # fmt: skip
    yield compare(stream, "csv", "neo4j-admin import", partial(import_and_read, server, table))
    yield compare(stream, "cypher", "Neo4j, script", partial(run_and_read, server, script))


def compare(
    stream: MadeStream, format: str, program: str, read: Callable[[], Found]
) -> dict[str, Any]:
    """Return how many nodes and edges were read, and whether each is as it was exported."""
    started = time.perf_counter()
    nodes, edges = read()
    known = list_nodes(stream.made_nodes, unordered=format in RDF_FORMATS)
    return {
        "format": format,
        "read by": program,
        "nodes": len(nodes),
        "edges": len(edges),
        "different nodes": len(nodes ^ known),
        "different edges": len(edges ^ list_edges(stream.made_relationships)),
        "equal": (len(nodes), len(edges))
        == (len(stream.made_nodes), len(stream.made_relationships))
        and nodes == known
        and edges == list_edges(stream.made_relationships),
        "s": round(time.perf_counter() - started, 1),
    }


def import_and_read(server: LocalServer, table: Path) -> Found:
    """Import the folder into a Neo4j that has never run, and read that."""
    import_csv(server, table)
    with running(server) as graph:
        return read_neo4j(graph)


def run_and_read(server: LocalServer, script: Path) -> Found:
    """Empty the Neo4j, run the script there, and read it."""
    with running(server) as graph:
        graph.run_text("MATCH (n) DETACH DELETE n")
        for statement in script.read_text(encoding="utf-8").splitlines():
            graph.run_text(statement.removesuffix(";"))
        return read_neo4j(graph)


@contextmanager
def running(server: LocalServer) -> Iterator[Graph]:
    """Start a Neo4j for as long as it is needed."""
    server.start()
    try:
        with Graph.connect(server.address()) as graph:
            yield graph
    finally:
        server.stop()


if __name__ == "__main__":
    main()
