"""Whether an export comes back whole from `neo4j-admin database import` and from a Cypher script.

    python benchmarks/export_import.py [EXPORT.json EXPORT.csv/ EXPORT.cypher]

The three are exports of one graph; without them the small graph with hard text of the tests is
exported. CSV is imported into a new Neo4j, the script is run in another; what each then holds is
compared with the JSON export, node by node and relationship by relationship.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path
from typing import Any

from record import print_table, write_result

sys.path.append(str(Path(__file__).parents[1]))

from kgplatform.errors import GraphError
from kgplatform.graph.connection import Graph
from kgplatform.graph.runtime import ADMIN_CLASS, run_admin
from kgplatform.graph.server import LocalServer
from kgplatform.settings import Settings
from tests.unit.export.streams import export

NODES = "MATCH (n) RETURN labels(n) AS labels, properties(n) AS properties"
EDGES = """
MATCH (a)-[r]->(b) RETURN type(r) AS type, a.id AS start, b.id AS end, properties(r) AS properties
"""
SOURCES = re.compile(r"--\S+=\S+")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        given = [Path(word) for word in sys.argv[1:]]
        whole, table, script = given or [
            export(Path(folder), kind) for kind in ("json", "csv", "cypher")
        ]
        said = json.loads(whole.read_text(encoding="utf-8"))
        rows = [
            _measure("neo4j-admin import", lambda server: _import(server, table), said),
            _measure("Cypher script", lambda server: _run(server, script), said),
        ]
    print_table(rows)
    write_result("export_import", {"round_trips": rows})


def _measure(
    name: str, fill: Callable[[LocalServer], None], said: dict[str, Any]
) -> dict[str, Any]:
    """Return what a new Neo4j holds after it was filled, beside what was exported."""
    with tempfile.TemporaryDirectory() as home:
        settings = Settings.load(home=Path(home))
        server = LocalServer(settings.home, version=settings.neo4j_version, cache=settings.cache)
        server.start()
        try:
            started = time.perf_counter()
            fill(server)
            seconds = time.perf_counter() - started
            with Graph.connect(server.address()) as graph:
                nodes, edges = graph.run_text(NODES), graph.run_text(EDGES)
        finally:
            server.stop()
    equal = (_count(nodes) == _count(said["nodes"], without="id"),
             _count(edges) == _count(said["relationships"]))  # fmt: skip
    return {
        "round_trip": name,
        "nodes": len(nodes),
        "equal_nodes": equal[0],
        "edges": len(edges),
        "equal_edges": equal[1],
        "seconds": round(seconds, 1),
    }


def _import(server: LocalServer, table: Path) -> None:
    command = (table / "import.txt").read_text(encoding="utf-8")
    words = [
        word if not word.endswith(".csv") else "{}={}".format(*_in_folder(word, table))
        for word in SOURCES.findall(command)
    ]
    options = server.folder / "import.args"
    server.write_options(options)
    server.stop()
    done = run_admin(server.folder, [f"@{options}", ADMIN_CLASS, "database", "import", "full",
                                     "neo4j", *words])  # fmt: skip
    if done.returncode != 0:
        raise SystemExit(f"{done.stdout}\n{done.stderr}")
    server.start()


def _in_folder(word: str, table: Path) -> tuple[str, Path]:
    option, _, name = word.partition("=")
    return option, table.absolute() / name


def _run(server: LocalServer, script: Path) -> None:
    with Graph.connect(server.address()) as graph:
        for statement in script.read_text(encoding="utf-8").splitlines():
            try:
                graph.run_text(statement.removesuffix(";"))
            except GraphError as exc:
                raise SystemExit(f"{statement[:200]}: {exc}") from exc


def _count(rows: list[dict[str, Any]], without: str = "") -> Counter[str]:
    """Return rows in one form; times as JSON exports have them."""
    texts = []
    for row in rows:
        known = {name: value for name, value in row.items() if name != without}
        if "labels" in known:
            known["labels"] = sorted(known["labels"])
        texts.append(json.dumps(known, sort_keys=True, default=_as_text))
    return Counter(texts)


def _as_text(value: datetime | date) -> str:
    return value.isoformat().replace("+00:00", "Z")


if __name__ == "__main__":
    main()
