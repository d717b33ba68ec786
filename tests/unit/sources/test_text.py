from __future__ import annotations

import io
from types import SimpleNamespace

import pytest

from kgplatform.errors import SourceError
from kgplatform.records import Document
from kgplatform.sources.files import read_sources
from kgplatform.sources.listing import STDIN
from kgplatform.sources.text import make_document, read_stdin, title_line

pytestmark = pytest.mark.unit


def _give(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(data)))


def _read() -> Document:
    (document,) = read_sources([STDIN])
    assert isinstance(document, Document)
    return document


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Fram\n\nA ship.\n", "Fram"),
        ("Fram is a ship.\nIt sails.\n", "Fram is a ship."),
        ("word " * 100, "word " * 22 + "word…"),  # 119 characters cut the 24th word's space
    ],
    ids=["title line", "sentence", "long line"],
)
def test_standard_input_is_titled_by_its_first_line(
    monkeypatch: pytest.MonkeyPatch, text: str, title: str
) -> None:
    _give(monkeypatch, text.encode())
    assert _read().title == title


def test_standard_input_can_be_read_twice_and_its_uri_tells_its_content(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _give(monkeypatch, b"One.")
    first, again = _read(), _read()
    _give(monkeypatch, b"Two.")
    assert first == again
    assert first.uri.startswith("stdin:")
    assert _read().uri != first.uri


@pytest.mark.parametrize(
    ("data", "word"), [(b"", "empty"), (b"\0\1", "binary"), (b"x" * 11, "longer than")]
)
def test_unusable_standard_input_is_told(data: bytes, word: str) -> None:
    (failure,) = read_stdin(data, max_bytes=10)
    assert isinstance(failure, SourceError)
    assert word in str(failure)


def test_half_characters_are_replaced_in_place() -> None:
    document = make_document(
        uri="file:///a", title="\ud800", text="a\udc00b", media_type="text/plain"
    )
    assert (document.title, document.text) == ("\ufffd", "a\ufffdb")


def test_title_line_is_none_where_the_text_is_nothing_else() -> None:
    assert title_line("Fram\n\n") == ""
    assert title_line("\nFram\n\nA ship.") == "Fram"
