"""What is kept from other users of the machine, and what is left as it was found."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from kgplatform.storage.permissions import private_file, private_folder, private_part, tighten
from tests.modes import mode

pytestmark = [
    pytest.mark.unit,
    pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no such modes"),
]


@pytest.fixture(autouse=True)
def usual_umask() -> object:
    """Let others read what is made, as most systems do."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def test_new_home_and_its_part_are_their_owners_alone(tmp_path: Path) -> None:
    private_part(tmp_path / "new" / "home" / "neo4j")
    assert [mode(tmp_path / p) for p in ("new", "new/home", "new/home/neo4j")] == [0o700] * 3


def test_home_of_before_is_closed_with_all_in_its_part(tmp_path: Path) -> None:
    log = tmp_path / "home" / "neo4j" / "logs" / "query.log"
    log.parent.mkdir(parents=True)
    log.write_text("secret")
    log.chmod(0o666)
    private_part(tmp_path / "home" / "neo4j")
    found = [mode(path) for path in (log, log.parent, log.parent.parent, tmp_path / "home")]
    assert found == [0o600, 0o700, 0o700, 0o700]


@pytest.mark.parametrize("found_mode", [0o755, 0o1777])
def test_folder_that_holds_other_things_is_left_as_it_was(tmp_path: Path, found_mode: int) -> None:
    home = tmp_path / "project"
    home.mkdir()
    if found_mode == 0o755:
        (home / "notes.md").write_text("not of the platform")
    home.chmod(found_mode)
    private_part(home / "neo4j")
    assert mode(home) == found_mode
    assert mode(home / "neo4j") == 0o700


def test_links_are_not_followed_out_of_the_folder(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "file").write_text("of somebody")
    folder = tmp_path / "ours"
    folder.mkdir()
    (folder / "folder").symlink_to(outside)
    (folder / "file").symlink_to(outside / "file")
    tighten(folder)
    assert (mode(outside), mode(outside / "file"), mode(folder)) == (0o755, 0o644, 0o700)


def test_file_is_closed_before_anything_is_in_it(tmp_path: Path) -> None:
    assert mode(private_file(tmp_path / "folder" / "new")) == 0o600
    assert mode(tmp_path / "folder") == 0o700
    open_one = tmp_path / "open"
    open_one.write_text("as it is")
    assert mode(private_file(open_one)) == 0o600
    assert open_one.read_text() == "as it is"


def test_what_cannot_be_looked_into_is_no_fault(tmp_path: Path) -> None:
    tighten(tmp_path / "nothing")
    private_folder(tmp_path)
    assert mode(tmp_path) == 0o700
