"""How the command line ends."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

WAITING = """
import time
import kgplatform.cli as command

def wait(**_):
    try:
        print("ready", flush=True)
        time.sleep(60)
    finally:
        print("tidied", flush=True)

command.cli.main = wait
command.main()
"""


def test_sigterm_tidies_up_before_it_ends_the_command() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", WAITING], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        process.send_signal(signal.SIGTERM)
        said, complaint = process.communicate(timeout=30)
    assert (said, complaint, process.returncode) == ("tidied\n", "Stopped.\n", 143)


@pytest.mark.parametrize(("debug", "shown"), [(False, ""), (True, "DEBUG loud noise\n")])
def test_libraries_that_set_their_own_level_are_heard_with_debug_only(
    debug: bool, shown: str
) -> None:
    code = (
        "import logging, kgplatform.cli as c; logging.getLogger('loud').setLevel(logging.DEBUG); "
        f"c.cli.callback(debug={debug}); logging.getLogger('loud').debug('noise')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr == shown


def test_notices_are_lines_on_stderr() -> None:
    code = (
        "import kgplatform.cli as c; from kgplatform.progress import NOTICES; "
        "c.cli.callback(debug=False); NOTICES.info('A server is started (%s).', 'here')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("", "A server is started (here).\n")
