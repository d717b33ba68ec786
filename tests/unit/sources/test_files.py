from __future__ import annotations

import gzip
import json
import pickle
from pathlib import Path

import pytest

from kgplatform.errors import EmptySource, MissingExtra, SourceError, UsageError
from kgplatform.records import Document
from kgplatform.sources.files import list_files, read_file
from kgplatform.sources.limits import MAX_ERRORS
from tests.unit.sources.shared_processes import read_sources

pytestmark = pytest.mark.unit


def _documents(*files: Path) -> list[Document]:
    items = list(read_sources(list_files(files)))
    assert all(isinstance(item, Document) for item in items), items
    return [item for item in items if isinstance(item, Document)]


def _failures(file: Path) -> list[str]:
    return [str(item) for item in read_sources([file]) if isinstance(item, SourceError)]


def test_markdown_title_is_its_first_heading(tmp_path: Path) -> None:
    file = tmp_path / "fram.md"
    file.write_text("Preface\n\n## Fram (ship) ##\n\nA ship.\n")
    assert _documents(file)[0].title == "Fram (ship)"


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Fram\n\nA ship.\n", "Fram"),
        ("Fram is a ship.\nIt was built in Larvik.\n", "polar ship"),
        ("x" * 200 + "\n\nA ship.\n", "polar ship"),
        ("Fram left in May.\n\nShe was away for years.\n", "polar ship"),
        ("Fram\n\n", "polar ship"),
    ],
    ids=["short first line", "running text", "long first line", "sentence", "nothing else"],
)
def test_text_title_is_a_short_line_of_its_own_or_the_file_name(
    tmp_path: Path, text: str, title: str
) -> None:
    file = tmp_path / "polar-ship.txt"
    file.write_text(text)
    assert _documents(file)[0].title == title


def test_jsonl_gives_a_document_a_line(tmp_path: Path) -> None:
    file = tmp_path / "corpus.jsonl.gz"
    rows = [{"_id": "a", "title": "Fram", "text": "A ship."}, {"_id": 2, "text": "No title."}]
    with gzip.open(file, "wt") as out:
        out.writelines(json.dumps(row) + "\n" for row in rows)
    first, second = _documents(file)
    assert (first.title, second.title) == ("Fram", "")
    assert first.uri.endswith("corpus.jsonl.gz#a")
    assert second.uri.endswith("#2")


def test_jsonl_bad_lines_are_told_one_by_one_and_the_rest_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "corpus.jsonl"
    file.write_text(
        '{"_id": "1", "text": "Good."}\n{broken\n[1]\n{"text": "no id"}\n'
        '{"_id": "1", "text": "again"}\n'
        '{"_id": "2", "text": " "}\n\n{"_id": "3", "text": "Good."}\n'
    )
    items = list(read_sources([file]))
    assert [type(item).__name__ for item in items] == [
        "Document", *["SourceError"] * 5, "Document"
    ]  # fmt: skip
    assert [f"line {n}" in str(item) for n, item in zip((2, 3, 4, 5, 6), items[1:6], strict=True)]
    assert "repeats" in str(items[4])


def test_truncated_gzip_is_told_and_what_could_be_read_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "corpus.jsonl.gz"
    whole = gzip.compress(b'{"_id": "1", "text": "Good."}\n' * 1)
    file.write_bytes(whole[:-4])
    assert any("cannot be read to its end" in failure for failure in _failures(file))


@pytest.mark.parametrize(
    ("content", "word"), [(b"\xff\xfe\x00", "UTF-8"), (b" \n", "empty")], ids=["binary", "empty"]
)
def test_unreadable_text_is_told(tmp_path: Path, content: bytes, word: str) -> None:
    file = tmp_path / "a.txt"
    file.write_bytes(content)
    assert word in _failures(file)[0]


def test_folder_is_searched_whole_without_hidden_and_unknown_files(tmp_path: Path) -> None:
    for name in ("b.md", "a.txt", "deep/c.txt", ".hidden/d.txt", "e.bin"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("text")
    assert [file.name for file in list_files([tmp_path, tmp_path / "a.txt"])] == [
        "a.txt", "b.md", "c.txt"
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["missing.txt", "unknown.bin"])
def test_path_that_cannot_be_used_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "unknown.bin").write_text("text")
    with pytest.raises(UsageError, match=name):
        list_files([tmp_path / name])


