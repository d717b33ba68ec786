from __future__ import annotations

import subprocess
import sys

import pytest

import kgplatform

pytestmark = pytest.mark.unit


def test_public_names_are_those_and_load() -> None:
    assert kgplatform.__all__ == sorted(kgplatform.__all__)
    for name in kgplatform.__all__:
        assert getattr(kgplatform, name).__name__ == name
    with pytest.raises(AttributeError, match="nothing_of_the_kind"):
        _ = kgplatform.nothing_of_the_kind


def test_help_does_not_wait_for_heavy_libraries() -> None:
    heavy = ("spacy", "neo4j", "onnxruntime")
    code = f"import sys, kgplatform.cli; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
