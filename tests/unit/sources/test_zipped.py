from __future__ import annotations

import struct
import zipfile
from email.message import EmailMessage
from pathlib import Path

import pytest

from kgplatform.errors import SourceError
from kgplatform.records import Document
from kgplatform.sources import parts
from kgplatform.sources.files import SourceItem, read_file
from tests.unit.sources.made_files import make_docx, make_xlsx, make_zip, word_paragraph

pytestmark = pytest.mark.unit


def _read(file: Path) -> tuple[list[Document], list[str]]:
    items: list[SourceItem] = list(read_file(file))
    documents = [item for item in items if isinstance(item, Document)]
    return documents, [str(item) for item in items if isinstance(item, SourceError)]


def test_each_file_of_an_archive_is_read_as_its_kind(tmp_path: Path) -> None:
    docx = make_docx(tmp_path / "x.docx", word_paragraph("In Word."))
    sheet = make_xlsx(tmp_path / "x.xlsx", {"S": [["a", "b"], ["1", "2"]]})
    file = make_zip(
        tmp_path / "a.zip",
        {
            "notes/ümlaut 1.md": "# Notes\n\nWords.",
            "notes/b.docx": docx.read_bytes(),
            "c.XLSX": sheet.read_bytes(),
            "facts.csv": "subject,relation,object\nFram,built by,Colin Archer\n",
            ".hidden/d.txt": "hidden",
            "__MACOSX/._c.txt": "hidden",
            "e.gif": "picture",
            "package.json": "{}",
            "Makefile": "all:",
        },
    )
    documents, failures = _read(file)
    assert [document.uri.removeprefix(file.as_uri()) for document in documents] == [
        "#notes/%C3%BCmlaut%201.md", "#notes/b.docx", "#c.XLSX", "#facts.csv!/Fram"
    ]  # fmt: skip
    assert documents[0].title == "Notes"
    assert documents[3].facts
    assert failures == [
        f"'{file}' holds files that are not read: 1 .gif, 1 .json of settings, 1 without suffix."
    ]


def test_containers_in_one_another_are_read_to_a_depth(tmp_path: Path) -> None:
    file = make_zip(tmp_path / "0.zip", {"deep.txt": "Deep words."})
    mail = EmailMessage()
    mail["Subject"] = "Packed"
    mail.add_attachment(file.read_bytes(), "application", "zip", filename="in.zip")
    outer = make_zip(tmp_path / "a.zip", {"b.eml": mail.as_bytes()})
    (message, deep), failures = _read(outer)
    assert failures == []
    assert message.uri == f"{outer.as_uri()}#b.eml"
    assert (deep.uri, deep.text) == (f"{message.uri}!/in.zip!/deep.txt", "Deep words.")
    assert deep.parent == message.uri
    for number in range(parts.MAX_DEPTH):
        file = make_zip(tmp_path / f"{number + 1}.zip", {f"{number}.zip": file.read_bytes()})
    documents, (failure,) = _read(file)
    assert documents == []
    assert "more than 3 files deep" in failure
    assert failure.count(str(file)) == 1


def test_member_outside_encrypted_or_grown_is_refused_and_the_others_are_read(
    tmp_path: Path,
) -> None:
    file = make_zip(
        tmp_path / "a.zip",
        {
            "../up.txt": "u",
            "/root.txt": "r",
            "C:\\x.txt": "c",
            "ok.txt": "Fine.",
            "secret.txt": "s",
        },
    )
    with zipfile.ZipFile(file, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bomb.txt", b"0" * 101_000_000)
    data = bytearray(file.read_bytes())
    at = data.index(b"secret.txt", data.index(b"PK\x01\x02"))  # in the directory
    struct.pack_into("<H", data, at - 38, 1)
    file.write_bytes(data)
    (document,), failures = _read(file)
    assert document.text == "Fine."
    for name, word in (
        ("../up.txt", "outside"), ("/root.txt", "outside"), ("C:", "outside"),
        ("secret.txt", "encrypted"), ("bomb.txt", "unpacks to 101 MB"),
    ):  # fmt: skip
        assert [word in failure for failure in failures if f"the part '{name}" in failure] == [True]
    assert not list(tmp_path.glob("../up.txt"))


def test_parts_are_bounded_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inner = make_zip(tmp_path / "i.zip", {f"{n}.txt": "words" for n in range(3)})
    file = make_zip(tmp_path / "a.zip", {"i.zip": inner.read_bytes(), "x.txt": "x", "y.txt": "y"})
    assert len(_read(file)[0]) == 5
    monkeypatch.setattr(parts, "MAX_PARTS", 5)
    documents, failures = _read(file)
    assert len(documents) == 4
    assert any("more than 5 parts" in failure for failure in failures)
    monkeypatch.undo()
    monkeypatch.setattr(parts, "MAX_UNPACKED_MB", 0)
    assert "unpacks to more than 0 MB" in _read(file)[1][0]


@pytest.mark.parametrize(
    ("content", "word"), [(b"", "empty"), (b"words", "damaged"), (b"PK\5\6" + bytes(18), "no file")]
)
def test_what_is_no_archive_is_told(tmp_path: Path, content: bytes, word: str) -> None:
    file = tmp_path / "a.zip"
    file.write_bytes(content)
    (failure,) = _read(file)[1]
    assert word in failure


def test_damaged_member_is_named_and_the_next_one_read(tmp_path: Path) -> None:
    file = make_zip(tmp_path / "a.zip", {"a.txt": "Some words. " * 50, "b.txt": "Fine."})
    data = bytearray(file.read_bytes())
    data[40] ^= 0xFF
    file.write_bytes(data)
    (document,), (failure,) = _read(file)
    assert document.text == "Fine."
    assert "the part 'a.txt' is damaged" in failure
