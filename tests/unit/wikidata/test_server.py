"""What a local store refuses before any server is started."""

from __future__ import annotations

from pathlib import Path

import pytest

from kgplatform.errors import SourceError, WikidataMissing
from kgplatform.wikidata.server import LocalStore

pytestmark = pytest.mark.unit


def test_an_empty_home_has_nothing_to_serve(tmp_path: Path) -> None:
    store = LocalStore(tmp_path)
    assert store.status() is None
    assert store.loaded() is None
    assert not store.stop()
    with pytest.raises(WikidataMissing, match="wikidata load"):
        store.start()


def test_a_dump_of_another_kind_or_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="convert"):
        LocalStore(tmp_path).load(tmp_path / "dump.json.bz2")
    with pytest.raises(SourceError, match="no file"):
        LocalStore(tmp_path).load(tmp_path / "dump.nt")


@pytest.mark.parametrize("text", ["", "not json", "[]", '{"pid": 3}'])
def test_a_record_that_is_none_counts_as_nothing_loaded(text: str, tmp_path: Path) -> None:
    (tmp_path / "wikidata" / "store").mkdir(parents=True)
    (tmp_path / "wikidata" / "server.json").write_text(text)
    assert LocalStore(tmp_path).loaded() is None
