from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from kgplatform.models.once import once
from kgplatform.progress import NO_PROGRESS, Progress

pytestmark = pytest.mark.unit


def test_the_same_is_made_once_for_threads_together_and_whoever_is_shown_progress() -> None:
    made: list[str] = []
    together = Barrier(4)

    @once
    def load(name: str, *, cache: str, progress: Progress | None = None) -> list[str]:
        made.append(name)
        return [name, cache]

    def ask(number: int) -> list[str]:
        together.wait()
        return load("small", cache="here", progress=NO_PROGRESS if number else None)

    with ThreadPoolExecutor(4) as pool:
        first, *others = pool.map(ask, range(4))
    assert all(other is first for other in others)
    assert load("small", cache="there") is not first
    assert load("large", cache="here") is not first
    assert made == ["small", "small", "large"]


def test_what_is_raised_is_not_kept() -> None:
    asked: list[int] = []

    @once
    def load() -> str:
        asked.append(1)
        if len(asked) == 1:
            raise OSError("gone")
        return "loaded"

    with pytest.raises(OSError, match="gone"):
        load()
    assert load() == "loaded"
