"""Where settings come from, as users meet it: the files that commands read, refuse and tell of."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.integration.cli.conftest import run_here

pytestmark = pytest.mark.integration

COMMANDS = [["db", "start"], ["ask", "Who built the Fram?"], ["wikidata", "start"], ["doctor"]]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_a_folder_of_somebody_else_starts_no_program(command: list[str], tmp_path: Path) -> None:
    (tmp_path / "kgplatform.toml").write_text(
        "neo4j_java_options = \"-Xmx20m '-XX:OnOutOfMemoryError=touch was-run'\"\n"
    )
    home = tmp_path / "home"
    done = run_here(*command, home=home, cwd=tmp_path)
    assert done.returncode == 2
    assert "'neo4j_java_options', which may be set by you alone" in done.stderr
    assert not home.exists()
    assert not (tmp_path / "was-run").exists()


def test_every_command_says_once_on_stderr_which_file_it_read(tmp_path: Path) -> None:
    (tmp_path / "kgplatform.toml").write_text("chat_timeout_s = 5\n")
    for command in (["db", "status", "--json"], ["wikidata", "status"], ["documents", "list"]):
        done = run_here(*command, home=tmp_path / "home", cwd=tmp_path)
        told = f"Settings were read from {(tmp_path / 'kgplatform.toml').resolve()}."
        assert done.stderr.count(told) == 1
        assert told not in done.stdout
    shown = run_here("documents", "list", "--help", home=tmp_path / "home", cwd=tmp_path)
    assert (shown.returncode, shown.stderr) == (0, "")


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_database_of_the_environment_is_refused_with_the_local_server(
    command: list[str], tmp_path: Path
) -> None:
    env = {"KGPLATFORM_NEO4J_DATABASE": "other"}
    done = run_here(*command, home=tmp_path / "home", cwd=tmp_path, env=env)
    assert done.returncode == 2
    assert "'neo4j_database' goes with 'neo4j_uri'" in done.stderr
