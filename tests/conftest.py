"""What every test gets: an environment without the developer's own settings, a new folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

DATA_DIR_VARIABLE = "KGPLATFORM_DATA"
SLOW_FIRST = ("cli", "evaluate", "test_server", "test_crash")
"""Parts of paths of the modules that take minutes: begun last, they would end alone."""
KEPT = {
    "KGPLATFORM_CACHE",
    "KGPLATFORM_NEO4J_JAVA_OPTIONS",
    "KGPLATFORM_NEO4J_VERSION",
    DATA_DIR_VARIABLE,
}


@pytest.hookimpl(trylast=True)  # after the shuffling of pytest-randomly
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put slow modules first; the order is otherwise as shuffled."""
    items.sort(key=lambda item: not _is_slow(item.path))


def _is_slow(path: Path) -> bool:
    parts = {*path.parts, path.stem}
    return "integration" in parts and not parts.isdisjoint(SLOW_FIRST)


def pytest_configure() -> None:
    """Take KGPLATFORM_* out of the environment before a fixture could use a developer's graph."""
    for name in list(os.environ):
        if name.startswith("KGPLATFORM_") and name not in KEPT:
            del os.environ[name]


@pytest.fixture(autouse=True)
def clean_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Stand in a folder without settings file."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="session")
def data_dir() -> Path:
    """Return the folder of public data sets, or skip where there is none."""
    beside = Path(__file__).parents[2] / "shared" / "data"
    folder = Path(os.environ.get(DATA_DIR_VARIABLE, beside))
    if not folder.is_dir():
        pytest.skip(f"no data sets: set {DATA_DIR_VARIABLE} to their folder")
    return folder
