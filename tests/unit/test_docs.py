"""What can be called or set is in the pages, so that nobody has to read the code to find it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kgplatform.cli import COMMANDS
from kgplatform.graph.library import load_query, query_names
from kgplatform.plugins import RETRIEVERS
from kgplatform.settings import Settings
from kgplatform.settings_files import FOLDER_MAY_SET

pytestmark = pytest.mark.unit

REPOSITORY = Path(__file__).parents[2]
README = (REPOSITORY / "README.md").read_text(encoding="utf-8")
README_LINES = 130
HOW_TO = "".join(
    page.read_text(encoding="utf-8") for page in sorted(REPOSITORY.glob("docs/how-to/*.md"))
)
FOLDERS = {"home": "the user data folder", "cache": "the user cache folder"}
"""Settings whose default is another on each machine."""


def test_readme_is_short_and_its_links_lead_somewhere() -> None:
    assert len(README.splitlines()) <= README_LINES
    links = [link.partition("#")[0] for link in re.findall(r"\]\(([^)]+)\)", README)]
    assert links
    assert [link for link in links if not (REPOSITORY / link).exists()] == []


def test_readme_names_the_scripts_that_made_its_figures() -> None:
    scripts = re.findall(r"`(\w+\.py)`", README)
    assert scripts
    assert [name for name in scripts if not (REPOSITORY / "benchmarks" / name).exists()] == []


@pytest.mark.parametrize("page", sorted((REPOSITORY / "docs" / "results").glob("*.md")))
def test_results_name_scripts_that_exist(page: Path) -> None:
    named = re.findall(r"\b(?:divknow/)?\w+\.py\b", page.read_text(encoding="utf-8"))
    assert [name for name in named if not (REPOSITORY / "benchmarks" / name).exists()] == []


def test_contributing_names_recipes_that_exist() -> None:
    text = (REPOSITORY / "CONTRIBUTING.md").read_text(encoding="utf-8")
    recipes = (REPOSITORY / "justfile").read_text(encoding="utf-8")
    named = re.findall(r"`just ([a-z]+)", text)
    assert named
    assert [name for name in named if not re.search(rf"^{name}\b.*:", recipes, re.MULTILINE)] == []


@pytest.mark.parametrize("name", COMMANDS)
def test_pages_show_every_command(name: str) -> None:
    assert f"kgplatform {name}" in README + HOW_TO


@pytest.mark.parametrize("name", list(RETRIEVERS))
def test_pages_name_every_method(name: str) -> None:
    page = (REPOSITORY / "docs" / "how-to" / "methods.md").read_text(encoding="utf-8")
    assert f"| `{name}` |" in page


@pytest.fixture(scope="module")
def code() -> str:
    """All of the package's code in one text."""
    return "".join(
        path.read_text(encoding="utf-8") for path in REPOSITORY.glob("kgplatform/**/*.py")
    )


@pytest.mark.parametrize("name", query_names())
def test_every_query_is_used_or_listed_for_people(name: str, code: str) -> None:
    listed = (REPOSITORY / "queries" / "README.md").read_text(encoding="utf-8")
    is_for_people = bool(load_query(name).group)
    assert f'"{name}"' in code or is_for_people
    assert (f"| `{name}` |" in listed) == is_for_people


def _default(name: str) -> str:
    default = Settings.model_fields[name].default
    shown = f"`{default:g}`" if isinstance(default, float) else f"`{default}`"
    return FOLDERS.get(name) or ("none" if default in (None, "") else shown)


@pytest.mark.parametrize("name", Settings.model_fields)
def test_page_of_settings_says_what_each_means_and_who_may_set_it(name: str) -> None:
    page = (REPOSITORY / "docs" / "reference" / "settings.md").read_text(encoding="utf-8")
    who = "any file" if name in FOLDER_MAY_SET else "you"
    description = Settings.model_fields[name].description
    assert f"| `{name}` | {description} | {_default(name)} | {who} |" in page


def test_what_security_promises_is_held_by_files_that_exist() -> None:
    text = (REPOSITORY / "SECURITY.md").read_text(encoding="utf-8")
    named = re.findall(r"`((?:tests|benchmarks|scripts|kgplatform)/[^`]+)`", text)
    assert named
    assert [path for path in named if not (REPOSITORY / path).exists()] == []
