"""Who may read files, for tests of what is kept from other users of the machine."""

from __future__ import annotations

import stat
from pathlib import Path

__all__ = ["mode", "open_to_others"]

OTHERS = 0o077


def mode(path: Path) -> int:
    """Return who may do what with a file or folder."""
    return stat.S_IMODE(path.stat().st_mode)


def open_to_others(folder: Path) -> list[Path]:
    """Return all that others than the owner could read, write or enter, the folder included."""
    return [path for path in (folder, *folder.rglob("*")) if mode(path) & OTHERS]
