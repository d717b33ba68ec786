"""Peak memory and seconds of an export at several sizes, a process each.

    python benchmarks/export_size.py [STATEMENTS[:FORMAT,...] ...]

The graph is made as it is read: each statement has a subject, an object and a quote; five are of
one passage, a hundred passages of one document. So what is measured is the export alone: its
stream, manifest and format. A size without formats is measured in all of the platform but `html`,
which is of one answer. The result is written after each export, so a run may be ended early, and
rows of earlier runs stay.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from record import join_rows, print_table, write_result

from kgplatform.export.model import Node, Relationship
from kgplatform.export.scope import ALL
from kgplatform.export.spans import list_marks
from kgplatform.export.write import export_stream
from kgplatform.plugins import EXPORTERS

KEY = ("statements", "format")
SIZES = ("10000", "100000")
STATEMENTS_A_PASSAGE, PASSAGES_A_DOCUMENT = 5, 100
SENTENCE = "Company {n:08d} sold plant {n:08d} in the year 2001 to a buyer from abroad. "
KB_A_MB = 1024


class MadeStream:
    """A graph of so many statements, of which no part is held."""

    def __init__(self, statements: int) -> None:
        self._statements = statements

    def nodes(self) -> Iterator[Node]:
        passages = self._statements // STATEMENTS_A_PASSAGE
        for n in range(passages // PASSAGES_A_DOCUMENT + 1):
            yield _node("Document", n, title=f"Report {n}", uri=f"file:{n}.txt", sha256="0" * 64,
                        mediaType="text/plain")  # fmt: skip
        for n in range(passages):
            text = _text(n)
            yield _node("Passage", n, index=n, text=text, start=0, end=len(text))
        for n in range(self._statements):
            yield _node("Statement", n, relation="sell", text=f"Company {n} sell plant {n}",
                        polarity="affirmed", modality="asserted", isPlain=True,
                        extractor="spacy", confidence=0.9, source="text")  # fmt: skip
        for n in range(2 * self._statements):
            yield _node("Entity", n, name=f"Company or plant {n}", type="Thing")

    def relationships(self) -> Iterator[Relationship]:
        for n in range(self._statements):
            yield _edge("SUBJECT", "Statement", n, "Entity", 2 * n)
            yield _edge("OBJECT", "Statement", n, "Entity", 2 * n + 1)
        for n in range(self._statements // STATEMENTS_A_PASSAGE):
            document = n // PASSAGES_A_DOCUMENT
            yield _edge("PART_OF", "Passage", n, "Document", document)
            yield from list_marks(_row(n, document), lambda properties, _: dict(properties))

    def facts(self, question_id: str) -> list[dict[str, Any]]:
        del question_id
        return []


def _node(kind: str, n: int, **properties: Any) -> Node:
    key = f"{kind[0].lower()}{n:023d}"
    return Node(key, kind, (kind,), {"id": key, **properties})


def _edge(kind: str, start_kind: str, start: int, end_kind: str, end: int) -> Relationship:
    ends = (f"{start_kind[0].lower()}{start:023d}", end_kind, f"{end_kind[0].lower()}{end:023d}")
    return Relationship(kind, start_kind, *ends, relation="sell")


def _text(passage: int) -> str:
    first = passage * STATEMENTS_A_PASSAGE
    return "".join(SENTENCE.format(n=first + n) for n in range(STATEMENTS_A_PASSAGE))


def _row(passage: int, document: int) -> dict[str, Any]:
    width = len(SENTENCE.format(n=0))
    marks = [
        {
            "type": "STATED_IN",
            "kind": "Statement",
            "start": f"s{passage * STATEMENTS_A_PASSAGE + n:023d}",
            "properties": {"start": n * width, "end": (n + 1) * width - 1,
                           "subjectStart": n * width, "subjectEnd": n * width + 16},
        }
        for n in range(STATEMENTS_A_PASSAGE)
    ]  # fmt: skip
    return {"id": f"p{passage:023d}", "text": _text(passage), "start": 0, "page": None,
            "heading": None, "document": f"d{document:023d}", "table": None, "pages": [],
            "marks": marks}  # fmt: skip


def measure(statements: int, format: str) -> dict[str, Any]:
    """Return what one export took, in this process."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "graph"
        started = time.perf_counter()
        counts = export_stream(MadeStream(statements), ALL, write=EXPORTERS.load(format), out=out)
        seconds = time.perf_counter() - started
        files = [file for file in Path(folder).rglob("*") if file.is_file()]
        size = sum(file.stat().st_size for file in files)
    used = resource.getrusage(resource.RUSAGE_SELF)
    return {
        "statements": statements,
        "format": format,
        **counts,
        "seconds": round(seconds, 1),
        "cpu_seconds": round(used.ru_utime + used.ru_stime, 1),
        "peak_mb": round(used.ru_maxrss / KB_A_MB),
        "written_mb": round(size / 1e6),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sizes", nargs="*", default=SIZES, metavar="STATEMENTS[:FORMAT,...]")
    parser.add_argument("--one", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.one:
        size, _, kind = given.sizes[0].partition(":")
        print(json.dumps(measure(int(size), kind)))
        return
    rows = []
    for one in given.sizes:
        size, _, kinds = one.partition(":")
        for kind in kinds.split(",") if kinds else (name for name in EXPORTERS if name != "html"):
            command = [sys.executable, __file__, f"{size}:{kind}", "--one"]
            answer = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
            rows.append(json.loads(answer.splitlines()[-1]))
            print_table(rows[-1:])
            write_result(
                "export_size", {"sizes": join_rows("export_size", rows, key=KEY, under="sizes")}
            )
    print_table(rows)


if __name__ == "__main__":
    main()
