"""How fast fact files are read into documents, and with how much memory; no graph, no model.

    python benchmarks/fact_files.py ../shared/data/wikidata_slice.nt.gz [FILE …]

Without a file, a CSV of 300,000 made-up rows in random order of their subjects.
"""

from __future__ import annotations

import random
import resource
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from record import print_table, write_result

from kgplatform.sources.facts.reader import read_facts

ROWS = 300_000
KIB = 1024


def make_csv(folder: Path) -> Path:
    """Write a CSV of facts whose subjects are in no order."""
    chance = random.Random(1)
    file = folder / "made.csv"
    with file.open("w") as out:
        out.write("subject,relation,object,qualifiers,source\n")
        for number in range(ROWS):
            subject, obj = chance.randrange(ROWS // 5), chance.randrange(ROWS // 3)
            year = chance.randrange(1500, 2000)
            out.write(f"Subject {subject},knows,Object {obj},time={year},S{number % 9}\n")
    return file


def measure(file: Path) -> dict[str, object]:
    """Read a file to its end; time is that of the processor, because machines are shared."""
    started, wall = time.process_time(), time.perf_counter()
    counts: Counter[str] = Counter()
    for item in read_facts(file):
        facts = getattr(item, "facts", None)
        counts["errors" if facts is None else "documents"] += 1
        counts["facts"] += len(facts or ())
    seconds = time.process_time() - started
    return {
        "file": file.name,
        "documents": counts["documents"],
        "facts": counts["facts"],
        "errors": counts["errors"],
        "cpu_s": round(seconds, 1),
        "wall_s": round(time.perf_counter() - wall, 1),
        "facts_per_cpu_s": round(counts["facts"] / seconds),
        "peak_memory_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // KIB,
    }


def main() -> None:
    """Measure the files named on the command line, in their order."""
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(name) for name in sys.argv[1:]] or [make_csv(Path(folder))]
        rows = [measure(file) for file in files]
    print_table(rows)
    write_result("fact_files", rows)


if __name__ == "__main__":
    main()
