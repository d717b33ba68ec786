"""Keeps an IngestRun node during the work, so that the Browser shows what happened when."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime

from kgplatform.errors import GraphError, KgPlatformError
from kgplatform.graph.connection import Graph
from kgplatform.ingest.report import Tally
from kgplatform.records.ids import content_id

__all__ = ["RecordedRun", "now", "recorded_run"]

MAX_ERRORS_STORED = 100


@dataclass(frozen=True, slots=True)
class RecordedRun:
    """A run whose node is kept up to date; `follows_a_crash` where an earlier one was cut off."""

    graph: Graph
    id: str
    tally: Tally
    follows_a_crash: bool

    def update(self, state: str = "running") -> None:
        """Write how far the run is."""
        self.graph.write(
            "update_ingest_run",
            id=self.id,
            state=state,
            at=now(),
            counts=self.tally.run_properties(),
            errors=self.tally.failures[:MAX_ERRORS_STORED],
        )


@contextmanager
def recorded_run(graph: Graph, job: str, tally: Tally) -> Iterator[RecordedRun]:
    """Record a run from its start to its end, also where it fails."""
    started = now()
    run_id = content_id("run", job, started)
    rows = graph.write("write_ingest_run", id=run_id, job=job, started_at=started)
    run = RecordedRun(graph, run_id, tally, rows[0]["interrupted"] > 0)
    try:
        yield run
    except KgPlatformError:
        with suppress(GraphError):  # the first error is the one to report
            run.update("failed")
        raise
    run.update("done")


def now() -> str:
    """Return the time as Neo4j's datetime() reads it."""
    return datetime.now(UTC).isoformat()
