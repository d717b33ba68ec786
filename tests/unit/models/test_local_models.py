"""Models on this machine: brought from files, listed, checked, removed."""

from __future__ import annotations

import sys
from pathlib import Path

import gguf
import numpy as np
import pytest

from kgplatform.errors import (
    ArtifactError,
    KgPlatformError,
    MissingExtra,
    NotFound,
    SourceError,
    UsageError,
)
from kgplatform.models.local_models import DEFAULT_MODEL, PINNED, LocalModels

pytestmark = pytest.mark.unit


@pytest.fixture
def models(tmp_path: Path) -> LocalModels:
    return LocalModels(tmp_path / "cache")


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    """A GGUF file with one tensor."""
    return write_gguf(tmp_path / "tiny.gguf", size=4)


def write_gguf(path: Path, *, size: int) -> Path:
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_tensor("weights", np.ones(size, dtype=np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def test_a_file_is_pulled_listed_and_removed(models: LocalModels, tiny: Path) -> None:
    pulled = models.pull(str(tiny))
    assert (pulled.name, pulled.source) == ("tiny", str(tiny))
    assert models.all() == [pulled]
    assert models.check("tiny").read_bytes() == tiny.read_bytes()
    tiny.write_bytes(b"changed later")  # it is a copy that is served
    assert models.check("tiny").stat().st_size == pulled.size
    assert models.remove("tiny") == pulled
    assert models.all() == []
    with pytest.raises(NotFound, match="kgplatform model pull"):
        models.find("tiny")


def test_a_model_that_is_here_is_not_pulled_again(models: LocalModels, tiny: Path) -> None:
    pulled = models.pull(str(tiny))
    tiny.unlink()
    assert models.pull(str(tiny)) == pulled


def test_two_files_of_one_name_are_not_mixed_up(models: LocalModels, tiny: Path) -> None:
    models.pull(str(tiny))
    (tiny.parent / "other").mkdir()
    other = write_gguf(tiny.parent / "other" / "tiny.gguf", size=8)
    with pytest.raises(UsageError, match="remove tiny"):
        models.pull(str(other))


def test_a_file_that_changed_is_not_served_and_is_pulled_anew(
    models: LocalModels, tiny: Path
) -> None:
    models.pull(str(tiny))
    with models.path("tiny").open("ab") as file:
        file.write(b"more")
    with pytest.raises(ArtifactError, match="SHA-256"):
        models.check("tiny")
    models.pull(str(tiny))
    assert models.check("tiny").read_bytes() == tiny.read_bytes()


def test_a_pinned_model_of_other_content_is_refused(models: LocalModels, tiny: Path) -> None:
    models.folder.mkdir(parents=True)
    models.path(DEFAULT_MODEL).write_bytes(tiny.read_bytes())
    assert [model.sha256 for model in models.all()] == [PINNED[DEFAULT_MODEL].sha256]
    with pytest.raises(ArtifactError, match=f"pull {DEFAULT_MODEL}"):
        models.check(DEFAULT_MODEL)


@pytest.mark.parametrize(
    ("source", "error", "words"),
    [
        pytest.param("words.gguf", SourceError, "no GGUF file", id="another format"),
        pytest.param("absent.gguf", SourceError, "cannot be read", id="no file"),
        pytest.param("folder.gguf", SourceError, "cannot be read", id="a folder"),
        pytest.param("some-model", UsageError, DEFAULT_MODEL, id="no such name"),
        pytest.param("hf:owner/repository", UsageError, "hf:OWNER", id="a hub without a file"),
        pytest.param(f"{DEFAULT_MODEL}.gguf", UsageError, "pinned", id="a pinned one's name"),
        pytest.param("a model.gguf", UsageError, "rename", id="a name that is none"),
    ],
)
def test_what_is_no_model_is_refused_in_one_sentence(
    models: LocalModels,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    source: str,
    error: type[KgPlatformError],
    words: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("words.gguf").write_text("words")
    Path("folder.gguf").mkdir()
    with pytest.raises(error, match=words):
        models.pull(source)
    assert models.all() == []
    assert list(models.folder.glob(".partial-*")) == []


def test_a_name_leads_nowhere_else(models: LocalModels, tiny: Path) -> None:
    models.folder.mkdir(parents=True)
    with pytest.raises(NotFound):
        models.remove("../../tiny")
    assert tiny.exists()


def test_the_hub_needs_the_extra(models: LocalModels, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "huggingface_hub", None)
    with pytest.raises(MissingExtra, match="local-llm"):
        models.pull("hf:owner/repository:model.gguf")
