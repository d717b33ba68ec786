"""A local SPARQL server over a dump: the real oxigraph, started and stopped by the platform itself.

Below the data folder, `wikidata/store/` holds what was loaded last and `wikidata/server.json` says
which process serves it, where, and from which dump it was made. It listens on the loopback only and
takes no updates.
"""

from __future__ import annotations

import gzip
import json
import logging
import re
import shutil
import subprocess
import sysconfig
import tempfile
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import IO, cast

from filelock import FileLock, Timeout

from kgplatform.errors import EndpointUnavailable, SourceError, WikidataError
from kgplatform.graph.server_configuration import choose_port
from kgplatform.graph.server_process import (
    command_line,
    launch,
    listens,
    terminate,
    wait_for_end,
    wait_until,
)
from kgplatform.progress import NO_PROGRESS, Progress

__all__ = ["DUMP_SUFFIXES", "LoadReport", "LocalStore", "StoreInfo"]

logger = logging.getLogger(__name__)

FOLDER_NAME = "wikidata"
PROGRAM = "oxigraph"
PORT = 7878  # oxigraph's own default
DUMP_SUFFIXES = (".nt", ".ttl", ".nt.gz", ".ttl.gz")
START_TIMEOUT_S = 60.0
STOP_TIMEOUT_S = 30.0
LOCK_TIMEOUT_S = 600.0
"""A load takes about 13 s a million triples."""
QUERY_TIMEOUT_S = 60  # as the public query service gives
BAD_TRIPLE = re.compile(r"^Parsing error: (?P<reason>.*)$", re.MULTILINE)
FAILURE = re.compile(r"^Error[^:]*: (?P<reason>.*)$", re.MULTILINE)
ERRORS_SHOWN = 3
CHUNK_BYTES = 1_000_000


@dataclass(frozen=True, slots=True)
class StoreInfo:
    """What is loaded: the dump's path, and when (seconds since 1970); who serves it, if anyone."""

    dump: str
    loaded_at: float
    port: int = PORT
    pid: int | None = None

    @property
    def address(self) -> str:
        """Where queries go."""
        return f"http://127.0.0.1:{self.port}/query"


@dataclass(frozen=True, slots=True)
class LoadReport:
    """What a load did: seconds, and how many places of the dump are no RDF, with some in words."""

    seconds: float
    skipped: int
    reasons: tuple[str, ...]


