"""Small files of many kinds with tables, forms and fields, and the facts that a person reads there.

Those of text stand in tests/data/structure; workbooks and Word files are made. `facts.json` has a
list of [subject, relation, object] a file.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from kgplatform.extract.gazetteer import Gazetteer
from kgplatform.extract.reading import PassageReading
from kgplatform.extract.structure.reading import add_structure
from kgplatform.records import Document, Entity, Literal, Statement
from kgplatform.sources.files import read_file
from kgplatform.sources.passages import split_passages
from kgplatform.text.sentences import split_by_punctuation
from tests.unit.sources.made_files import make_docx, make_xlsx, word_paragraph, word_table

__all__ = ["EXPECTED", "make_files", "read_statements", "triple"]

DATA = Path(__file__).parents[2] / "data" / "structure"
EXPECTED: dict[str, list[tuple[str, str, str]]] = {
    name: [(subject, relation, value) for subject, relation, value in facts]
    for name, facts in json.loads((DATA / "facts.json").read_text("utf-8")).items()
}

PUMPS = [
    ["Tag", "Site", "Capacity (m³/h)", "Installed", "Vendor"],
    ["P-301", "Ferry Lane", 40, "2019-03-11", "Odin Pumps"],
    ["P-302", "Ferry Lane", 55, "2020-10-02", "Odin Pumps"],
    ["P-310", "Glen Mill", 120, "2016-07-19", "Sable Hydraulics"],
]
ORDERS = [
    ["Order", "Tag", "Technician", "Cost (GBP)"],
    ["WO-11", "P-302", "Nina Hart", 310.5],
    ["WO-12", "P-310", "Cal Boyd", 1250],
    ["WO-13", "P-302", "Nina Hart", 98],
    ["Total", None, None, 1658.5],
]
SUPPLIER = [
    ["Company name", "Lumen Glass GmbH"],
    ["City", "Jena"],
    ["Contact person", "Heike Vogt"],
    ["Customer since", "4 May 2011"],
    ["Credit limit", "EUR 50,000"],
]
DOORS = [
    ["Door", "Room", "Tester", "Result"],
    ["D-01", "Archive", "Yara Nunes", "passed"],
    ["D-02", "Canteen", "Yara Nunes", "failed"],
    ["D-03", "Stairwell", "Piet Mulder", "passed"],
]
LEASE = (
    "Landlord: Corran Estates",
    "Tenant: Blue Heron Cycles",
    "Start date: 1 October 2025",
    "Rent: GBP 2,150 per month",
    "The tenant keeps the unit clean and pays for its repairs.",
)
GRANT = [
    ["Applicant:", "Oriel Choir"],
    ["Conductor:", "Bronwen Rees"],
    ["Amount requested:", "EUR 7,500"],
    ["Deadline:", "15 January 2026"],
]


def make_files(folder: Path) -> Iterator[Path]:
    """Yield the files, laid into a folder."""
    for file in sorted(DATA.iterdir()):
        if file.name in EXPECTED:
            yield Path(shutil.copy(file, folder))
    yield make_xlsx(folder / "pumps.xlsx", {"Pumps": PUMPS, "Work orders": ORDERS})
    yield make_xlsx(folder / "supplier.xlsx", {"Supplier": SUPPLIER})
    yield _make_budget(folder / "budget.xlsx")
    yield make_docx(folder / "doors.docx", _heading("Fire doors"), word_table(DOORS))
    yield make_docx(folder / "lease.docx", _heading("Lease of unit 9"), *map(word_paragraph, LEASE))
    yield make_docx(folder / "grant.docx", _heading("Grant application"), word_table(GRANT))


def read_statements(file: Path, *, known: Sequence[Entity] = ()) -> list[Statement]:
    """Return what the structure of a file states."""
    found: list[Statement] = []
    for document in read_file(file.resolve()):
        assert isinstance(document, Document), document
        passages = split_passages(document, split_sentences=split_by_punctuation)
        nothing = [PassageReading()] * len(passages)
        readings = add_structure(document, passages, nothing, gazetteer=Gazetteer(known))
        for passage, reading in zip(passages, readings, strict=True):
            for mention in reading.mentions:
                assert passage.text[mention.start : mention.end] == mention.surface
            for statement in reading.statements:
                _check(statement, passage.text)
                found.append(statement)
    return found


def triple(statement: Statement) -> tuple[str, str, str]:
    """Return a statement in words."""
    obj = statement.object
    value = obj.value if isinstance(obj, Literal) else obj.name
    return statement.subject.name, statement.relation, value


def _check(statement: Statement, text: str) -> None:
    assert 0 <= statement.start < statement.end <= len(text)
    for start, end in (statement.subject_span, statement.object_span):
        assert statement.start <= start < end <= statement.end
    words = text[slice(*statement.object_span)].replace("\\|", "|")
    assert words in (triple(statement)[2], *getattr(statement.object, "aliases", ()))
    if statement.alignment[0] == "exact":
        words = text[slice(*statement.subject_span)].replace("\\|", "|")
        assert words in (statement.subject.name, *statement.subject.aliases)
    for one in statement.qualifiers:
        assert text[one.start : one.end]


def _heading(text: str) -> str:
    return word_paragraph(text, heading=1)


def _make_budget(file: Path) -> Path:
    """A sheet with a title over all columns and a header of two lines with merged cells."""
    from openpyxl import Workbook

    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for row in (
        ["Budget of the harbour office"],
        ["Item", "Costs (EUR)", None, "Approved by"],
        [None, "2024", "2025", None],
        ["Dredging", 120000, 95000, "Greta Solberg"],
        ["Lighting", 18000, 21500, "Greta Solberg"],
        ["Training", 4200, 6100, "Amir Haddad"],
    ):
        sheet.append(row)
    for place in ("A1:D1", "B2:C2", "A2:A3", "D2:D3"):
        sheet.merge_cells(place)
    book.save(file)
    return file
