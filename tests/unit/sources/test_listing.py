from __future__ import annotations

import os
from pathlib import Path

import pytest

from kgplatform.errors import UsageError
from kgplatform.platform import Platform
from kgplatform.settings import Settings
from kgplatform.sources.files import list_files, list_sources
from kgplatform.sources.listing import STDIN, check_paths, suffix_of

pytestmark = pytest.mark.unit

FILES = ("a.md", "b.txt", "docs/c.md", "docs/deep/d.md", "docs/deep/e.txt", "docs/.hidden/f.md")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("text")
    return tmp_path


def _names(*paths: Path) -> list[str]:
    return [file.name for file in list_files(paths)]


@pytest.mark.parametrize(
    ("pattern", "names"),
    [
        ("*.md", ["a.md"]),
        ("docs/**/*.md", ["c.md", "d.md"]),
        ("**/*.txt", ["b.txt", "e.txt"]),
        ("docs/*", ["c.md", "d.md", "e.txt"]),
        ("**", ["a.md", "b.txt", "c.md", "d.md", "e.txt"]),
        ("[ab].*", ["a.md", "b.txt"]),
        ("d?cs/deep/e.txt", ["e.txt"]),
    ],
)
def test_glob_finds_what_a_shell_would(folder: Path, pattern: str, names: list[str]) -> None:
    assert sorted(_names(folder / pattern)) == names


def test_relative_glob_starts_at_the_working_folder(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    assert _names(Path("docs/**/*.md")) == ["c.md", "d.md"]


def test_file_with_marks_in_its_name_is_no_glob(folder: Path) -> None:
    (folder / "[a].txt").write_text("text")
    assert _names(folder / "[a].txt") == ["[a].txt"]


@pytest.mark.parametrize("pattern", ["*.nothing", "docs/**/*.rst", "none/*.md"])
def test_glob_without_readable_files_is_refused(folder: Path, pattern: str) -> None:
    with pytest.raises(UsageError, match="nothing that can be read"):
        list_files([folder / pattern])


def test_each_file_is_listed_once_in_order(folder: Path) -> None:
    assert _names(folder / "b.txt", folder, folder / "*.txt") == [
        "b.txt", "a.md", "c.md", "d.md", "e.txt"
    ]  # fmt: skip


def test_files_of_unknown_kinds_in_folders_are_counted(folder: Path) -> None:
    for name in ("x.gif", "docs/y.GIF", "Makefile", "package.json"):
        (folder / name).write_text("{}")
    listing = list_sources([folder])
    assert len(listing.files) == 5
    assert listing.skipped == {"": 1, ".json of settings": 1, ".gif": 2}
    assert listing.failures == ()


@pytest.mark.parametrize("name", ["x.gif", "Makefile"])
def test_file_of_unknown_kind_given_by_name_is_refused(folder: Path, name: str) -> None:
    (folder / name).write_text("{}")
    with pytest.raises(UsageError, match=name):
        list_sources([folder / name])


def test_standard_input_stands_beside_files(folder: Path) -> None:
    assert list_files([STDIN, folder / "a.md", STDIN])[0] == STDIN
    assert len(list_files([STDIN])) == 1


def test_link_loops_end_and_linked_folders_are_read_once(folder: Path, tmp_path: Path) -> None:
    (folder / "docs" / "loop").symlink_to(folder)
    (folder / "docs" / "deep" / "other").symlink_to(folder / "docs")
    assert sorted(_names(folder)) == ["a.md", "b.txt", "c.md", "d.md", "e.txt"]
    assert sorted(_names(folder / "**" / "*.md")) == ["a.md", "c.md", "d.md"]


def test_broken_link_is_named_as_such(folder: Path) -> None:
    (folder / "lost.txt").symlink_to(folder / "nowhere.txt")
    listing = list_sources([folder])
    assert "lost.txt" not in {file.name for file in listing.files}
    (failure,) = listing.failures
    assert str(failure).startswith(f"'{folder / 'lost.txt'}' is a link to nothing")


def test_pipe_in_a_folder_is_left_alone(folder: Path) -> None:
    os.mkfifo(folder / "pipe.txt")
    assert "pipe.txt" not in _names(folder)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may look into every folder")
def test_closed_folder_is_told(folder: Path) -> None:
    (folder / "docs").chmod(0)
    listing = list_sources([folder])
    (folder / "docs").chmod(0o700)
    assert "docs" in str(listing.failures[0])


@pytest.mark.parametrize(
    ("name", "suffix"),
    [
        ("a.TXT", ".txt"),
        ("a.jsonl.gz", ".jsonl.gz"),
        ("v1.2.md", ".md"),
        ("a", ""),
        ("a.gz", ".gz"),
    ],
)
def test_suffix_names_the_reader(name: str, suffix: str) -> None:
    assert suffix_of(Path(name)) == suffix


def test_paths_are_checked_before_anything_else_is_done(folder: Path) -> None:
    check_paths([folder, folder / "a.md", folder / "**/*.md", STDIN])
    with pytest.raises(UsageError, match=r"no file or folder '.*missing\.txt'"):
        check_paths([folder, folder / "missing.txt"])
    with Platform(Settings(home=folder)) as platform, pytest.raises(UsageError, match="missing"):
        platform.ingest([folder / "missing.txt"])  # whether or not a Neo4j runs here


def test_an_empty_folder_may_be_given_where_its_documents_are_to_go(tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    assert list_sources([empty], may_be_empty=[empty]).files == ()
    with pytest.raises(UsageError, match="holds nothing that can be read"):
        list_sources([empty])
    gone = tmp_path / "emtpy"
    with pytest.raises(UsageError, match="There is no file or folder"):
        list_sources([gone], may_be_empty=[gone])
