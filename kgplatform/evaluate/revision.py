"""Which code shaped a run: its hash stands in the run's header, beside the settings.

The version of the platform changes with a release, its code with every commit. A run must not be
continued by code that ranks or reads otherwise than the code that began it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

from kgplatform.resources import PACKAGE_DIR, resource_dir

__all__ = ["hash_code", "list_code"]

HASH_CHARS = 12
METHOD_ROOMS = ("retrieve",)
BASELINE_ROOMS = ("evaluate/baselines",)
READER_ROOMS = ("answer",)  # its prompts have versions of their own
PLAN_ROOMS = ("plan",)
PLANNING = "planning.py"
QUERIES = "queries"
CODE = frozenset({".py", ".json", ".jsonl", ".lark", ".npz", ".cypher"})


def list_code(
    *, is_baseline: bool, retrieves: bool, is_read: bool, plans: bool = False
) -> list[Path]:
    """Return the files that decide what a run holds, for one way to retrieve and read.

    Args:
        is_baseline: whether the method is a baseline.
        retrieves: whether it is one of the platform's own methods, or made of parts of these.
        is_read: whether a reader answers.
        plans: whether questions are taken apart first.
    """
    rooms = BASELINE_ROOMS * is_baseline + METHOD_ROOMS * retrieves + READER_ROOMS * is_read
    rooms += PLAN_ROOMS * plans
    found = [path for room in rooms for path in (PACKAGE_DIR / room).rglob("*.*")]
    if retrieves:
        found += resource_dir(QUERIES).glob("*.cypher")
    found += [PACKAGE_DIR / PLANNING] * plans
    return sorted(path for path in found if path.suffix in CODE)


def hash_code(paths: Iterable[Path]) -> str:
    """Return 12 hexadecimal digits that change with any of these files, not with their place."""
    digest = hashlib.sha256()
    for path in paths:
        digest.update(path.name.encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:HASH_CHARS]
