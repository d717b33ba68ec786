"""Ingest jobs: one after the other in a thread of their own, looked at and cancelled by their ids.

What was ingested is also recorded in the graph; this list is of the server's own time.
"""

from __future__ import annotations

import os
import queue
import secrets
import threading
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from kgplatform.errors import KgPlatformError, NotFound
from kgplatform.events import bind
from kgplatform.ingest import IngestReport
from kgplatform.platform import Platform
from kgplatform.progress import FileState
from kgplatform.web.metrics import Metrics
from kgplatform.web.problems import describe

__all__ = ["JobState", "Jobs"]

MOST_KEPT = 200
PAUSE_S = 0.25
"""Between two events of a job: progress is faster than anybody looks."""

State = Literal["waiting", "running", "done", "failed", "cancelled"]
ENDED = frozenset({"done", "failed", "cancelled"})


class JobCancelled(KgPlatformError):
    """Somebody cancelled the job; a second ingest of the same files goes on from there."""


@dataclass(frozen=True, slots=True)
class JobFile:
    """How far one file of a job is, and what of it could not be read."""

    name: str
    state: FileState
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class JobState:
    """How far a job is.

    `stage` is what goes on, `done` of `total` units of it; None where the number is not known.
    `files` were given, `by_file` are those found in them so far; one that has not come to its end
    when the job has is left for the next run.
    `report` is what `ingest --json` prints, files by their names; `problem` is why it failed.
    """

    id: str
    state: State
    files: tuple[str, ...]
    created_at: str
    stage: str = ""
    done: int = 0
    total: int | None = None
    unit: str = ""
    note: str = ""
    by_file: tuple[JobFile, ...] = ()
    finished_at: str = ""
    report: dict[str, Any] = field(default_factory=dict)
    problem: dict[str, Any] = field(default_factory=dict)


class _Job:
    """A job with its changes; a Progress of the ingest that it is."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self.paths = tuple(paths)
        self.changed = threading.Condition()
        self.is_cancelled = False
        self._files = {str(path): JobFile(path.name, "waiting") for path in paths if path.is_file()}
        self.state = JobState(
            id=secrets.token_hex(12),
            state="waiting",
            files=tuple(path.name for path in paths),
            created_at=_now(),
            by_file=tuple(self._files.values()),
        )

    def change(self, **fields: Any) -> None:
        """Change the state, and wake whoever looks."""
        with self.changed:
            self.state = replace(self.state, **fields)
            self.changed.notify_all()

    def end(self, state: State, **fields: Any) -> None:
        """Take note of how it ended."""
        self.change(state=state, finished_at=_now(), **fields)

    def begin(self, stage: str, *, total: int | None, unit: str) -> None:
        """Take note of a new stage."""
        self._check()
        self.change(stage=stage, done=0, total=total, unit=unit, note="")

    def advance(self, amount: int = 1) -> None:
        """Take note of what is done."""
        self._check()
        self.change(done=self.state.done + amount)

    def note(self, text: str) -> None:
        """Take note of a remark."""
        self.change(note=text)

    def file(self, path: str, state: FileState, *, problems: Sequence[str] = ()) -> None:
        """Take note of how far a file is."""
        self._check()
        self._files[path] = JobFile(Path(path).name, state, self._shorten(problems))
        self.change(by_file=tuple(self._files.values()))

    def describe(self, report: IngestReport) -> dict[str, Any]:
        """Return a report with the names of files as they were given."""
        shown = report.to_json()
        for part in ("failures", "partly_read"):
            shown[part] = list(self._shorten(shown[part]))
        return shown

    def _shorten(self, sentences: Iterable[str]) -> tuple[str, ...]:
        """Leave out the folders of the files: where the server keeps them says nobody anything."""
        for folder in {f"{path.parent}{os.sep}" for path in self.paths}:
            sentences = [sentence.replace(folder, "") for sentence in sentences]
        return tuple(sentences)

    def _check(self) -> None:
        if self.is_cancelled:
            raise JobCancelled("The job was cancelled: what it had written stays.")


class Jobs:
    """The ingest jobs of a server, at most the last MOST_KEPT that have ended."""

    def __init__(self, platform: Platform, metrics: Metrics) -> None:
        self._platform, self._metrics = platform, metrics
        self._jobs: dict[str, _Job] = {}
        self._waiting: queue.SimpleQueue[_Job] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def start(self, paths: Sequence[Path]) -> JobState:
        """Queue an ingest of files; return its state."""
        job = _Job(paths)
        with self._lock:
            ended = [key for key, one in self._jobs.items() if one.state.state in ENDED]
            for key in ended[: max(0, len(self._jobs) + 1 - MOST_KEPT)]:
                del self._jobs[key]
            self._jobs[job.state.id] = job
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="ingest", daemon=True)
                self._thread.start()
        self._metrics.jobs.inc()
        self._waiting.put(job)
        return job.state

    def list(self) -> list[JobState]:
        """Return the jobs, the latest first."""
        with self._lock:
            return [job.state for job in reversed(self._jobs.values())]

    def show(self, job_id: str) -> JobState:
        """Return a job's state.

        Raises:
            NotFound: there is none.
        """
        return self._find(job_id).state

    def cancel(self, job_id: str) -> JobState:
        """Have a job stop at its next step; return its state.

        Raises:
            NotFound: there is none.
        """
        job = self._find(job_id)
        job.is_cancelled = True
        if job.state.state not in ENDED:
            job.note("It stops at its next step.")
        return job.state

    def cancel_all(self) -> None:
        """Have all jobs stop, as the server ends."""
        with self._lock:
            for job in self._jobs.values():
                job.is_cancelled = True

    def watch(self, job_id: str) -> Iterator[JobState]:
        """Yield a job's states until it has ended; some in between are left out.

        Raises:
            NotFound: there is none, before the first is yielded.
        """
        return self._watch(self._find(job_id))

    def _watch(self, job: _Job) -> Iterator[JobState]:
        seen: JobState | None = None
        while True:
            with job.changed:
                if job.state is seen:
                    job.changed.wait(timeout=PAUSE_S)
                state = job.state
            if state is not seen:
                seen = state
                yield state
            if state.state in ENDED:
                return
            threading.Event().wait(PAUSE_S)

    def _find(self, job_id: str) -> _Job:
        with self._lock:
            found = self._jobs.get(job_id)
        if found is None:
            raise NotFound(f"There is no job '{job_id}': /api/v1/jobs lists those of this server.")
        return found

    def _work(self) -> None:
        while True:
            job = self._waiting.get()
            try:
                with bind(job=job.state.id):
                    self._run(job)
            finally:
                self._metrics.jobs.dec()

    def _run(self, job: _Job) -> None:
        if job.is_cancelled:
            job.end("cancelled")
            return
        job.change(state="running")
        try:
            report = self._platform.ingest(job.paths, progress=job)
        except JobCancelled as exc:
            job.end("cancelled", problem=describe(exc, job.state.id)[1])
        except Exception as exc:  # noqa: BLE001  # the thread goes on with the next job
            job.end("failed", problem=describe(exc, job.state.id)[1])
        else:
            job.end("failed" if report.is_failure else "done", report=job.describe(report))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
