"""Remembers next to run files which data sets they are of, so that nobody has to name them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from kgplatform.errors import EvaluationError
from kgplatform.evaluate.datasets import load_dataset
from kgplatform.evaluate.questions import Dataset

__all__ = ["MANIFEST_FILE", "DatasetFile", "keep_dataset_files", "load_dataset_of"]

MANIFEST_FILE = "datasets.json"


@dataclass(frozen=True, slots=True)
class DatasetFile:
    """Where a data set is read from, and how; the fields are the arguments of `load_dataset`."""

    path: str
    format: str | None = None
    corpus: str | None = None
    aliases: str | None = None

    @classmethod
    def at(
        cls, path: Path, *, format: str | None, corpus: Path | None, aliases: Path | None
    ) -> DatasetFile:
        """Return it with paths that hold wherever the next command is run."""
        absolute = [None if p is None else str(p.absolute()) for p in (corpus, aliases)]
        return cls(str(path.absolute()), format, *absolute)

    def load(self) -> Dataset:
        """Read the data set; errors are those of `load_dataset`."""
        return load_dataset(self.path, format=self.format, corpus=self.corpus, aliases=self.aliases)


def keep_dataset_files(folder: Path, files: Mapping[str, DatasetFile]) -> None:
    """Add data sets, by the SHA-256 of their content, to those that a folder of runs knows.

    Raises:
        EvaluationError: the folder cannot be written to, or its file is damaged.
    """
    known = _load(folder) | dict(files)
    text = json.dumps({key: asdict(known[key]) for key in sorted(known)}, indent=1)
    partial = folder / f"{MANIFEST_FILE}.partial"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        partial.write_text(text + "\n", encoding="utf-8")
        partial.replace(folder / MANIFEST_FILE)
    except OSError as exc:
        raise EvaluationError(f"{folder} cannot be written to: {exc.strerror or exc}.") from exc


def load_dataset_of(dataset: str, sha256: str, folders: Iterable[Path]) -> Dataset:
    """Read the data set that runs are of, from where it was when they were made.

    Args:
        dataset: its name, for the errors.
        sha256: of its content.
        folders: of the run files.

    Raises:
        EvaluationError: no folder knows it, it is there no more, or its content is another now.
    """
    for folder in folders:
        kept = _load(folder).get(sha256)
        if kept is None:
            continue
        try:
            found = kept.load()
        except EvaluationError as exc:
            raise EvaluationError(f"{exc} Or name the data set of the runs.") from exc
        if found.sha256 != sha256:
            raise EvaluationError(
                f"{kept.path} has changed since the runs of {dataset} were made: name the data "
                "set with the content that they are of."
            )
        return found
    raise EvaluationError(
        f"The folder of the runs does not say where {dataset} is: name the data set."
    )


def _load(folder: Path) -> dict[str, DatasetFile]:
    path = folder / MANIFEST_FILE
    if not path.exists():
        return {}
    try:
        fields = json.loads(path.read_text(encoding="utf-8"))
        return {key: DatasetFile(**kept) for key, kept in fields.items()}
    except (AttributeError, OSError, TypeError, ValueError) as exc:
        raise EvaluationError(
            f"{path} cannot be read ({exc}): delete it, and name the data set of the runs."
        ) from exc
