from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from kgplatform.errors import SourceError
from kgplatform.records import Document
from kgplatform.records.document import FactPart
from kgplatform.records.json import to_json
from kgplatform.sources.facts.reader import is_fact_file, read_facts

pytestmark = pytest.mark.unit

DATA = Path(__file__).parents[2] / "data" / "facts"
HEADER = (
    "subject,relation,object,subject_type,object_type,subject_qid,qualifiers,source,confidence\n"
)


def _read(file: Path) -> tuple[list[Document], list[str]]:
    items = list(read_facts(file))
    documents = [item for item in items if isinstance(item, Document)]
    return documents, [str(item) for item in items if isinstance(item, SourceError)]


def _csv(tmp_path: Path, rows: str, header: str = HEADER) -> Path:
    file = tmp_path / "facts.csv"
    file.write_text(header + rows, encoding="utf-8")
    return file


def _parts(document: Document) -> list[FactPart]:
    return [
        part
        for fact in document.facts
        for part in (fact.subject, fact.object, *(part for _, part in fact.qualifiers))
    ]


def test_rows_of_a_subject_are_one_document_with_a_line_each() -> None:
    (fram, maud), errors = _read(DATA / "expeditions.csv")
    assert errors == []
    assert fram.title == "Fram"
    assert fram.uri.endswith("expeditions.csv#Fram")
    assert fram.media_type == "application/x-facts+csv"
    assert fram.text.splitlines() == [
        "Fram built by Colin Archer (place: Larvik; time: 1892; "
        "source: Norsk Polarhistorie; source: Wikipedia)",
        "Fram launched on 26 October 1892 (place: Larvik)",
    ]
    assert maud.text == "Maud length 36.5 m"


def test_each_fact_and_part_lies_at_its_span() -> None:
    (fram, _), _ = _read(DATA / "expeditions.csv")
    assert [fram.text[f.start : f.end] for f in fram.facts] == fram.text.splitlines()
    assert _parts(fram)
    for part in _parts(fram):
        assert fram.text[part.start : part.end] == part.name


def test_a_fact_from_two_sources_is_one_with_both_and_the_higher_confidence() -> None:
    (fram, _), _ = _read(DATA / "expeditions.csv")
    assert len(fram.facts) == 2  # three rows, of which two say the same
    first = fram.facts[0]
    assert [part.name for name, part in first.qualifiers if name == "source"] == [
        "Norsk Polarhistorie",
        "Wikipedia",
    ]
    assert first.confidence == 0.95


def test_same_fact_with_another_qualifier_is_another_fact(tmp_path: Path) -> None:
    rows = "A,held,B,,,,time=1892,,\nA,held,B,,,,time=1893,,\nA,held,B,,,,time=1892,,\n"
    (document,), _ = _read(_csv(tmp_path, rows))
    assert document.text == "A held B (time: 1892)\nA held B (time: 1893)"


@pytest.mark.parametrize(
    ("value", "given", "kind"),
    [
        ("1892", "", "date"),
        ("26 October 1892", "", "date"),
        ("October 26, 1892", "", "date"),
        ("1892-10-26", "", "date"),
        ("44 BC", "", "date"),
        ("3000", "", "quantity"),
        ("1,200", "", "quantity"),
        ("402 tons", "", "quantity"),
        ("$3.50", "", "quantity"),
        ("50%", "", "quantity"),
        ("24 Hours in Oslo", "", "Thing"),
        ("Colin Archer", "", "Thing"),
        ("1984", "novel", "Work"),
        ("Oslo", "capital city of Norway", "Place"),
        ("Oslo", "Cities", "Place"),
        ("Fram", "PolarShip", "Product"),
        ("free text", "string", "string"),
        ("Oslo", "person", "Person"),
    ],
)
def test_kind_of_an_object_is_what_is_said_or_what_it_looks_like(
    tmp_path: Path, value: str, given: str, kind: str
) -> None:
    (document,), errors = _read(_csv(tmp_path, f'A,is,"{value}",,{given},,,,\n'))
    assert (document.facts[0].object.kind, errors) == (kind, [])


