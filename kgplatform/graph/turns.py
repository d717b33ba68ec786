"""One writer a graph at a time: turns that processes take, kept in the graph itself.

There are two. "write" is held while documents, or what is derived from them, are written. "run" is
held by a whole ingest or linking, also while its models read: so two of them make the graph that
one after the other makes, and a removal or a merge still comes in between two batches.

A turn is a node that says who holds it, with a heartbeat by the server's clock and a number, the
fence, that grows with each taking. Whoever waits takes it from an owner whose process is gone, or
whose heartbeat stands still for a lease. Each write transaction of a holder first looks at the
fence and locks it until it ends, so an owner that was only slow can write nothing any more.
"""

from __future__ import annotations

import os
import secrets
import socket
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, Protocol

import psutil

from kgplatform.errors import GraphError, QueryError, WriterLost
from kgplatform.graph.library import split_statements
from kgplatform.graph.races import run_despite_races
from kgplatform.packaged import resource_dir
from kgplatform.progress import NOTICES

__all__ = ["DEFAULT_LEASE_S", "Connection", "Runs", "TurnName", "Turns"]

DEFAULT_LEASE_S = 20.0
BEATS_A_LEASE = 8
FIRST_POLL_S, LAST_POLL_S = 0.05, 1.0
PATIENCE_MS = 3_000  # who asked to be the next asks again each LAST_POLL_S while it is there
CLOCK_STEP_S = 2.0  # a process's start is measured by a clock that may be set meanwhile

TurnName = Literal["run", "write"]


class Runs(Protocol):
    """An open transaction."""

    def run(self, query_name: str, /, **parameters: Any) -> list[dict[str, Any]]:
        """Run a named query and return its rows."""


class Connection(Protocol):
    """What turns need of a graph."""

    def read(self, query_name: str, /, **parameters: Any) -> list[dict[str, Any]]:
        """Run a named query that only reads."""

    def write(self, query_name: str, /, **parameters: Any) -> list[dict[str, Any]]:
        """Run a named query in a transaction of its own."""

    def transaction(self) -> AbstractContextManager[Runs]:
        """Open a transaction, which is not tried again where the server is away."""

    def run_text(self, text: str, /, **parameters: Any) -> list[dict[str, Any]]:
        """Run a schema command."""


@dataclass(frozen=True, slots=True)
class _Hold:
    """A turn that is held: by which fence, and by which thread of this process."""

    fence: int
    thread: int


