"""Names that a package makes public, each loaded from its module when it is first used."""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # that of typing, which takes longer to load than all that is here
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

__all__ = ["load_later"]


def load_later(package: str, modules: Mapping[str, str]) -> Callable[[str], Any]:
    """Return the `__getattr__` of a package.

    Args:
        package: its name.
        modules: the module that each public name is loaded from.
    """

    def load(name: str) -> Any:
        if name not in modules:
            raise AttributeError(f"module '{package}' has no attribute '{name}'")
        __import__(modules[name])
        value = getattr(sys.modules[modules[name]], name)
        setattr(sys.modules[package], name, value)
        return value

    return load
