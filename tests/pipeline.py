"""The default spaCy pipeline, loaded once for all tests of a process."""

from __future__ import annotations

from functools import cache

from kgplatform.models.linguistics import DEFAULT_PIPELINE, Linguistics, load_linguistics

__all__ = ["linguistics"]


@cache
def linguistics() -> Linguistics:
    """Return it; the fixture of the same name gives it to tests."""
    return load_linguistics(DEFAULT_PIPELINE)