def test_unknown_types_are_told_once_and_read_as_thing(tmp_path: Path) -> None:
    documents, errors = _read(
        _csv(tmp_path, "A,binds,B,Protein,Gene,,,,\nA,binds,C,Protein,,,,,\n")
    )
    assert [part.kind for part in _parts(documents[0])] == ["Thing"] * 4
    assert len(errors) == 1
    assert "Protein, Gene" in errors[0]


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("A,,B,,,,,,", "line 2 has no relation"),
        (",is,,,,,,,", "no subject and no object"),
        ("A,is,B,,,,,,high", "'high' as confidence"),
        ("A,is,B,,,,,,1.5", "'1.5' as confidence"),
        ("A,is,B,,,X7,,,", "'X7' as subject_qid"),
        ("A,is,B,date,,,,,", "a subject is an entity"),
        ("A,is,B,,,,{oops,,", "not JSON"),
        ("A,is,B,,,,1892,,", "write it as name=value"),
        ("A,is,B,,,,,,,,", "11 values for 9 columns"),
        (f"A,is,{'x' * 2001},,,,,,", "2,001 characters"),
        (f"A,is,{'x' * 200_000},,,,,,", "not a row of a table"),
    ],
)
def test_a_row_that_is_no_fact_is_told_with_its_line(tmp_path: Path, row: str, told: str) -> None:
    documents, errors = _read(_csv(tmp_path, f"{row}\nA,is,B,,,,,,\n"))
    assert [document.text for document in documents] == ["A is B"]
    assert len(errors) == 1
    assert told in errors[0]
    assert "line 2" in errors[0]


def test_line_numbers_count_lines_of_quoted_values(tmp_path: Path) -> None:
    documents, errors = _read(_csv(tmp_path, '"A\nB",is,C,,,,,,\nA,,B,,,,,,\n'))
    assert documents[0].text == "A B is C"
    assert "line 4 has no relation" in errors[0]


def test_a_file_without_rows_is_told_as_empty(tmp_path: Path) -> None:
    documents, errors = _read(_csv(tmp_path, ""))
    assert documents == []
    assert "holds no fact" in errors[0]


@pytest.mark.parametrize(
    "qualifiers",
    [
        {"time": "1892", "place": ["Larvik"]},
        [["time", 1892], ["place", "Larvik"]],
        [{"relation": "time", "value": "1892"}, {"relation": "place", "value": "Larvik"}],
        '{"time": 1892, "place": "Larvik"}',
        "time=1892; place=Larvik",
    ],
    ids=["object", "pairs", "objects", "JSON text", "text"],
)
def test_qualifiers_may_be_written_in_several_ways(tmp_path: Path, qualifiers: object) -> None:
    file = tmp_path / "facts.jsonl"
    row = {"head": "Fram", "relation": "built by", "tail": "Archer", "qualifiers": qualifiers}
    file.write_text(json.dumps(row))
    (document,), errors = _read(file)
    assert errors == []
    assert document.text == "Fram built by Archer (time: 1892; place: Larvik)"
    assert [part.kind for _, part in document.facts[0].qualifiers] == ["date", "Thing"]


def test_one_name_for_two_things_is_kept_apart_by_their_ids(tmp_path: Path) -> None:
    rows = "The Fram,is,ship,,,Q180736,,,\nFram,is,crater,,,Q9,,,\nFram,in,Oslo,,,Q180736,,,\n"
    documents, _ = _read(_csv(tmp_path, rows))
    assert [d.title for d in documents] == ["The Fram (Q180736)", "Fram"]  # Q9 is the lower number
    assert documents[0].text == "The Fram (Q180736) is ship\nFram (Q180736) in Oslo"
    assert documents[0].facts[0].subject.aliases == ("The Fram",)
    assert documents[0].uri.endswith("#Q180736")


