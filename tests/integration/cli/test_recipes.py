"""The Python of pages in docs/ runs as it is there, with the library that it shows."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.integration.cli.conftest import REPOSITORY

pytestmark = pytest.mark.integration

FIGURES = [
    {"dataset": "demo", "method": method, "recall": {"2": 0.5, "5": recall}}
    for method, recall in (("passages", 0.8), ("graph", 0.9))
]
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(
    ("name", "library", "printed"),
    [
        ("pandas", "pandas", r"done(?s:.*)passages +0\.8"),
        ("py2neo", "py2neo", r"\d+ .*Fram"),
        ("logs", "opentelemetry", r'"name": "retrieval"(?s:.*)"name": "question"'),
    ],
    ids=["pandas", "py2neo", "opentelemetry"],
)
def test_page_runs(name: str, library: str, printed: str, home: Path, tmp_path: Path) -> None:
    if find_spec(library) is None:
        pytest.skip(f'{library} is not installed: pip install -e ".[dev]"')
    page = (REPOSITORY / "docs/how-to" / f"{name}.md").read_text(encoding="utf-8")
    (tmp_path / "figures.json").write_text(json.dumps(FIGURES), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(BLOCK.findall(page))],
        cwd=tmp_path,
        env={**os.environ, "KGPLATFORM_HOME": str(home)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert re.search(printed, done.stdout)
