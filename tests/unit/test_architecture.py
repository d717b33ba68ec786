"""The house rules that a machine can hold: direction of imports, sizes, one door a service."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

import kgplatform
from kgplatform.pipelines.methods import METHODS

pytestmark = pytest.mark.unit

PACKAGE = Path(kgplatform.__file__).parent
ROOMS = (
    "graph",
    "models",
    "sources",
    "extract",
    "ingest",
    "retrieve",
    "plan",
    "wikidata",
    "answer",
    "export",
    "evaluate",
    "web",
)
FLOORS = ("values", "asked", "evidence", "structured", "comparing", "spans", "clauses")
"""Rooms within `answer/`, each over those that it may use."""
FLAT = {
    "disk",
    "ending",
    "errors",
    "ids",
    "records",
    "settings",
    "progress",
    "resources",
    "reading_limits",
    "artifacts",
    "private",
    "question_limits",
    "visible",
    "structure",
    "wire",
}
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
MAX_MODULE_LINES = 310
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
def test_room_imports_only_rooms_to_its_left(path: Path) -> None:
    room = _room(path)
    if room not in ROOMS:
        return
    allowed = {*ROOMS[: ROOMS.index(room) + 1], *FLAT}
    used = {name.split(".")[1] for name in _imports(path) if name.startswith("kgplatform.")}
    assert used <= allowed, f"{room} may not import {sorted(used - allowed)}"


@pytest.mark.parametrize("floor", FLOORS)
def test_floor_of_the_readers_uses_only_those_below_it(floor: str) -> None:
    modules = list((PACKAGE / "answer" / floor).glob("*.py"))
    used = {
        name.split(".")[2]
        for path in modules
        for name in _imports(path)
        if name.startswith("kgplatform.answer.")
    }
    assert modules
    assert not used & set(FLOORS[FLOORS.index(floor) + 1 :])


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
    assert sorted(METHODS) == json.loads(REGISTERED_METHODS.read_text(encoding="utf-8"))
