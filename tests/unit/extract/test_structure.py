from __future__ import annotations

from pathlib import Path

import pytest

from kgplatform.extract.gazetteer import Gazetteer
from kgplatform.extract.reading import PassageReading
from kgplatform.extract.structure.reading import add_structure
from kgplatform.records import Document, Entity, Literal, Mention, Passage, Statement
from kgplatform.sources.files import read_file
from kgplatform.text.aligned import find_aligned
from kgplatform.text.names import make_entity
from kgplatform.text.prose import prose_text
from tests.unit.extract.structure_files import EXPECTED, make_files, read_statements, triple

pytestmark = pytest.mark.unit


def _read(tmp_path: Path, name: str, text: str) -> list[Statement]:
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    return read_statements(file)


def _triples(tmp_path: Path, name: str, text: str) -> list[tuple[str, str, str]]:
    return [triple(statement) for statement in _read(tmp_path, name, text)]


def test_each_row_and_field_of_a_file_is_stated_and_nothing_else(tmp_path: Path) -> None:
    files = {file.name: file for file in make_files(tmp_path)}
    assert files.keys() == EXPECTED.keys()
    for name, file in files.items():
        found = [triple(statement) for statement in read_statements(file)]
        assert sorted(found) == sorted(EXPECTED[name]), name


def test_a_header_types_the_names_and_values_below_it(tmp_path: Path) -> None:
    text = "Site,Manager,Opened,Price (EUR),Code\nElm Yard,Ann Lee,2014-05-02,412.50,X-77\n" * 1
    text += "Oak Dock,Tom Day,2015-06-03,96.00,X-78\n"
    by_relation = {s.relation: s for s in _read(tmp_path, "a.csv", text)[:4]}
    manager, price = by_relation["Manager"], by_relation["Price (EUR)"].object
    assert (manager.subject.type, getattr(manager.object, "type", "")) == ("Place", "Person")
    assert isinstance(price, Literal)
    assert (price.value, price.datatype) == ("412.50", "quantity")
    opened, code = by_relation["Opened"].object, by_relation["Code"].object
    assert isinstance(opened, Literal)
    assert (opened.start, opened.datatype) == ("2014-05-02", "date")
    assert isinstance(code, Literal)
    assert code.datatype == "string"


def test_the_form_of_a_name_types_it_where_the_header_does_not(tmp_path: Path) -> None:
    text = "Lease,Tenant\nL-1,Corran Estates Ltd\nL-2,Blue Heron\n"
    tenants = [s.object for s in _read(tmp_path, "a.csv", text)]
    assert [getattr(tenant, "type", "") for tenant in tenants] == ["Organization", "Thing"]


def test_figures_of_two_units_are_two_values(tmp_path: Path) -> None:
    text = "Item,Weight (kg),Price (EUR)\nBolt,12,12\nNail,3,4\n"
    weight, price = (s.object for s in _read(tmp_path, "a.csv", text)[:2])
    assert weight.id != price.id


def test_a_cell_that_names_a_row_of_another_table_is_that_entity(tmp_path: Path) -> None:
    text = (
        "# Plant\n\n| Tag | Kind |\n| --- | --- |\n| V-1 | valve |\n| V-2 | valve |\n\n"
        "| Task | Part |\n| --- | --- |\n| Clean | V-2 |\n| Paint | V-9 |\n"
    )
    parts = {
        s.subject.name: s.object for s in _read(tmp_path, "a.md", text) if s.relation == "Part"
    }
    assert parts["Clean"] == make_entity("V-2")
    assert isinstance(parts["Paint"], Literal)


def test_a_cell_or_value_that_is_a_title_is_that_document(tmp_path: Path) -> None:
    known = [make_entity("Terra Nova (ship)"), make_entity("X-77")]
    file = tmp_path / "a.md"
    table = "| Part | Carried by |\n| --- | --- |\n| X-77 | Terra Nova |"
    file.write_text(f"# Stores\n\n{table}\n\nBox: X-77\n")
    found = {s.relation: s for s in read_statements(file, known=known)}
    assert found["Carried by"].subject.id == found["Box"].object.id == known[1].id
    assert found["Carried by"].object.id == known[0].id


