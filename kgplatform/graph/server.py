"""A real Neo4j for this user, started and stopped by the platform itself.

Below the data folder, `neo4j/2026/` and `neo4j/5/` hold the data, password, settings and logs of
one version line each, so that neither can meet a store that the other wrote. `neo4j/server.json`
says which server was started last, and remembers its ports.
"""

from __future__ import annotations

import logging
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from filelock import FileLock

from kgplatform.downloads import fetch_artifacts, load_pins, pin_names
from kgplatform.errors import GraphUnavailable, ServerError, UsageError
from kgplatform.graph.address import Address
from kgplatform.graph.health import find_trouble
from kgplatform.graph.runtime import (
    server_command,
    set_initial_password,
    split_java_options,
    version_line,
    write_java_options,
)
from kgplatform.graph.server_configuration import (
    BOLT_PORT,
    HTTP_PORT,
    choose_port,
    configuration_text,
)
from kgplatform.graph.server_files import (
    USER,
    ServerInfo,
    ServerRecord,
    check_space,
    console_path,
    debug_log_size,
    locked,
    log_size,
    lost_system,
    options_path,
    password_path,
    read_failures,
    read_logs,
    read_password,
    read_record,
    write_password,
    write_record,
)
from kgplatform.graph.server_process import (
    PortTaken,
    ServerDied,
    explain_death,
    is_ending,
    is_server,
    launched,
    terminate,
    wait_for_end,
    wait_until_ready,
)
from kgplatform.graph.startup_cache import adopt_startup_cache, choose_startup_options
from kgplatform.progress import NO_PROGRESS, NOTICES, Progress
from kgplatform.storage.permissions import private_file, private_part

__all__ = ["LocalServer", "ServerInfo", "local_versions"]

logger = logging.getLogger(__name__)

FOLDER_NAME = "neo4j"
RECORD_NAME = "server.json"
LOCK_NAME = "server.lock"
PIN_PREFIX = "neo4j-"
START_TIMEOUT_S = 180.0
"""A start takes 5 to 12 s, recovery after a crash included; a busy machine needs longer."""
STOP_TIMEOUT_S = 120.0
LOCK_TIMEOUT_S = START_TIMEOUT_S + STOP_TIMEOUT_S
PORT_ATTEMPTS = 5


def local_versions() -> list[str]:
    """Return the versions of Neo4j that can be run locally."""
    return [name.removeprefix(PIN_PREFIX) for name in pin_names() if name.startswith(PIN_PREFIX)]


