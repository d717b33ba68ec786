"""Each file of a run is followed from its reading to the graph."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from kgplatform.errors import SourceError
from kgplatform.ingest.file_states import MOST_PROBLEMS, FileStates
from kgplatform.records import Document

LINES, BROKEN, KNOWN, SAME = (Path(name) for name in ("l.jsonl", "b.pdf", "k.pdf", "s.txt"))


class Told:
    """Remembers what it was told of files."""

    def __init__(self) -> None:
        self.files: dict[str, list[str]] = {}
        self.problems: dict[str, Sequence[str]] = {}

    def begin(self, stage: str, *, total: int | None, unit: str) -> None:
        """Do nothing."""

    def advance(self, amount: int = 1) -> None:
        """Do nothing."""

    def note(self, text: str) -> None:
        """Do nothing."""

    def file(self, path: str, state: str, *, problems: Sequence[str] = ()) -> None:
        self.files.setdefault(path, []).append(state)
        self.problems[path] = tuple(problems)


def make(key: str) -> Document:
    return Document(key, f"file:///{key}", key, "Some words.", "text/plain", "00")


def test_each_file_is_reported_from_its_reading_to_its_last_document() -> None:
    told = Told()
    states = FileStates(told)
    one, two, same = make("one"), make("two"), make("same")
    wrong = [SourceError(f"line {number} is no JSON") for number in range(MOST_PROBLEMS + 5)]
    assert list(states.look(LINES, [one, *wrong, two])) == [one, *wrong, two]
    list(states.look(BROKEN, [SourceError("'b.pdf' is broken")]))
    list(states.look(SAME, [same]))
    states.know(KNOWN)
    assert told.files["l.jsonl"] == ["reading", "read"]
    states.compare({"one", "two"})
    states.finish([one])
    assert "done" not in told.files["l.jsonl"]
    states.finish([two])
    assert told.files == {
        "l.jsonl": ["reading", "read", "done"],
        "b.pdf": ["reading", "failed"],
        "s.txt": ["reading", "read", "unchanged"],
        "k.pdf": ["unchanged"],
    }
    assert told.problems["b.pdf"] == ("'b.pdf' is broken",)
    assert len(told.problems["l.jsonl"]) == MOST_PROBLEMS
