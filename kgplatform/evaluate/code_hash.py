"""Which code shaped a run: its hash stands in the run's header, next to the settings.

The version of the platform changes with a release, its code with every commit. A run must not be
continued by code that ranks or reads otherwise than the code that began it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

from kgplatform.packaged import PACKAGE_DIR, resource_dir
from kgplatform.pipelines.methods import Shaping

__all__ = ["hash_code", "list_code", "list_ingest_code"]

HASH_CHARS = 12
SHARED_ROOMS = ("models", "extract", "text")  # vectors and sentences, names
METHOD_ROOMS = (
    "question",
    "retrieve",
    "pipelines/direct.py",
    "pipelines/methods.py",
    "pipelines/tables.py",
)
BASELINE_ROOMS = ("evaluate/baselines",)
READER_ROOMS = ("answer", "question", "pipelines/direct.py")
INGEST_ROOMS = (
    "extract",
    "ingest",
    "sources",
    "models/embedding.py",
    "models/linguistics.py",
    "question/syntax.py",
    "text",
)
QUERIES = "queries"
NO_MORE = Shaping()
CODE = frozenset(".py .json .jsonl .toml .txt .lark .npz .cypher .rq".split())


def list_code(
    *, is_baseline: bool, retrieves: bool, is_read: bool, shaping: Shaping = NO_MORE
) -> list[Path]:
    """Return the files that decide what a run holds, for one way to retrieve and read.

    Args:
        is_baseline: whether the method is a baseline.
        retrieves: whether it is one of the platform's own methods, or made of parts of these.
        is_read: whether a reader answers.
        shaping: what the method is made of besides the room of methods.
    """
    rooms = BASELINE_ROOMS * is_baseline + METHOD_ROOMS * retrieves + READER_ROOMS * is_read
    found = _list_files((*SHARED_ROOMS, *rooms, *shaping.code))
    if retrieves:
        found |= {p for p in resource_dir(QUERIES).iterdir() if p.suffix in shaping.queries}
    return sorted(found)


def list_ingest_code() -> list[Path]:
    """Return the files that decide what an ingest makes of a corpus."""
    return sorted(_list_files(INGEST_ROOMS))


def _list_files(rooms: Iterable[str]) -> set[Path]:
    places = [PACKAGE_DIR / name for name in rooms]
    found = {path for place in places for path in (place, *place.rglob("*.*"))}
    return {path for path in found if path.suffix in CODE}


def hash_code(paths: Iterable[Path]) -> str:
    """Return 12 hexadecimal digits that change with any of these files, not with their place."""
    digest = hashlib.sha256()
    for path in paths:
        digest.update(path.name.encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:HASH_CHARS]
