"""Whatever a file does to the process that reads it, the files beside it are read."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from kgplatform.errors import SourceError
from kgplatform.records import Document
from kgplatform.sources.files import SourceItem, list_files, read_sources
from kgplatform.sources.isolated.pool import ReadingProcesses
from kgplatform.sources.limits import ReadLimits
from tests.unit.sources.made_files import make_docx, word_paragraph

pytestmark = pytest.mark.integration

LINE = '{{"_id": "{0}", "title": "Voyage {0}", "text": "Fram left Oslo in the year {0}."}}\n'
READ_AND_WAIT = """
import sys, time
from pathlib import Path
from kgplatform.sources.files import read_sources
items = read_sources([Path(sys.argv[1])])
next(items)
print("read", flush=True)
time.sleep(60)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two good files, one before and one after all others."""
    (tmp_path / "a.txt").write_text("Fram was built by Colin Archer.")
    (tmp_path / "z.md").write_text("# Gjoa\n\nThe Gjoa was led by Roald Amundsen.\n")
    return tmp_path


def _read(folder: Path, limits: ReadLimits) -> tuple[list[str], list[str]]:
    """Return the titles of the documents and the messages of the errors."""
    with ReadingProcesses(limits) as processes:
        items = list(read_sources(list_files([folder]), processes=processes))
    titles = [item.title for item in items if isinstance(item, Document)]
    return titles, [str(item) for item in items if isinstance(item, SourceError)]


def _json_ld(depth: int) -> str:
    start = '{"@context": {"@vocab": "http://e.org/"}, "@id": "http://e.org/a", "p": '
    return start + '{"q": ' * depth + '"x"' + "}" * (depth + 1)


def test_file_that_needs_too_much_memory_is_named_with_the_limit(folder: Path) -> None:
    (folder / "m.jsonld").write_text(_json_ld(50_000))
    titles, (error,) = _read(folder, ReadLimits(memory_mb=300))
    assert titles == ["a", "Gjoa"]
    assert "m.jsonld' needs more than 300 MB of memory" in error


def test_file_that_takes_too_much_processor_time_is_named_with_the_limit(folder: Path) -> None:
    make_docx(folder / "m.docx", *[word_paragraph("a")] * 60_000)
    titles, (error,) = _read(folder, ReadLimits(cpu_s=2))
    assert titles == ["a", "Gjoa"]
    assert "m.docx' takes more than 2 seconds of processor time" in error


def test_file_that_is_waited_for_too_long_is_named_with_the_limit(folder: Path) -> None:
    os.mkfifo(folder / "fifo")
    (folder / "m.txt").symlink_to(folder / "fifo")
    files = [folder / "a.txt", folder / "m.txt", folder / "z.md"]
    with ReadingProcesses(ReadLimits(wall_s=3)) as processes:
        first, error, last = read_sources(files, processes=processes)
    assert isinstance(first, Document)
    assert "m.txt' takes more than 3 seconds" in str(error)
    assert isinstance(last, Document)


@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGSEGV])
def test_process_that_dies_in_a_file_costs_this_file_alone(
    folder: Path, ending: signal.Signals
) -> None:
    with (folder / "m.jsonl").open("w") as out:
        out.writelines(LINE.format(number) for number in range(100_000))
    items: list[SourceItem] = []
    for item in read_sources(list_files([folder])):
        if len(items) == 1:  # the first line of m.jsonl: many more are to come
            _the_child().send_signal(ending)
        items.append(item)
    titles = [item.title for item in items if isinstance(item, Document)]
    (error,) = [str(item) for item in items if isinstance(item, SourceError)]
    assert (titles[0], titles[-1]) == ("a", "Gjoa")
    assert f"m.jsonl' ended the process that was reading it ({ending.name})" in error
    assert len(items) < 100_000


def test_processes_end_with_the_reading(folder: Path) -> None:
    items = read_sources(list_files([folder]))
    next(items)
    child = _the_child()
    items.close()  # type: ignore[attr-defined]
    assert not child.is_running()


@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_no_process_outlives_the_platform(folder: Path, ending: signal.Signals) -> None:
    big = folder / "m.jsonl"
    big.write_text("".join(LINE.format(number) for number in range(100_000)))
    command = [sys.executable, "-c", READ_AND_WAIT, str(big)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == b"read\n"
        (child,) = psutil.Process(parent.pid).children()
        parent.send_signal(ending)
        parent.wait(20)
    assert list(_wait_for(child)) == []


def test_json_that_cannot_be_looked_into_is_told_and_the_rest_is_read(folder: Path) -> None:
    (folder / "m.json").write_text("[" * 100_000)
    titles, _ = _read(folder, ReadLimits())
    assert titles == ["a", "Gjoa"]


def _the_child() -> psutil.Process:
    (child,) = [
        child for child in psutil.Process().children() if "isolated.child" in str(child.cmdline())
    ]
    return child


def _wait_for(process: psutil.Process) -> Iterator[str]:
    """Yield what is left of a process after ten seconds."""
    for _ in range(100):
        if not process.is_running() or process.status() == psutil.STATUS_ZOMBIE:
            return
        time.sleep(0.1)
    yield process.status()
