"""What can be called or set is in the README, so that nobody has to read the code to find it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kgplatform.cli import COMMANDS
from kgplatform.graph.library import query_names
from kgplatform.pipelines.methods import METHODS
from kgplatform.settings import Settings
from kgplatform.settings_files import FOLDER_MAY_SET

pytestmark = pytest.mark.unit

REPOSITORY = Path(__file__).parents[2]
README = (REPOSITORY / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", COMMANDS)
def test_readme_shows_every_command(name: str) -> None:
    assert f"kgplatform {name}" in README


@pytest.mark.parametrize("name", Settings.model_fields)
def test_readme_names_every_setting(name: str) -> None:
    group, _, last = name.partition("_")
    assert f"`KGPLATFORM_{name.upper()}`" in README or f"`_{last.upper()}`" in README, group


@pytest.mark.parametrize("name", METHODS)
def test_readme_names_every_method(name: str) -> None:
    assert name in README


@pytest.mark.parametrize("name", query_names())
def test_every_query_is_used_or_listed_for_people(name: str) -> None:
    listed = (REPOSITORY / "queries" / "README.md").read_text(encoding="utf-8")
    code = "".join(
        path.read_text(encoding="utf-8") for path in REPOSITORY.glob("kgplatform/**/*.py")
    )
    assert f'"{name}"' in code or name in listed


@pytest.mark.parametrize("name", Settings.model_fields)
def test_page_of_settings_says_what_each_means_and_who_may_set_it(name: str) -> None:
    page = (REPOSITORY / "docs" / "settings.md").read_text(encoding="utf-8")
    who = "any file" if name in FOLDER_MAY_SET else "you"
    assert f"| `{name}` | {Settings.model_fields[name].description} | {who} |" in page


def test_what_security_promises_is_held_by_files_that_exist() -> None:
    text = (REPOSITORY / "SECURITY.md").read_text(encoding="utf-8")
    named = re.findall(r"`((?:tests|benchmarks|scripts|kgplatform)/[^`]+)`", text)
    assert named
    assert [path for path in named if not (REPOSITORY / path).exists()] == []
