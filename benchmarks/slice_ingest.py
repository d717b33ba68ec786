"""How fast `kgplatform ingest` brings a whole slice of Wikidata into a graph, by one job.

    python benchmarks/slice_ingest.py DATA/wikidata_slice.nt.gz
    python benchmarks/slice_ingest.py DATA/wikidata_slice.nt.gz --limit 3000    # only to try it

Runs the command itself in a home of its own, with a scratch Neo4j that is gone afterwards. A part
(--limit) has the first direct claims, with the names of all that they name; its rate is printed and
not kept, since start-up weighs more in it.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from record import print_table, write_result

COMMAND = Path(sys.executable).parent / "kgplatform"
DIRECT = "http://www.wikidata.org/prop/direct/"
LABEL = "http://www.w3.org/2000/01/rdf-schema#label"
NAMED = re.compile(r"[QP][1-9]\d*(?=>)")
JOB = """
name = "Wikidata slice"

[[sources]]
path = "{dump}"

[extraction]
extractor = "none"
"""
STAGES = ("scan", "split", "embed", "write", "link", "resolve", "schema", "models", "total")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("dump", type=Path, help="N-Triples, gzipped")
    parser.add_argument("--limit", type=int, help="only the first so many direct claims")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        dump = arguments.dump.resolve()
        if arguments.limit:
            dump = _write_part(dump, home / "part.nt.gz", limit=arguments.limit)
        job = home / "slice.toml"
        job.write_text(JOB.format(dump=dump), encoding="utf-8")
        _run(home, "db", "start")
        try:
            row = _ingest(home, job, triples=sum(1 for _ in _lines(dump)))
        finally:
            _run(home, "db", "stop")
    print_table([row])
    if not arguments.limit:
        write_result("slice_ingest", {"dump": arguments.dump.name, **row})


def _lines(dump: Path) -> Iterator[str]:
    with gzip.open(dump, "rt", encoding="utf-8") as stream:
        yield from stream


def _write_part(dump: Path, part: Path, *, limit: int) -> Path:
    """Write the first `limit` direct claims and the names of what they name."""
    claims: list[str] = []
    for line in _lines(dump):
        if len(claims) == limit:
            break
        if DIRECT in line:
            claims.append(line)
    named = {name for line in claims for name in NAMED.findall(line)}
    with gzip.open(part, "wt", encoding="utf-8") as stream:
        stream.writelines(claims)
        for line in _lines(dump):
            subject, predicate, _ = line.split(" ", 2)
            if LABEL in predicate and named & set(NAMED.findall(subject)):
                stream.write(line)
    return part


def _ingest(home: Path, job: Path, *, triples: int) -> dict[str, Any]:
    started = time.perf_counter()
    report = json.loads(_run(home, "ingest", str(job), "--json"))
    command_s = time.perf_counter() - started
    seconds = report["seconds"]
    return {
        "triples": triples,
        "documents": sum(report["documents"].values()),
        "statements": report["statements"],
        "rows written": report["rows_written"],
        "failures": len(report["failures"]),
        "triples/s": round(triples / seconds["total"], 1),
        "statements/s": round(report["statements"] / seconds["total"], 1),
        **{f"{stage} s": round(seconds.get(stage, 0.0), 1) for stage in STAGES},
        "command s": round(command_s, 1),
    }


def _run(home: Path, *arguments: str) -> str:
    done = subprocess.run(
        [COMMAND, *arguments],
        env={**os.environ, "KGPLATFORM_HOME": str(home)},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return done.stdout


if __name__ == "__main__":
    main()
