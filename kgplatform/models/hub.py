"""Names of models that their libraries look for in the current folder first.

Whoever made that folder could have any such name load files of theirs, which can run code.
"""

from __future__ import annotations

from pathlib import Path

from kgplatform.errors import SettingsError

__all__ = ["check_no_folder"]

MEANT = ("./", "../")


def check_no_folder(name: str) -> None:
    """Refuse a model's name that is also a folder's here, unless it is written as a path.

    Raises:
        SettingsError: it is.
    """
    path = Path(name)
    if name and path.exists() and not path.is_absolute() and not name.startswith(MEANT):
        raise SettingsError(
            f"There is a folder '{name}' here, and it would be taken for the model of that name: "
            f"write './{name}' if you mean it, or run this command in another folder."
        )
