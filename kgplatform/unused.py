"""Leaves out what libraries load and no command uses, as it takes longer than most commands run."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import ModuleType

__all__ = ["left_out"]

COMMAND = "kgplatform.entry"  # to import it is to begin a command; other programs get all there is


@contextmanager
def left_out(modules: Mapping[str, ModuleType | None]) -> Iterator[None]:
    """In a command, import what the block imports without some modules.

    Args:
        modules: what stands in the place of each while the block lasts; None: importing it fails.
    """
    absent = modules.keys() - sys.modules.keys() if COMMAND in sys.modules else set()
    sys.modules.update({name: modules[name] for name in absent})  # type: ignore[misc]
    try:
        yield
    finally:
        for name in absent:
            sys.modules.pop(name, None)
