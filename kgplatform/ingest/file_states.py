"""Follows the files of a run one by one, and reports how far each is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from kgplatform.errors import SourceError
from kgplatform.progress import FileState, Progress
from kgplatform.records import Document
from kgplatform.sources.files import SourceItem

__all__ = ["FileStates"]

MOST_PROBLEMS = 20
"""Sentences that are reported of one file; a file of many lines may have one for each."""


class FileStates:
    """The files of one run: a file is done when the last document that it holds is written.

    Args:
        progress: told each change; see its `file`.
    """

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._held: dict[Path, list[str]] = {}
        self._problems: dict[Path, list[str]] = {}
        self._file_of: dict[str, Path] = {}
        self._left: Counter[Path] = Counter()

    def look(self, file: Path, items: Iterable[SourceItem]) -> Iterator[SourceItem]:
        """Yield what a file holds, and report that it is being read, then that it was."""
        held, problems = self.know(file), self._problems.setdefault(file, [])
        self._report(file, "reading")
        for item in items:
            if isinstance(item, Document):
                held.append(item.id)
            elif isinstance(item, SourceError) and len(problems) < MOST_PROBLEMS:
                problems.append(str(item))
            yield item
        self._report(file, "read" if held or not problems else "failed")

    def know(self, file: Path) -> list[str]:
        """Take note of a file that need not be read; return its documents, none so far."""
        return self._held.setdefault(file, [])

    def compare(self, pending: Collection[str]) -> None:
        """Report the files of which nothing is left to be written.

        Args:
            pending: ids of the documents that will be.
        """
        for file, held in self._held.items():
            self._file_of.update((key, file) for key in held if key in pending)
        self._left.update(self._file_of.values())
        for file, held in self._held.items():
            if not self._left[file] and (held or not self._problems.get(file)):
                self._report(file, "unchanged")

    def finish(self, documents: Iterable[Document]) -> None:
        """Report the files whose last documents these are."""
        for document in documents:
            file = self._file_of[document.id]
            self._left[file] -= 1
            if not self._left[file]:
                self._report(file, "done")

    def _report(self, file: Path, state: FileState) -> None:
        self._progress.file(str(file), state, problems=self._problems.get(file, ()))
