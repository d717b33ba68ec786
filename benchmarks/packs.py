"""What a pack of many statements costs: seconds and memory of import into a graph, and export.

    python benchmarks/packs.py [--statements 100000]

The pack is made here, a passage for ten statements and an entity for five, passages and statements
with vectors. Both digests are compared.
"""

from __future__ import annotations

import argparse
import base64
import resource
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from record import print_table, write_result

from kgplatform import Platform, Settings
from kgplatform.graph.labels import own_label
from kgplatform.graph.migration_files import load_migrations
from kgplatform.graph.pack_files import write_pack
from kgplatform.graph.pack_rows import Row
from kgplatform.testing import HashEmbedder

DIMENSION = 384
PER_PASSAGE, PER_ENTITY = 10, 5


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--statements", type=int, default=100_000)
    count = parser.parse_args().statements
    embedder = HashEmbedder(dimension=DIMENSION)
    with tempfile.TemporaryDirectory() as folder:
        made, again = Path(folder) / "made.kgpack", Path(folder) / "again.kgpack"
        manifest = write_pack(
            made,
            make_nodes(count),
            make_relationships(count),
            made_by="benchmark",
            made_at="",
            schema=load_migrations()[-1].name,
            embedder=embedder.name,
            dimension=DIMENSION,
        )
        settings = Settings.load(home=Path(folder) / "home")
        with Platform(settings, embedder=embedder, chat=False) as platform:
            platform.server.start()
            try:
                rows = [
                    measure("import", made, lambda: platform.import_pack(made).digest),
                    measure("export", again, lambda: platform.export_pack(again).digest),
                ]
            finally:
                platform.server.stop()
    assert {row.pop("digest") for row in rows} == {manifest.digest}
    print_table(rows)
    write_result("packs", {"statements": count, "rows": rows})


def measure(step: str, path: Path, do: Callable[[], str]) -> dict[str, Any]:
    """Do a step and return its seconds, the most memory so far and the file's size."""
    started = time.perf_counter()
    digest = do()
    seconds = time.perf_counter() - started
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
    return {
        "step": step,
        "s": round(seconds, 1),
        "peak MB": round(memory),
        "file MB": round(path.stat().st_size / 1e6, 1),
        "digest": digest,
    }


def make_nodes(count: int) -> Iterator[Row]:
    """Yield documents, passages, entities and statements."""
    numbers = np.random.default_rng(0)

    def vector() -> str:
        return base64.b64encode(numbers.random(DIMENSION, dtype=np.float32).tobytes()).decode()

    yield make_node("Document", "d0", title="All", uri="file:///all.txt", sha256="0")
    for number in range(count // PER_ENTITY):
        name = f"entity {number}"
        yield make_node("Entity", f"e{number}", name=name, normalizedName=name, type="Thing")
    for number in range(count // PER_PASSAGE):
        text = f"Passage {number} says what is so. " * 10
        yield make_node("Passage", f"p{number}", vector(), index=number, text=text)
    for number in range(count):
        text = f"entity {number} is near another"
        yield make_node("Statement", f"s{number}", vector(), relation="is near", text=text)


def make_node(kind: str, key: str, vector: str | None = None, **properties: Any) -> Row:
    """Return a node's row."""
    row = {"kind": kind, "key": key, "labels": sorted((kind, own_label(kind)))}
    given = {} if vector is None else {"vector": vector}
    return {**row, "properties": {"id": key, **properties}, **given}


def make_relationships(count: int) -> Iterator[Row]:
    """Yield what ties statements to passages and entities, and passages to the document."""
    entities = count // PER_ENTITY
    for number in range(count // PER_PASSAGE):
        yield tie(("Passage", f"p{number}"), "PART_OF", ("Document", "d0"))
    for number in range(count):
        statement = ("Statement", f"s{number}")
        yield tie(statement, "SUBJECT", ("Entity", f"e{number % entities}"))
        yield tie(statement, "OBJECT", ("Entity", f"e{(number + 1) % entities}"))
        passage = ("Passage", f"p{number // PER_PASSAGE}")
        yield tie(statement, "STATED_IN", passage, start=0, end=10)


def tie(start: tuple[str, str], kind: str, end: tuple[str, str], /, **properties: Any) -> Row:
    """Return a relationship's row."""
    return {"start": [*start], "type": kind, "end": [*end], "properties": properties}


if __name__ == "__main__":
    main()