def test_document_id_comes_from_its_place_and_hash_from_its_content(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("One.")
    before = _documents(file)[0]
    file.write_text("Two.")
    after = _documents(file)[0]
    assert before.id == after.id
    assert before.sha256 != after.sha256


def test_one_broken_file_never_stops_the_rest(tmp_path: Path) -> None:
    broken = {
        "a.docx": b"PK\x03\x04",
        "b.xlsx": b"nothing",
        "c.pptx": b"",
        "d.epub": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
        "e.txt": b"\0\1\2",
        "f.jsonl": b"{",
        "g.jsonl.gz": b"nothing",
        "h.html": b"\0",
        "i.csv": b"",
        "j.md": b" ",
        "k.pdf": b"nothing",
        "l.ttl": b"<",
        "m.nt": b"nothing",
        "n.rdf": b"<",
    }
    for name, content in broken.items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / "z.txt").write_text("The last one is read.")
    *failures, last = read_sources(list_files([tmp_path]))
    assert isinstance(last, Document)
    for name in broken:
        about = [str(failure) for failure in failures if name in str(failure)]
        assert about, name
        assert all("\n" not in message for message in about)


@pytest.mark.parametrize("name", ["a.txt", "a.md", "a.csv", "a.html"])
def test_file_above_the_limit_is_told(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    file.write_text("word,word\n" * 150)  # 1,500 bytes
    (failure,) = read_sources([file], max_file_mb=0.001)
    assert isinstance(failure, SourceError)
    assert "the limit is 0.001 MB" in str(failure)
    for limit in (0.0015, None):
        (document,) = read_sources([file], max_file_mb=limit)
        assert isinstance(document, Document)


def test_streamed_files_have_no_limit(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"_id": "1", "text": "Good."}\n')
    (tmp_path / "facts.csv").write_text("subject,relation,object\nFram,built in,Larvik\n")
    items = list(read_sources(list_files([tmp_path]), max_file_mb=0))
    assert len(items) == 2
    assert all(isinstance(item, Document) for item in items)


def test_tables_and_lines_of_facts_are_read_as_facts(tmp_path: Path) -> None:
    (tmp_path / "facts.csv").write_text("subject,relation,object\nFram,built in,Larvik\n")
    (tmp_path / "facts.jsonl").write_text(
        '{"subject": "Fram", "relation": "built in", "object": "Larvik"}\n'
    )
    (tmp_path / "table.csv").write_text("name,place\nFram,Larvik\n")
    kinds = {
        document.uri.rpartition("/")[2].partition("#")[0]: (
            len(document.facts), len(document.tables)
        )
        for document in _documents(tmp_path)
    }  # fmt: skip
    assert kinds == {"facts.csv": (1, 0), "facts.jsonl": (1, 0), "table.csv": (0, 1)}


def test_what_is_missing_for_all_files_is_raised(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def miss(_: Path) -> None:
        raise MissingExtra("pdf", "Reading PDF")

    (tmp_path / "a.txt").write_text("text")
    monkeypatch.setattr("kgplatform.sources.text.read_text", miss)
    with pytest.raises(MissingExtra):
        list(read_file(tmp_path / "a.txt"))


def test_whatever_a_reader_raises_is_told_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: Path) -> None:
        raise KeyError("a\nb")

    (tmp_path / "a.txt").write_text("text")
    monkeypatch.setattr("kgplatform.sources.text.read_text", fail)
    (failure,) = read_file(tmp_path / "a.txt")
    message = str(failure)
    assert "a.txt' cannot be read (KeyError: " in message
    assert "\n" not in message


def test_empty_file_is_told_from_an_unreadable_one_also_after_pickling(tmp_path: Path) -> None:
    for name in ("a.txt", "a.md", "a.csv", "a.html", "a.pdf", "a.docx"):
        (tmp_path / name).touch()
        (item,) = read_sources([tmp_path / name])
        assert isinstance(item, EmptySource)
        again = pickle.loads(pickle.dumps(item))
        assert (again.file, str(again)) == (str(tmp_path / name), str(item))
    (tmp_path / "b.pdf").write_bytes(b"%PDF-1.7 damaged")
    (item,) = read_sources([tmp_path / "b.pdf"])
    assert not isinstance(item, EmptySource)


@pytest.mark.parametrize(
    ("name", "line"), [("a.jsonl", '{"text": "no id"}\n'), ("facts.csv", "A,,B\n")]
)
def test_errors_of_a_file_are_bounded_and_the_rest_is_counted(
    tmp_path: Path, name: str, line: str
) -> None:
    head = "subject,relation,object\n" if name.endswith("csv") else ""
    (tmp_path / name).write_text(head + line * (MAX_ERRORS + 1_234))
    errors = _failures(tmp_path / name)
    assert len(errors) >= MAX_ERRORS + 1
    assert "has 1,234 more mistakes" in errors[-1] or "has 1,235 more mistakes" in errors[-1]
