"""A local model's server, started when it is first asked, and one for all processes of this user.

`local_model/server.json` in the data folder says which process serves which model, where, and with
which key, and is its owner's alone. The server listens on the loopback, refuses who does not have
the key, and ends by itself when it was not asked for a while.
"""

from __future__ import annotations

import json
import os
import secrets
import shutil
import sys
import threading
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

import psutil
from filelock import FileLock, Timeout

from kgplatform.errors import ModelUnavailable, UsageError
from kgplatform.graph.server_configuration import choose_port
from kgplatform.graph.server_process import (
    command_line,
    launched,
    terminate,
    wait_for_end,
    wait_until,
)
from kgplatform.models.address import ChatAddress
from kgplatform.models.local_models import DEFAULT_MODEL, LOCAL, PINNED, LocalModels, require_extra
from kgplatform.progress import NO_PROGRESS, Progress
from kgplatform.settings import Settings
from kgplatform.storage.permissions import private_file, private_part

if TYPE_CHECKING:
    from kgplatform.models.conversation import ChatModel
    from kgplatform.models.endpoint import Endpoint
    from kgplatform.models.refusals import Refusal

__all__ = [
    "LocalEndpoint",
    "LocalModelServer",
    "ServerRecord",
    "describe_local_models",
    "load_local_chat",
    "local_server",
    "memory_needed",
]

FOLDER_NAME, RECORD_NAME = "local_model", "server.json"
PROGRAM = "kgplatform.runtime.serve_local_model"
HOST, PORT = "127.0.0.1", 18_480
CONTEXT_TOKENS = 8192
START_TIMEOUT_S = 180.0
STOP_TIMEOUT_S = 10.0
PROBE_TIMEOUT_S = 2.0
WORKING_SHARE, WORKING_BYTES = 1.25, 650_000_000
"""Memory that serving takes: the weights and a quarter for the context, and what all models do."""


@dataclass(frozen=True, slots=True)
class ServerRecord:
    """What the server was started with; `pid` once it was, `is_ready` once it took questions."""

    model: str
    path: str
    port: int
    key: str
    idle_s: float
    threads: int
    context_tokens: int = CONTEXT_TOKENS
    pid: int | None = None
    is_ready: bool = False

    @property
    def base_url(self) -> str:
        """Where it is asked."""
        return f"http://{HOST}:{self.port}/v1"


def local_server(settings: Settings) -> LocalModelServer:
    """Return the server of local models that settings name; nothing is started."""
    models = LocalModels(settings.cache)
    return LocalModelServer(settings.home, models, idle_s=settings.local_model_idle_s)


def load_local_chat(settings: Settings, progress: Progress = NO_PROGRESS) -> ChatModel:
    """Return the local chat model, whose server is started when it is first asked.

    Raises:
        MissingExtra: what serves it is not installed.
        NotFound: it is not here.
    """
    from kgplatform.models.cache import ReplyCache
    from kgplatform.models.chat import OpenAIChatModel
    from kgplatform.models.endpoint import Endpoint
    from kgplatform.models.retrying import CHAT_ROLE

    require_extra()
    name = settings.chat_model or DEFAULT_MODEL
    LocalModels(settings.cache).find(name)
    connect = partial(
        Endpoint, model=name, role=CHAT_ROLE, timeout_s=settings.chat_timeout_s, extra_body={}
    )
    endpoint = LocalEndpoint(
        local_server(settings),
        name,
        connect=lambda address, key: connect(address, api_key=key),
        progress=progress,
    )
    return OpenAIChatModel(
        LOCAL,
        name,
        cache=ReplyCache(settings.replies),
        concurrency=1,  # it replies to one at a time, and others would wait at its cost
        endpoint=endpoint,
    )


def memory_needed(size: int) -> int:
    """Return about how many bytes of memory a model takes whose file has `size` bytes."""
    return int(size * WORKING_SHARE) + WORKING_BYTES


