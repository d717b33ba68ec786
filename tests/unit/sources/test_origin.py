"""What a document of the graph is made of can be read and hashed again by anyone."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from kgplatform.errors import SourceError
from kgplatform.records import Document
from kgplatform.records.document import hashed_text
from kgplatform.sources.origin import read_again
from tests.unit.sources.shared_processes import read_sources

pytestmark = pytest.mark.unit

FILES = {
    "a log.txt": "The Fram\r\n\r\nShe sailed.\r\n",
    "fram.md": "# Fram\n\nShe was **built** in Larvik.\n\n| a | b |\n| - | - |\n| 1 | 2 |\n",
    "fram.html": "<title>Fram</title><h1>Fram</h1><p>She <b>sailed</b>.</p>",
    "ships.csv": "ship,year\nFram,1892\nMaud,1916\n",
    "ships.jsonl": '{"_id": "1", "title": "Fram", "text": "She sailed."}\n'
    '{"_id": "2", "title": "Maud", "text": "She drifted."}\n',
}


def _read(file: Path) -> list[Document]:
    return [item for item in read_sources([file]) if isinstance(item, Document)]


@pytest.mark.parametrize("name", FILES)
def test_text_and_hash_are_found_again(name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_bytes(FILES[name].encode())
    for document in _read(file):
        again = read_again(
            document.uri, document_id=document.id, title=document.title, sha256=document.sha256
        )
        assert again == document
        assert hashlib.sha256(hashed_text(again).encode()).hexdigest() == document.sha256


def test_plain_text_is_hashed_as_title_and_text(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text(FILES["a log.txt"])
    (document,) = _read(file)
    assert hashed_text(document) == "The Fram\x1fThe Fram\n\nShe sailed.\n"


def test_file_that_changed_or_is_gone_is_told(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("One.")
    (document,) = _read(file)
    file.write_text("Two.")
    with pytest.raises(SourceError, match="has changed since"):
        read_again(
            document.uri, document_id=document.id, title=document.title, sha256=document.sha256
        )
    file.unlink()
    with pytest.raises(SourceError, match="cannot be read"):
        read_again(
            document.uri, document_id=document.id, title=document.title, sha256=document.sha256
        )


@pytest.mark.parametrize("uri", ["stdin:abc", "http://www.wikidata.org/entity/Q1"])
def test_what_came_from_no_file_is_told(uri: str) -> None:
    with pytest.raises(SourceError, match="did not come from a file"):
        read_again(uri, document_id="d", title="", sha256="a")
