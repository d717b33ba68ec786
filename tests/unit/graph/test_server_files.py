"""The record of the last server, its password and its logs."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from kgplatform.errors import ServerError
from kgplatform.graph.server_files import (
    ServerRecord,
    log_size,
    password_path,
    read_logs,
    read_password,
    read_record,
    write_password,
    write_record,
)

pytestmark = pytest.mark.unit

RECORD = ServerRecord("2026.08.1", 4321, 7687, 7474)


def test_record_comes_back_as_written(tmp_path: Path) -> None:
    write_record(tmp_path / "server.json", RECORD)
    assert read_record(tmp_path / "server.json") == RECORD


@pytest.mark.parametrize("text", ["", "{", "[1]", '{"pid": 1}'])
def test_record_that_is_damaged_counts_as_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "server.json").write_text(text)
    assert read_record(tmp_path / "server.json") is None


def test_password_is_for_its_owner_only(tmp_path: Path) -> None:
    write_password(tmp_path, "secret")
    assert stat.S_IMODE(password_path(tmp_path).stat().st_mode) == 0o600
    assert read_password(tmp_path) == "secret"


def test_password_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(ServerError, match="kgplatform db reset"):
        read_password(tmp_path)


def test_logs_leave_out_what_was_there_before(tmp_path: Path) -> None:
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "neo4j.log").write_text("old failure\n")
    start = log_size(tmp_path)
    (tmp_path / "logs" / "console.log").write_text("printed\n")
    with (tmp_path / "logs" / "neo4j.log").open("a") as log:
        log.write("new failure\n")
    assert read_logs(tmp_path, start).split("\n") == ["printed", "", "new failure", ""]
