"""What other packages add is found by its name, and what is wrong with it is one sentence."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from kgplatform import plugins
from kgplatform.cli import main
from kgplatform.errors import PluginError, UsageError
from kgplatform.plugins import EXPORTERS, EXTRACTORS, READERS, RETRIEVERS, SOURCES, Registry

pytestmark = pytest.mark.unit

Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Add a package with entries of a group to where Python looks for packages."""

    def add(package: str, group: str, **entries: str) -> None:
        folder = tmp_path / package
        metadata = folder / f"{package}-1.0.dist-info"
        metadata.mkdir(parents=True)
        (metadata / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n"
        )
        lines = [f"[{group}]", *(f"{name} = {value}" for name, value in entries.items())]
        (metadata / "entry_points.txt").write_text("\n".join(lines))
        monkeypatch.syspath_prepend(folder)

    return add


@pytest.mark.parametrize(
    "registry", [RETRIEVERS, READERS, EXTRACTORS, EXPORTERS, SOURCES], ids=lambda r: r.group
)
def test_what_the_platform_has_itself_is_registered_and_can_be_imported(registry: Registry) -> None:
    assert list(registry) == sorted(registry)
    for name in registry:
        assert callable(registry.load(name))
        assert registry.package_of(name) == ""


def test_a_name_is_known_before_anything_is_imported(install: Install) -> None:
    install("wordy", RETRIEVERS.group, words="wordy_missing:Retriever")
    assert "words" in RETRIEVERS
    assert RETRIEVERS.package_of("words") == "wordy 1.0"
    assert "wordy_missing" not in sys.modules


def test_a_module_that_cannot_be_imported_is_told_with_its_package(install: Install) -> None:
    install("wordy", RETRIEVERS.group, words="wordy_missing:Retriever")
    with pytest.raises(PluginError, match=r"of the package wordy .*'wordy_missing'") as raised:
        RETRIEVERS.load("words")
    assert raised.value.exit_code == 2


def test_a_name_of_the_platform_itself_cannot_be_taken(install: Install) -> None:
    install("greedy", READERS.group, llm="json:loads", mine="json:loads")
    assert callable(READERS.load("mine"))
    with pytest.raises(PluginError, match="reader of greedy, which kgplatform has itself"):
        READERS.load("llm")


def test_a_name_of_two_packages_is_neither_of_them(install: Install) -> None:
    install("first", SOURCES.group, eml="json:loads")
    install("second", SOURCES.group, eml="json:loads")
    with pytest.raises(PluginError, match="first and second"):
        SOURCES.load("eml")


def test_an_unknown_name_is_told_with_all_that_are_known() -> None:
    with pytest.raises(UsageError, match=r"no export format 'pdf': choose .* or turtle\."):
        EXPORTERS.load("pdf")


def test_an_installation_without_entry_points_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plugins, "_find_entries", lambda group, path: {})
    with pytest.raises(PluginError, match=r"lacks its entry points .* install it again"):
        list(EXPORTERS)


def test_a_broken_package_ends_a_command_with_one_sentence(
    install: Install, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    install("wordy", RETRIEVERS.group, words="wordy_missing:Retriever")
    monkeypatch.setattr(sys, "argv", ["kgplatform", "retrieve", "Who?", "--method", "words"])
    with pytest.raises(SystemExit, match="2"):
        main()
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.endswith("install wordy again, or remove it.\n")
