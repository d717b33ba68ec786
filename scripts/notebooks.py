"""Executes the notebooks of examples/notebooks, each in a Jupyter kernel of its own.

    pip install nbclient ipykernel
    python scripts/notebooks.py [--out FOLDER] [NAME...]

They use the settings as commands do: KGPLATFORM_HOME says which graph. With --out the notebooks are
written there with what they showed; nothing else is changed. The exit code is 1 where one fails.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "examples" / "notebooks"
TIMEOUT_S = 600


def execute(path: Path, out: Path | None) -> bool:
    """Execute one notebook; return whether it ended well."""
    import nbformat
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError

    notebook = nbformat.read(path, as_version=4)
    started = time.perf_counter()
    try:
        NotebookClient(notebook, timeout=TIMEOUT_S, kernel_name="python3").execute()
    except CellExecutionError as exc:
        print(f"{path.name}: {exc}")
        return False
    finally:
        if out is not None:
            out.mkdir(parents=True, exist_ok=True)
            nbformat.write(notebook, out / path.name)
    print(f"{path.name}: {time.perf_counter() - started:.0f} s")
    return True


def main() -> int:
    """Execute the named notebooks, or all, and return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", help="Without .ipynb; all by default.")
    parser.add_argument("--out", type=Path, help="Where they are written with what they showed.")
    given = parser.parse_args()
    names = given.names or sorted(path.stem for path in FOLDER.glob("*.ipynb"))
    done = [execute(FOLDER / f"{name}.ipynb", given.out) for name in names]
    return 0 if all(done) else 1


if __name__ == "__main__":
    sys.exit(main())
