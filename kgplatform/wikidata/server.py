"""A local SPARQL server over a dump: the real oxigraph, started and stopped by the platform itself.

Below the data folder, `wikidata/store/` holds what was loaded last, `wikidata/names.sqlite` its
names, and `wikidata/server.json` says which process serves it, where, and from which dump it was
made. It listens on the loopback only and takes no updates.
"""

from __future__ import annotations

import json
import logging
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from filelock import FileLock, Timeout

from kgplatform.errors import SourceError, WikidataError, WikidataMissing
from kgplatform.graph.server_configuration import choose_port
from kgplatform.graph.server_process import (
    command_line,
    launched,
    listens,
    terminate,
    wait_for_end,
    wait_until,
)
from kgplatform.progress import NO_PROGRESS, Progress
from kgplatform.storage.permissions import private_file, private_folder, private_part
from kgplatform.wikidata.label_building import build_index
from kgplatform.wikidata.loading import DUMP_SUFFIXES, find_program, load_triples

__all__ = ["LoadReport", "LocalStore", "StoreInfo"]

logger = logging.getLogger(__name__)

FOLDER_NAME = "wikidata"
STORE, NAMES, RECORD = "store", "names.sqlite", "server.json"
PARTS = (STORE, NAMES, RECORD)
"""What belongs to one dump, and is put in place of another's together."""
PORT = 7878  # oxigraph's own default
START_TIMEOUT_S = 60.0
STOP_TIMEOUT_S = 30.0
LOCK_TIMEOUT_S = 600.0
"""A load takes about 13 s a million triples."""
QUERY_TIMEOUT_S = 60  # as the public query service gives


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
    """What a load did.

    Attributes:
        seconds: how long it took.
        triples: how many the store holds.
        items: how many of Wikidata's items have an English name in it.
        properties: the same of its properties.
        names: how many names they have.
        skipped: how many places of the dump are no RDF.
        reasons: why, of the first of them.
    """

    seconds: float
    triples: int
    items: int
    properties: int
    names: int
    skipped: int
    reasons: tuple[str, ...]


class LocalStore:
    """The local SPARQL server below one data folder; any number of objects may name it.

    Args:
        home: the platform's data folder; nothing is made or started yet.
    """

    def __init__(self, home: Path) -> None:
        self.folder = home.resolve() / FOLDER_NAME
        self._store = self.folder / STORE
        self._record = self.folder / RECORD
        self._aside = self.folder / "aside"

    @property
    def index_path(self) -> Path:
        """The index of the names in what is loaded."""
        return self.folder / NAMES

    def load(self, dump: Path, *, progress: Progress = NO_PROGRESS) -> LoadReport:
        """Build store and index of names from a dump, in place of what was loaded before.

        The old ones stay, and are served, until the new ones are complete; these are not served
        yet.

        Args:
            dump: N-Triples or Turtle, plain or gzipped.
            progress: reports that the load begins.

        Raises:
            SourceError: the dump does not exist, is of another kind, cannot be read, or holds no
                triple.
            WikidataError: oxigraph is not installed, or the disk refuses.
        """
        if not dump.name.lower().endswith(DUMP_SUFFIXES):
            raise SourceError(f"'{dump}' is none of {', '.join(DUMP_SUFFIXES)}: convert it first.")
        if not dump.is_file():
            raise SourceError(f"There is no file '{dump}': correct the path.")
        with self._alone(), self._building() as fresh:
            progress.begin("Loading triples", total=None, unit="s")
            started = time.perf_counter()
            loaded = load_triples(dump.resolve(), fresh / STORE)
            named = build_index(fresh / NAMES, dump.resolve(), progress=progress)
            self._replace(fresh, StoreInfo(str(dump.resolve()), time.time()))
            return LoadReport(
                time.perf_counter() - started,
                loaded.triples,
                named.items,
                named.properties,
                named.names,
                loaded.skipped,
                loaded.reasons,
            )

    def start(self) -> StoreInfo:
        """Serve the store unless it is served, and wait until it answers.

        Raises:
            WikidataMissing: nothing is loaded.
            WikidataError: the server does not start.
        """
        with self._alone():
            return self.status() or self._start(self._loaded())

    def stop(self) -> bool:
        """Stop the server; return whether one was running."""
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
        except (FileNotFoundError, NotADirectoryError, ValueError, TypeError):
            return None
        return info if self._store.is_dir() else None

    def _loaded(self) -> StoreInfo:
        info = self.loaded()
        if info is None:
            raise WikidataMissing(
                "There is no SPARQL endpoint: run kgplatform wikidata load DUMP, or set "
                "KGPLATFORM_SPARQL_ENDPOINT."
            )
        return info

    def _start(self, info: StoreInfo) -> StoreInfo:
        port = choose_port(info.port)
        log = self.folder / "oxigraph.log"
        bind = ["--bind", f"127.0.0.1:{port}", "--timeout-s", str(QUERY_TIMEOUT_S)]
        command = [str(find_program()), "serve-read-only", "--location", str(self._store), *bind]
        running = replace(info, port=port)
        with launched(command, log, note=lambda pid: self._write(replace(running, pid=pid))) as pid:
            wait_until(lambda: listens(pid, {port}) or not self._serves(pid), START_TIMEOUT_S)
            if not listens(pid, {port}):
                said = log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
                raise WikidataError(
                    f"The local SPARQL server did not start ({said[0] if said else 'no reason'}): "
                    f"see {log}, then run kgplatform wikidata start again."
                )
        running = replace(running, pid=pid)
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
        """Return whether this process is the server of this very store."""
        return str(self._store) in command_line(pid)

    def _write(self, info: StoreInfo) -> None:
        fresh = self._record.with_suffix(".new")
        private_file(fresh).write_text(json.dumps(asdict(info)) + "\n", encoding="utf-8")
        fresh.replace(self._record)

    @contextmanager
    def _building(self) -> Iterator[Path]:
        """Give a folder to build in, which is gone with all that is left in it at the end."""
        fresh = self.folder / "fresh"
        shutil.rmtree(fresh, ignore_errors=True)
        private_folder(fresh)
        try:
            yield fresh
        finally:
            shutil.rmtree(fresh, ignore_errors=True)

    def _replace(self, fresh: Path, info: StoreInfo) -> None:
        """Put what was built in place of the old, which stands aside until that is done."""
        self._stop()
        self._aside.mkdir()
        for name in PARTS:
            if (self.folder / name).exists():
                (self.folder / name).rename(self._aside / name)
        for name in (STORE, NAMES):
            (fresh / name).rename(self.folder / name)
        self._write(info)
        self._aside.rename(fresh / "old")

    def _restore(self) -> None:
        """Bring back what stands aside since a load was cut short."""
        if not self._aside.is_dir():
            return
        shutil.rmtree(self._store, ignore_errors=True)
        for path in list(self._aside.iterdir()):
            path.rename(self.folder / path.name)
        self._aside.rmdir()

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep other commands from loading, starting or stopping here."""
        try:
            private_part(self.folder)
            with FileLock(private_file(self.folder / "server.lock"), timeout=LOCK_TIMEOUT_S):
                self._restore()
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
