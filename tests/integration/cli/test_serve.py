"""The commands `serve` and `mcp` over the demo, and commands that use the server."""

from __future__ import annotations

import json
import logging
import os
import re
import signal
import socket
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio
import httpx2 as httpx
import pytest
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from kgplatform.web.running import read_running
from kgplatform.web.tokens import read_token
from tests.integration.cli.conftest import COMMAND, Run

pytestmark = pytest.mark.integration

QUESTION = "Where did the engineer who designed the airship Norge die?"
END_S = 30.0  # a signal ends it within two on a machine that has the time


@dataclass(frozen=True)
class Serving:
    """A server that runs as a process: its address, and its one-time link."""

    process: subprocess.Popen[str]
    url: str
    link: str


def start(home: Path, *options: str) -> Serving:
    """Start `kgplatform serve` on a free port; return when it answers."""
    process = subprocess.Popen(
        [COMMAND, "serve", "--port", "0", *options],
        cwd=home,
        env={**os.environ, "KGPLATFORM_HOME": str(home)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    printed = process.stdout.readline()
    url = re.search(r"http://[\d.]+:\d+", printed)
    assert url, printed
    link = process.stdout.readline().partition(": ")[2].strip()
    return Serving(process, url[0], link)


def end(serving: Serving, number: int) -> int:
    """End it by a signal; return its exit code."""
    serving.process.send_signal(number)
    code = serving.process.wait(END_S)
    assert serving.process.stdout is not None
    serving.process.stdout.close()
    return code


@pytest.fixture(scope="module")
def serving(home: Path) -> Iterator[Serving]:
    """A server over the demo."""
    serving = start(home)
    yield serving
    assert end(serving, signal.SIGTERM) == 143
    assert read_running(home) is None


def test_the_link_logs_in_once(serving: Serving) -> None:
    with httpx.Client(follow_redirects=True) as browser:
        assert browser.get(serving.link).json()["name"] == "kgplatform"
        assert browser.get(f"{serving.url}/ready").json() == {"status": "ready"}
    assert httpx.get(serving.link).status_code == 401


def test_ask_and_retrieve_use_the_server(
    serving: Serving, run: Run, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "kgplatform.cli")
    done = run("ask", QUESTION, "--json")
    assert [record.message for record in caplog.records] == ["asking the server"]
    assert vars(caplog.records[0])["pid"] == serving.process.pid
    assert json.loads(done.stdout)["answer"] == "Rome"
    local = run("ask", QUESTION, "--explain", env={"KGPLATFORM_LOG_CONTENT": "true"})
    remote = run("ask", QUESTION, "--explain")
    forget = re.compile(r"\d+ ms, question \w+")
    assert forget.sub("", remote.stdout) == forget.sub("", local.stdout)
    found = run("retrieve", "Who built the Fram?", "--top-k", "2", "--json")
    assert caplog.records[-1].message == "asking the server"
    assert len(json.loads(found.stdout)) == 2


def test_what_a_server_refuses_has_the_sentence_and_the_exit_code(
    serving: Serving, run: Run
) -> None:
    done = run("ask", "?")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "Error: The question is empty of words: write one.\n"


def test_other_settings_are_answered_here(
    serving: Serving, run: Run, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "kgplatform.cli")
    done = run("ask", QUESTION, "--json", "--no-record", env={"KGPLATFORM_LOG_CONTENT": "true"})
    assert caplog.records[0].message == "server of other settings"
    assert json.loads(done.stdout)["question_id"] == ""


def test_the_token_is_in_no_log_and_no_process_list(serving: Serving, home: Path) -> None:
    token = read_token(home)
    assert token is not None
    listed = subprocess.run(["ps", "-ef"], capture_output=True, text=True, check=True).stdout
    assert token not in listed


def test_a_server_that_is_gone_is_not_waited_for(
    serving: Serving, home: Path, run: Run, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "kgplatform.cli")
    file = home / "serve" / "server.json"
    announced = file.read_text()
    with socket.create_server(("127.0.0.1", 0)) as closed:
        gone = f"http://127.0.0.1:{closed.getsockname()[1]}"
    file.write_text(announced.replace(serving.url, gone))  # as one that was killed leaves it
    try:
        done = run("retrieve", "Who built the Fram?", "--json")
    finally:
        file.write_text(announced)
    assert "server not used" in [record.message for record in caplog.records]
    assert json.loads(done.stdout)


def test_a_port_that_is_taken_is_a_sentence(serving: Serving, run: Run) -> None:
    done = run("serve", "--port", serving.url.rpartition(":")[2])
    assert done.returncode == 2
    assert "--port chooses another" in done.stderr


def test_a_host_that_is_no_name_is_a_sentence(run: Run) -> None:
    done = run("serve", "--host", "\u202e")
    assert done.returncode == 2
    assert "cannot listen" in done.stderr


def test_without_a_token_beyond_the_loopback_is_refused(run: Run) -> None:
    done = run("serve", "--host", "0.0.0.0", "--no-token")
    assert (done.returncode, done.stdout) == (2, "")
    assert "leave out --no-token" in done.stderr


def test_an_agent_asks_over_standard_input(home: Path) -> None:
    parameters = StdioServerParameters(
        command=str(COMMAND),
        args=["mcp"],
        env={**os.environ, "KGPLATFORM_HOME": str(home)},
        cwd=home,
    )

    async def use() -> Any:
        async with Client(stdio_client(parameters)) as client:
            return await client.call_tool("ask", {"question": QUESTION})

    result = anyio.run(use)
    assert result.structured_content["answer"] == "Rome"
    assert result.structured_content["evidence"][0]["passage_id"]
