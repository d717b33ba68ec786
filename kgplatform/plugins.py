"""What packages add to the platform: methods, readers, extractors, kinds of files, export formats.

Each is an entry point of an installed package, in a group of its own; what the platform has itself
is registered in the same way. Names are known without importing anything: an entry is imported when
it is asked for by its name.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from itertools import chain
from typing import Any

from kgplatform.errors import PluginError, UsageError

__all__ = [
    "AUTO",
    "BASELINES",
    "EXPORTERS",
    "EXTRACTORS",
    "PIPELINES",
    "READERS",
    "RETRIEVERS",
    "SOURCES",
    "Registry",
]

PACKAGE = "kgplatform"
AUTO = "auto"
"""In place of an entry's name: the one that suits the question and the models that are set."""


@dataclass(frozen=True)
class Registry(Mapping[str, Any]):
    """The entries of a group by name, in alphabetical order.

    Attributes:
        group: of entry points.
        noun: what an entry is called in messages.
    """

    group: str
    noun: str

    def __iter__(self) -> Iterator[str]:
        """Yield the names.

        Raises:
            PluginError: the package of the platform itself was installed without its entries.
        """
        return iter(self._entries)

    def __contains__(self, name: object) -> bool:
        return name in self._entries

    def __len__(self) -> int:
        return len(self._entries)

    def __getitem__(self, name: str) -> Any:
        return self.load(name)

    @property
    def _entries(self) -> Mapping[str, tuple[EntryPoint, ...]]:
        entries = _find_entries(self.group, tuple(sys.path))
        if not any(map(_is_own, chain.from_iterable(entries.values()))):
            raise PluginError(
                f"The installed package kgplatform lacks its entry points {self.group}, as it is "
                "older than its code: install it again (pip install -e . in a checkout)."
            )
        return entries

    def load(self, name: str) -> Any:
        """Import the entry of a name and return it.

        Raises:
            UsageError: there is no entry of that name.
            PluginError: several packages have one, or it cannot be imported.
        """
        entries = self._entries.get(name)
        if entries is None:
            raise self.unknown(name)
        if len(entries) > 1:
            raise self._ambiguous(name, entries)
        (entry,) = entries
        try:
            return entry.load()
        except Exception as exc:  # a package of others, which raises what it likes
            package, stated = _package_of(entry), " ".join(str(exc).split())
            raise PluginError(
                f"The {self.noun} '{name}' of the package {package} cannot be imported "
                f"({type(exc).__name__}: {stated}): install {package} again, or remove it."
            ) from exc

    def unknown(self, name: str, *more: str) -> UsageError:
        """Return the error for a name that is none; `more` are further names."""
        return UsageError(f"There is no {self.noun} '{name}': choose {self.listed(*more)}.")

    def listed(self, *more: str) -> str:
        """Return all names as one text, those in `more` before the registered."""
        *others, last = (*more, *self)
        return f"{', '.join(others)} or {last}" if others else last

    def split(self, name: str) -> tuple[str, str | None]:
        """Return the longest registered name that a name is or begins with, and what follows it.

        As in holmes-facts; a name that begins with none is returned as it is, and None.
        """
        entry, rest = name, None
        while entry not in self and "-" in entry:
            entry, _, word = entry.rpartition("-")
            rest = word if rest is None else f"{word}-{rest}"
        return (entry, rest) if entry in self else (name, None)

    def package_of(self, name: str) -> str:
        """Return name and version of the package that adds an entry; '' for the platform's own."""
        entry = self._entries[name][0]
        if _is_own(entry) or entry.dist is None:
            return ""
        return f"{entry.dist.name} {entry.dist.version}"

    def _ambiguous(self, name: str, entries: tuple[EntryPoint, ...]) -> PluginError:
        others = " and ".join(sorted({_package_of(e) for e in entries if not _is_own(e)}))
        whose = "which kgplatform has itself" if any(map(_is_own, entries)) else "each"
        return PluginError(
            f"The name '{name}' is that of a {self.noun} of {others}, {whose}: remove the package, "
            "or have it choose another name."
        )


@cache
def _find_entries(group: str, path: tuple[str, ...]) -> Mapping[str, tuple[EntryPoint, ...]]:
    """Return the entries of a group by name, as they are found along `path`, which is sys.path."""
    del path
    found: dict[str, tuple[EntryPoint, ...]] = {}
    for entry in sorted(entry_points(group=group), key=lambda entry: entry.name):
        found[entry.name] = (*found.get(entry.name, ()), entry)
    return found


def _is_own(entry: EntryPoint) -> bool:
    return entry.module.partition(".")[0] == PACKAGE


def _package_of(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist is not None else entry.module


RETRIEVERS = Registry("kgplatform.retrievers", "method")
READERS = Registry("kgplatform.readers", "reader")
EXTRACTORS = Registry("kgplatform.extractors", "extractor")
SOURCES = Registry("kgplatform.sources", "kind of file")
EXPORTERS = Registry("kgplatform.exporters", "export format")
BASELINES = Registry("kgplatform.baselines", "baseline")
PIPELINES = Registry("kgplatform.pipelines", "pipeline")
