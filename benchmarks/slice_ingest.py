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
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from command import ingest, run
from record import print_table, write_result

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
        run("db", "start", home=home)
        try:
            row = _row(ingest(job, home=home), triples=sum(1 for _ in _lines(dump)))
        finally:
            run("db", "stop", home=home)
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


def _row(report: dict[str, Any], *, triples: int) -> dict[str, Any]:
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
        "command s": report["command_seconds"],
    }


if __name__ == "__main__":
    main()
