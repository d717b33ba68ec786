"""How the command line ends."""

from __future__ import annotations

import signal
import subprocess
import sys

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
