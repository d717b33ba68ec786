"""Telling one's own server from other processes, and why one died from its log."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import psutil
import pytest

from kgplatform.errors import ServerError
from kgplatform.graph.runtime import HOME_OPTION
from kgplatform.graph.server_process import (
    PortTaken,
    ServerDied,
    answers_bolt,
    explain_death,
    is_server,
    launch,
    terminate,
    wait_for_end,
    wait_until,
    wait_until_ready,
)

pytestmark = pytest.mark.unit

FOLDER = Path("/data/neo4j/2026")
SLEEP = "import time; time.sleep(60)"


@pytest.fixture
def pretender(tmp_path: Path) -> Iterator[int]:
    """A process whose command line names FOLDER, and that answers nothing."""
    pid = launch([sys.executable, "-c", SLEEP, f"{HOME_OPTION}{FOLDER}"], tmp_path / "log")
    yield pid
    terminate(pid)
    assert wait_for_end(pid, timeout_s=10)


def test_is_server_knows_a_process_by_its_folder(pretender: int) -> None:
    assert is_server(pretender, FOLDER)


def test_is_server_knows_another_folder_apart(pretender: int) -> None:
    assert not is_server(pretender, FOLDER.with_name("5"))


def test_is_server_rejects_a_reused_process_id() -> None:
    assert not is_server(os.getpid(), FOLDER)


def test_is_server_counts_a_killed_child_as_gone(pretender: int) -> None:
    os.kill(pretender, signal.SIGKILL)
    assert wait_until(lambda: not is_server(pretender, FOLDER), 10)


def test_wait_for_end_leaves_no_zombie(pretender: int) -> None:
    terminate(pretender)
    assert wait_for_end(pretender, timeout_s=10)
    assert not psutil.pid_exists(pretender)


def test_launch_detaches_from_the_terminal(pretender: int) -> None:
    assert os.getsid(pretender) == pretender


def test_launch_writes_all_output_to_the_log(tmp_path: Path) -> None:
    program = "import sys; print('one', flush=True); print('two', file=sys.stderr)"
    launch([sys.executable, "-c", program], tmp_path / "log")
    assert wait_until(lambda: (tmp_path / "log").read_text().split() == ["one", "two"], 10)


def test_wait_until_ready_gives_up_on_a_silent_server(pretender: int) -> None:
    with pytest.raises(ServerError, match="has not answered"):
        wait_until_ready(pretender, FOLDER, bolt_port=1, http_port=2, timeout_s=0.3)


def test_wait_until_ready_notices_a_death() -> None:
    process = subprocess.Popen([sys.executable, "-c", "pass"])
    process.wait()
    with pytest.raises(ServerDied):
        wait_until_ready(process.pid, FOLDER, bolt_port=1, http_port=2, timeout_s=10)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [(b"\0\0\4\5", True), (b"\0\0\0\0", False), (b"", False)],
    ids=["a version", "no common version", "hangs up"],
)
def test_answers_bolt_reads_the_handshake(answer: bytes, expected: bool) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            connection, _ = listener.accept()
            with connection:
                connection.recv(20)
                connection.sendall(answer)

        thread = Thread(target=serve)
        thread.start()
        assert answers_bolt(listener.getsockname()[1]) is expected
        thread.join()


def test_answers_bolt_is_false_where_nobody_listens() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    assert not answers_bolt(port)


@pytest.mark.parametrize(
    ("log", "sentence"),
    [
        (
            "Caused by: org.neo4j.io.locker.FileLockException: Lock file has been locked",
            "another Neo4j uses the data in /data/neo4j/2026",
        ),
        (
            "java.io.IOException: No space left on device",
            "the disk that holds /data/neo4j/2026",
        ),
        ("java.lang.OutOfMemoryError: Java heap space", "too little free memory"),
        ("java.nio.file.AccessDeniedException: store", "not readable and writable"),
        (
            "Unrecognized VM option 'Foo'\nError: Could not create the Java Virtual Machine.",
            "correct KGPLATFORM_NEO4J_JAVA_OPTIONS",
        ),
    ],
    ids=["lock", "disk", "memory", "permission", "option"],
)
def test_explain_death_says_what_to_do(log: str, sentence: str) -> None:
    assert sentence in str(explain_death(log, folder=FOLDER, free_bytes=10**10))


def test_explain_death_sees_a_full_disk_that_the_log_hides() -> None:
    log = "Caused by: java.lang.IllegalArgumentException: Database name is invalid"
    assert "is full" in str(explain_death(log, folder=FOLDER, free_bytes=10**6))


def test_explain_death_knows_a_taken_port() -> None:
    log = "Optional[org.neo4j.configuration.helpers.PortBindException: An error occurred"
    assert isinstance(explain_death(log, folder=FOLDER, free_bytes=10**10), PortTaken)


def test_explain_death_quotes_the_last_telling_line() -> None:
    log = "INFO Starting...\nCaused by: a.B: bad setting.\n\tat c.D.e(F.java:1)\nINFO Stopped."
    assert "could not start: a.B: bad setting; see" in str(
        explain_death(log, folder=FOLDER, free_bytes=10**10)
    )
