"""A file is written whole or not at all, and only a regular file is ever replaced."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kgplatform.errors import UsageError
from kgplatform.export.files import write_file

pytestmark = pytest.mark.unit


def names_in(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


def test_write_makes_missing_folders(tmp_path: Path) -> None:
    write_file(tmp_path / "a" / "b.txt", "é\r\n")
    assert (tmp_path / "a" / "b.txt").read_bytes() == "é\r\n".encode()


def test_write_replaces_a_regular_file_and_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")
    path.chmod(0o600)
    write_file(path, "new")
    assert (path.read_text(), path.stat().st_mode & 0o777) == ("new", 0o600)


def test_write_leaves_nothing_else_behind(tmp_path: Path) -> None:
    write_file(tmp_path / "a.txt", "new")
    assert names_in(tmp_path) == ["a.txt"]


@pytest.mark.parametrize("kind", ["folder", "link", "pipe"])
def test_write_refuses_what_is_not_a_regular_file(tmp_path: Path, kind: str) -> None:
    path, target = tmp_path / "out", tmp_path / "target"
    target.write_text("kept")
    {
        "folder": path.mkdir,
        "link": lambda: path.symlink_to(target),
        "pipe": lambda: os.mkfifo(path),
    }[kind]()
    with pytest.raises(UsageError, match="not a regular file"):
        write_file(path, "new")
    assert target.read_text() == "kept"


def test_failed_write_keeps_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")
    with pytest.raises(UnicodeEncodeError):
        write_file(path, "half \ud800")
    assert (path.read_text(), names_in(tmp_path)) == ("old", ["a.txt"])


def test_folder_that_is_a_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("file")
    with pytest.raises(UsageError, match="cannot be written"):
        write_file(tmp_path / "a" / "b.txt", "new")
