"""Peak memory of an ingest's client at several sizes of corpus, on synthetic text.

    python benchmarks/ingest_memory.py [PASSAGES ...]

Each size is a process of its own with a graph of its own. Every passage is a document of its own
with a title of its own, which is the worst case for what an ingest has to remember. Vectors come
from words alone and no model is loaded (extractor `none`): a model's memory does not depend on
the size of the corpus and is measured beside it.
"""

from __future__ import annotations

import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from itertools import accumulate
from pathlib import Path

from record import RESULTS, print_table, write_result

from kgplatform.extract.extractors import make_extractor
from kgplatform.graph.connection import Graph
from kgplatform.graph.migrations import migrate
from kgplatform.graph.server import LocalServer
from kgplatform.ingest import IngestModels, ingest
from kgplatform.models.linguistics import load_linguistics
from kgplatform.settings import Settings
from kgplatform.testing import HashEmbedder

SIZES = (10_000, 100_000, 1_000_000)
DIMENSION = 16  # vectors pass through the client in batches; their length does not add up
WORDS_PER_PASSAGE = 60
SEED = 7


def main(sizes: list[int]) -> None:
    rows = _former_rows()
    for size in sizes:
        command = [sys.executable, __file__, "--one", str(size)]
        answer = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
        row = json.loads(answer.splitlines()[-1])
        others = [other for other in rows if other["passages"] != size]
        rows = sorted([*others, row], key=lambda other: other["passages"])
        print_table(rows)
        write_result("ingest_memory", {"sizes": rows})


def _former_rows() -> list[dict[str, float]]:
    """Return the sizes measured before; the largest takes long and may be run alone."""
    file = RESULTS / "ingest_memory.json"
    if not file.exists():
        return []
    rows: list[dict[str, float]] = json.loads(file.read_text(encoding="utf-8"))["figures"]["sizes"]
    return rows


def measure(size: int) -> None:
    """Ingest `size` synthetic passages and print what it took as JSON."""
    settings = Settings.load()
    with tempfile.TemporaryDirectory() as folder:
        corpus = Path(folder) / "corpus.jsonl"
        write_corpus(corpus, size)
        server = LocalServer(
            Path(folder) / "home", version=settings.neo4j_version, cache=settings.cache
        )
        server.start()
        try:
            print(json.dumps(_ingest(server, corpus, size)))
        finally:
            server.stop()


def _ingest(server: LocalServer, corpus: Path, size: int) -> dict[str, float]:
    embedder = HashEmbedder(dimension=DIMENSION)
    linguistics = load_linguistics(Settings.load().spacy_pipeline)
    models = IngestModels(embedder, linguistics, make_extractor("none", linguistics=linguistics))
    with Graph.connect(server.address()) as graph:
        migrate(graph, embedder=embedder.name, dimension=embedder.dimension)
        before = _peak_mb()
        started = time.perf_counter()
        report = ingest([corpus], graph=graph, models=models)
        seconds = time.perf_counter() - started
    return {
        "passages": size,
        "before_mb": round(before),
        "peak_mb": round(_peak_mb()),
        "seconds": round(seconds, 1),
        "rows_per_s": round(report.rows_written / max(report.seconds["write"], 0.001)),
        "rows": report.rows_written,
        "write_s": report.seconds["write"],
    }


def _peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def write_corpus(file: Path, size: int) -> None:
    """Write `size` documents of made-up words (Zipf), each with a title, naming two others."""
    random.seed(SEED)
    words = [
        "".join(random.choices("aeioubdfgklmnprst", k=random.randint(2, 9))) for _ in range(20_000)
    ]
    weights = list(accumulate(1 / (rank + 1) for rank in range(len(words))))
    with file.open("w", encoding="utf-8") as out:
        for number in range(size):
            text = " ".join(random.choices(words, cum_weights=weights, k=WORDS_PER_PASSAGE))
            named = " and ".join(_title(random.randrange(size), words) for _ in range(2))
            row = {"_id": str(number), "title": _title(number, words), "text": f"{text}. {named}."}
            out.write(json.dumps(row) + "\n")


def _title(number: int, words: list[str]) -> str:
    first, second = words[number % 20_000], words[number // 20_000 + number % 7]
    return f"{first.title()} {second.title()} {number}"


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        measure(int(sys.argv[2]))
    else:
        main([int(size) for size in sys.argv[1:]] or list(SIZES))
