"""What a model made of its last texts, for those that are read again."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Generic, TypeVar

__all__ = ["Kept"]

Key = TypeVar("Key", bound=Hashable)
Made = TypeVar("Made")


class Kept(Generic[Key, Made]):
    """The last results of a model by what they are of; threads may share it.

    Args:
        most: results that are kept.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._known: dict[Key, Made] = {}

    def find(self, keys: Sequence[Key], make: Callable[[list[Key]], Iterable[Made]]) -> list[Made]:
        """Return the results of keys in their order.

        Args:
            keys: of what is wanted; one may be there twice.
            make: returns the results of the keys that are not known, in their order.
        """
        known = self._known  # which other threads may replace
        found = {key: known[key] for key in keys if key in known}
        missing = [key for key in dict.fromkeys(keys) if key not in found]
        found.update(zip(missing, make(missing), strict=True))
        self._known = dict(list({**known, **found}.items())[-self._most :])
        return [found[key] for key in keys]
