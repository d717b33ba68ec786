"""What every test gets: an environment without the developer's own settings."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

DATA_DIR_VARIABLE = "KGPLATFORM_DATA"
KEPT = {"KGPLATFORM_NEO4J_VERSION", "KGPLATFORM_CACHE", DATA_DIR_VARIABLE}


@pytest.fixture(autouse=True)
def clean_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Take KGPLATFORM_* out of the environment and stand in a folder without settings file."""
    for name in list(os.environ):
        if name.startswith("KGPLATFORM_") and name not in KEPT:
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="session")
def data_dir() -> Path:
    """Return the folder of public data sets, or skip where there is none."""
    beside = Path(__file__).parents[2] / "shared" / "data"
    folder = Path(os.environ.get(DATA_DIR_VARIABLE, beside))
    if not folder.is_dir():
        pytest.skip(f"no data sets: set {DATA_DIR_VARIABLE} to their folder")
    return folder