class LocalModelServer:
    """The server of local models below one data folder; any number of objects may name it.

    Args:
        home: the platform's data folder; nothing is made or started yet.
        models: the models that are here.
        idle_s: seconds after which a server that is started here ends, if nobody asks it.
    """

    def __init__(self, home: Path, models: LocalModels, *, idle_s: float) -> None:
        self.folder = home.resolve() / FOLDER_NAME
        self._record = self.folder / RECORD_NAME
        self._models, self._idle_s = models, idle_s

    def start(self, name: str, progress: Progress = NO_PROGRESS) -> ServerRecord:
        """Serve a model unless it is served, and wait until it takes questions.

        Raises:
            MissingExtra: what serves it is not installed.
            NotFound: the model is not here.
            ArtifactError: its file has changed.
            UsageError: another one is served.
            ModelUnavailable: there is too little memory, or the server does not start.
        """
        running = self.status()
        if running is None or not running.is_ready:
            with self._alone():
                running = self.status()
                if running is not None and not running.is_ready:  # its starter was killed
                    self._end(running)
                    running = None
                if running is None:
                    return self._start(name, progress)
        if running.model != name:
            raise UsageError(
                f"The local model {running.model} is served, not {name}: run kgplatform model "
                "stop first."
            )
        return running

    def stop(self) -> bool:
        """Stop the server; return whether one was running."""
        with self._alone():
            running = self.status()
            if running is None:
                return False
            self._end(running)
            return True

    def status(self) -> ServerRecord | None:
        """Return the running server, or None."""
        try:
            record = ServerRecord(**json.loads(self._record.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            return None
        runs = record.pid is not None and str(self._record) in command_line(record.pid)
        return record if runs else None

    def _start(self, name: str, progress: Progress) -> ServerRecord:
        require_extra()
        path = self._models.check(name)
        _require_memory(name, path.stat().st_size)
        progress.begin(f"Starting {name}", total=None, unit="s")
        record = ServerRecord(
            model=name,
            path=str(path.resolve()),
            port=choose_port(PORT),
            key=secrets.token_urlsafe(32),
            idle_s=self._idle_s,
            threads=psutil.cpu_count(logical=False) or os.cpu_count() or 1,
        )
        self._write(record)  # the process reads it: a key on its command line would be everybody's
        log = self.folder / "server.log"
        command = [sys.executable, "-P", "-m", PROGRAM, str(self._record)]
        note: Callable[[int], None] = lambda pid: self._write(replace(record, pid=pid))  # noqa: E731
        with launched(command, log, note=note) as pid:
            wait_until(lambda: _answers(record.port) or self.status() is None, START_TIMEOUT_S)
            if self.status() is None or not _answers(record.port):
                lines = log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
                raise ModelUnavailable(
                    f"The local model {name} did not start ({lines[-1] if lines else 'no reason'})"
                    f": see {log}, then try again."
                )
        ready = replace(record, pid=pid, is_ready=True)
        self._write(ready)
        return ready

    def _end(self, running: ServerRecord) -> None:
        assert running.pid is not None  # noqa: S101 - of those that run
        terminate(running.pid)
        if not wait_for_end(running.pid, timeout_s=STOP_TIMEOUT_S):
            terminate(running.pid, at_once=True)
        self._record.unlink(missing_ok=True)

    def _write(self, record: ServerRecord) -> None:
        fresh = self._record.with_suffix(".new")
        private_file(fresh).write_text(json.dumps(asdict(record)) + "\n", encoding="utf-8")
        fresh.replace(self._record)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep other processes from starting or stopping here."""
        try:
            private_part(self.folder)
            lock = private_file(self.folder / "server.lock")
        except OSError as exc:
            raise ModelUnavailable(
                f"The folder {self.folder} cannot be used ({exc.strerror or exc}): put that right, "
                "or set KGPLATFORM_HOME to another folder."
            ) from exc
        try:
            with FileLock(lock, timeout=START_TIMEOUT_S + STOP_TIMEOUT_S):
                yield
        except Timeout as exc:
            raise ModelUnavailable(
                f"Another kgplatform command is starting the model in {self.folder}: wait for it "
                "to end, then try again."
            ) from exc


class LocalEndpoint:
    """The endpoint of a local model, which is started where it does not run. Threads may share one.

    Args:
        server: what serves it.
        model: its name.
        connect: makes an endpoint of an address and a key.
        progress: reports that the model is started.
    """

    def __init__(
        self,
        server: LocalModelServer,
        model: str,
        *,
        connect: Callable[[str, str], Endpoint],
        progress: Progress = NO_PROGRESS,
    ) -> None:
        # the same for each port, as what was learnt and remembered is known by it
        self.address = ChatAddress(url=LOCAL, host=HOST)
        self._server, self._model = server, model
        self._make, self._progress = connect, progress
        self._lock = threading.Lock()
        self._known: tuple[ServerRecord, Endpoint] | None = None

    def send(
        self, fields: Mapping[str, Any], *, is_named: Callable[[Refusal], bool]
    ) -> dict[str, Any]:
        """Return the completion for a request: see `Endpoint.send` and `LocalModelServer.start`."""
        return self._connected().send(fields, is_named=is_named)

    def close(self) -> None:
        """Close the connections; the server stays for others, until it is idle."""
        with self._lock:
            if self._known:
                self._known[1].close()
            self._known = None

    def _connected(self) -> Endpoint:
        with self._lock:
            record = self._server.start(self._model, self._progress)
            if self._known is None or self._known[0] != record:
                self._known = record, self._make(record.base_url, record.key)
            return self._known[1]


def describe_local_models(settings: Settings) -> str | None:
    """Return what the models that are here take: disk, memory, and seconds a reply if known.

    Where none is here but one is wanted, what the default one would take; None otherwise.
    """
    models = LocalModels(settings.cache)
    present = [(model.name, model.size) for model in models.all()]
    if not present and settings.chat_base_url != LOCAL:
        return None
    free_disk = shutil.disk_usage(_existing(models.folder)).free
    free_memory = psutil.virtual_memory().available
    would = "" if present else "would take "
    takes = "; ".join(
        f"{name}: {would}{size / 1e9:.1f} GB of disk, about {memory_needed(size) / 1e9:.1f} GB of "
        f"memory{_speed(settings, name)}"
        for name, size in present or [(DEFAULT_MODEL, PINNED[DEFAULT_MODEL].size)]
    )
    return f"{takes} ({free_disk / 1e9:.1f} GB of disk and {free_memory / 1e9:.1f} GB are free)"


def _speed(settings: Settings, name: str) -> str:
    """Return how long the replies took that are remembered of a model, if any are."""
    if not settings.replies.is_file():
        return ""
    from kgplatform.models.cache import ReplyCache

    times = [
        reply.ms
        for _, _, model, reply in ReplyCache(settings.replies).entries()
        if model == name and reply.ms is not None
    ]
    return f", {median(times) / 1000:.1f} s a reply ({len(times)} measured)" if times else ""


def _existing(folder: Path) -> Path:
    return next(path for path in (folder, *folder.parents) if path.exists())


def _require_memory(name: str, size: int) -> None:
    needed, free = memory_needed(size), psutil.virtual_memory().available
    if free < needed:
        raise ModelUnavailable(
            f"The local model {name} takes about {needed / 1e9:.1f} GB of memory, and "
            f"{free / 1e9:.1f} GB are free: end other programs, or choose a smaller model."
        )


def _answers(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://{HOST}:{port}/health", timeout=PROBE_TIMEOUT_S):
            return True
    except OSError:
        return False
