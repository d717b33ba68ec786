"""The operating system's view of the local Neo4j: is it there, does it answer, why did it die.

A process id alone proves nothing, since ids are used again; a process is the server of a folder
when its command line names that folder. And an open port proves nothing, since another server may
have been quicker; the process itself must listen on it.
"""

from __future__ import annotations

import re
import socket
import subprocess
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import psutil

from kgplatform.ending import StopAtEnd, Unbroken
from kgplatform.errors import ServerError
from kgplatform.graph.runtime import ENVIRONMENT, HOME_OPTION, REFUSED_OPTIONS
from kgplatform.graph.server_files import DATABASE_FAILED
from kgplatform.storage.disk import FULL_DISK
from kgplatform.storage.permissions import PRIVATE_UMASK, private_file

__all__ = [
    "PortTaken",
    "ServerDied",
    "answers_bolt",
    "command_line",
    "explain_death",
    "is_ending",
    "is_server",
    "launch",
    "launched",
    "listens",
    "terminate",
    "wait_for_end",
    "wait_until",
    "wait_until_ready",
]

POLL_S = 0.1
EXEC_TIME_S = 5.0
PROBE_TIMEOUT_S = 2.0
BOLT_PREAMBLE = bytes.fromhex("6060b017")
BOLT_PROPOSALS = bytes.fromhex("00000005 00000004 00000000 00000000")  # versions 5 and 4
BOLT_ANSWER_BYTES = 4
NO_COMMON_VERSION = bytes(BOLT_ANSWER_BYTES)

# What Neo4j, or Java, logs when it cannot start, and what a person does about it.
CAUSES = {
    r"FileLockException": "another Neo4j uses the data in {folder}: stop that one first",
    FULL_DISK.pattern: "the disk that holds {folder} is full: make room and start it again",
    r"OutOfMemoryError|insufficient memory|Could not reserve enough space": (
        "this machine has too little free memory: it needs about 1.5 GB"
    ),
    r"AccessDeniedException|Permission denied": (
        "a file in {folder} is not readable and writable: give it to the user who runs kgplatform"
    ),
    r"newer version of neo4j|UnsupportedLogVersion|not support downgrading": (
        "the graph in {folder} was written by a newer Neo4j: start that version, or restore a "
        "backup of this one"
    ),
    r"MemoryLimitExceeded|MemoryPoolOutOfMemory": (
        "a memory limit of Neo4j's is too low for this graph: raise db.memory.* or dbms.memory.* "
        "in KGPLATFORM_NEO4J_CONFIGURATION"
    ),
    REFUSED_OPTIONS: "Java refuses an option: correct KGPLATFORM_NEO4J_JAVA_OPTIONS",
}
LOG_FILE_BYTES = 64 * 1024 * 1024
"""A transaction log, which Neo4j allocates whole."""
PORT_TAKEN = re.compile(r"PortBindException|Address already in use")
TELLING_LINE = re.compile(r"^Caused by: |^(?!\s*at ).*Exception|\bERROR\b|^Error", re.MULTILINE)

_launched: list[subprocess.Popen[bytes]] = []
"""Kept while they run, as dropping one of them would make Python warn."""


class ServerDied(ServerError):
    """The server ended before it answered."""


class PortTaken(ServerDied):
    """Another program took one of the ports between choosing and using it."""


def launch(command: Sequence[str], log: Path) -> int:
    """Run a command apart from this process and its terminal, and return its process id."""
    _forget_ended()
    with private_file(log).open("wb") as output:
        process = subprocess.Popen(  # noqa: S603 - the command is made in runtime.py
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd=log.parent,  # what it leaves where it stands, as a report of its death, stays ours
            env=ENVIRONMENT,
            umask=PRIVATE_UMASK,
            start_new_session=True,  # Ctrl-C and closing the terminal are not meant for it
        )
    _launched.append(process)
    # For a moment a new process has no command line yet, by which it could be known.
    with StopAtEnd(process.terminate):
        wait_until(
            lambda: bool(command_line(process.pid)) or process.poll() is not None, EXEC_TIME_S
        )
    return process.pid


@contextmanager
def launched(command: Sequence[str], log: Path, *, note: Callable[[int], object]) -> Iterator[int]:
    """Launch a command, and end it again where the block fails or this process ends within it.

    Args:
        command, log: see `launch`.
        note: given the process id before any signal may come in between.
    """
    pid: int | None = None
    try:
        with Unbroken():
            pid = launch(command, log)
            note(pid)
        with StopAtEnd(partial(terminate, pid)):
            yield pid
    except BaseException:  # Ctrl-C above all: nothing half-started stays behind
        if pid is not None:
            terminate(pid)
        raise


def is_server(pid: int, folder: Path) -> bool:
    """Return whether this process is the server whose data are in `folder`, and alive."""
    return f"{HOME_OPTION}{folder}" in command_line(pid)


