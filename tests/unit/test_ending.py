"""Signals end a command of its own process at any moment, with the right code and one word."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kgplatform.cli.console import Console

pytestmark = pytest.mark.unit

COMMAND = Path(sys.executable).parent / "kgplatform"
AT_ONCE_S = 20.0  # of a machine that does much else; the promise itself is measured elsewhere
CODES = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGHUP: 129}
BEGIN = """
import os, signal, sys, threading, time, weakref
import kgplatform.entry, kgplatform.cli
from kgplatform.ending import StopAtEnd, Unbroken

def run(**_):
{body}

kgplatform.cli.cli.main = run
kgplatform.entry.main()
"""
RUNS_LONG = "    print('ready', flush=True)\n    time.sleep(100)\n    print('went on', flush=True)"


def _start(body: str) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", BEGIN.format(body=body)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def _end(process: subprocess.Popen[str]) -> tuple[str, str, int]:
    said, complaint = process.communicate(timeout=AT_ONCE_S)
    return said, complaint, process.returncode


@pytest.mark.parametrize("number", CODES)
def test_signal_unwinds_the_command_and_gives_its_code(number: signal.Signals) -> None:
    body = "    try:\n" + RUNS_LONG.replace("    ", "        ")
    process = _start(body + "\n    finally:\n        print('tidied', flush=True)")
    process.send_signal(number)
    assert _end(process) == ("tidied\n", "Stopped.\n", CODES[number])


SWALLOWED = {
    "in a weakref's callback": """
    class Thing: pass
    thing = Thing()
    kept = weakref.ref(thing, lambda _: (ask(), list(range(1000))))
    del thing
""",
    "in a destructor": """
    class Thing:
        def __del__(self):
            ask()
            list(range(1000))
    thing = Thing()
    del thing
""",
    "by what catches all": """
    try:
        ask()
        time.sleep(100)
    except BaseException:
        pass
""",
    "by a clean-up that lasts": """
    try:
        ask()
        time.sleep(100)
    finally:
        time.sleep(100)
""",
    "by a wait that no signal ends": """
    threading.Thread(target=lambda: (time.sleep(0.3), ask())).start()
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
    threading.Thread(target=time.sleep, args=(100,), daemon=True).start()
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTERM])
""",
    "by an error that it is made into": """
    try:
        ask()
        time.sleep(100)
    except BaseException as exc:
        raise RuntimeError('made of it') from exc
""",
}


@pytest.mark.parametrize("how", SWALLOWED)
def test_signal_that_is_dropped_ends_the_command_all_the_same(how: str) -> None:
    ask = "    ask = lambda: os.kill(os.getpid(), signal.SIGTERM)\n"
    process = _start(f"    print('ready', flush=True)\n{ask}{SWALLOWED[how]}{RUNS_LONG}")
    said, complaint, code = _end(process)
    assert "went on" not in said
    assert (complaint, code) == ("Stopped.\n", 143)


def test_command_that_is_done_when_the_dropped_signal_is_noticed_has_its_code() -> None:
    body = "    print('ready', flush=True)\n    try:\n        os.kill(os.getpid(), signal.SIGINT)\n"
    body += "        time.sleep(100)\n    except BaseException:\n        sys.exit(0)"
    assert _end(_start(body)) == ("", "Stopped.\n", 130)


def test_end_without_unwinding_stops_what_was_started_for_the_command(tmp_path: Path) -> None:
    stopped = tmp_path / "stopped"
    body = f"    with StopAtEnd(lambda: open({str(stopped)!r}, 'w').close()):\n        try:\n"
    body += RUNS_LONG.replace("    ", " " * 12) + "\n        finally:\n            time.sleep(100)"
    process = _start(body)
    process.send_signal(signal.SIGINT)
    assert _end(process)[1:] == ("Stopped.\n", 130)
    assert stopped.exists()


def test_second_signal_ends_at_once() -> None:
    body = "    try:\n" + RUNS_LONG.replace("    ", "        ")
    process = _start(body + "\n    finally:\n        print('tidying', flush=True); time.sleep(100)")
    process.send_signal(signal.SIGINT)
    assert process.stdout is not None
    assert process.stdout.readline() == "tidying\n"
    process.send_signal(signal.SIGTERM)
    assert _end(process) == ("", "Stopped.\n", 130)


def test_signal_is_held_back_while_a_few_steps_must_not_be_parted() -> None:
    body = "    with Unbroken():\n        print('ready', flush=True)\n        time.sleep(0.3)\n"
    body += "        print('whole', flush=True)\n    print('went on', flush=True)"
    process = _start(body)
    process.send_signal(signal.SIGTERM)
    assert _end(process) == ("whole\n", "Stopped.\n", 143)


def test_hangup_that_is_ignored_for_the_command_stays_ignored() -> None:
    body = "    print('ready', flush=True)\n    sys.stdin.readline()\n    print('done', flush=True)"
    process = subprocess.Popen(
        ["nohup", sys.executable, "-c", BEGIN.format(body=body)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    process.send_signal(signal.SIGHUP)
    assert process.communicate("go\n", timeout=AT_ONCE_S)[0] == "done\n"
    assert process.returncode == 0


@pytest.mark.parametrize("arguments", [["--help"], ["ask", "Who?"]])
def test_interrupt_while_the_command_loads_shows_no_traceback(
    arguments: list[str], tmp_path: Path
) -> None:
    for step in range(8):
        process = subprocess.Popen(
            [COMMAND, *arguments],
            env={**os.environ, "KGPLATFORM_HOME": str(tmp_path), "PYTHONVERBOSE": "1"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        told = []
        assert process.stderr is not None
        for line in process.stderr:  # of what Python loads: signals are ours from here on
            told.append(line)
            if "import 'kgplatform.entry'" in line:
                break
        time.sleep(step * 0.06)
        process.send_signal(signal.SIGINT)
        told += process.communicate(timeout=AT_ONCE_S)[1].splitlines(keepends=True)
        assert process.returncode in ({130, 0} if arguments == ["--help"] else {130, 3}), step
        assert not [line for line in told if "Traceback" in line], step


def test_reader_that_goes_early_ends_the_command_quietly() -> None:
    done = subprocess.run(
        f"{COMMAND} --help | head -1", shell=True, capture_output=True, text=True, check=False
    )
    assert (done.stderr, done.stdout.count("\n")) == ("", 1)


def _close_early() -> int:
    """Return where to write to what nobody reads any more."""
    read, written = os.pipe()
    os.close(read)
    return written


def test_closed_output_is_told_from_nothing_found() -> None:
    with os.fdopen(_close_early(), "w") as closed:
        done = subprocess.run(
            [COMMAND, "--help"], stdout=closed, stderr=subprocess.PIPE, text=True, check=False
        )
    assert (done.stderr, done.returncode) == ("", 141)


def test_closed_output_of_a_table_is_an_error_that_ends_the_command() -> None:
    with pytest.raises(BrokenPipeError), os.fdopen(_close_early(), "w") as closed:
        Console(file=closed).print("a table")


def test_platform_as_a_library_leaves_signals_alone() -> None:
    code = "import signal, kgplatform; kgplatform.Platform\n"
    code += "assert signal.getsignal(signal.SIGINT) is signal.default_int_handler\n"
    code += "assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=AT_ONCE_S * 10)