class Turns:
    """The turns of one connection; other threads that share it queue up in the process.

    Args:
        graph: the connection.
        lease_s: an owner that has not been heard of for so long is taken for dead.
    """

    def __init__(self, graph: Connection, *, lease_s: float = DEFAULT_LEASE_S) -> None:
        self.owner = secrets.token_hex(8)
        self._graph = graph
        self._lease_s = lease_s
        self._holds: dict[TurnName, _Hold] = {}
        self._queues: dict[TurnName, threading.RLock] = {
            "run": threading.RLock(),
            "write": threading.RLock(),
        }
        self._dead: set[str] = set()
        self._stated: set[str] = set()

    @contextmanager
    def hold(self, name: TurnName) -> Iterator[None]:
        """Hold a turn for the length of a block, once it is free; within itself it costs nothing.

        Raises:
            WriterLost: another process took it meanwhile; nothing was written since.
            GraphError: Neo4j does not answer.
        """
        with self._queues[name]:
            if name in self._holds:
                yield
                return
            self._holds[name] = _Hold(self._take(name), threading.get_ident())
            try:
                with self._beating(name):
                    yield
            except QueryError as exc:  # what is open in the database ends when a turn is lost
                if self._is_lost(name):
                    raise _lost() from exc
                raise
            finally:
                del self._holds[name]
                self._write_once("leave_turn", name)

    def check(self, transaction: Runs) -> None:
        """See that a transaction of this thread may write: that the turns it holds are still its.

        Raises:
            WriterLost: one of them is not.
        """
        here = threading.get_ident()
        held = [[name, hold.fence] for name, hold in self._holds.items() if hold.thread == here]
        if held:
            rows = transaction.run("hold_turns", held=held, owner=self.owner)
            if rows[0]["held"] != len(held):
                raise _lost()

    @property
    def is_holding(self) -> bool:
        """Whether this thread holds a turn."""
        return any(hold.thread == threading.get_ident() for hold in self._holds.values())

    def _take(self, name: TurnName) -> int:
        """Wait until a turn is free, take it, and return its fence."""
        watch = _Watch(self._lease_s)
        poll_s = FIRST_POLL_S
        dead: str | None = None
        while True:
            taken = self._graph.write(
                "take_turn",
                name=name,
                owner=self.owner,
                dead=dead,
                process=_this_process(),
                patience_ms=PATIENCE_MS,
            )
            if taken:
                return int(taken[0]["fence"])
            rows = self._graph.read("show_turn", name=name)
            if not rows:
                self._make(name)
                continue
            if dead := self._find_dead(rows[0], watch):
                with suppress(QueryError):  # not every user may; then they end by themselves
                    self._graph.write("terminate_transactions", owner=dead)
                continue
            self._describe(rows[0])
            time.sleep(poll_s)
            poll_s = min(2 * poll_s, LAST_POLL_S)

    def _make(self, name: TurnName) -> None:
        """Make a turn's nodes; the constraint comes first, so that two processes make the same."""
        run_despite_races(self._graph.run_text, _constraint())
        self._graph.write("make_turn", name=name)

    def _find_dead(self, row: dict[str, Any], watch: _Watch) -> str | None:
        """Return the owner of a turn if it is dead."""
        owner: str | None = row["owner"]
        if owner is None or owner == self.owner:
            return owner  # ours: the reply to an earlier taking was lost on its way
        if owner in self._dead or _is_gone(row) or watch.stands_still(row):
            self._dead.add(owner)
            return owner
        return None

    def _describe(self, row: dict[str, Any]) -> None:
        if row["owner"] is not None and row["owner"] not in self._stated:
            self._stated.add(row["owner"])
            NOTICES.info(
                "Another kgplatform (process %s on %s) is writing to this graph: waiting for it.",
                row["process"],
                row["host"],
            )

    def _write_once(self, query_name: str, name: TurnName) -> None:
        """Run a query if the server takes it now; without it, others wait for the lease to end."""
        with suppress(GraphError), self._graph.transaction() as transaction:
            transaction.run(query_name, name=name, owner=self.owner)

    def _is_lost(self, name: TurnName) -> bool:
        rows = self._graph.read("show_turn", name=name)
        return not rows or (rows[0]["owner"], rows[0]["fence"]) != (
            self.owner,
            self._holds[name].fence,
        )

    @contextmanager
    def _beating(self, name: TurnName) -> Iterator[None]:
        """Show from another thread that this process is alive, until the block ends."""
        ended = threading.Event()

        def beat() -> None:
            while not ended.wait(self._lease_s / BEATS_A_LEASE):
                self._write_once("renew_turn", name)

        threading.Thread(target=beat, name=f"kgplatform turn {name}", daemon=True).start()
        try:
            yield
        finally:
            ended.set()


class _Watch:
    """Looks at an owner's heartbeat by this process's own clock: no two clocks are compared."""

    def __init__(self, lease_s: float) -> None:
        self._lease_s = lease_s
        self._seen: tuple[Any, ...] = ()
        self._since = 0.0

    def stands_still(self, row: dict[str, Any]) -> bool:
        """Return whether the heartbeat has not moved for a lease."""
        seen = (row["owner"], row["fence"], row["seen_at"])
        if seen != self._seen:
            self._seen, self._since = seen, time.monotonic()
        return time.monotonic() - self._since >= self._lease_s


@cache
def _constraint() -> str:
    """Return the statement that keeps a turn's nodes single, as the migrations have it."""
    (path,) = resource_dir("cypher").glob("V*__one_writer.cypher")
    return split_statements(path.read_text(encoding="utf-8"))[0]


def _this_process() -> dict[str, Any]:
    """Return what distinguishes this process from all others, on this machine and elsewhere."""
    pid = os.getpid()
    return {
        "process": pid,
        "host": socket.gethostname(),
        "machine": _machine(),
        "started": psutil.Process(pid).create_time(),
    }


@cache
def _machine() -> str:
    """Return what names the one set of process ids that this process sees.

    A host's name alone does not: containers may share it and count processes each for itself.
    """
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
        return f"{boot} {Path('/proc/self/ns/pid').readlink()}"
    except OSError:
        return f"{socket.gethostname()} {uuid.getnode():x}"


def _is_gone(row: dict[str, Any]) -> bool:
    """Return whether an owner's process is known to have ended."""
    if row["machine"] != _machine():
        return False
    try:
        process = psutil.Process(row["process"])
        is_another = abs(process.create_time() - row["started"]) > CLOCK_STEP_S
        return bool(is_another or process.status() == psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return True
    except psutil.AccessDenied:
        return False


def _lost() -> WriterLost:
    return WriterLost(
        "Another kgplatform took over the writing, since this one had not been heard of for too "
        "long; nothing more was written here: run the command again."
    )
