"""Secrets stay where they belong: not in what is printed, logged, stored, exported or listed.

Each test runs commands as users do, with secrets that stand out, and looks for them everywhere.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from kgplatform.graph.connection import Graph
from kgplatform.runtime.resources import Resources
from kgplatform.settings import Settings
from tests.chat_server import ChatServer, HttpReply
from tests.integration.cli.conftest import Run, run_here
from tests.modes import open_to_others

pytestmark = pytest.mark.integration

CHAT_KEY = "chat-key-zWq81"
PLANNER_KEY = "planner-key-Xp37v"
PASSWORD = "graph-password-Lm59k"
IN_ADDRESS = "address-password-Tz20c"
SECRETS = (CHAT_KEY, PLANNER_KEY, PASSWORD, IN_ADDRESS)
EVERYTHING = """
MATCH (n) RETURN properties(n) AS told
UNION ALL MATCH ()-[r]->() RETURN properties(r) AS told
"""
POLL_S = 0.1  # no Java ends so soon
TEXT = "The Vik Tower was built by Rosa Holt in 1901."


def repeat_the_key(server: ChatServer) -> Callable[[dict[str, object]], HttpReply]:
    """Return the rule of an endpoint that refuses all, and shows the key it was sent."""

    def answer(_: dict[str, object]) -> HttpReply:
        sent = dict(server.requests[-1].headers)
        return HttpReply({"error": {"message": f"bad key {sent}"}}, 401, {"x-sent": str(sent)})

    return answer


@pytest.fixture
def refusing() -> Iterator[ChatServer]:
    server = ChatServer(lambda _: HttpReply({}, 401))
    server.rule = repeat_the_key(server)
    with server:
        yield server


def settings_of(server: ChatServer) -> dict[str, str]:
    """Return an environment with every secret; the planner answers nobody."""
    return {
        "KGPLATFORM_CHAT_BASE_URL": server.base_url,
        "KGPLATFORM_CHAT_API_KEY": CHAT_KEY,
        "KGPLATFORM_CHAT_MODEL": "rule-made",
        "KGPLATFORM_PLANNER_BASE_URL": f"http://user:{IN_ADDRESS}@127.0.0.1:9/v1",
        "KGPLATFORM_PLANNER_API_KEY": PLANNER_KEY,
        "KGPLATFORM_PLANNER_MODEL": "planner",
    }


def holding(secrets: tuple[str, ...], folder: Path) -> list[Path]:
    """Return the files that hold one of the secrets."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    return [f for f in files if any(secret.encode() in f.read_bytes() for secret in secrets)]


def test_keys_are_in_nothing_that_is_printed_stored_or_exported(
    run: Run, home: Path, connection: Graph, tmp_path: Path, refusing: ChatServer
) -> None:
    (tmp_path / "tower.md").write_text(TEXT)
    local = Resources(Settings.load(home=home)).server.address().password
    secrets = (*SECRETS, local)
    commands = [
        ["--debug", "ingest", "tower.md", "--extractor", "llm"],
        ["--debug", "ask", "Who built the Vik Tower?", "--reader", "llm"],
        ["ask", "Who built the Vik Tower?", "--method", "plan-tuned-graph"],
        ["--debug", "plan", "show", "Who built the Vik Tower?", "--planner", "tuned"],
        ["ask", "Who built the Vik Tower?", "--reader", "extractive", "--explain", "--json"],
        ["documents", "list", "--json"],
        ["doctor", "--json"],
        ["--debug", "db", "status", "--json"],
    ]
    for command in commands:
        done = run_here(*command, home=home, cwd=tmp_path, env=settings_of(refusing))
        told = done.stdout + done.stderr
        assert not [secret for secret in secrets if secret in told], command
    (asked,) = connection.run_text("MATCH (q:Question) RETURN q.id AS id LIMIT 1")
    for form in ("turtle", "json"):
        done = run("export", "--question", asked["id"], "--format", form, "--out", f"o.{form}")
        assert done.returncode == 0, done.stderr
    kept = str(connection.run_text(EVERYTHING))
    assert not [secret for secret in secrets if secret in kept]
    assert holding(secrets, tmp_path) == []
    assert holding(SECRETS, home) == []
    assert [path.name for path in holding((local,), home)] == ["password"]
    assert open_to_others(home / "neo4j") == []


AWAY = "127.0.0.1:9"


@pytest.mark.parametrize(
    ("env", "command"),
    [
        (
            {"KGPLATFORM_NEO4J_URI": f"bolt://{AWAY}", "KGPLATFORM_NEO4J_PASSWORD": PASSWORD},
            "documents list",
        ),
        ({"KGPLATFORM_NEO4J_URI": f"bolt://neo4j:{PASSWORD}@{AWAY}"}, "documents list"),
        (
            {"KGPLATFORM_SPARQL_ENDPOINT": f"http://somebody:{IN_ADDRESS}@{AWAY}/sparql"},
            "wikidata entity Q42",
        ),
        ({"KGPLATFORM_CHAT_BASE_URL": f"http://:{IN_ADDRESS}@{AWAY}/v1"}, ""),
        ({"KGPLATFORM_CHAT_BASE_URL": f"ftp://somebody:{IN_ADDRESS}@{AWAY}/v1"}, ""),
        ({"KGPLATFORM_CHAT_BASE_URL": f"http://{AWAY}/v1?key={IN_ADDRESS}"}, ""),
    ],
    ids=["password", "in bolt", "in SPARQL", "in chat", "in no chat", "in a query"],
)
def test_addresses_and_passwords_are_in_no_error(
    env: dict[str, str], command: str, home: Path, tmp_path: Path
) -> None:
    for words in filter(None, (command, "doctor --json")):  # the latter looks at every address
        done = run_here(
            "--debug",
            *words.split(),
            home=home,
            cwd=tmp_path,
            env={"KGPLATFORM_CHAT_MODEL": "m", **env} if "KGPLATFORM_CHAT_BASE_URL" in env else env,
        )
        told = done.stdout + done.stderr
        assert told
        assert not [secret for secret in SECRETS if secret in told], words


def test_password_of_the_remote_server_is_right_or_wrong_and_never_told(
    connection: Graph, tmp_path: Path
) -> None:
    env = {"KGPLATFORM_NEO4J_URI": connection.address.uri, "KGPLATFORM_NEO4J_PASSWORD": PASSWORD}
    done = run_here("--debug", "documents", "list", home=tmp_path, cwd=tmp_path, env=env)
    assert done.returncode != 0
    assert PASSWORD not in done.stdout + done.stderr


def test_password_of_the_local_server_is_on_no_command_line(tmp_path: Path) -> None:
    lines: set[str] = set()
    is_over = threading.Event()

    def watch() -> None:
        while not is_over.wait(POLL_S):
            for process in psutil.process_iter(["cmdline"]):
                lines.add(" ".join(process.info["cmdline"] or []))

    watching = threading.Thread(target=watch)
    watching.start()
    try:
        started = run_here("db", "start", home=tmp_path / "home", cwd=tmp_path)
        address = Resources(Settings.load(home=tmp_path / "home")).server.address()
    finally:
        is_over.set()
        watching.join()
        run_here("db", "stop", home=tmp_path / "home", cwd=tmp_path)
    assert started.returncode == 0, started.stderr
    assert address.password not in started.stdout + started.stderr
    assert any("neo4j" in line for line in lines)
    assert not [line for line in lines if address.password in line]
