"""What an ingest did: counts, failures and where the time went."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

__all__ = ["IngestReport", "Tally"]


@dataclass(frozen=True, slots=True)
class IngestReport:
    """The outcome of one ingest.

    Attributes:
        documents: how many were new, changed, unchanged and failed.
        passages, mentions, statements: how many were read and written.
        rows_written: rows sent to Neo4j; 0 where nothing was new.
        failures: one sentence a file or line that was skipped.
        seconds: wall time by stage (scan, parse, embed, write) and in all; stages overlap.
    """

    documents: dict[str, int]
    passages: int
    mentions: int
    statements: int
    rows_written: int
    failures: tuple[str, ...]
    seconds: dict[str, float]

    @property
    def is_failure(self) -> bool:
        """True where something was given and not one document could be read."""
        return self.documents["failed"] == sum(self.documents.values()) > 0

    def to_json(self) -> dict[str, Any]:
        """Return the report as a JSON-ready dict."""
        return {
            "documents": self.documents,
            "passages": self.passages,
            "mentions": self.mentions,
            "statements": self.statements,
            "rows_written": self.rows_written,
            "failures": list(self.failures),
            "seconds": self.seconds,
        }


class Tally:
    """Counts what a running ingest does; `report` turns it into the IngestReport."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.failures: list[str] = []
        self._seconds: dict[str, float] = defaultdict(float)
        self._started = time.perf_counter()

    @contextmanager
    def timed(self, stage: str) -> Iterator[None]:
        """Add the time spent inside the block to a stage."""
        started = time.perf_counter()
        try:
            yield
        finally:
            self._seconds[stage] += time.perf_counter() - started

    def report(self) -> IngestReport:
        """Return what was counted so far."""
        kinds = ("new", "changed", "unchanged", "failed")
        total = time.perf_counter() - self._started
        return IngestReport(
            documents={kind: self.counts[kind] for kind in kinds},
            passages=self.counts["passages"],
            mentions=self.counts["mentions"],
            statements=self.counts["statements"],
            rows_written=self.counts["rows"],
            failures=tuple(self.failures),
            seconds={
                **{stage: round(value, 3) for stage, value in self._seconds.items()},
                "total": round(total, 3),
            },
        )
