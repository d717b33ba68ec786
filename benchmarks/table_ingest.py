"""How fast a long table becomes facts: a CSV of eight columns, made here, in a graph of its own.

Vectors come from words alone, or, with `--embedder`, from a model. Peak memory is of the client.

    python benchmarks/table_ingest.py               # 100,000 rows; results/table_ingest.json
    python benchmarks/table_ingest.py --rows 10000 --embedder bge-small-en-v1.5
                                                    # results/table_ingest_bge-small-en-v1.5.json
"""

from __future__ import annotations

import argparse
import csv
import random
import resource
import tempfile
import time
from pathlib import Path

from record import print_table, write_result

from kgplatform.extract.extractors import make_extractor
from kgplatform.graph.connection import Graph
from kgplatform.graph.migrations import migrate
from kgplatform.graph.server import LocalServer
from kgplatform.ingest import IngestModels, ingest
from kgplatform.models.embedding import Embedder, load_embedder
from kgplatform.models.linguistics import load_linguistics
from kgplatform.settings import Settings
from kgplatform.testing import HashEmbedder

ROWS = 100_000
DIMENSION = 16
SEED = 53
FIRST = "Ann Tom Mia Ruth Paul Mina Jon Lena Otto Farah Heike Nina Yara Piet".split()
LAST = "Lee Day Orr Holt Zeller Costa Falk Moreau Keel Vogt Hart Boyd Quist Lind".split()
YARDS = "Alder Birch Cedar Elm Oak Ash Fir Yew".split()
KINDS = "Yard Dock Works Mill Lane Quay".split()
HEADER = ("Order", "Customer", "Site", "Manager", "Ordered", "Quantity", "Price (EUR)", "Status")
STAGES = ("scan", "split", "parse", "write", "resolve", "schema", "total")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=ROWS)
    parser.add_argument("--embedder", help="a model, as the setting of this name; words by default")
    arguments = parser.parse_args()
    rows, model = arguments.rows, arguments.embedder
    settings = Settings.load()
    linguistics = load_linguistics(settings.spacy_pipeline)
    embedder: Embedder = HashEmbedder(dimension=DIMENSION)
    if model is not None:
        embedder = load_embedder(model, cache=settings.cache)
    models = IngestModels(embedder, linguistics, make_extractor("none", linguistics=linguistics))
    with tempfile.TemporaryDirectory() as folder:
        file = _write_table(Path(folder) / "orders.csv", rows)
        home = Path(folder) / "home"
        server = LocalServer(home, version=settings.neo4j_version, cache=settings.cache)
        server.start()
        try:
            with Graph.connect(server.address()) as graph:
                migrate(graph, embedder=embedder.name, dimension=embedder.dimension)
                started = time.perf_counter()
                report = ingest([file], graph=graph, models=models)
                seconds = time.perf_counter() - started
        finally:
            server.stop()
    figures = {
        "rows": rows,
        "passages": report.passages,
        "statements": report.statements,
        "failures": len(report.failures),
        "names merged": report.derived.get("names merged", 0),
        "rows/s": round(rows / seconds, 1),
        "statements/s": round(report.statements / seconds, 1),
        "client CPU s": round(time.process_time()),
        **{f"{stage} s": round(report.seconds.get(stage, 0.0), 1) for stage in STAGES},
        "peak MB": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
    }
    print_table([figures])
    if model is not None:
        write_result(f"table_ingest_{model}", figures)
    elif rows == ROWS:
        write_result("table_ingest", figures)


def _write_table(file: Path, rows: int) -> Path:
    chance = random.Random(SEED)
    with file.open("w", newline="", encoding="utf-8") as stream:
        table = csv.writer(stream)
        table.writerow(HEADER)
        for number in range(rows):
            table.writerow(
                (
                    f"SO-{number:06}",
                    f"{chance.choice(LAST)} & {chance.choice(LAST)} Ltd",
                    f"{chance.choice(YARDS)} {chance.choice(KINDS)}",
                    f"{chance.choice(FIRST)} {chance.choice(LAST)}",
                    f"20{chance.randint(18, 25)}-{chance.randint(1, 12):02}-01",
                    chance.randint(1, 500),
                    f"{chance.uniform(1, 5000):.2f}",
                    chance.choice(("open", "paid", "shipped")),
                )
            )
    return file


if __name__ == "__main__":
    main()
