"""What holds for every format alike: offsets, structure, passages."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from email.message import EmailMessage
from itertools import pairwise
from pathlib import Path

import pytest

from kgplatform.plugins import SOURCES
from kgplatform.records import Document, Passage
from kgplatform.sources.files import list_files
from kgplatform.sources.images import IMAGES
from kgplatform.sources.passages import MAX_WORDS, split_passages
from tests.unit.sources.made_files import (
    make_docx,
    make_epub,
    make_opendocument,
    make_pptx,
    make_xlsx,
    make_zip,
    open_table,
    word_paragraph,
    word_table,
)
from tests.unit.sources.ole_files import make_msg
from tests.unit.sources.shared_processes import read_sources
from tests.unit.sources.xls_files import make_xls

pytestmark = pytest.mark.unit

WORDS = (
    "ship ice north crew sail harbour captain winter *drift* a|b <b> café 1893 # - & [x](y)".split()
)
BARE = [word for word in WORDS if word.isalnum()]


def _split_at_stops(text: str) -> list[tuple[int, int]]:
    return [match.span() for match in re.finditer(r"\S[^.]*\.?", text)]


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


class Writer:
    """Random content, the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def text(self, most: int = 60) -> str:
        words = self.random.choices(WORDS, k=self.random.randint(1, most))
        return "Word " + " ".join(words) + "."

    def paragraphs(self) -> list[str]:
        return [self.text() for _ in range(self.random.randint(1, 5))]

    def table(self) -> list[list[str]]:
        width = self.random.randint(2, 4)
        height = self.random.randint(2, 80)
        return [[self.random.choice(BARE) for _ in range(width)] for _ in range(height)]


def _write_md(file: Path, writer: Writer) -> None:
    parts = []
    for number in range(6):
        parts += [f"{'#' * writer.random.randint(1, 4)} Head *{number}*", *writer.paragraphs()]
        table = writer.table()
        rule = "|".join("-" * len(table[0]))
        rows = ["| " + " | ".join(row) + " |" for row in table]
        parts += ["\n".join([rows[0], f"|{rule}|", *rows[1:]]), "```\ncode here\n```", "- a\n- b"]
    file.write_text("\n\n".join(parts))


def _write_html(file: Path, writer: Writer) -> None:
    parts = []
    for number in range(6):
        parts.append(f"<h{writer.random.randint(1, 4)}>Head {number}</h2>")
        parts += [f"<p>{_escaped(text)}</p>" for text in writer.paragraphs()]
        rows = ["".join(f"<td>{cell}" for cell in row) for row in writer.table()]
        parts.append("<table>" + "".join(f"<tr>{row}" for row in rows) + "</table>")
    file.write_text("".join(parts))


def _write_docx(file: Path, writer: Writer) -> None:
    blocks = []
    for number in range(6):
        blocks.append(word_paragraph(f"Head {number}", heading=writer.random.randint(1, 2)))
        blocks += [word_paragraph(_escaped(text)) for text in writer.paragraphs()]
        blocks.append(word_table(writer.table()))
    make_docx(file, *blocks)


def _write_pptx(file: Path, writer: Writer) -> None:
    slides = [
        (writer.random.choice(["", f"Slide {n}"]), "\n".join(writer.paragraphs()), writer.text())
        for n in range(5)
    ]
    make_pptx(file, slides, table=writer.table())


def _write_epub(file: Path, writer: Writer) -> None:
    chapters = [
        (f"Chapter {n}", "".join(f"<p>{_escaped(text)}</p>" for text in writer.paragraphs()))
        for n in range(5)
    ]
    make_epub(file, chapters)


def _write_xlsx(file: Path, writer: Writer) -> None:
    make_xlsx(file, {f"Sheet {n}": writer.table() for n in range(3)})


def _write_csv(file: Path, writer: Writer) -> None:
    file.write_text("\n".join(",".join(row) for row in writer.table()))


def _write_txt(file: Path, writer: Writer) -> None:
    file.write_text("Title\n\n" + "\n\n".join(writer.paragraphs() * 5))


def _write_jsonl(file: Path, writer: Writer) -> None:
    file.write_text('{"_id": "1", "title": "T", "text": "One. Two."}\n')


def _write_eml(file: Path, writer: Writer) -> None:
    mail = EmailMessage()
    mail["From"], mail["Subject"] = "Ada <ada@berg.example>", "Some words"
    texts = [("> " if writer.random.random() < 0.3 else "") + text for text in writer.paragraphs()]
    mail.set_content("\n\n".join([*texts, "On Monday Bo wrote:", "> first", ">> second", "End."]))
    file.write_bytes(mail.as_bytes())


