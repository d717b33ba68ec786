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
    "rdflib": ("wikidata",),
    "pyoxigraph": ("export", "sources"),
    "SPARQLWrapper": ("wikidata",),
    "opentelemetry": ("events",),
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


Module = tuple[str, str, ast.Module]
"""Path below the package, text, and its tree."""


@pytest.fixture(scope="module")
def modules() -> list[Module]:
    """All modules of the package."""
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py"))}
    return [
        (path.relative_to(PACKAGE).as_posix(), text, ast.parse(text))
        for path, text in texts.items()
    ]


def _imports(tree: ast.Module) -> set[str]:
    """Return the packages that a module imports anywhere."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
    return {name.split(".")[0] for name in names}


def test_service_library_is_imported_by_its_own_room_only(modules: list[Module]) -> None:
    assert not [
        f"{path} imports {library}"
        for path, _, tree in modules
        for library in _imports(tree) & DOORS.keys()
        if path.split("/")[0].removesuffix(".py") not in DOORS[library]
    ]


def test_one_module_alone_prints(modules: list[Module]) -> None:
    assert not [
        f"{path} has {way}"
        for path, text, _ in modules
        for way, module in WAYS_OUT.items()
        if way in text and path != f"cli/{module}.py"
    ]


def test_modules_are_short_and_say_why_they_exist(modules: list[Module]) -> None:
    assert not [path for path, _, tree in modules if not ast.get_docstring(tree)]
    assert not [path for path, text, _ in modules if text.count("\n") > MAX_MODULE_LINES]


def test_functions_fit_a_screen(modules: list[Module]) -> None:
    assert not [
        f"{path}: {node.name}"
        for path, _, tree in modules
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - node.lineno > MAX_FUNCTION_LINES
    ]


def test_methods_are_those_that_were_registered() -> None:
    assert list(RETRIEVERS) == json.loads(REGISTERED_METHODS.read_text(encoding="utf-8"))