def test_a_changed_line_changes_one_document(tmp_path: Path) -> None:
    rows = [f"S{i % 50},knows,T{i},,,,,,\n" for i in range(500)]
    before, _ = _read(_csv(tmp_path, "".join(rows)))
    changed = ["S7,met,Someone,,,,,,\n", *rows[::-1]]  # all lines in another order, and one more
    after, _ = _read(_csv(tmp_path, "".join(changed)))
    known = {document.uri: sorted(document.text.splitlines()) for document in before}
    new = {document.uri: sorted(document.text.splitlines()) for document in after}
    assert known.keys() == new.keys()
    assert [uri[-3:] for uri in new if new[uri] != known[uri]] == ["#S7"]


def test_a_subject_with_very_many_facts_is_cut_where_its_content_says(tmp_path: Path) -> None:
    rows = [f"Norway,borders,Thing {i},,,,,,\n" for i in range(5_000)]
    before, _ = _read(_csv(tmp_path, "".join(rows)))
    assert sum(len(document.facts) for document in before) == 5_000
    assert all(len(document.facts) <= 1_000 for document in before)
    assert len({document.uri for document in before}) == len(before) > 5
    after, _ = _read(_csv(tmp_path, "".join([*rows[:40], *rows[41:]])))
    same = {document.sha256 for document in before} & {document.sha256 for document in after}
    assert len(same) >= len(before) - 2  # only around the missing line


def test_separators_and_compression_are_recognised(tmp_path: Path) -> None:
    semicolon = _csv(tmp_path, "A;is;B\n", header="Subject;Predicate;Object\n")
    assert is_fact_file(semicolon)
    assert _read(semicolon)[0][0].text == "A is B"
    tabs = tmp_path / "facts.tsv.gz"
    with gzip.open(tabs, "wt") as out:
        out.write("subject\trelation\tobject\nA\tis\tB, C\n")
    assert is_fact_file(tabs)
    assert _read(tabs)[0][0].text == "A is B, C"


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("table.csv", "name,year\nFram,1892\n"),
        ("corpus.jsonl", '{"_id": "1", "title": "Fram", "text": "A ship."}\n'),
        ("broken.jsonl", "{oops\n"),
        ("empty.csv", ""),
        ("other.json", '{"a": 1}'),
        ("notes.txt", "subject,relation,object\n"),
        ("facts.csv.gz", "not gzip"),
    ],
)
def test_other_files_are_no_fact_files(tmp_path: Path, name: str, content: str) -> None:
    file = tmp_path / name
    file.write_text(content)
    assert not is_fact_file(file)


def test_a_truncated_archive_gives_what_it_holds_and_an_error(tmp_path: Path) -> None:
    file = tmp_path / "facts.jsonl.gz"
    lines = [
        json.dumps({"subject": f"S{i}", "relation": "is", "object": "x"}) for i in range(9_000)
    ]
    packed = gzip.compress("\n".join(lines).encode())
    file.write_bytes(packed[: len(packed) // 2])
    documents, errors = _read(file)
    assert 0 < len(documents) < 9_000
    assert "cannot be read to its end" in errors[-1]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.json", '[{"subject": "F\\ud800", "relation": "r\\udfff", "object": "o"}]'),
        ("a.jsonl", '{"subject": "F\\ud800", "relation": "r\\udfff", "object": "o"}'),
        (
            "a.csv",
            'subject,relation,object,qualifiers\nF,r,o,"{""t\\ud800"": ""x\\udfff""}"\n',
        ),
        (
            "b.json",
            '{"docs": [{"_id": "\\ud800", "text": "x", "triples": [["\\ud800", "b", "c"]]}]}',
        ),
    ],
)
def test_half_characters_are_replaced_wherever_they_stand(
    name: str, text: str, tmp_path: Path
) -> None:
    file = tmp_path / name
    file.write_text(text)
    [document], errors = _read(file)
    assert not errors
    json.dumps(to_json(document), ensure_ascii=False).encode()
    assert "\ufffd" in f"{document.text}{document.claims}"
