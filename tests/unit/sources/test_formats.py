"""What holds for every format alike: offsets, structure, passages."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
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
    make_pptx,
    make_xlsx,
    word_paragraph,
    word_table,
)
from tests.unit.sources.shared_processes import read_sources

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


WRITERS: dict[str, Callable[[Path, Writer], None]] = {
    ".csv": _write_csv,
    ".docx": _write_docx,
    ".epub": _write_epub,
    ".html": _write_html,
    ".jsonl": _write_jsonl,
    ".md": _write_md,
    ".pptx": _write_pptx,
    ".txt": _write_txt,
    ".xlsx": _write_xlsx,
}
WITH_PAGES = {".pptx", ".xlsx"}


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
    others = {".htm", ".markdown", ".jsonl.gz", ".ndjson", ".ndjson.gz", ".tsv", ".pdf"}
    facts = {".json", ".jsonld", ".nt", ".nt.gz", ".owl", ".rdf", ".ttl", ".ttl.gz"}
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
