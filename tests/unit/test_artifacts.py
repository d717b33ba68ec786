"""Fetching and verifying pinned files, from a folder in the registry's place."""

from __future__ import annotations

import hashlib
import re
import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from kgplatform.downloads import Artifact, fetch_artifacts, load_pins, pin_names
from kgplatform.errors import ArtifactError

pytestmark = pytest.mark.unit


class FolderClient:
    """Brings artifacts from a folder laid out as Maven does it, and remembers which."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.brought: list[str] = []

    def download(
        self, artifact: Artifact, folder: Path, *, on_bytes: Callable[[int], None]
    ) -> Path:
        target = folder / artifact.path.name
        shutil.copy(self.folder / artifact.path, target)
        on_bytes(target.stat().st_size)
        self.brought.append(artifact.name)
        return target


class BreakingClient(FolderClient):
    """Loses the connection in the middle of the first download of each file."""

    def download(
        self, artifact: Artifact, folder: Path, *, on_bytes: Callable[[int], None]
    ) -> Path:
        path = super().download(artifact, folder, on_bytes=on_bytes)
        if self.brought.count(artifact.name) == 1:
            path.write_bytes(path.read_bytes()[:2])
        return path


class Counted:
    """Remembers what it was told."""

    def __init__(self) -> None:
        self.totals: list[int | None] = []
        self.done = 0

    def begin(self, stage: str, *, total: int | None, unit: str) -> None:
        self.totals.append(total)

    def advance(self, amount: int = 1) -> None:
        self.done += amount


def make_pin(name: str, content: bytes, *, classifier: str | None = None) -> Artifact:
    digest = hashlib.sha256(content).hexdigest()
    return Artifact("org.example", name, "1.0", classifier, len(content), digest)


@pytest.fixture
def registry(tmp_path: Path) -> FolderClient:
    """A registry with two files."""
    folder = tmp_path / "registry"
    for pin, content in ((ALPHA, b"alpha"), (BETA, b"beta, for linux")):
        (folder / pin.path).parent.mkdir(parents=True)
        (folder / pin.path).write_bytes(content)
    return FolderClient(folder)


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


ALPHA = make_pin("alpha", b"alpha")
BETA = make_pin("beta", b"beta, for linux", classifier="linux")
PINS = (BETA, ALPHA)


def test_fetch_returns_the_files_in_the_order_of_the_pins(
    registry: FolderClient, cache: Path
) -> None:
    paths = fetch_artifacts(PINS, cache=cache, client=registry)
    assert [path.read_bytes() for path in paths] == [b"beta, for linux", b"alpha"]
    assert [path.name for path in paths] == ["beta-1.0-linux.jar", "alpha-1.0.jar"]


def test_fetch_again_asks_the_registry_for_nothing(registry: FolderClient, cache: Path) -> None:
    fetch_artifacts(PINS, cache=cache, client=registry)
    progress = Counted()
    fetch_artifacts(PINS, cache=cache, client=registry, progress=progress)
    assert sorted(registry.brought) == ["alpha", "beta"]
    assert progress.totals == []


def test_fetch_counts_each_byte_once(registry: FolderClient, cache: Path) -> None:
    progress = Counted()
    fetch_artifacts(PINS, cache=cache, client=BreakingClient(registry.folder), progress=progress)
    assert progress.totals == [20]  # 5 for "alpha", 15 for "beta, for linux"
    assert progress.done == 20


def test_fetch_refuses_a_file_that_is_not_the_pinned_one(
    registry: FolderClient, cache: Path
) -> None:
    (registry.folder / ALPHA.path).write_bytes(b"ALPHA")
    with pytest.raises(ArtifactError, match=re.escape("alpha-1.0.jar was refused")):
        fetch_artifacts(PINS, cache=cache, client=registry)
    assert not list(cache.rglob("alpha*"))


def test_fetch_replaces_a_file_damaged_later(registry: FolderClient, cache: Path) -> None:
    _, alpha = fetch_artifacts(PINS, cache=cache, client=registry)
    alpha.write_bytes(b"alphA")  # as long as before
    fetch_artifacts(PINS, cache=cache, client=registry)
    assert alpha.read_bytes() == b"alpha"
    assert registry.brought.count("alpha") == 2
    assert registry.brought.count("beta") == 1


def test_fetch_tries_again_after_a_broken_connection(registry: FolderClient, cache: Path) -> None:
    client = BreakingClient(registry.folder)
    (path,) = fetch_artifacts([ALPHA], cache=cache, client=client)
    assert path.read_bytes() == b"alpha"
    assert client.brought == ["alpha", "alpha"]


def test_fetch_names_the_file_that_cannot_be_had(registry: FolderClient, cache: Path) -> None:
    absent = make_pin("absent", b"?")
    with pytest.raises(ArtifactError, match=re.escape("absent-1.0.jar could not be fetched")):
        fetch_artifacts([absent], cache=cache, client=registry)


def test_fetch_leaves_nothing_partial_behind(registry: FolderClient, cache: Path) -> None:
    left_over = cache / "jars" / ".partial-of-a-killed-process"
    left_over.mkdir(parents=True)
    fetch_artifacts(PINS, cache=cache, client=registry)
    assert not list((cache / "jars").glob(".partial*"))


def test_fetch_refuses_to_begin_on_a_full_disk(registry: FolderClient, cache: Path) -> None:
    huge = Artifact("org.example", "alpha", "1.0", None, 10**18, ALPHA.sha256)
    with pytest.raises(ArtifactError, match="1000000000050 MB are needed"):
        fetch_artifacts([huge], cache=cache, client=registry)
    assert registry.brought == []


def test_fetch_explains_a_cache_that_cannot_be_written(registry: FolderClient, cache: Path) -> None:
    cache.write_text("a file where a folder should be")
    with pytest.raises(ArtifactError, match="KGPLATFORM_CACHE"):
        fetch_artifacts(PINS, cache=cache, client=registry)


def test_fetch_by_several_at_once_downloads_each_file_once(
    registry: FolderClient, cache: Path
) -> None:
    together = Barrier(4)

    def fetch() -> list[Path]:
        together.wait()
        return fetch_artifacts(PINS, cache=cache, client=registry)

    with ThreadPoolExecutor(4) as pool:
        results = [future.result() for future in [pool.submit(fetch) for _ in range(4)]]
    assert all([path.read_bytes() for path in paths][1] == b"alpha" for paths in results)
    assert sorted(registry.brought) == ["alpha", "beta"]


def test_load_pins_names_what_there_is() -> None:
    with pytest.raises(ArtifactError, match=r"neo4j-2026\.08\.1"):
        load_pins("neo4j-1.0")


@pytest.mark.parametrize("name", pin_names())
def test_pins_are_complete_and_distinct(name: str) -> None:
    pins = load_pins(name)
    assert pins
    assert len({pin.path for pin in pins}) == len(pins)
    for pin in pins:
        assert re.fullmatch(r"[0-9a-f]{64}", pin.sha256), pin
        assert pin.size > 0, pin


@pytest.mark.parametrize("version", ["2026.08.1", "5.26.30"])
def test_pins_of_neo4j_hold_server_and_browser(version: str) -> None:
    pins = {(pin.group, pin.name): pin.version for pin in load_pins(f"neo4j-{version}")}
    assert pins["org.neo4j", "neo4j"] == version
    assert pins["org.neo4j.app", "neo4j-server"] == version
    assert ("org.neo4j.client", "neo4j-browser") in pins
