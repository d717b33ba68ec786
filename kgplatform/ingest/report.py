"""What an ingest did: counts, losses, failures and where the time went."""

from __future__ import annotations

import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from kgplatform.extract.reading import PassageReading
from kgplatform.records import Passage, Usage

__all__ = ["DOCUMENT_STATES", "IngestReport", "Tally"]

DOCUMENT_STATES = ("new", "changed", "unchanged", "copies", "removed", "failed")
MODEL_STAGES = frozenset({"split", "parse", "embed", "analyse"})


@dataclass(frozen=True, slots=True)
class IngestReport:
    """The outcome of one ingest.

    Attributes:
        documents: how many were new, changed, unchanged, removed and failed; copies are files
            whose content another document has.
        passages, mentions, statements: how many were read and written.
        unproven: facts that a model claimed and its passage does not show, kept apart.
        unread: passages that a model could not read; their text is in the graph.
        dropped: parts of model replies that could not be used, by reason.
        skipped: files of unknown kinds that were left out, by suffix.
        languages: documents that were written and in whose language no facts are read, by it.
        derived: what the steps over the whole graph did (names linked, entities merged, …).
        rows_written: rows sent to Neo4j; 0 where nothing was new.
        failures: one sentence a file, line or passage that was skipped.
        partly_read: one sentence a file that was read but for some of it.
        usage: what the chat model was asked for.
        seconds: wall time by stage and in all; stages overlap. `models` is the time in which
            any model was at work.
    """

    documents: dict[str, int]
    passages: int
    mentions: int
    statements: int
    unproven: int
    unread: int
    dropped: dict[str, int]
    skipped: dict[str, int]
    languages: dict[str, int]
    derived: dict[str, int]
    rows_written: int
    failures: tuple[str, ...]
    partly_read: tuple[str, ...]
    usage: Usage
    seconds: dict[str, float]

    def __add__(self, other: IngestReport) -> IngestReport:
        """Return the report of both as one; what was written by both counts twice."""

        def sum_up(one: Mapping[str, Any], two: Mapping[str, Any]) -> dict[str, Any]:
            return {name: one.get(name, 0) + two.get(name, 0) for name in {**one, **two}}

        return IngestReport(
            documents=sum_up(self.documents, other.documents),
            passages=self.passages + other.passages,
            mentions=self.mentions + other.mentions,
            statements=self.statements + other.statements,
            unproven=self.unproven + other.unproven,
            unread=self.unread + other.unread,
            dropped=sum_up(self.dropped, other.dropped),
            skipped=sum_up(self.skipped, other.skipped),
            languages=sum_up(self.languages, other.languages),
            derived=sum_up(self.derived, other.derived),
            rows_written=self.rows_written + other.rows_written,
            failures=(*self.failures, *other.failures),
            partly_read=(*self.partly_read, *other.partly_read),
            usage=self.usage + other.usage,
            seconds=sum_up(self.seconds, other.seconds),
        )

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
            "unproven": self.unproven,
            "unread": self.unread,
            "dropped": self.dropped,
            "skipped": self.skipped,
            "languages": self.languages,
            "derived": self.derived,
            "rows_written": self.rows_written,
            "failures": list(self.failures),
            "partly_read": list(self.partly_read),
            "usage": {
                "llm_calls": self.usage.llm_calls,
                "prompt_tokens": self.usage.prompt_tokens,
                "completion_tokens": self.usage.completion_tokens,
                "cached_calls": self.usage.cached_calls,
            },
            "seconds": self.seconds,
        }


@dataclass
class Tally:
    """Counts what a running ingest does; `report` turns it into the IngestReport."""

    counts: Counter[str] = field(default_factory=Counter)
    dropped: Counter[str] = field(default_factory=Counter)
    skipped: Counter[str] = field(default_factory=Counter)
    languages: Counter[str] = field(default_factory=Counter)
    derived: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)
    partly_read: list[str] = field(default_factory=list)
    usage: Usage = field(default_factory=Usage)
    _seconds: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    _started: float = field(default_factory=time.perf_counter)
    _models_running: int = 0
    _models_since: float = 0.0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @contextmanager
    def timed(self, stage: str) -> Iterator[None]:
        """Add the time spent inside the block to a stage; may be used by several threads."""
        started = time.perf_counter()
        is_model = stage in MODEL_STAGES
        if is_model:
            self._model_begins(started)
        try:
            yield
        finally:
            ended = time.perf_counter()
            with self._lock:
                self._seconds[stage] += ended - started
            if is_model:
                self._model_ends(ended)

    def _model_begins(self, now: float) -> None:
        with self._lock:
            if not self._models_running:
                self._models_since = now
            self._models_running += 1

    def _model_ends(self, now: float) -> None:
        with self._lock:
            self._models_running -= 1
            if not self._models_running:
                self._seconds["models"] += now - self._models_since

    def count_readings(
        self, passages: Iterable[Passage], readings: Iterable[PassageReading]
    ) -> None:
        """Count what readings hold and what they lost; a passage nobody could read is reported."""
        for passage, reading in zip(passages, readings, strict=True):
            self.counts.update(
                passages=1,
                mentions=len(reading.mentions),
                statements=len(reading.statements),
                unproven=len(reading.unproven),
                unread=reading.failure is not None,
            )
            self.dropped.update(dict(reading.dropped))
            self.usage += reading.usage
            if reading.failure is not None:
                where = f"Passage {passage.id} of '{passage.title}'"
                self.failures.append(f"{where} could not be read: {reading.failure}")

    def in_short(self) -> str:
        """Return passages, tokens and failures so far in a few words, for a progress bar."""
        tokens = self.usage.prompt_tokens + self.usage.completion_tokens
        parts = [f"{self.counts['passages']:,} passages"]
        parts += [f"{tokens:,} tokens"] if tokens else []
        parts += [f"{len(self.failures):,} failures"] if self.failures else []
        return ", ".join(parts)

    def run_properties(self) -> dict[str, int]:
        """Return the numbers that an IngestRun node keeps."""
        names = (*DOCUMENT_STATES, "passages", "mentions", "statements", "unproven", "rows")
        return {
            **{name: self.counts[name] for name in (*names, "unread")},
            "llmCalls": self.usage.llm_calls,
            "promptTokens": self.usage.prompt_tokens,
            "completionTokens": self.usage.completion_tokens,
        }

    def report(self) -> IngestReport:
        """Return what was counted so far."""
        total = time.perf_counter() - self._started
        return IngestReport(
            documents={state: self.counts[state] for state in DOCUMENT_STATES},
            passages=self.counts["passages"],
            mentions=self.counts["mentions"],
            statements=self.counts["statements"],
            unproven=self.counts["unproven"],
            unread=self.counts["unread"],
            dropped=dict(self.dropped),
            skipped=dict(self.skipped),
            languages=dict(self.languages),
            derived=dict(self.derived),
            rows_written=self.counts["rows"],
            failures=tuple(self.failures),
            partly_read=tuple(self.partly_read),
            usage=self.usage,
            seconds={
                **{stage: round(value, 3) for stage, value in self._seconds.items()},
                "total": round(total, 3),
            },
        )
