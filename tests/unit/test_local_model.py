"""The server of a local model: its record, and what keeps it from starting."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from kgplatform.errors import ModelUnavailable, NotFound, SettingsError, UsageError
from kgplatform.models.local_models import DEFAULT_MODEL, LocalModels
from kgplatform.runtime.local_model import LocalModelServer, ServerRecord, memory_needed
from kgplatform.settings import Settings

pytestmark = pytest.mark.unit

RECORD = ServerRecord("tiny", "tiny.gguf", 1, "key", 60.0, 1)


@pytest.fixture
def server(tmp_path: Path) -> LocalModelServer:
    return LocalModelServer(tmp_path / "home", LocalModels(tmp_path / "cache"), idle_s=60.0)


@pytest.fixture
def process(server: LocalModelServer):
    """A process that is known by the record, as the server is."""
    path = server.folder / "server.json"
    server.folder.mkdir(parents=True)
    code = "import time; time.sleep(60)"
    with subprocess.Popen([sys.executable, "-c", code, str(path)]) as running:
        record = replace(RECORD, pid=running.pid, is_ready=True)
        path.write_text(json.dumps(asdict(record)))
        yield record
        running.kill()


def test_without_a_record_nothing_runs_and_nothing_is_stopped(server: LocalModelServer) -> None:
    assert server.status() is None
    assert server.stop() is False


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"pid": 1}', "\0"])
def test_a_record_that_cannot_be_read_names_no_server(server: LocalModelServer, text: str) -> None:
    server.folder.mkdir(parents=True)
    (server.folder / "server.json").write_text(text)
    assert server.status() is None


def test_a_home_that_is_a_file_is_a_sentence(server: LocalModelServer, tmp_path: Path) -> None:
    (tmp_path / "home").touch()
    with pytest.raises(ModelUnavailable, match="KGPLATFORM_HOME"):
        server.stop()


def test_a_process_of_another_program_is_not_the_server(server: LocalModelServer) -> None:
    server.folder.mkdir(parents=True)
    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"]) as other:
        record = replace(RECORD, pid=other.pid)
        (server.folder / "server.json").write_text(json.dumps(asdict(record)))
        assert server.status() is None
        assert server.stop() is False
        assert other.poll() is None
        other.kill()


def test_a_server_that_runs_is_shared_and_stopped(
    server: LocalModelServer, process: ServerRecord
) -> None:
    assert server.start("tiny") == process
    with pytest.raises(UsageError, match="kgplatform model stop"):
        server.start("other")
    assert server.stop() is True
    assert server.status() is None
    assert not (server.folder / "server.json").exists()


def test_what_the_server_is_known_by_is_its_owners_alone(server: LocalModelServer) -> None:
    server.stop()
    assert server.folder.stat().st_mode & 0o077 == 0
    assert (server.folder / "server.lock").stat().st_mode & 0o077 == 0


def test_memory_grows_with_the_file() -> None:
    assert 1_000_000_000 < memory_needed(1_000_000_000) < memory_needed(2_000_000_000)


def test_a_local_address_names_its_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert Settings(chat_base_url="local").chat_model == DEFAULT_MODEL
    assert Settings(chat_base_url="local", chat_model="tiny").chat_model == "tiny"
    assert Settings().chat_model is None
    (tmp_path / "kgplatform.toml").write_text('chat_base_url = "local"\n')
    with pytest.raises(SettingsError, match="chat_base_url"):
        Settings.load()


def test_a_model_that_is_not_here_is_said_before_any_question(tmp_path: Path) -> None:
    pytest.importorskip("xllamacpp")
    from kgplatform.runtime.resources import Resources

    settings = Settings(home=tmp_path, cache=tmp_path, chat_base_url="local")
    with pytest.raises(NotFound, match=f"kgplatform model pull {DEFAULT_MODEL}"):
        Resources(settings).chat_itself  # noqa: B018 - it is opened when it is looked at
