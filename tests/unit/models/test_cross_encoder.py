"""A cross-encoder by name; its library is an extra, so a small one stands for it here."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from kgplatform.errors import MissingExtra, ModelUnavailable, SettingsError
from kgplatform.models.cross_encoder import load_cross_encoder

pytestmark = pytest.mark.unit


class FakeCrossEncoder:
    """The library in small: scores a pair by how much longer the text is."""

    def __init__(self, name: str, *, device: str) -> None:
        if name == "absent":
            raise OSError("absent is not a valid model identifier")
        self.model = self
        self.config = SimpleNamespace(architectures=[type(self).__name__])
        self.num_labels = 1

    def predict(self, pairs: list[tuple[str, str]]) -> list[int]:
        return [len(text) - len(query) for query, text in pairs]


def test_pairs_are_scored_in_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    library = SimpleNamespace(CrossEncoder=FakeCrossEncoder)
    monkeypatch.setitem(sys.modules, "sentence_transformers", library)
    score_pairs = load_cross_encoder("cross-encoder/any")
    assert score_pairs("four", ["sixsix", "a"]) == [2.0, -3.0]
    with pytest.raises(ModelUnavailable, match="KGPLATFORM_CROSS_ENCODER"):
        load_cross_encoder("absent")


def test_absent_library_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(MissingExtra, match=r"kgplatform\[sentence-transformers\]"):
        load_cross_encoder("cross-encoder/any")


def test_cross_encoder_is_not_taken_from_a_folder_of_its_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    library = SimpleNamespace(CrossEncoder=FakeCrossEncoder)
    monkeypatch.setitem(sys.modules, "sentence_transformers", library)
    Path("any").mkdir()
    with pytest.raises(SettingsError, match="folder 'any' here"):
        load_cross_encoder("any")
    assert load_cross_encoder("./any")("q", ["text"])
