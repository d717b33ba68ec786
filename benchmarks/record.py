"""Writes a benchmark's figures with what is needed to judge and repeat them."""

from __future__ import annotations

import json
import os
import platform
import shlex
import sys
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).parent / "results"
PACKAGES = ("kgplatform", "neo4j", "spacy", "onnxruntime", "numpy")


def write_result(name: str, figures: Any) -> Path:
    """Write results/NAME.json: command, versions, machine, date and the figures."""
    path = RESULTS / f"{name}.json"
    script = Path(sys.argv[0]).name
    arguments = [Path(word).name if "/" in word else word for word in sys.argv[1:]]
    record = {
        "command": shlex.join(["python", f"benchmarks/{script}", *arguments]),
        "date": datetime.now(UTC).date().isoformat(),
        "machine": {
            "system": platform.system(),
            "processor": platform.machine(),
            "cores": os.cpu_count(),
        },
        "versions": {
            "python": platform.python_version(),
            **{package: version(package) for package in PACKAGES},
        },
        "figures": figures,
    }
    path.write_text(json.dumps(record, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    return path


def load_rows(path: Path) -> dict[str, Any]:
    """Return what `save_rows` kept there; nothing where it did not."""
    rows: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.is_file() else {}
    return rows


def save_rows(path: Path, rows: dict[str, Any]) -> None:
    """Keep rows by their ids, all or none, so that a long run can go on from them."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(".partial")
    partial.write_text(json.dumps(rows, indent=0) + "\n", encoding="utf-8")
    partial.replace(path)


def print_table(rows: list[dict[str, Any]]) -> None:
    """Print rows as an aligned table, columns in the order of the first row."""
    columns = list(rows[0])
    cells = [columns, *([f"{row[name]}" for name in columns] for row in rows)]
    widths = [max(len(line[i]) for line in cells) for i in range(len(columns))]
    for line in cells:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)))
