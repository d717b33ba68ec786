"""Finds the text files that ship with the package: queries, migrations, jobs, pins, prompts.

They stand at the top of the repository, where people look for them, and inside the package in
an installed wheel.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

__all__ = ["PACKAGE_DIR", "resource_dir"]

PACKAGE_DIR = Path(__file__).parent


@cache
def resource_dir(name: str) -> Path:
    """Return the folder `name` ("queries", "cypher", "jobs", "pins", "prompts")."""
    installed = PACKAGE_DIR / name
    if installed.is_dir():
        return installed
    in_checkout = {"jobs": "ingest"}.get(name, name)
    return PACKAGE_DIR.parent / in_checkout
