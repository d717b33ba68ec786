"""What every test gets: an environment without the developer's own settings, a new folder."""

from __future__ import annotations

import os
import shutil
import signal
from functools import partial
from pathlib import Path
from tempfile import mkdtemp

import pytest

from kgplatform.models.linguistics import Linguistics
from tests.pipeline import linguistics

DATA_DIR_VARIABLE = "KGPLATFORM_DATA"
SLOW_FIRST = ("cli", "evaluate", "test_server", "test_crash")
"""Parts of paths of the modules that take minutes: begun last, they would end alone.

Those of one part share their schema, and come one after the other.
"""
SHORT_LIVED = {
    "KGPLATFORM_NEO4J_JAVA_OPTIONS": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC "
    "-XX:+UnlockDiagnosticVMOptions -XX:-BytecodeVerificationRemote",
    "KGPLATFORM_NEO4J_CONFIGURATION": "dbms.cypher.min_replan_interval=1h "
    "internal.cypher.expression_engine=INTERPRETED",
}
"""Servers of tests live for minutes: too short for the compiler that takes most time, and for
compiling what a query computes, for which it is planned once more at its tenth run. To verify the
classes of jars whose hash is known takes a tenth of a start. Their graphs come and go, and every
query would be planned anew each time."""
STARTING = "KGPLATFORM_NEO4J_START"
"""Off: what a test did not start nobody would stop. Tests of starting take it out."""
KEPT = {"KGPLATFORM_CACHE", "KGPLATFORM_NEO4J_VERSION", DATA_DIR_VARIABLE, *SHORT_LIVED}


@pytest.hookimpl(trylast=True)  # after the shuffling of pytest-randomly
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Order tests for speed, those alike as they were shuffled.

    Slow modules come first and the many short ones last, so that no process waits long for the
    other. In a module tests that read what `fill` wrote come first and those that drop the schema
    last, so that corpus and schema are not written again and again.
    """
    modules = {item.path: number for number, item in enumerate(items)}
    items.sort(key=lambda item: (-_slowness(item.path), modules[item.path], _damage(item)))


def _slowness(path: Path) -> int:
    parts = {*path.parts, path.stem}
    if "integration" not in parts:
        return 0
    ranks = [rank for rank, part in enumerate(reversed(SLOW_FIRST), start=2) if part in parts]
    return max(ranks, default=1)


def _damage(item: pytest.Item) -> int:
    """Return 0 for a test that keeps the graph, 1 for one that wipes it, 2 for its schema too."""
    fixtures = getattr(item, "fixturenames", ())
    return 0 if "fill" in fixtures else 1 + ("empty_graph" in fixtures)


def pytest_configure(config: pytest.Config) -> None:
    """Take KGPLATFORM_* out of the environment before a fixture could use a developer's graph.

    And the developer's configuration folder; and set what makes servers of tests fast, where nobody
    set it otherwise, and that only the tests themselves start one.
    """
    # A run in the background (nohup, &) ignores signals, and so would all that tests start.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
    configuration = mkdtemp()
    config.add_cleanup(partial(shutil.rmtree, configuration, ignore_errors=True))
    os.environ["XDG_CONFIG_HOME"] = configuration
    for name in list(os.environ):
        if name.startswith("KGPLATFORM_") and name not in KEPT:
            del os.environ[name]
    for name, value in SHORT_LIVED.items():
        os.environ.setdefault(name, value)
    os.environ[STARTING] = "false"


@pytest.fixture(autouse=True)
def clean_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Stand in a folder without settings file, and without one in the user's own folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "configuration"))


@pytest.fixture(scope="session")
def data_dir() -> Path:
    """Return the folder of public data sets, or skip where there is none."""
    beside = Path(__file__).parents[2] / "shared" / "data"
    folder = Path(os.environ.get(DATA_DIR_VARIABLE, beside))
    if not folder.is_dir():
        pytest.skip(f"no data sets: set {DATA_DIR_VARIABLE} to their folder")
    return folder


@pytest.fixture(scope="session", name="linguistics")
def shared_linguistics() -> Linguistics:
    """Return the default spaCy pipeline."""
    return linguistics()