def _write_mbox(file: Path, writer: Writer) -> None:
    _write_eml(file, writer)
    file.write_bytes(b"From ada Mon\n" + file.read_bytes())


def _write_msg(file: Path, writer: Writer) -> None:
    make_msg(file, subject="Some words", body="\r\n\r\n".join(writer.paragraphs()))


def _write_odt(file: Path, writer: Writer) -> None:
    parts = []
    for number in range(6):
        level = writer.random.randint(1, 4)
        parts.append(f'<text:h text:outline-level="{level}">Head {number}</text:h>')
        parts += [f"<text:p>{_escaped(text)}</text:p>" for text in writer.paragraphs()]
        parts.append(open_table(writer.table(), header=1))
    make_opendocument(file, "".join(parts))


def _write_ods(file: Path, writer: Writer) -> None:
    sheets = [open_table(writer.table(), name=f"Sheet {n}") for n in range(3)]
    make_opendocument(file, "".join(sheets))


def _write_xls(file: Path, writer: Writer) -> None:
    make_xls(file, {f"Sheet {n}": writer.table() for n in range(3)})


def _write_rtf(file: Path, writer: Writer) -> None:
    rows = ["\\trowd " + "".join(f"{cell}\\cell " for cell in row) for row in writer.table()]
    texts = [re.sub(r"[^\x20-\x7e]", "?", text) for text in writer.paragraphs()]
    parts = ["{\\rtf1\\pard\\outlinelevel0 Head\\par\\pard ", "\\par ".join(texts), "\\par "]
    file.write_text("".join([*parts, *(f"{row}\\row" for row in rows), "\\pard End.\\par}"]))


def _write_rst(file: Path, writer: Writer) -> None:
    texts = [re.sub(r"[^\w .]", "", text) for text in writer.paragraphs()]
    table = ",".join(writer.table()[0])
    parts = [
        "Head\n====",
        *texts,
        "Part\n----",
        *texts,
        f".. csv-table::\n\n   {table}\n   {table}",
    ]
    file.write_text("\n\n".join(parts))


def _write_json(file: Path, writer: Writer) -> None:
    header, *rows = writer.table()
    records = [dict(zip(header, row, strict=True)) for row in rows]
    long = [{"title": f"Text {n}", "text": "\n".join(writer.paragraphs())} for n in range(3)]
    file.write_text(json.dumps({"name": writer.text(5), "rows": records, "texts": long}))


def _write_xml(file: Path, writer: Writer) -> None:
    parts = [f"<p>{_escaped(text)} <i>x</i></p>" for text in writer.paragraphs()]
    rows = ["".join(f"<td>{cell}</td>" for cell in row) for row in writer.table()]
    table = "<table>" + "".join(f"<tr>{row}</tr>" for row in rows) + "</table>"
    section = f"<sec><title>Head</title>{''.join(parts)}{table}</sec>"
    file.write_text(f"<doc><title>Words</title>{section * 3}</doc>")


def _write_captions(file: Path, writer: Writer) -> None:
    mark = "." if file.suffix == ".vtt" else ","
    times = [f"00:{n:02}:00{mark}000 --> 00:{n:02}:30{mark}000" for n in range(9)]
    cues = [f"{n}\n{time}\n{_escaped(writer.text())}" for n, time in enumerate(times, 1)]
    file.write_text("\n\n".join([*(["WEBVTT"] if file.suffix == ".vtt" else []), *cues]) + "\n")


def _write_zip(file: Path, writer: Writer) -> None:
    make_zip(file, {"a.txt": "\n\n".join(writer.paragraphs())})


WRITERS: dict[str, Callable[[Path, Writer], None]] = {
    ".csv": _write_csv,
    ".docx": _write_docx,
    ".eml": _write_eml,
    ".epub": _write_epub,
    ".html": _write_html,
    ".json": _write_json,
    ".jsonl": _write_jsonl,
    ".mbox": _write_mbox,
    ".md": _write_md,
    ".msg": _write_msg,
    ".ods": _write_ods,
    ".odt": _write_odt,
    ".pptx": _write_pptx,
    ".rst": _write_rst,
    ".rtf": _write_rtf,
    ".srt": _write_captions,
    ".txt": _write_txt,
    ".vtt": _write_captions,
    ".xls": _write_xls,
    ".xlsx": _write_xlsx,
    ".xml": _write_xml,
    ".zip": _write_zip,
}
WITH_PAGES = {".ods", ".pptx", ".srt", ".vtt", ".xls", ".xlsx"}


