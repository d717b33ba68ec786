"""The `ray` engine: reading, extraction and embedding on a Ray cluster, the writer ordered here.

Each worker is a Ray actor that loads the models once. A group goes to the worker that is free,
results are taken in the order of the groups, and a group whose worker died is given to another
one, so that nothing depends on how many workers there are or how long they live. Files must be
reachable under the same path on every machine of the cluster.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import cycle
from pathlib import Path
from types import TracebackType
from typing import Any

from kgplatform.errors import MissingExtra, ModelUnavailable
from kgplatform.extract.gazetteer import Gazetteer
from kgplatform.extract.reading import PassageReading
from kgplatform.graph.writer import Batch
from kgplatform.ingest.analysis import (
    IngestModels,
    Vectors,
    embed_group,
    make_batch,
    read_group,
)
from kgplatform.ingest.engines import GROUPS_AHEAD, ModelLoader
from kgplatform.ingest.groups import Group
from kgplatform.ingest.reading import is_costly
from kgplatform.ingest.report import Tally
from kgplatform.sources.files import SourceItem, read_sources
from kgplatform.sources.isolated.pool import ReadingProcesses
from kgplatform.sources.limits import ReadLimits

__all__ = ["RayEngine"]

MAX_RETRIES = 5  # of one group, each on another worker: a group that kills its worker is reported


class _Worker:
    """A Ray actor: the models of one process."""

    def __init__(self, load: ModelLoader) -> None:
        self._models: IngestModels = load()
        self._processes: ReadingProcesses | None = None

    def analyse(self, group: Group, gazetteer: Gazetteer) -> tuple[list[PassageReading], Vectors]:
        """Read and embed one group."""
        models = self._models
        vectors, scores = embed_group(group, embedder=models.embedder, head=models.head)
        return read_group(group, models=models, gazetteer=gazetteer, scores=scores), vectors

    def parse(self, file: Path, limits: ReadLimits, max_file_mb: float | None) -> list[SourceItem]:
        """Convert one file, in a process next to this one."""
        if self._processes is None:
            self._processes = ReadingProcesses(limits)
        return list(read_sources([file], max_file_mb=max_file_mb, processes=self._processes))

    def process_id(self) -> int:
        """Return the worker's process, for tests that end it."""
        return os.getpid()


def _send_file(worker: Any, *, file: Path, limits: ReadLimits, max_file_mb: float | None) -> Any:
    return worker.parse.remote(file, limits, max_file_mb)


def _send_group(worker: Any, *, group: Group, gazetteer: Any) -> Any:
    return worker.analyse.remote(group, gazetteer)


def _start(ray: Any, address: str | None) -> None:
    """Join a cluster, or start one that only this machine can reach."""
    quiet = {"include_dashboard": False, "log_to_driver": False, "logging_level": "ERROR"}
    if address is not None:
        ray.init(address=address, log_to_driver=False, logging_level="ERROR")
    else:
        ray.init(_node_ip_address="127.0.0.1", **quiet)


@dataclass(slots=True)
class _Task:
    """Something sent to a worker: how to send it again, and its future result."""

    send: Callable[[Any], Any]
    worker: Any
    result: Any


class RayEngine:
    """Runs the model work of an ingest on Ray; a context manager.

    Args:
        load: loads the models in a worker; must be picklable.
        extractors: names of those that `load` gives, by the code of the language they read.
        workers: how many actors; by default one a processor of the cluster.
        address: of a running cluster; None starts one on this machine.

    Raises:
        MissingExtra: ray is not installed.
    """

    def __init__(
        self,
        load: ModelLoader,
        *,
        extractors: Mapping[str, str],
        workers: int | None = None,
        address: str | None = None,
    ) -> None:
        try:
            import ray
        except ImportError as exc:
            raise MissingExtra("ray", "The ray engine") from exc
        self._ray: Any = ray  # its own types do not cover actors
        self._is_ours = not ray.is_initialized()
        if self._is_ours:
            _start(ray, address)
        self._extractors = extractors
        count = workers or max(int(self._ray.cluster_resources().get("CPU", 1)), 1)
        actor = self._ray.remote(num_cpus=1, max_restarts=-1)(_Worker)
        self._workers: list[Any] = [actor.remote(load) for _ in range(count)]
        self._next = cycle(self._workers)

    def __enter__(self) -> RayEngine:
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        for worker in self._workers:
            self._ray.kill(worker)
        if self._is_ours:
            self._ray.shutdown()

    def worker_processes(self) -> list[int]:
        """Return the process ids of the workers, once they have loaded their models."""
        ids: list[int] = self._ray.get([worker.process_id.remote() for worker in self._workers])
        return ids

    def parse(
        self, files: Sequence[Path], processes: ReadingProcesses, max_file_mb: float | None
    ) -> Iterator[Iterable[SourceItem]]:
        """Yield what each file holds, in order: costly files are converted by the workers."""
        send = partial(_send_file, limits=processes.limits, max_file_mb=max_file_mb)
        converted = self._in_order(partial(send, file=file) for file in files if is_costly(file))
        others = [file for file in files if not is_costly(file)]
        streamed = processes.read(others, max_file_mb=max_file_mb)
        for file in files:
            yield next(converted if is_costly(file) else streamed)

    def analyse(
        self, groups: Iterable[Group], *, gazetteer: Gazetteer, tally: Tally
    ) -> Iterator[Batch]:
        """Yield a batch for each group, in order."""
        names = self._ray.put(gazetteer)
        sent: deque[Group] = deque()

        def tasks() -> Iterator[Callable[[Any], Any]]:
            for group in groups:
                sent.append(group)
                yield partial(_send_group, group=group, gazetteer=names)

        for readings, vectors in self._in_order(tasks(), tally):
            group = sent.popleft()
            tally.count_readings(group.passages, readings)
            yield make_batch(group, readings, vectors, extractors=self._extractors)

    def _in_order(
        self, tasks: Iterable[Callable[[Any], Any]], tally: Tally | None = None
    ) -> Iterator[Any]:
        """Send tasks to the workers in turn, a few ahead, and yield their results in order."""
        running: deque[_Task] = deque()
        for send in tasks:
            worker = next(self._next)
            running.append(_Task(send, worker, send(worker)))
            if len(running) > GROUPS_AHEAD * len(self._workers):
                yield self._result(running.popleft(), tally)
        while running:
            yield self._result(running.popleft(), tally)

    def _result(self, task: _Task, tally: Tally | None) -> Any:
        """Return a task's result; if its worker died, give the task to the next one."""
        errors = self._ray.exceptions
        died = (errors.ActorDiedError, errors.ActorUnavailableError, errors.ObjectLostError)
        for _ in range(MAX_RETRIES):
            try:
                if tally is None:
                    return self._ray.get(task.result)
                with tally.timed("analyse"):
                    return self._ray.get(task.result)
            except died:
                worker = next(self._next)
                task.result = task.send(worker)
            except errors.RayTaskError as exc:
                raise exc.as_instanceof_cause() from exc
        raise ModelUnavailable(
            f"Workers of the Ray cluster died {MAX_RETRIES} times over the same passages: "
            "look into the cluster's logs, then run the ingest again; it goes on from here."
        )
