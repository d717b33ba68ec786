"""Files made to take minutes, gigabytes or the whole ingest: what each takes, and what is told.

    python benchmarks/hostile.py [NAME ...]          # the files, one by one
    python benchmarks/hostile.py --ordinary FOLDER   # what the processes cost ordinary files

Each file is read as `ingest` reads it, in a process under the default limits. `--ordinary` reads
the files of a folder in this process and in processes of their own, turn about, and tells the
median of the ratios of wall time.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
from hostile_files import FILES
from record import print_table, write_result

from kgplatform.errors import SourceError
from kgplatform.sources.files import list_files, read_file, read_sources

MAKER = str(Path(__file__).with_name("hostile_files.py"))
PAIRS = 9
SAMPLE_S = 0.02
TOLD_CHARS = 150


def measure(names: list[str]) -> None:
    """Read the hostile files and keep what each took."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for name in names or list(FILES):
            file = Path(folder) / name
            subprocess.run([sys.executable, MAKER, name, str(file)], check=True)
            rows.append(read_one(file))
            print(rows[-1], flush=True)
            file.unlink()
    print_table(rows)
    write_result("hostile", {"files": rows})


def read_one(file: Path) -> dict[str, object]:
    """Read one file; return seconds, peak memory (MB) of child and parent, and what was told."""
    started = time.perf_counter()
    documents, errors = 0, list[str]()
    with watched() as peak:
        for item in read_sources([file]):
            if isinstance(item, SourceError):
                errors.append(str(item).replace(f"'{file}' ", ""))
            else:
                documents += 1
    return {
        "file": file.name,
        "kilobytes": round(file.stat().st_size / 1000),
        "seconds": round(time.perf_counter() - started, 1),
        "child_mb": round(peak["child"] / 1e6),
        "parent_mb": round(peak["parent"] / 1e6),
        "documents": documents,
        "errors": len(errors),
        "told": errors[-1][:TOLD_CHARS] if errors else "",
    }


@contextmanager
def watched() -> Iterator[dict[str, int]]:
    """Give the peaks of this process and of those that it started, which grow as it goes on."""
    peak, done = {"child": 0, "parent": 0}, threading.Event()

    def look() -> None:
        parent = psutil.Process()
        while not done.wait(SAMPLE_S):
            try:
                child = sum(child.memory_info().rss for child in parent.children())
            except psutil.Error:
                continue
            peak["child"] = max(peak["child"], child)
            peak["parent"] = max(peak["parent"], parent.memory_info().rss)

    watcher = threading.Thread(target=look, daemon=True)
    watcher.start()
    try:
        yield peak
    finally:
        done.set()
        watcher.join()


def compare(folder: Path, count: int) -> None:
    """Read ordinary files in this process and in processes of their own, turn about."""
    files = list_files([folder])
    in_here(files)  # libraries are loaded once, as an ingest loads them
    pairs = []
    for number in range(count):
        order = (in_here, in_processes) if number % 2 else (in_processes, in_here)
        seconds = {read.__name__: read(files) for read in order}
        pairs.append({**seconds, "ratio": seconds["in_processes"] / seconds["in_here"]})
    ratio = statistics.median(pair["ratio"] for pair in pairs)
    rounded = [{name: round(value, 3) for name, value in pair.items()} for pair in pairs]
    print_table(rounded)
    print(f"{len(files)} files, median ratio {ratio:.3f}")
    figures = {"files": len(files), "median_ratio": round(ratio, 3), "pairs": rounded}
    write_result("hostile_ordinary", figures)


def in_here(files: list[Path]) -> float:
    started = time.perf_counter()
    for file in files:
        for _ in read_file(file):
            pass
    return time.perf_counter() - started


def in_processes(files: list[Path]) -> float:
    started = time.perf_counter()
    for _ in read_sources(files):
        pass
    return time.perf_counter() - started


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(FILES))
    parser.add_argument("--ordinary", type=Path, metavar="FOLDER")
    parser.add_argument("--pairs", type=int, default=PAIRS)
    arguments = parser.parse_args()
    if arguments.ordinary:
        compare(arguments.ordinary, arguments.pairs)
    else:
        measure(arguments.names)


if __name__ == "__main__":
    main()
