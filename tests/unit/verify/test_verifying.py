"""An export is verified against real files: as they were, changed, gone, and tampered with."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

from kgplatform.cli.verify import verify as verify_command
from kgplatform.errors import UsageError
from kgplatform.export.files import hash_files
from kgplatform.export.spans import list_marks
from kgplatform.records.document import hashed_text
from kgplatform.records.ids import content_sha256
from kgplatform.sources.files import read_file
from kgplatform.sources.isolated.pool import ReadingProcesses
from kgplatform.sources.limits import DEFAULT_READ_LIMITS
from kgplatform.verify.report import Report
from kgplatform.verify.verifying import verify as verify_by
from tests.unit.export.streams import MadeStream, edge, export, node

pytestmark = pytest.mark.unit

Verify = Callable[..., Report]

TEXT = "# Boats\n\nThe Fram was built by Colin Archer in 1892.\n\nIt is 39 m long.\n"
QUOTE = "built by Colin Archer"
TABLE = "city,people\nAro,300\nBele,1200\nCiro,40\n"


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    folder = tmp_path / "sources" / "deep"
    folder.mkdir(parents=True)
    (folder / "fram 1.md").write_text(TEXT)
    (folder / "cities.csv").write_text(TABLE)
    return folder.parent


@pytest.fixture(scope="module")
def processes() -> Iterator[ReadingProcesses]:
    """The processes that read, which all tests share."""
    with ReadingProcesses(DEFAULT_READ_LIMITS) as reading:
        yield reading


@pytest.fixture
def verify(processes: ReadingProcesses) -> Verify:
    return partial(verify_by, processes=processes)


def read_document(file: Path) -> Any:
    [document] = read_file(file)
    return document


@pytest.fixture
def stream(sources: Path) -> MadeStream:
    """An answer that cites a file, and one that was computed over the rows of another."""
    nodes, edges = [], []
    computed: dict[str, Any] = {"computations": []}
    for number, file in enumerate(sorted((sources / "deep").iterdir())):
        document = read_document(file)
        known = node(
            "Document",
            document.id,
            title=document.title,
            uri=f"file:{file.name.replace(' ', '%20')}",
            sha256=content_sha256(hashed_text(document)),
            fileSha256=hash_files(file)[file.name],
            mediaType=document.media_type,
        )
        passage = node(
            "Passage", f"p{number}", text=document.text, start=0, end=len(document.text), index=0
        )
        nodes += [known, passage]
        edges.append(edge("PART_OF", passage, known))
        if file.suffix == ".csv":
            computed["computations"] = [computation(document, passage.id)]
        else:
            start = document.text.index(QUOTE)
            question = node("Question", "q2", text="Who?", answer="Archer", abstained=False)
            marks = {
                "id": passage.id, "text": document.text, "start": 0, "page": None,
                "heading": "Boats", "document": known.id, "table": None, "pages": [],
                "marks": [{"type": "CITES", "kind": "Question", "start": question.id,
                           "properties": {"rank": 1, "score": 0.5, "quote": QUOTE,
                                          "start": start, "end": start + len(QUOTE)}}],
            }  # fmt: skip
            edges += list_marks(marks, lambda properties, _: dict(properties))
            nodes.append(question)
    nodes.append(
        node(
            "Question", "q1", text="How many people live in all cities?", answer="1540",
            abstained=False, details=json.dumps(computed),
        )
    )  # fmt: skip
    return MadeStream(nodes, edges)


def computation(document: Any, passage_id: str) -> dict[str, Any]:
    passage = {
        "passage_id": passage_id, "document_id": document.id, "title": document.title,
        "uri": document.uri, "page": None, "section": "", "header": "", "sha256": "",
        "document_start": document.tables[0].start, "document_end": document.tables[0].end,
    }  # fmt: skip
    return {"operation": "sum", "table": document.title, "answer": "1540", "passages": [passage]}


def states(report: Report, kind: str) -> list[str]:
    return [check.state for check in report.checks if check.kind == kind]


def make_key(folder: Path) -> tuple[Path, Path]:
    key = Ed25519PrivateKey.generate()
    private, public = folder / "key.pem", folder / "public.pem"
    private.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    public.write_bytes(
        key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    )
    return private, public


@pytest.mark.parametrize("format", ["json", "turtle", "csv"])
def test_everything_holds_of_what_did_not_change(
    tmp_path: Path, verify: Verify, stream: MadeStream, sources: Path, format: str
) -> None:
    private, public = make_key(tmp_path)
    path = export(tmp_path, format, stream, key=private)
    report = verify(path, sources=sources, key=public)
    assert [check for check in report.checks if check.state != "holds"] == []
    counts = report.counts()
    assert (counts["document"], counts["signature"], counts["computation"]) == (
        {"holds": 2}, {"holds": 1}, {"holds": 1},
    )  # fmt: skip
    assert report.holds


def change_quote(sources: Path) -> None:
    file = sources / "deep" / "fram 1.md"
    file.write_text(TEXT.replace("Colin", "Carl"))


def move_quote(sources: Path) -> None:
    file = sources / "deep" / "fram 1.md"
    file.write_text(TEXT.replace("The Fram", "The polar ship Fram"))


def remove_file(sources: Path) -> None:
    (sources / "deep" / "fram 1.md").unlink()


def change_row(sources: Path) -> None:
    (sources / "deep" / "cities.csv").write_text(TABLE.replace("1200", "1300"))


def change_line_ends(sources: Path) -> None:
    (sources / "deep" / "cities.csv").write_bytes(TABLE.replace("\n", "\r\n").encode())


@pytest.mark.parametrize(
    ("tamper", "document", "quote", "computed"),
    [
        pytest.param(change_quote, "changed", "changed", "holds", id="a word of the quote"),
        pytest.param(move_quote, "changed", "moved", "holds", id="words before the quote"),
        pytest.param(remove_file, "source missing", "source missing", "holds", id="no file"),
        pytest.param(change_row, "changed", "holds", "changed", id="a cell that was added up"),
        pytest.param(change_line_ends, "changed", "holds", "holds", id="bytes but not the text"),
    ],
)
def test_what_changed_in_a_source_is_found(
    tmp_path: Path,
    verify: Verify,
    stream: MadeStream,
    sources: Path,
    tamper: Callable[[Path], None],
    document: str,
    quote: str,
    computed: str,
) -> None:
    path = export(tmp_path, "turtle", stream)
    tamper(sources)
    report = verify(path, sources=sources)
    assert sorted(states(report, "document")) == sorted([document, "holds"])
    assert states(report, "quote") == [quote]
    assert states(report, "computation") == [computed]
    assert not report.holds


def test_a_moved_quote_is_told_where_it_stands(
    tmp_path: Path, verify: Verify, stream: MadeStream, sources: Path
) -> None:
    path = export(tmp_path, "turtle", stream)
    move_quote(sources)
    [moved] = [c for c in verify(path, sources=sources).checks if c.state == "moved"]
    assert moved.start == read_document(sources / "deep" / "fram 1.md").text.index(QUOTE)


def edit(path: Path, change: Callable[[dict[str, Any]], None]) -> None:
    document = json.loads(path.read_text())
    change(document)
    path.write_text(json.dumps(document))


def forge_answer(document: dict[str, Any]) -> None:
    document["manifest"]["questions"][0]["askedAt"] = "2020-01-01T00:00:00Z"


def forge_span(document: dict[str, Any]) -> None:
    document["manifest"]["spans"][0]["quote"] = "built by Archer"


def forge_node(document: dict[str, Any]) -> None:
    passages = [n for n in document["nodes"] if n["labels"] == ["Passage"]]
    passages[0]["properties"]["text"] += "!"


@pytest.mark.parametrize(
    ("forge", "found"),
    [
        pytest.param(forge_answer, {"signature"}, id="who asked when"),
        pytest.param(forge_span, {"signature", "quote"}, id="a span"),
        pytest.param(forge_node, {"content", "passage"}, id="a passage"),
    ],
)
def test_what_was_changed_in_an_export_is_found(
    tmp_path: Path,
    verify: Verify,
    stream: MadeStream,
    sources: Path,
    forge: Callable[[dict[str, Any]], None],
    found: set[str],
) -> None:
    private, public = make_key(tmp_path)
    path = export(tmp_path, "json", stream, key=private)
    edit(path, forge)
    report = verify(path, sources=sources, key=public)
    assert {check.kind for check in report.checks if check.state != "holds"} == found


def test_another_key_did_not_sign(
    tmp_path: Path, verify: Verify, stream: MadeStream, sources: Path
) -> None:
    (tmp_path / "other").mkdir()
    private, _ = make_key(tmp_path)
    _, other = make_key(tmp_path / "other")
    path = export(tmp_path, "json", stream, key=private)
    assert states(verify(path, sources=sources, key=other), "signature") == ["changed"]
    assert states(verify(path, sources=sources), "signature") == ["holds"]


def test_an_unsigned_export_fails_where_a_key_is_given(
    tmp_path: Path, verify: Verify, stream: MadeStream, sources: Path
) -> None:
    _, public = make_key(tmp_path)
    path = export(tmp_path, "json", stream)
    assert states(verify(path, sources=sources, key=public), "signature") == ["changed"]


def test_a_file_of_another_content_is_no_export_of_the_manifest(
    tmp_path: Path, verify: Verify, stream: MadeStream, sources: Path
) -> None:
    path = export(tmp_path, "turtle", stream)
    path.write_text(path.read_text() + "\n")
    assert states(verify(path, sources=sources), "content") == ["changed"]


def test_a_key_that_is_none_is_refused(tmp_path: Path, stream: MadeStream) -> None:
    (tmp_path / "bad.pem").write_text("no key")
    with pytest.raises(UsageError, match="Ed25519"):
        export(tmp_path, "json", stream, key=tmp_path / "bad.pem")
    assert not (tmp_path / "out.json").exists()


def test_what_has_no_manifest_is_refused(tmp_path: Path, verify: Verify) -> None:
    (tmp_path / "a.json").write_text("{}")
    for path in (tmp_path / "a.json", Path()):
        with pytest.raises(UsageError, match="no manifest"):
            verify(path)


@pytest.mark.parametrize("spans", [None, [{}], [{"start": "0"}]])
def test_a_malformed_manifest_is_refused(
    tmp_path: Path, stream: MadeStream, spans: list[Any] | None
) -> None:
    path = export(tmp_path, "json", stream)
    edit(path, lambda document: document["manifest"].update(spans=spans))
    with pytest.raises(UsageError, match=r"no export wrote \(manifest\.spans"):
        verify_by(path)


def test_a_comparison_is_made_again(
    tmp_path: Path, verify: Verify, stream: MadeStream, sources: Path
) -> None:
    sides = [{"name": "Ann", "written": "3 May 1900"}, {"name": "Bob", "written": "1910"}]
    made = {"operation": "compare", "sides": sides, "certain": True, "answer": "Ann"}
    details = json.dumps({"computations": [made, made | {"answer": "Bob"}]})
    question = node("Question", "q3", text="Who was born first, Ann or Bob?", details=details)
    with_more = replace(stream, made_nodes=[*stream.made_nodes, question])
    report = verify(export(tmp_path, "turtle", with_more), sources=sources)
    assert states(report, "computation") == ["holds", "holds", "changed"]


def test_the_command_says_what_holds(tmp_path: Path, stream: MadeStream, sources: Path) -> None:
    path = export(tmp_path, "json", stream)
    args = [str(path), "--sources", sources.name]  # below the current folder
    shown = CliRunner().invoke(verify_command, args, standalone_mode=False)
    assert (shown.return_value, "Everything holds." in shown.output) == (0, True)
    remove_file(sources)
    shown = CliRunner().invoke(verify_command, [*args, "--json"], standalone_mode=False)
    assert shown.return_value == 1
    assert json.loads(shown.stdout)["counts"]["quote"] == {"source missing": 1}
