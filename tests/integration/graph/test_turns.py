"""Turns, against a real Neo4j: one process a time, taken from the dead, lost by who stood still."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from kgplatform.errors import WriterLost
from kgplatform.graph.connection import Graph
from kgplatform.graph.server import LocalServer
from tests.integration.processes import Child, start

pytestmark = pytest.mark.integration

SHORT_LEASE_S = 1.0
GENEROUS_S = 60.0
COUNTED = "MATCH (c:Counter) RETURN c.value AS value"
FENCES = "MATCH (l:WriterLock {id: 'write'}) RETURN l.fence AS fence, l.owner AS owner"


@pytest.fixture
def counter(empty_graph: Graph) -> Iterator[Graph]:
    """A graph without schema that holds a counter."""
    empty_graph.run_text("CREATE (:Counter {value: 0})")
    yield empty_graph
    empty_graph.run_text("MATCH (n) DETACH DELETE n")


def _connect(server: LocalServer, **how: float) -> Graph:
    return Graph.connect(server.address(), **how)


def _wait_until(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + GENEROUS_S
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def _count_up(server: LocalServer, times: int) -> None:
    """Read and write in two steps, which goes wrong where anybody comes in between."""
    with _connect(server) as graph:
        for _ in range(times):
            with graph.turn("write"):
                value = graph.run_text(COUNTED)[0]["value"]
                graph.run_text("MATCH (c:Counter) SET c.value = $value", value=value + 1)


def test_processes_that_begin_at_once_on_an_empty_graph_write_one_at_a_time(
    counter: Graph, server: LocalServer
) -> None:
    children = [start(lambda: _count_up(server, 10)) for _ in range(4)]
    assert [child.wait() for child in children] == [0] * 4
    assert counter.run_text(COUNTED) == [{"value": 40}]
    assert counter.run_text(FENCES) == [{"fence": 40, "owner": None}]


def test_threads_that_share_a_connection_write_one_at_a_time(
    counter: Graph, server: LocalServer
) -> None:
    def count_up(_: int) -> None:
        for _ in range(10):
            with counter.turn("write"), counter.turn("write"):  # within itself it does not wait
                value = counter.run_text(COUNTED)[0]["value"]
                counter.run_text("MATCH (c:Counter) SET c.value = $value", value=value + 1)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(count_up, range(4)))
    assert counter.run_text(COUNTED) == [{"value": 40}]


def _hold(server: LocalServer, held: Path, *, in_transaction: bool) -> int:
    """Hold a turn until the file `held` is gone again, then write; return how that went."""
    with _connect(server) as graph:
        try:
            with graph.turn("write"):
                if not in_transaction:
                    held.touch()
                    _wait_until(lambda: not held.exists())
                with graph.transaction() as transaction:
                    if in_transaction:
                        held.touch()
                        _wait_until(lambda: not held.exists())
                    transaction.run("mark_derivation", signature="late", threshold=1.0, links="{}")
        except WriterLost:
            return 1
    return 0


def _holding(server: LocalServer, held: Path, *, in_transaction: bool = False) -> Child:
    child = start(lambda: _hold(server, held, in_transaction=in_transaction))
    _wait_until(held.exists)
    return child


def test_who_waits_says_so_once_and_goes_on_when_the_other_is_done(
    counter: Graph, server: LocalServer, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    child = _holding(server, tmp_path / "held")
    caplog.set_level(logging.INFO, "kgplatform.notices")
    threading.Timer(2.0, (tmp_path / "held").unlink).start()
    with counter.turn("write"):
        assert counter.read("fetch_derivation")[0]["signature"] == "late"
    assert child.wait() == 0
    [told] = caplog.messages
    assert told.startswith(f"Another kgplatform (process {child.pid} on ")
    assert told.endswith(" is writing to this graph: waiting for it.")


def test_turn_of_a_killed_process_is_taken_at_once(
    counter: Graph, server: LocalServer, tmp_path: Path
) -> None:
    child = _holding(server, tmp_path / "held", in_transaction=True)
    child.kill()
    assert child.wait() < 0
    with _connect(server, lease_s=10 * GENEROUS_S) as graph, graph.turn("write"):
        assert graph.run_text(FENCES)[0]["fence"] == 2


@pytest.mark.parametrize("in_transaction", [False, True])
def test_process_that_stood_still_for_a_lease_writes_nothing_when_it_goes_on(
    counter: Graph, server: LocalServer, tmp_path: Path, *, in_transaction: bool
) -> None:
    child = _holding(server, tmp_path / "held", in_transaction=in_transaction)
    child.stop()
    with _connect(server, lease_s=SHORT_LEASE_S) as graph, graph.turn("write"):
        graph.write("mark_derivation", signature="new", threshold=0.5, links="{}")
    (tmp_path / "held").unlink()
    child.go_on()
    assert child.wait() == 1
    assert counter.read("fetch_derivation")[0]["signature"] == "new"


def test_slow_owner_that_shows_itself_keeps_its_turn(counter: Graph, server: LocalServer) -> None:
    def take() -> float:
        with _connect(server, lease_s=SHORT_LEASE_S) as other, other.turn("write"):
            return time.monotonic()

    with _connect(server, lease_s=SHORT_LEASE_S) as slow, ThreadPoolExecutor(1) as pool:
        with slow.turn("write"):
            taken = pool.submit(take)
            time.sleep(3 * SHORT_LEASE_S)
            slow.write("mark_derivation", signature="mine", threshold=1.0, links="{}")
            let_go = time.monotonic()
        assert taken.result(GENEROUS_S) >= let_go


def test_turn_that_others_wait_for_is_not_taken_again_before_them(
    counter: Graph, server: LocalServer, tmp_path: Path
) -> None:
    child = start(lambda: _count_up(server, 1))
    times = 0
    while counter.run_text(COUNTED) == [{"value": 0}]:
        times += 1
        with counter.turn("write"):
            time.sleep(0.2)
    assert child.wait() == 0
    assert times < 40
