"""Finds the files to read: in folders, by globs, by name; what is left out is counted.

A glob reaches us where the shell did not expand it ("docs/**/*.md" in quotation marks, a job
spec, Windows).
"""

from __future__ import annotations

import stat
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path

from kgplatform.errors import SourceError, UsageError

__all__ = [
    "DATA_OR_SETTINGS",
    "OF_SETTINGS",
    "STDIN",
    "Listing",
    "check_paths",
    "find_files",
    "suffix_of",
]

STDIN = Path("-")
MAGIC = "*?["
DATA_OR_SETTINGS = frozenset({".json"})  # in folders most are no documents
OF_SETTINGS = "of settings"
"""The reason given for those of them that are left out of a folder."""


@dataclass(frozen=True, slots=True)
class Listing:
    """The files to read, in order, each once, and what was left out.

    `skipped` counts files in folders that are not read by suffix ("" for none), those of known
    kinds with the reason; `failures` names the folders that could not be looked into, and links to
    nothing. STDIN is standard input.
    """

    files: tuple[Path, ...] = ()
    skipped: Mapping[str, int] = field(default_factory=dict)
    failures: tuple[SourceError, ...] = ()


def check_paths(paths: Iterable[Path]) -> None:
    """See that every path is there; a glob or standard input may be anything.

    Raises:
        UsageError: a path does not exist.
    """
    for path in paths:
        if path != STDIN and not _is_glob(path) and not path.exists():
            raise UsageError(f"There is no file or folder '{path}': check the path.")


def find_files(
    paths: Iterable[Path],
    *,
    kinds: Collection[str],
    holds_content: Callable[[Path], bool],
    may_be_empty: Collection[Path] = (),
) -> Listing:
    """Return the readable files among `paths`, folders searched whole and sorted, each once.

    Hidden files and folders are left out, links to folders are followed once.

    Args:
        paths: files, folders, globs, or "-" for standard input.
        kinds: the suffixes that there are readers for.
        holds_content: whether a file of these kinds is to be read; one that is named by its path
            always is.
        may_be_empty: folders that are no mistake without any readable file.

    Raises:
        UsageError: a path does not exist, is a file of an unknown kind, or a folder or glob
            without any readable file that may not be one.
    """
    files: dict[Path, None] = {}
    skipped: Counter[str] = Counter()
    failures: list[SourceError] = []
    for path in paths:
        if path == STDIN:
            files[STDIN] = None
            continue
        listed = list(_files_of(path, failures))
        found = [file for file in listed if not _is_broken(file)]
        failures += [
            SourceError(f"'{file}' is a link to nothing: remove it, or mend where it leads.")
            for file in listed
            if _is_broken(file)
        ]
        of_kinds = [file for file in found if suffix_of(file) in kinds]
        known = {file: None for file in of_kinds if file == path or holds_content(file)}  # in order
        if not known and not (path in may_be_empty and path.is_dir()):
            raise UsageError(f"'{path}' holds nothing that can be read: give {_joined(kinds)}.")
        skipped.update(_reason(file) for file in found if file not in known)
        files.update(dict.fromkeys(file.resolve() for file in known))
    return Listing(tuple(files), dict(sorted(skipped.items())), tuple(failures))


def suffix_of(file: Path) -> str:
    """Return the suffix that names the reader; .gz counts with the one before it."""
    suffixes = [suffix.lower() for suffix in file.suffixes]
    return "".join(suffixes[-2:]) if suffixes[-1:] == [".gz"] else "".join(suffixes[-1:])


def _reason(file: Path) -> str:
    suffix = suffix_of(file)
    return f"{suffix} {OF_SETTINGS}" if suffix in DATA_OR_SETTINGS else suffix


def _joined(kinds: Iterable[str]) -> str:
    return f"{', '.join(kinds)} files"


def _files_of(path: Path, failures: list[SourceError]) -> Iterator[Path]:
    """Yield the files that a path, folder or glob stands for, readable or not."""
    if path.is_dir():
        yield from _files_below(path, failures)
    elif path.exists():
        yield path
    elif _is_glob(path):
        for match in _expand(Path(path.anchor), path.relative_to(path.anchor).parts, failures):
            yield from _files_below(match, failures) if match.is_dir() else [match]
    else:
        check_paths([path])


def _is_glob(path: Path) -> bool:
    return any(mark in str(path) for mark in MAGIC)


def _files_below(folder: Path, failures: list[SourceError]) -> list[Path]:
    """Return the regular files under a folder, and broken links, sorted."""
    return sorted(
        path
        for below in _folders_below(folder, failures)
        for path in _entries(below, failures)
        if _is_file(path)
    )


def _folders_below(folder: Path, failures: list[SourceError]) -> Iterator[Path]:
    """Yield a folder and those in it, each once however many links lead to it."""
    seen: set[tuple[int, int]] = set()
    waiting = [folder]
    while waiting:
        current = waiting.pop()
        place = current.stat()
        if (place.st_dev, place.st_ino) not in seen:
            seen.add((place.st_dev, place.st_ino))
            yield current
            waiting.extend(path for path in _entries(current, failures) if path.is_dir())


def _entries(folder: Path, failures: list[SourceError]) -> list[Path]:
    """Return what is in a folder, without hidden entries; a failure to list it is reported once."""
    try:
        paths = sorted(folder.iterdir())
    except OSError as exc:
        message = f"'{folder}' cannot be looked into: {exc.strerror or exc}."
        if message not in map(str, failures):
            failures.append(SourceError(message))
        return []
    return [path for path in paths if not path.name.startswith(".")]


def _is_broken(path: Path) -> bool:
    """Return whether a path is a link whose file is not there."""
    return path.is_symlink() and not path.exists()


def _is_file(path: Path) -> bool:
    """Return whether a path is a file, or a broken link, and no pipe or device."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except OSError:
        return path.is_symlink()


def _expand(base: Path, parts: tuple[str, ...], failures: list[SourceError]) -> Iterator[Path]:
    """Yield the files and folders that match a glob below `base`, sorted at each level."""
    if not parts:
        if base.is_dir() or _is_file(base):
            yield base
    elif parts[0] == "**":
        for folder in sorted(_folders_below(base, failures)):
            yield from _expand(folder, parts[1:], failures)
    elif not any(mark in parts[0] for mark in MAGIC):
        if (base / parts[0]).exists():
            yield from _expand(base / parts[0], parts[1:], failures)
    elif base.is_dir():
        for path in _entries(base, failures):
            if fnmatch(path.name, parts[0]) and (path.is_dir() or len(parts) == 1):
                yield from _expand(path, parts[1:], failures)
