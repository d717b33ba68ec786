from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from kgplatform.errors import SourceError
from kgplatform.records import Document
from kgplatform.sources import jsonl
from kgplatform.sources.jsonl import read_jsonl

pytestmark = pytest.mark.unit

GOOD = b'{"_id": "good", "text": "Good."}\n'


def _kinds(file: Path) -> str:
    return "".join("D" if isinstance(item, Document) else "e" for item in read_jsonl(file))


@pytest.mark.parametrize(
    "line",
    [
        b'{"_id": "a", "text": "caf\xe9"}\n',
        b"[" * 100_000 + b"\n",
        b'{"_id": "a", "text": 1}\n',
        b'{"_id": true, "text": "t"}\n',
        b"\0\0\0\n",
    ],
    ids=["not UTF-8", "deep", "no text", "no id", "binary"],
)
def test_bad_line_never_stops_the_next(tmp_path: Path, line: bytes) -> None:
    file = tmp_path / "a.jsonl"
    file.write_bytes(line + GOOD)
    failure, document = read_jsonl(file)
    assert isinstance(failure, SourceError)
    assert "line 1" in str(failure)
    assert isinstance(document, Document)


def test_line_beyond_the_limit_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jsonl, "MAX_LINE", 100)
    file = tmp_path / "a.jsonl"
    long = json.dumps({"_id": "long", "text": "x" * 1000}).encode() + b"\n"
    file.write_bytes(long + GOOD + long.strip())
    assert _kinds(file) == "eDe"


def test_broken_gzip_keeps_what_came_before(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl.gz"
    rows = b"".join(GOOD.replace(b"good", b"%d" % n) for n in range(50_000))
    file.write_bytes(gzip.compress(rows)[:-2000])
    *documents, failure = read_jsonl(file)
    assert len(documents) > 1000
    assert "cannot be read to its end" in str(failure)


def test_no_gzip_and_empty_file_are_told(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl.gz").write_bytes(GOOD)
    (tmp_path / "b.jsonl").write_bytes(b"")
    assert _kinds(tmp_path / "a.jsonl.gz").startswith("e")
    assert _kinds(tmp_path / "b.jsonl") == "e"


def test_byte_order_mark_is_no_part_of_the_first_line(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(b"\xef\xbb\xbf" + GOOD)
    assert _kinds(tmp_path / "a.jsonl") == "D"


def test_half_characters_of_json_are_replaced(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(b'{"_id": "a", "text": "a\\ud83d b"}\n')
    (document,) = read_jsonl(tmp_path / "a.jsonl")
    assert isinstance(document, Document)
    assert document.text == "a\ufffd b"


def test_half_characters_are_replaced_in_keys_too(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.write_text('{"_id": "\\ud800", "title": "\\udc00t", "text": "\\ud83d\\ude00 a\\ud800"}\n')
    [document] = read_jsonl(file)
    assert isinstance(document, Document)
    assert (document.uri, document.title) == (f"{file.as_uri()}#\ufffd", "\ufffdt")
    assert document.text == "\U0001f600 a\ufffd"