class LocalStore:
    """The local SPARQL server below one data folder; any number of objects may name it.

    Args:
        home: the platform's data folder; nothing is made or started yet.
    """

    def __init__(self, home: Path) -> None:
        self.folder = home.resolve() / FOLDER_NAME
        self._store = self.folder / "store"
        self._record = self.folder / "server.json"

    @property
    def index_path(self) -> Path:
        """The index of the names in what is loaded."""
        return self.folder / "names.sqlite"

    def load(self, dump: Path, *, progress: Progress = NO_PROGRESS) -> LoadReport:
        """Build the store from a dump, in place of what was loaded before; nothing is served yet.

        The old store stays, and is served, until the new one is complete.

        Args:
            dump: N-Triples or Turtle, plain or gzipped.
            progress: told that the load begins.

        Raises:
            SourceError: the dump does not exist, is of another kind, or cannot be read.
            WikidataError: oxigraph is not installed, or the disk refuses.
        """
        if not dump.name.lower().endswith(DUMP_SUFFIXES):
            raise SourceError(f"'{dump}' is none of {', '.join(DUMP_SUFFIXES)}: convert it first.")
        if not dump.is_file():
            raise SourceError(f"There is no file '{dump}': correct the path.")
        with self._alone():
            progress.begin("Loading triples", total=None, unit="s")
            started = time.perf_counter()
            fresh = self.folder / "store.new"
            shutil.rmtree(fresh, ignore_errors=True)
            report = _load(dump.resolve(), fresh)
            self._stop()
            shutil.rmtree(self._store, ignore_errors=True)
            fresh.rename(self._store)
            self._write(StoreInfo(str(dump.resolve()), time.time()))
            return replace(report, seconds=time.perf_counter() - started)

    def start(self) -> StoreInfo:
        """Serve the store unless it is served, and wait until it answers.

        Raises:
            EndpointUnavailable: nothing is loaded.
            WikidataError: the server does not start.
        """
        with self._alone():
            return self.status() or self._start(self._loaded())

    def stop(self) -> bool:
        """Stop the server; tell whether one was running."""
        with self._alone():
            return self._stop()

    def status(self) -> StoreInfo | None:
        """Return the running server, or None."""
        info = self.loaded()
        return info if info and info.pid is not None and self._serves(info.pid) else None

    def loaded(self) -> StoreInfo | None:
        """Return what is loaded, served or not, or None."""
        try:
            info = StoreInfo(**json.loads(self._record.read_text(encoding="utf-8")))
        except (FileNotFoundError, ValueError, TypeError):
            return None
        return info if self._store.is_dir() else None

    def _loaded(self) -> StoreInfo:
        info = self.loaded()
        if info is None:
            raise EndpointUnavailable(
                "There is no SPARQL endpoint: run kgplatform wikidata load DUMP, or set "
                "KGPLATFORM_SPARQL_ENDPOINT."
            )
        return info

    def _start(self, info: StoreInfo) -> StoreInfo:
        port = choose_port(info.port)
        log = self.folder / "oxigraph.log"
        bind = ["--bind", f"127.0.0.1:{port}", "--timeout-s", str(QUERY_TIMEOUT_S)]
        command = [str(_program()), "serve-read-only", "--location", str(self._store), *bind]
        pid = launch(command, log)
        running = replace(info, port=port, pid=pid)
        self._write(running)
        wait_until(lambda: listens(pid, {port}) or not self._serves(pid), START_TIMEOUT_S)
        if not listens(pid, {port}):
            terminate(pid)
            said = log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
            raise WikidataError(
                f"The local SPARQL server did not start ({said[0] if said else 'no reason'}): see "
                f"{log}, then run kgplatform wikidata start again."
            )
        logger.info("oxigraph started", extra={"pid": pid, "address": running.address})
        return running

    def _stop(self) -> bool:
        running = self.status()
        if running is None or running.pid is None:
            return False
        terminate(running.pid)
        if not wait_for_end(running.pid, timeout_s=STOP_TIMEOUT_S):
            raise WikidataError(
                f"The local SPARQL server (process {running.pid}) has not ended within "
                f"{STOP_TIMEOUT_S:.0f} s: end it with kill -9 {running.pid}."
            )
        self._write(replace(running, pid=None))
        return True

    def _serves(self, pid: int) -> bool:
        """Tell whether this process is the server of this very store."""
        return str(self._store) in command_line(pid)

    def _write(self, info: StoreInfo) -> None:
        fresh = self._record.with_suffix(".new")
        fresh.write_text(json.dumps(asdict(info)) + "\n", encoding="utf-8")
        fresh.replace(self._record)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep other commands from loading, starting or stopping here."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with FileLock(self.folder / "server.lock", timeout=LOCK_TIMEOUT_S):
                yield
        except Timeout as exc:
            raise WikidataError(
                f"Another kgplatform command is loading or starting in {self.folder}: wait for it "
                "to end, then try again."
            ) from exc
        except OSError as exc:
            raise WikidataError(
                f"The folder {self.folder} cannot be used ({exc.strerror or exc}): put that right, "
                "or set KGPLATFORM_HOME to another folder."
            ) from exc


def _load(dump: Path, store: Path) -> LoadReport:
    """Run oxigraph's bulk loader; places that are no RDF are left out and counted.

    The dump is unpacked here: over a damaged archive the loader itself runs for ever.
    """
    names = dump.name.lower().removesuffix(".gz")
    command = [str(_program()), "load", "--lenient", "--location", str(store)]
    command += ["--format", Path(names).suffix.removeprefix(".")]
    with tempfile.TemporaryFile() as said:
        loader = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=said)  # noqa: S603
        try:
            _feed(dump, cast(IO[bytes], loader.stdin))
            loader.wait()
        except (EOFError, OSError, zlib.error) as exc:
            raise SourceError(f"'{dump}' cannot be read to its end: {exc}.") from exc
        finally:
            loader.kill()
            loader.wait()
        said.seek(0)
        words = said.read().decode("utf-8", "replace")
    if loader.returncode != 0:
        failure = FAILURE.search(words)
        reason = failure["reason"] if failure else words.strip().partition("\n")[0]
        raise SourceError(f"'{dump}' cannot be loaded: {reason}.")
    reasons = BAD_TRIPLE.findall(words)
    return LoadReport(0.0, len(reasons), tuple(reasons[:ERRORS_SHOWN]))


def _feed(dump: Path, loader: IO[bytes]) -> None:
    is_packed = dump.suffix.lower() == ".gz"
    with loader, cast(IO[bytes], gzip.open(dump) if is_packed else dump.open("rb")) as stream:
        shutil.copyfileobj(stream, loader, CHUNK_BYTES)


def _program() -> Path:
    """Return oxigraph's program, which its package puts beside this Python's other scripts."""
    beside = Path(sysconfig.get_path("scripts")) / PROGRAM
    found = str(beside) if beside.is_file() else shutil.which(PROGRAM)
    if found is None:
        raise WikidataError("oxigraph is not installed: run pip install oxigraph.")
    return Path(found)