def terminate(pid: int, *, at_once: bool = False) -> None:
    """Ask a process to end, which Neo4j does after it has written everything down.

    `at_once` ends it without: one that cannot write, the disk being full, would try for ever.
    """
    try:
        process = psutil.Process(pid)
        (process.kill if at_once else process.terminate)()
    except psutil.NoSuchProcess:
        return
    except psutil.AccessDenied as exc:
        raise ServerError(
            f"Process {pid} belongs to another user: run this command as that user."
        ) from exc


def wait_for_end(pid: int, *, timeout_s: float) -> bool:
    """Wait until a process has given back its files and ports; return whether it did in time."""
    ended = wait_until(lambda: not _exists(pid), timeout_s)
    _forget_ended()
    return ended


def is_ending(pid: int) -> bool:
    """Whether a process is in its last moments: its memory is gone, its files are still open.

    A killed Neo4j is like this for a while, and is no server any more.
    """
    return _exists(pid) and not command_line(pid)


def wait_until(condition: Callable[[], bool], timeout_s: float) -> bool:
    """Wait until a condition holds; return whether it did within the time."""
    deadline = time.monotonic() + timeout_s
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(POLL_S)
    return True


def wait_until_ready(
    pid: int,
    folder: Path,
    *,
    bolt_port: int,
    http_port: int,
    timeout_s: float,
    has_failed: Callable[[], bool] = lambda: False,
) -> None:
    """Wait until the server takes queries.

    Raises:
        ServerDied: the process ended instead, or `has_failed`.
        ServerError: it still does not answer after `timeout_s`.
    """

    def is_steady() -> bool:
        if not is_server(pid, folder) or has_failed():
            return True
        # The web server is the last part to start, after all databases.
        return listens(pid, {bolt_port, http_port}) and answers_bolt(bolt_port)

    resolved = wait_until(is_steady, timeout_s)
    if not is_server(pid, folder) or has_failed():
        raise ServerDied(f"Neo4j (process {pid}) ended before it answered.")
    if not resolved:
        raise ServerError(
            f"Neo4j (process {pid}) has not answered for {timeout_s:.0f} s: see {folder / 'logs'}, "
            "run kgplatform db stop, then start it again."
        )


def answers_bolt(port: int) -> bool:
    """Return whether a Bolt server answers the handshake on this port of the loopback address."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=PROBE_TIMEOUT_S) as connection:
            connection.sendall(BOLT_PREAMBLE + BOLT_PROPOSALS)
            answer = connection.recv(BOLT_ANSWER_BYTES)
    except OSError:
        return False
    return len(answer) == BOLT_ANSWER_BYTES and answer != NO_COMMON_VERSION


def explain_death(log: str, *, folder: Path, free_bytes: int) -> ServerDied:
    """Make of what a server logged until its end one sentence that says what to do.

    `free_bytes` is what the folder's disk has left: on a full one Neo4j fails in ways that its
    log does not connect with it.
    """
    if free_bytes < LOG_FILE_BYTES:
        log += "\nNo space left on device"
    if PORT_TAKEN.search(log):
        return PortTaken("Neo4j could not start: another program took its port; start it again.")
    for pattern, advice in CAUSES.items():
        if re.search(pattern, log, re.IGNORECASE):
            return ServerDied(f"Neo4j could not start: {advice.format(folder=folder)}.")
    if DATABASE_FAILED in log:
        return ServerDied(
            f"The graph's files in {folder} are damaged (Neo4j cannot open them): restore a backup "
            "with kgplatform db restore FILE, or kgplatform db reset deletes the graph."
        )
    lines = [line.strip() for line in log.splitlines() if TELLING_LINE.search(line)]
    distinctive = (
        lines[-1].removeprefix("Caused by: ").rstrip(".") if lines else "it gave no reason"
    )
    return ServerDied(f"Neo4j could not start: {distinctive}; see {folder / 'logs'}.")


def _forget_ended() -> None:
    """Take the exit codes of ended children, upon which they vanish from the process table."""
    _launched[:] = [process for process in _launched if process.poll() is None]


def command_line(pid: int) -> list[str]:
    """Return a process's command line; empty if it is gone, a zombie, or another user's."""
    try:
        return list(psutil.Process(pid).cmdline())
    except (psutil.NoSuchProcess, psutil.AccessDenied):
        return []


def _exists(pid: int) -> bool:
    """Return whether there is such a process, zombies excepted.

    Java's first thread is a zombie already while its others still close files.
    """
    try:
        process = psutil.Process(pid)
        return bool(process.status() != psutil.STATUS_ZOMBIE or process.num_threads() > 1)
    except psutil.Error:
        return False


def listens(pid: int, ports: Collection[int]) -> bool:
    """Return whether this very process listens on all of these ports."""
    try:
        connections = psutil.Process(pid).net_connections(kind="tcp")
    except psutil.Error:
        return False
    listening = {c.laddr.port for c in connections if c.status == psutil.CONN_LISTEN}
    return listening.issuperset(ports)