@pytest.fixture(
    scope="module", params=[(suffix, seed) for suffix in WRITERS for seed in (1, 2)], ids=str
)
def document(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Document:
    suffix, seed = request.param
    file = tmp_path_factory.mktemp("made") / f"some_file{suffix}"
    WRITERS[suffix](file, Writer(seed))
    (made,) = read_sources(list_files([file]))
    assert isinstance(made, Document), made
    return made


@pytest.fixture
def passages(document: Document) -> list[Passage]:
    return split_passages(document, split_sentences=_split_at_stops)


def test_every_readable_kind_is_tried_here_or_beside() -> None:
    others = {".htm", ".markdown", ".jsonl.gz", ".ndjson", ".ndjson.gz", ".tsv", ".pdf", ".xlsm"}
    facts = {".jsonld", ".nt", ".nt.gz", ".owl", ".rdf", ".ttl", ".ttl.gz"}
    images = {f".{suffix}" for suffix in IMAGES}
    assert {f".{name}" for name in SOURCES} == set(WRITERS) | others | facts | images


def test_passages_are_slices_in_order_that_do_not_overlap(
    document: Document, passages: list[Passage]
) -> None:
    assert passages
    assert [passage.index for passage in passages] == list(range(len(passages)))
    assert len({passage.id for passage in passages}) == len(passages)
    for passage in passages:
        assert document.text[passage.start : passage.end] == passage.text
        assert passage.text == passage.text.strip() != ""
        assert len(passage.text.split()) <= MAX_WORDS
    assert all(a.end <= b.start for a, b in pairwise(passages))


def test_every_word_is_in_a_passage_a_heading_or_the_title_line(
    document: Document, passages: list[Passage]
) -> None:
    left = list(document.text)
    for passage in passages:
        left[passage.start : passage.end] = " " * len(passage.text)
    headings = {f"{'#' * section.level} {section.heading}" for section in document.sections}
    if document.media_type == "message/rfc822":  # a quotation's is the line that introduces it
        headings = {section.heading for section in document.sections}
    lines = {line.strip() for line in "".join(left).splitlines() if line.strip()}
    assert lines <= headings | {document.title}


def test_no_passage_crosses_a_section_a_table_a_slide_or_a_sheet(
    document: Document, passages: list[Passage]
) -> None:
    edges = {s.start for s in document.sections} | {s.end for s in document.sections}
    edges |= {t.start for t in document.tables} | {t.end for t in document.tables}
    edges |= {p.start for p in document.pages} | {p.end for p in document.pages}
    for passage in passages:
        assert not any(passage.start < edge < passage.end for edge in edges)


def test_passages_know_their_table_section_and_page(
    document: Document, passages: list[Passage]
) -> None:
    for passage in passages:
        inside = [i for i, t in enumerate(document.tables) if t.start <= passage.start < t.end]
        assert ([] if passage.table is None else [passage.table]) == inside
        around = [i for i, s in enumerate(document.sections) if s.start <= passage.start < s.end]
        assert passage.section == (around[-1] if around else None)
        path = [document.sections[i].heading for i in around]
        assert passage.heading == " > ".join(path)
        on = [p.number for p in document.pages if p.start <= passage.start < p.end]
        assert ([] if passage.page is None else [passage.page]) == on


def test_pages_cover_the_text_and_tables_are_their_cells(document: Document) -> None:
    if Path(document.uri).suffix in WITH_PAGES:
        assert [page.number for page in document.pages] == list(range(1, len(document.pages) + 1))
        assert document.pages[0].start == 0
        assert document.pages[-1].end == len(document.text)
        assert all(a.end == b.start for a, b in pairwise(document.pages))
    for table in document.tables:
        rows = document.text[table.start : table.end].split("\n")
        read = [tuple(cell.strip() for cell in row.strip("|").split("|")) for row in rows]
        assert tuple(read[:1] + read[2:]) == table.cells


def test_words_of_the_file_come_through_unmarked(document: Document) -> None:
    text = document.text
    if Path(document.uri).suffix in {".docx", ".html", ".epub"}:
        for word in ("*drift*", "a|b", "<b>", "[x](y)", "café"):
            assert word in text
    assert "\\*" not in text
    assert "&amp;" not in text
