"""The house rules that a machine can hold: sizes, one door a service, one that prints.

Which room may import which is a contract of import-linter, in pyproject.toml.
"""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

import kgplatform
from kgplatform.plugins import RETRIEVERS

pytestmark = pytest.mark.unit

PACKAGE = Path(kgplatform.__file__).parent
DOORS = {
    "neo4j": ("graph",),
    "openai": ("models",),
    "rdflib": ("export", "wikidata"),
    "pyoxigraph": ("sources",),
    "SPARQLWrapper": ("wikidata",),
}
WAYS_OUT = {
    "click.echo": "output",
    "click.secho": "output",
    "click.confirm": "output",
    "click.progressbar": "output",
    "rich.console": "console",
    "rich.print": "console",
}
"""What prints, and the module of the command line that alone may use it: texts of others are
shown there, never obeyed."""
MAX_MODULE_LINES = 400
MAX_FUNCTION_LINES = 60
REGISTERED_METHODS = Path(__file__).parents[1] / "data" / "methods.json"


def _modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def _imports(path: Path) -> list[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.append(node.module)
    return names


def _room(path: Path) -> str:
    relative = path.relative_to(PACKAGE)
    return relative.parts[0] if len(relative.parts) > 1 else relative.stem


@pytest.mark.parametrize("path", _modules(), ids=lambda p: str(p.relative_to(PACKAGE)))
def test_service_library_is_imported_by_its_own_room_only(path: Path) -> None:
    tops = {name.split(".")[0] for name in _imports(path)}
    for library, rooms in DOORS.items():
        assert library not in tops or _room(path) in rooms


@pytest.mark.parametrize("path", _modules(), ids=lambda p: str(p.relative_to(PACKAGE)))
def test_one_module_alone_prints(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for way, module in WAYS_OUT.items():
        assert way not in text or path == PACKAGE / "cli" / f"{module}.py"


@pytest.mark.parametrize("path", _modules(), ids=lambda p: str(p.relative_to(PACKAGE)))
def test_module_is_short_and_says_why_it_exists(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    assert ast.get_docstring(tree), "a module docstring is missing"
    assert text.count("\n") <= MAX_MODULE_LINES
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or 0) - node.lineno
            assert length <= MAX_FUNCTION_LINES, f"{node.name} has {length} lines"


def test_methods_are_those_that_were_registered() -> None:
    assert list(RETRIEVERS) == json.loads(REGISTERED_METHODS.read_text(encoding="utf-8"))