class LocalServer:
    """The local Neo4j below one data folder; any number of objects and processes may name it."""

    def __init__(
        self,
        home: Path,
        *,
        version: str,
        cache: Path,
        java_options: str = "",
        configuration: str = "",
    ) -> None:
        """Name the server; nothing is started, fetched or made.

        Args:
            home: The platform's data folder.
            version: The Neo4j to start; one of `local_versions()`.
            cache: Where fetched jars are kept.
            java_options: further options of Java, as in a shell: "-Xmx4g -XX:+UseSerialGC".
            configuration: further settings of Neo4j, "name=value" with white space between.
        """
        self.version = version
        self._java_options = java_options
        self._configuration = configuration
        self._cache = cache
        self._root = home.resolve() / FOLDER_NAME
        self.folder = self._root / version_line(version)  # data, password, settings and logs
        self._lock = FileLock(self._root / LOCK_NAME, timeout=LOCK_TIMEOUT_S, mode=0o600)

    def start(self, progress: Progress = NO_PROGRESS) -> ServerInfo:
        """Start the server unless it runs, and wait until it takes queries.

        Raises:
            UsageError: this version cannot be run locally.
            ArtifactError: its jars cannot be fetched.
            ServerError: it does not start, or one of another version runs here.
        """
        jars = self._fetch_unless_running(progress)
        with self.alone():
            running = self._find_answering()
            return running or self._start_stopped(jars or self._fetch(progress), progress)

    def start_stopped(self, progress: Progress = NO_PROGRESS) -> ServerInfo | None:
        """Start the server, and return it; None where one runs already, of whichever version.

        What another command is just starting or stopping is waited for. See `start` for errors.
        """
        jars = self._fetch_unless_running(progress)
        with self.alone():
            if self.status() is not None:
                return None
            return self._start_stopped(jars or self._fetch(progress), progress)

    def stop(self) -> bool:
        """Stop the server, of whichever version; return whether one was running.

        Raises:
            ServerError: it does not end.
        """
        with self.alone():
            running = self.status()
            if running is None:
                return False
            self._end(running)
            logger.info("neo4j stopped", extra={"pid": running.pid})
            return True

    def ask_to_end(self) -> None:
        """Ask the server to stop, if it runs, and do not wait for it."""
        if (running := self.status()) is not None:
            terminate(running.pid)

    def status(self) -> ServerInfo | None:
        """Return the running server, of whichever version, or None."""
        record = self._record()
        if record is None or record.pid is None:
            return None
        folder = self._root / version_line(record.version)
        info = ServerInfo(record.version, record.pid, record.bolt_port, record.http_port, folder)
        return info if is_server(record.pid, folder) else None

    def is_changing(self) -> bool:
        """Return whether another command is just starting or stopping the server."""
        probe = FileLock(self._lock.lock_file, timeout=0, mode=0o600)
        try:
            with locked(probe, self._root):
                return False
        except ServerError:
            return True

    def last_version(self) -> str | None:
        """Return the version that was started last; None where none ever was."""
        record = self._record()
        return record.version if record else None

    def reset(self) -> None:
        """Stop the server if it is of this version line, and delete all its data.

        Raises:
            ServerError: it does not end, or a file cannot be deleted.
        """
        with self.alone():
            running = self.status()
            if running is not None and running.home == self.folder:
                self._end(running)
            if self.folder.exists():
                shutil.rmtree(self.folder)
            logger.info("neo4j reset", extra={"folder": str(self.folder)})

    def address(self) -> Address:
        """Return where the running server answers, and its credentials.

        Raises:
            GraphUnavailable: it is not running.
            ServerError: its password was deleted.
        """
        running = self.status()
        if running is None:
            raise GraphUnavailable("The local Neo4j is not running: run kgplatform db start.")
        private_part(self._root)  # one of before may be open to others
        return Address(running.uri, USER, read_password(running.home))

    def write_options(self, path: Path, jars: Sequence[Path] = ()) -> None:
        """Write into a file the options of Java for this version's jars, fetched unless given."""
        jars, more = jars or self._fetch(NO_PROGRESS), split_java_options(self._java_options)
        write_java_options(path, jars, separator=os.pathsep, more=more)

    def _fetch_unless_running(self, progress: Progress) -> list[Path]:
        """Return the jars, fetched before others are kept waiting; none where the server runs."""
        if self.version not in local_versions():
            known = ", ".join(local_versions())
            raise UsageError(f"Neo4j {self.version} cannot be run locally: choose {known}.")
        return [] if self.status() else self._fetch(progress)

    def _fetch(self, progress: Progress) -> list[Path]:
        pins = load_pins(f"{PIN_PREFIX}{self.version}")
        return fetch_artifacts(pins, cache=self._cache, progress=progress)

    def _find_answering(self) -> ServerInfo | None:
        """Return the running server once it answers, or None where there is none (any more)."""
        running = self.status()
        if running is None:
            return None
        if running.version != self.version:
            raise ServerError(
                f"Neo4j {running.version} runs here, not {self.version}: "
                "run kgplatform db stop first."
            )
        try:
            self._wait(running)  # whoever started it may have been killed while it waited
        except ServerDied:  # it was just ending when it was found
            return None
        trouble = find_trouble(running)
        if trouble is None:
            return running
        check_space(self.folder)
        NOTICES.info(f"Neo4j runs, but its graph does not answer ({trouble}): starting it anew.")
        self._end(running)
        return None

    def _start_stopped(self, jars: Sequence[Path], progress: Progress) -> ServerInfo:
        """Start the server; chosen ports that others take meanwhile are chosen anew."""
        progress.begin("Starting Neo4j", total=None, unit="s")
        last = self._record()
        if last is not None and last.pid is not None and is_ending(last.pid):
            wait_for_end(last.pid, timeout_s=STOP_TIMEOUT_S)
        options = self._prepare(jars)
        for _ in range(PORT_ATTEMPTS - 1):
            try:
                return self._try_start(options)
            except PortTaken:
                logger.info("neo4j port taken", extra={"folder": str(self.folder)})
        return self._try_start(options)

    def _prepare(self, jars: Sequence[Path]) -> Path:
        """Make all that must be there before the first start; return the file of Java's options."""
        check_space(self._root)
        options = options_path(self.folder)
        self.write_options(options, jars)
        if (self.folder / "data" / "databases" / "system").exists():
            read_password(self.folder)
        elif not password_path(self.folder).exists():
            # Neo4j's tool reads the settings too; its ports do not matter yet.
            self._write_configuration(BOLT_PORT, HTTP_PORT)
            write_password(self.folder, set_initial_password(self.folder, options))
        return options

    def _try_start(self, options: Path) -> ServerInfo:
        """Start the process on free ports, and see it answer or die."""
        last = self._record()
        bolt_port = choose_port(last.bolt_port if last else BOLT_PORT)
        http_port = choose_port(last.http_port if last else HTTP_PORT, avoid={bolt_port})
        self._write_configuration(bolt_port, http_port)
        logged, failures = log_size(self.folder), debug_log_size(self.folder)
        startup = choose_startup_options(options, self._cache)
        command = server_command(self.version, self.folder, options, startup)
        note = partial(self._remember, self.version, bolt_port=bolt_port, http_port=http_port)
        try:
            with launched(command, console_path(self.folder), note=note) as pid:
                running = ServerInfo(self.version, pid, bolt_port, http_port, self.folder)
                self._wait(running, failures)
                if read_failures(self.folder, failures):
                    raise ServerDied("Neo4j started without the graph.")
        except ServerDied as exc:
            log = read_logs(self.folder, logged) + read_failures(self.folder, failures)
            terminate(pid, at_once=True)
            wait_for_end(pid, timeout_s=STOP_TIMEOUT_S)
            free = shutil.disk_usage(self.folder).free
            raise explain_death(log, folder=self.folder, free_bytes=free) from exc
        logger.info("neo4j started", extra={"pid": pid, "uri": running.uri})
        return running

    def _wait(self, running: ServerInfo, failures: int | None = None) -> None:
        """Wait until it answers; `failures` is where the log begins in which its own would be."""
        wait_until_ready(
            running.pid,
            running.home,
            bolt_port=running.bolt_port,
            http_port=running.http_port,
            timeout_s=START_TIMEOUT_S,
            has_failed=lambda: failures is not None and lost_system(running.home, failures),
        )

    def _end(self, running: ServerInfo) -> None:
        terminate(running.pid, at_once=find_trouble(running) is not None)
        if not wait_for_end(running.pid, timeout_s=STOP_TIMEOUT_S):
            raise ServerError(
                f"Neo4j (process {running.pid}) has not ended within {STOP_TIMEOUT_S:.0f} s: "
                f"wait longer, or end it with kill -9 {running.pid}; it recovers at the next start."
            )
        adopt_startup_cache(options_path(running.home), self._cache)
        self._remember(running.version, None, running.bolt_port, running.http_port)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keep other commands from starting or stopping here; see `locked`. May be nested."""
        with locked(self._lock, self._root):
            yield

    def _record(self) -> ServerRecord | None:
        return read_record(self._root / RECORD_NAME)

    def _remember(self, version: str, pid: int | None, bolt_port: int, http_port: int) -> None:
        write_record(self._root / RECORD_NAME, ServerRecord(version, pid, bolt_port, http_port))

    def _write_configuration(self, bolt_port: int, http_port: int) -> None:
        ports = {"bolt_port": bolt_port, "http_port": http_port}
        text = configuration_text(self.version, **ports, more=self._configuration)
        private_file(self.folder / "conf" / "neo4j.conf").write_text(text, encoding="utf-8")