def test_rows_of_one_name_are_told_apart_by_qualifiers(tmp_path: Path) -> None:
    text = (
        "Date,Employee,Hours\n2025-01-06,Mia Holt,7\n2025-01-07,Mia Holt,7\n2025-01-07,Al Orr,6\n"
    )
    hours = [s for s in _read(tmp_path, "a.csv", text) if s.relation == "Hours"]
    assert [s.subject.name for s in hours] == ["Mia Holt", "Mia Holt", "Al Orr"]
    assert len({s.id for s in hours}) == 3
    days = [[(q.relation, getattr(q.target, "value", "")) for q in s.qualifiers] for s in hours]
    assert days[:2] == [[("Date", "2025-01-06")], [("Date", "2025-01-07")]]


def test_years_name_no_rows_and_a_total_is_about_the_table(tmp_path: Path) -> None:
    text = "Year,Visitors\n2021,1200\n2022,1500\n2023,1750\n"
    visitors = _read(tmp_path, "museum.csv", text)
    assert {s.subject.name for s in visitors} == {"museum"}
    assert [getattr(s.qualifiers[0].target, "value", "") for s in visitors] == [
        "2021",
        "2022",
        "2023",
    ]
    totals = _triples(tmp_path, "b.csv", "Item,Sum\nBolt,12\nNail,3\nTotal,15\n")
    assert totals[-1] == ("b", "Total", "15")


def test_a_number_beside_the_name_says_what_a_row_is(tmp_path: Path) -> None:
    text = "Employee ID,Name,Reports to\n1001,Olga Brandt,\n1002,Dario Conti,Olga Brandt\n"
    first, second, reports = _read(tmp_path, "a.csv", text)
    assert {first.subject.type, second.subject.type} == {"Person"}
    assert reports.object.id == first.subject.id


def test_each_name_of_a_list_in_a_cell_is_one(tmp_path: Path) -> None:
    text = "Book,Authors\nTides,Ann Lee; Tom Day\nWinds,Mia Orr\n"
    found = _triples(tmp_path, "a.csv", text)
    assert [(s, o) for s, _, o in found] == [
        ("Tides", "Ann Lee"),
        ("Tides", "Tom Day"),
        ("Winds", "Mia Orr"),
    ]


def test_a_bar_within_a_cell_moves_no_span(tmp_path: Path) -> None:
    found = _triples(tmp_path, "a.csv", "Item,Size,Sum\nBolt,4|5 mm,12\nNail,3 mm,3\n")
    assert found[:2] == [("Bolt", "Size", "4|5 mm"), ("Bolt", "Sum", "12")]


def test_a_column_without_a_header_states_nothing(tmp_path: Path) -> None:
    found = _triples(tmp_path, "a.csv", "Item,,Sum\nBolt,steel,12\nNail,iron,3\n")
    assert found == [("Bolt", "Sum", "12"), ("Nail", "Sum", "3")]


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        pytest.param(
            "a.eml",
            "From: Ann Lee <ann@lee.org>\nTo: Tom Day <t@day.org>, Mia Orr <m@orr.org>\n"
            "Date: Mon, 3 Mar 2025 10:00:00 +0000\nSubject: The new roof\n\nIt was mended.\n",
            [
                ("The new roof", "From", "Ann Lee"),
                ("The new roof", "To", "Tom Day"),
                ("The new roof", "To", "Mia Orr"),
                ("The new roof", "Date", "Mon, 3 Mar 2025 10:00:00 +0000"),
            ],
            id="headers of a message",
        ),
        pytest.param(
            "a.md",
            "# Contacts\n\n- Name: Ann Lee\n- Role: surveyor\n- Name: Tom Day\n- Role: mason\n",
            [
                ("Contacts", "Name", "Ann Lee"),
                ("Ann Lee", "Role", "surveyor"),
                ("Contacts", "Name", "Tom Day"),
                ("Tom Day", "Role", "mason"),
            ],
            id="records, each with its name",
        ),
        pytest.param(
            "a.md",
            "# Pumps\n\n## Pump A1\n\nSite: Derby\n\nFlow: 40 l/s\n\n## Pump B2\n\nSite: Hull\n\n"
            "Flow: 55 l/s\n",
            [
                ("Pump A1", "Site", "Derby"),
                ("Pump A1", "Flow", "40 l/s"),
                ("Pump B2", "Site", "Hull"),
                ("Pump B2", "Flow", "55 l/s"),
            ],
            id="sections with the same fields",
        ),
        pytest.param(
            "a.txt",
            "A contract\n\n1. Term: 24 months\n2. Notice. Either party may end it in a month.\n"
            "3. Law: Scots law\n",
            [("A contract", "Term", "24 months"), ("A contract", "Law", "Scots law")],
            id="numbered clauses",
        ),
        pytest.param(
            "a.txt",
            "A survey\n\nLanguages: Welsh, English\nRent: GBP 900 per month\n"
            "Tel. no.: 020 7946 0018\n",
            [
                ("A survey", "Languages", "Welsh"),
                ("A survey", "Languages", "English"),
                ("A survey", "Rent", "GBP 900 per month"),
                ("A survey", "Tel. no.", "020 7946 0018"),
            ],
            id="lists and values with words around",
        ),
        pytest.param(
            "a.txt",
            "An interview\n\nAnn: We came early.\nTom: Why so?\nAnn: The road was dry.\n"
            "Tom: I see.\n",
            [],
            id="what is said in turn",
        ),
        pytest.param(
            "a.txt",
            "A letter\n\nThe council decided: the bridge will be closed for a year. Nobody spoke\n"
            "against it: there is another one.\n",
            [],
            id="colons of sentences",
        ),
        pytest.param(
            "a.md",
            "# Code\n\n```\nName: x\nValue: y\n```\n",
            [],
            id="code",
        ),
    ],
)
def test_fields_are_facts_about_what_they_belong_to(
    tmp_path: Path, name: str, text: str, expected: list[tuple[str, str, str]]
) -> None:
    assert _triples(tmp_path, name, text) == expected


