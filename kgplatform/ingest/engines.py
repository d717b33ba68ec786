"""Where the model work of an ingest runs: the one place of its concurrency.

An engine takes groups and gives batches in the same order, whatever finishes first, so the
writer and the graph do not depend on it. `local` reads on the caller's thread, or in several
processes, while the embedder works too; `ray` (kgplatform.ingest.ray_engine) uses a cluster.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Protocol

from kgplatform.extract.gazetteer import Gazetteer
from kgplatform.extract.reading import PassageReading
from kgplatform.graph.writer import Batch
from kgplatform.ingest.analysis import (
    Embedded,
    IngestModels,
    Vectors,
    embed_group,
    make_batch,
    read_group,
)
from kgplatform.ingest.groups import Group
from kgplatform.ingest.report import Tally
from kgplatform.models.entity_head.head import WordScores
from kgplatform.sources.files import SourceItem
from kgplatform.sources.isolated.pool import ReadingProcesses

__all__ = ["Engine", "LocalEngine", "ModelLoader"]

GROUPS_AHEAD = 2  # a worker: enough that none waits for the writer, few enough to stay small

ModelLoader = Callable[[], IngestModels]
"""Loads the models where the work is done; must be picklable for other processes."""


class Engine(Protocol):
    """Runs the model work of an ingest."""

    def parse(
        self, files: Sequence[Path], processes: ReadingProcesses, max_file_mb: float | None
    ) -> Iterator[Iterable[SourceItem]]:
        """Yield what each file holds, in order.

        Args:
            processes: those of this machine that read.
        """

    def analyse(
        self, groups: Iterable[Group], *, gazetteer: Gazetteer, tally: Tally
    ) -> Iterator[Batch]:
        """Yield a batch for each group, in order.

        Args:
            tally: given the time of each stage and what the readings lost.
        """


class LocalEngine:
    """Reads and embeds on this machine.

    Args:
        models: loaded in this process.
        workers: processes that read; 1 reads on the caller's thread.
        load: loads the models in a worker process; needed for more than one worker.
    """

    def __init__(
        self, models: IngestModels, *, workers: int = 1, load: ModelLoader | None = None
    ) -> None:
        if workers > 1 and load is None:
            raise ValueError("several workers need a loader: models cannot be sent to them")
        self._models = models
        self._workers = workers
        self._load = load

    def parse(
        self, files: Sequence[Path], processes: ReadingProcesses, max_file_mb: float | None
    ) -> Iterator[Iterable[SourceItem]]:
        """Yield what each file holds, in order."""
        return processes.read(files, max_file_mb=max_file_mb, count=self._workers)

    def analyse(
        self, groups: Iterable[Group], *, gazetteer: Gazetteer, tally: Tally
    ) -> Iterator[Batch]:
        """Yield a batch for each group, in order."""
        with ThreadPoolExecutor(max_workers=1, thread_name_prefix="embed") as embedding:
            if self._workers > 1:
                yield from self._analyse_in_processes(groups, gazetteer, embedding, tally)
            else:
                yield from self._analyse_here(groups, gazetteer, embedding, tally)

    def _analyse_here(
        self, groups: Iterable[Group], gazetteer: Gazetteer, embedding: Executor, tally: Tally
    ) -> Iterator[Batch]:
        """Read a group while the next one is embedded: reading takes what the embedder saw."""
        waiting: tuple[Group, Future[Embedded]] | None = None
        for group in groups:
            embedded = embedding.submit(self._embed, group, tally)
            if waiting is not None:
                yield self._read(*waiting, gazetteer, tally)
            waiting = group, embedded
        if waiting is not None:
            yield self._read(*waiting, gazetteer, tally)

    def _read(
        self, group: Group, embedding: Future[Embedded], gazetteer: Gazetteer, tally: Tally
    ) -> Batch:
        vectors, scores = embedding.result()
        with tally.timed("parse"):
            readings = read_group(group, models=self._models, gazetteer=gazetteer, scores=scores)
        return self._join(group, readings, vectors, tally)

    def _analyse_in_processes(
        self, groups: Iterable[Group], gazetteer: Gazetteer, embedding: Executor, tally: Tally
    ) -> Iterator[Batch]:
        running: deque[tuple[Group, Future[tuple[Vectors, Future[list[PassageReading]]]]]] = deque()

        def start(group: Group) -> tuple[Vectors, Future[list[PassageReading]]]:
            vectors, scores = self._embed(group, tally)
            return vectors, reading.submit(_read_with_loaded, group, scores)

        with ProcessPoolExecutor(
            self._workers,
            mp_context=multiprocessing.get_context(
                "spawn"
            ),  # threads of the embedder must not fork
            initializer=_load_reader,
            initargs=(self._load, gazetteer),
        ) as reading:
            for group in groups:
                running.append((group, embedding.submit(start, group)))
                if len(running) > GROUPS_AHEAD * self._workers:
                    yield self._collect(running, tally)
            while running:
                yield self._collect(running, tally)

    def _collect(
        self,
        running: deque[tuple[Group, Future[tuple[Vectors, Future[list[PassageReading]]]]]],
        tally: Tally,
    ) -> Batch:
        group, started = running.popleft()
        vectors, readings = started.result()
        with tally.timed("parse"):
            return self._join(group, readings.result(), vectors, tally)

    def _embed(self, group: Group, tally: Tally) -> Embedded:
        with tally.timed("embed"):
            models = self._models
            return embed_group(group, embedder=models.embedder, head=models.head)

    def _join(
        self, group: Group, readings: list[PassageReading], vectors: Vectors, tally: Tally
    ) -> Batch:
        tally.count_readings(group.passages, readings)
        extractors = self._models.extractor_names()
        return make_batch(group, readings, vectors, extractors=extractors)


_loaded: tuple[IngestModels, Gazetteer] | None = None
"""What a worker process reads with; loaded once when the process begins."""


def _load_reader(load: ModelLoader | None, gazetteer: Gazetteer) -> None:
    global _loaded  # noqa: PLW0603  # a process pool gives its workers no other place
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's, which ends its workers
    _loaded = (load(), gazetteer) if load else None


def _read_with_loaded(group: Group, scores: Mapping[str, WordScores]) -> list[PassageReading]:
    if _loaded is None:
        raise RuntimeError("the worker process was started without its models")
    models, gazetteer = _loaded
    return read_group(group, models=models, gazetteer=gazetteer, scores=scores)
