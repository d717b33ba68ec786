from __future__ import annotations

from pathlib import Path

import pytest

from kgplatform.errors import SettingsError
from kgplatform.settings import Settings

pytestmark = pytest.mark.unit


def test_flag_wins_over_environment_wins_over_file(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("kgplatform.toml").write_text(
        'neo4j_user = "file"\nembedder = "file"\nchat_model = "file"\n'
    )
    monkeypatch.setenv("KGPLATFORM_NEO4J_USER", "environment")
    monkeypatch.setenv("KGPLATFORM_EMBEDDER", "environment")
    settings = Settings.load(neo4j_user="flag")
    found = (settings.neo4j_user, settings.embedder, settings.chat_model)
    assert found == ("flag", "environment", "file")


def test_flag_that_is_none_counts_as_not_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KGPLATFORM_NEO4J_USER", "environment")
    assert Settings.load(neo4j_user=None).neo4j_user == "environment"


def test_password_is_masked_when_printed() -> None:
    settings = Settings.load(neo4j_password="do-not-show")
    assert "do-not-show" not in repr(settings)


@pytest.mark.parametrize(
    ("text", "word"),
    [("colour = 1\n", "'colour' that is no setting"), ("this is not toml", "kgplatform.toml")],
    ids=["unknown key", "not TOML"],
)
def test_bad_settings_file_is_refused(text: str, word: str) -> None:
    Path("kgplatform.toml").write_text(text)
    with pytest.raises(SettingsError, match=word):
        Settings.load()