def test_a_mention_of_structure_takes_the_place_of_another(tmp_path: Path) -> None:
    file = tmp_path / "a.md"
    file.write_text("# Trip\n\nSite: Bristol Docks\n\nStaff: 40\n")
    (document,) = (item for item in read_file(file) if isinstance(item, Document))
    text = document.text
    start = text.index("Site")
    passage = Passage("p", document.id, 0, start, len(text), "Trip", text[start:])
    wrong = Mention("p", make_entity("Bristol Docks\n\nStaff", "Person"), 6, 26, text[start:][6:26])
    other = Mention("p", make_entity("Staff"), 21, 26, "Staff")
    (reading,) = add_structure(
        document, [passage], [PassageReading((wrong, other))], gazetteer=Gazetteer([])
    )
    assert [(m.surface, m.entity.type) for m in reading.mentions] == [
        ("Bristol Docks", "Place"),
        ("Staff", "Thing"),
    ]


def test_prose_is_what_is_no_table_field_or_code() -> None:
    table = "| Item | Note |\n| --- | --- |\n| Bolt | It was found by Ann Lee near the old mill. |"
    assert prose_text(table).strip("\n") == " It was found by Ann Lee near the old mill. "
    fields = "Site: Derby\nNote: The left gate was mended by Ann Lee in May.\n\nIt holds."
    prose = prose_text(fields)
    assert len(prose) == len(fields)
    assert prose.split() == "The left gate was mended by Ann Lee in May. It holds.".split()


def test_tables_written_with_blanks_are_found_by_their_columns() -> None:
    text = (
        "Stock\n\nItem      Qty    Place\nBolts      12    Hull\nNails       3    Derby\n\n"
        "End.  Yes.\n"
    )
    (table,) = find_aligned(text)
    assert table.cells == (
        ("Item", "Qty", "Place"),
        ("Bolts", "12", "Hull"),
        ("Nails", "3", "Derby"),
    )
    for row, spans in zip(table.cells, table.spans, strict=True):
        assert tuple(text[start:end] for start, end in spans) == row


def test_sentences_with_two_blanks_between_are_no_table() -> None:
    assert not find_aligned("It was late.  We left.\nThe road was wet and long.  Nobody came.\n")


def test_known_names_are_still_found_in_tables(tmp_path: Path) -> None:
    from kgplatform.extract.extractors import make_extractor
    from tests.pipeline import linguistics

    text = "| Boat | Built |\n| --- | --- |\n| Fram | 1892 |"
    passage = Passage("p", "d", 0, 0, len(text), "Boats", text, table=0)
    extractor = make_extractor("spacy", linguistics=linguistics())
    known = Gazetteer([make_entity("Fram", "Product")])
    (reading,) = extractor.read([passage], gazetteer=known)
    assert [m.surface for m in reading.mentions] == ["Fram"]
    assert reading.statements == ()
    assert isinstance(reading.mentions[0].entity, Entity)
