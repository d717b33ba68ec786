from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from kgplatform.errors import SourceError
from kgplatform.sources import archive
from kgplatform.sources.archive import check_archive
from tests.unit.sources.made_files import (
    DOCX_PARTS,
    make_docx,
    make_epub,
    make_pptx,
    make_xlsx,
    make_zip,
    word_paragraph,
)
from tests.unit.sources.shared_processes import read_sources

pytestmark = pytest.mark.unit

PNG = b"\x89PNG\r\n"
SUFFIXES = (".docx", ".pptx", ".xlsx", ".epub")
LAUGHS = (
    '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>'
    "<w:document><w:body>&b;</w:body></w:document>"
)


def _make(file: Path) -> Path:
    if file.suffix == ".docx":
        return make_docx(file, word_paragraph("Text."))
    if file.suffix == ".pptx":
        return make_pptx(file, [("Title", "Text.", "")])
    if file.suffix == ".xlsx":
        return make_xlsx(file, {"S": [["a"]]})
    return make_epub(file, [("Title", "<p>Text.</p>")])


def _failure(file: Path) -> str:
    (item,) = read_sources([file])
    assert isinstance(item, SourceError), item
    assert str(file) in str(item)
    return str(item)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_sound_file_is_let_through(tmp_path: Path, suffix: str) -> None:
    assert check_archive(_make(tmp_path / f"a{suffix}")) is None


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize(
    ("content", "word"),
    [
        (b"", "empty"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "encrypted"),
        (b"PK\x03\x04 and nothing more", "damaged"),
        (b"plain words", "damaged"),
    ],
    ids=["empty", "encrypted or old", "cut off", "no zip"],
)
def test_unusable_file_is_told(tmp_path: Path, suffix: str, content: bytes, word: str) -> None:
    file = tmp_path / f"a{suffix}"
    file.write_bytes(content)
    assert word in _failure(file)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_other_archive_under_the_suffix_is_told(tmp_path: Path, suffix: str) -> None:
    assert f"not a {suffix} file" in _failure(make_zip(tmp_path / f"a{suffix}", {"x.txt": "x"}))


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_file_with_damage_inside_is_told(tmp_path: Path, suffix: str) -> None:
    file = _make(tmp_path / f"a{suffix}")
    data = bytearray(file.read_bytes())
    for position in range(200, len(data) - 3000 if len(data) > 6000 else len(data) // 2):
        data[position] ^= 0x55
    file.write_bytes(bytes(data))
    assert _failure(file)


def test_zip_bomb_is_refused_before_it_is_opened(tmp_path: Path) -> None:
    bomb = {**DOCX_PARTS, "word/document.xml": b" " * (archive.MAX_UNPACKED_TEXT_MB * 10**6 + 1)}
    file = make_zip(tmp_path / "a.docx", bomb)
    assert file.stat().st_size < 200_000
    assert "would unpack to 100 MB" in _failure(file)


def test_pictures_have_a_higher_limit_than_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "MAX_UNPACKED_TEXT_MB", 0.01)
    monkeypatch.setattr(archive, "MAX_UNPACKED_MB", 0.05)
    parts = {**DOCX_PARTS, "word/document.xml": "<x/>"}
    picture = make_zip(tmp_path / "a.docx", {**parts, "p.bin": PNG + b"0" * 40_000})
    assert check_archive(picture) is None
    assert check_archive(make_zip(tmp_path / "b.docx", {**parts, "p.bin": PNG + b"0" * 60_000}))
    assert check_archive(make_zip(tmp_path / "c.docx", {**parts, "p.png": b"0" * 40_000}))


def test_declared_entities_are_refused(tmp_path: Path) -> None:
    file = make_zip(tmp_path / "a.docx", {**DOCX_PARTS, "word/document.xml": LAUGHS})
    assert "declares XML entities in word/document.xml" in _failure(file)


def test_encrypted_entry_and_protected_book_are_told(tmp_path: Path) -> None:
    file = _make(tmp_path / "a.docx")
    data = bytearray(file.read_bytes())
    for start, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):  # flags in both headers
        place = data.find(start)
        while place >= 0:
            data[place + offset] |= 1
            place = data.find(start, place + 4)
    file.write_bytes(bytes(data))
    assert "encrypted" in _failure(file)
    book = _make(tmp_path / "b.epub")
    with zipfile.ZipFile(book, "a") as parts:
        parts.writestr("META-INF/encryption.xml", '<e><CipherReference URI="O/c0.xhtml"/></e>')
    assert "DRM" in _failure(book)


def test_book_with_scrambled_fonts_alone_is_read(tmp_path: Path) -> None:
    book = _make(tmp_path / "b.epub")
    with zipfile.ZipFile(book, "a") as parts:
        parts.writestr("META-INF/encryption.xml", '<e><CipherReference URI="O/font.otf"/></e>')
    assert check_archive(book) is None
