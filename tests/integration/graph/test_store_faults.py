"""A disk that is full and files that are damaged, for real: what is said, and what heals."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from kgplatform.errors import DiskFull, GraphClosed, ServerError
from kgplatform.runtime.resources import Resources
from kgplatform.settings import Settings

pytestmark = pytest.mark.integration

DISK_BYTES = 700_000_000
LEFT_BYTES = 20_000_000
BLOCK = bytes(1_000_000)
FILL = "UNWIND range(1, 2000) AS i CREATE (:Filler {i: i, text: $text})"
COUNT = "MATCH (n:Filler) RETURN count(n) AS n"
DATABASES = Path("data", "databases")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A folder on a disk of its own; only root may mount one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = shutil.which("mount")
    if mount is None or os.geteuid() != 0:
        pytest.skip("only root can mount a small disk")
    options = ["-t", "tmpfs", "-o", f"size={DISK_BYTES}", "tmpfs", str(folder)]
    if subprocess.run([mount, *options], check=False, capture_output=True).returncode:
        pytest.skip("this machine lets nothing be mounted")
    yield folder
    Resources(Settings.load(home=folder)).server.stop()
    subprocess.run(["umount", str(folder)], check=True)


def test_full_disk_is_named_and_healed_when_there_is_room(small_disk: Path) -> None:
    settings = Settings.load(home=small_disk)
    Resources(settings).server.start()
    ballast = small_disk / "ballast"
    written = 0
    with Resources(settings) as connected, ballast.open("wb") as file:
        while shutil.disk_usage(small_disk).free > LEFT_BYTES:
            file.write(BLOCK)
            file.flush()
        with pytest.raises(GraphClosed, match="disk"):  # noqa: PT012 - at some write
            while True:
                connected.graph().run_text(FILL, text="x" * 500)
                written += 2000
    with pytest.raises(DiskFull, match=re.escape(str(small_disk))), Resources(settings) as again:
        again.graph()
    ballast.unlink()
    with Resources(settings) as again:
        # The transaction that was under way may have been in the log already.
        assert again.graph().run_text(COUNT)[0]["n"] in {written, written + 2000}
        again.graph().run_text(FILL, text="y")


def test_damaged_files_are_called_damaged(tmp_path: Path) -> None:
    server = Resources(Settings.load(home=tmp_path)).server
    server.start()
    server.stop()
    for database in ("neo4j", "system"):
        store = server.folder / DATABASES / database / "neostore"
        whole = store.read_bytes()
        store.write_bytes(os.urandom(len(whole)))
        with pytest.raises(ServerError, match=r"are damaged.*kgplatform db restore FILE"):
            server.start()
        assert server.status() is None
        store.write_bytes(whole)
