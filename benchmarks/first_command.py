"""What the README's first command costs: a clean clone in a new virtual environment, cold and warm.

    python benchmarks/first_command.py

Cold: an empty cache, every jar and the embedder fetched. Warm: the same cache, another clone,
another environment, another home. Python packages come from pip's own cache in both.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from record import print_table, write_result

REPOSITORY = Path(__file__).parents[1]
MEGABYTE = 1_000_000


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder) / "cache"
        rows = [_measure(Path(folder) / name, cache) | {"run": name} for name in ("cold", "warm")]
    outputs = [row.pop("output") for row in rows]
    print(outputs[0])
    print_table([{"run": row.pop("run"), **row} for row in rows])
    write_result("first_command", {"rows": rows, "output": outputs[0]})


def _measure(folder: Path, cache: Path) -> dict[str, Any]:
    folder.mkdir()
    _run(folder, "git", "clone", "--quiet", str(REPOSITORY), "clone")
    _run(folder, sys.executable, "-m", "venv", "venv")
    binaries = folder / "venv" / "bin"
    install_s, _ = _run(folder / "clone", str(binaries / "pip"), "install", "--quiet", ".")
    environment = {"KGPLATFORM_HOME": str(folder / "home"), "KGPLATFORM_CACHE": str(cache)}
    demo_s, output = _run(folder / "clone", str(binaries / "kgplatform"), "demo", **environment)
    return {
        "install s": install_s,
        "demo s": demo_s,
        "environment MB": _megabytes(folder / "venv"),
        "cache MB": _megabytes(cache),
        "home MB": _megabytes(folder / "home"),
        "output": output.replace(str(folder), "…"),
    }


def _run(folder: Path, *command: str, **environment: str) -> tuple[float, str]:
    started = time.perf_counter()
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return round(time.perf_counter() - started, 1), done.stdout


def _megabytes(folder: Path) -> int:
    sizes = (path.stat().st_size for path in folder.rglob("*") if path.is_file())
    return round(sum(sizes) / MEGABYTE)


if __name__ == "__main__":
    main()
