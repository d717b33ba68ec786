"""The default spaCy pipeline and the reading heads, loaded once for all tests of a process."""

from __future__ import annotations

from functools import cache
from typing import Any

from kgplatform.answer import Reading, read
from kgplatform.models.linguistics import DEFAULT_PIPELINE, Linguistics, load_linguistics
from kgplatform.models.reading_heads.heads import ReadingHeads, load
from kgplatform.records import Evidence
from kgplatform.settings import Settings

__all__ = ["heads", "linguistics", "read_with_both"]


@cache
def linguistics() -> Linguistics:
    """Return it; the fixture of the same name gives it to tests."""
    return load_linguistics(DEFAULT_PIPELINE)


@cache
def heads() -> ReadingHeads:
    """Return the heads that the package has."""
    found = load(cache=Settings().cache)
    assert found is not None
    return found


def read_with_both(question: str, evidence: Evidence, **how: Any) -> Reading:
    """Read with both; see `kgplatform.answer.read` for the rest."""
    return read(question, evidence, linguistics=linguistics(), heads=heads(), **how)
