"""Keeps what the platform stores to its owner: passwords, texts of documents, replies, logs.

Only folders and files of the platform's own are ever changed: a data folder may be set to one that
holds other things as well.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

__all__ = ["PRIVATE_UMASK", "private_file", "private_folder", "private_part", "tighten"]

PRIVATE_UMASK = 0o077
"""For programs that write files of ours."""
OWNER_ONLY_FOLDER = 0o700
OWNER_ONLY_FILE = 0o600
SHARED = 0o1002
"""Sticky, or writable for everybody: a folder that is meant for all, as /tmp is."""
PARTS_OF_HOME = {
    "browser",
    "cache",
    "evaluate",
    "kgplatform.toml",
    "local_model",
    "neo4j",
    "serve",
    "uploads",
    "wikidata",
}


def private_part(part: Path) -> None:
    """Make a part of the data folder for its owner alone, and that too if it holds nothing else."""
    private_folder(part)
    home = part.parent
    with suppress(PermissionError):  # it may not be listed
        is_ours = PARTS_OF_HOME.issuperset(path.name for path in home.iterdir())
        if is_ours and not home.stat().st_mode & SHARED:
            _keep_from_others(home)


def private_folder(folder: Path) -> None:
    """Make a folder of ours for its owner alone, or tighten the one that is there."""
    _make(folder)
    tighten(folder)


def tighten(folder: Path) -> None:
    """Take a folder of ours, and all in it, from others; once, as one that is closed stays so."""
    try:
        if not folder.stat().st_mode & PRIVATE_UMASK:
            return
    except OSError:  # there is none, or it is closed to us
        return
    for parent, _, names in os.walk(folder, topdown=False):
        for name in names:
            _keep_from_others(Path(parent, name))
        _keep_from_others(Path(parent))  # after what it holds, so that a walk cut short goes on


def private_file(path: Path) -> Path:
    """Return a file's path, the file being there for its owner alone before anything is in it.

    Folders that are missing are made for their owner alone, too.
    """
    _make(path.parent)
    path.touch(OWNER_ONLY_FILE)
    _keep_from_others(path)
    return path


def _make(folder: Path) -> None:
    """Make a folder and those above it that are missing, each for its owner alone."""
    for missing in reversed([each for each in (folder, *folder.parents) if not each.exists()]):
        missing.mkdir(OWNER_ONLY_FOLDER, exist_ok=True)


def _keep_from_others(path: Path) -> None:
    with suppress(OSError):  # another user's, just deleted, or on a disk that knows no owners
        mode = path.lstat().st_mode
        if mode & PRIVATE_UMASK and not path.is_symlink():
            path.chmod(mode & ~PRIVATE_UMASK & 0o7777)
