"""Writes a benchmark's figures with what is needed to judge and repeat them."""

from __future__ import annotations

import json
import os
import platform
import shlex
import sys
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).parent / "results"
VECTOR_SETS = ("avx2", "avx_vnni", "avx512f", "avx512_vnni", "amx_int8", "asimd", "sve")
PACKAGES = ("kgplatform", "neo4j", "spacy", "onnxruntime", "numpy")


def write_result(name: str, figures: Any) -> Path:
    """Write results/NAME.json: command, versions, machine, date and the figures."""
    path = RESULTS / f"{name}.json"
    script = Path(sys.argv[0]).name
    arguments = [Path(word).name if "/" in word else word for word in sys.argv[1:]]
    record = {
        "command": shlex.join(["python", f"benchmarks/{script}", *arguments]),
        "date": _today(),
        "machine": {
            "system": platform.system(),
            "processor": platform.machine(),
            "cores": os.cpu_count(),
            "vectors": _list_vector_sets(),
        },
        "versions": {
            "python": platform.python_version(),
            **{package: version(package) for package in PACKAGES},
        },
        "figures": figures,
    }
    path.write_text(json.dumps(record, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    return path


def join_rows(
    name: str,
    measured: Iterable[Mapping[str, Any]],
    *,
    key: Sequence[str] = ("dataset", "method"),
    under: str | None = None,
) -> list[dict[str, Any]]:
    """Return the kept rows of a result, those measured now in place of their former ones.

    Each has the date of its run.

    Args:
        name: of the result.
        measured: rows of today.
        key: columns that tell rows apart.
        under: what the result's figures have the rows under; None: they are the rows.
    """
    path, rows = RESULTS / f"{name}.json", dict[tuple[Any, ...], dict[str, Any]]()
    if path.is_file():
        record = json.loads(path.read_text("utf-8"))
        for row in record["figures"][under] if under else record["figures"]:
            rows[tuple(row[column] for column in key)] = {"date": record["date"], **row}
    for row in measured:
        rows[tuple(row[column] for column in key)] = {**row, "date": _today()}
    return list(rows.values())


def _list_vector_sets() -> list[str]:
    """Return the processor's vector instructions as Linux tells them: models run by these."""
    path = Path("/proc/cpuinfo")
    stated = set(path.read_text("utf-8").split()) if path.is_file() else set()
    return [name for name in VECTOR_SETS if name in stated]


def _today() -> str:
    return datetime.now(UTC).date().isoformat()


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
