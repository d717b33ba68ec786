from __future__ import annotations

from pathlib import Path

import pytest

from kgplatform.errors import SourceError
from kgplatform.records import Document
from kgplatform.sources.facts.rdf_index import shorten
from kgplatform.sources.facts.rdf_values import local_name, read_literal
from kgplatform.sources.facts.reader import is_fact_file, read_facts

pytestmark = pytest.mark.unit

DATA = Path(__file__).parents[2] / "data" / "facts"


def _read(file: Path) -> tuple[list[Document], list[str]]:
    items = list(read_facts(file))
    documents = [item for item in items if isinstance(item, Document)]
    return documents, [str(item) for item in items if isinstance(item, SourceError)]


def test_turtle_is_read_in_words() -> None:
    (fram,), errors = _read(DATA / "ships.ttl")
    assert fram.title == "Fram"
    assert fram.uri.endswith("ships.ttl#http://example.org/Fram")
    assert fram.text.splitlines() == [
        "Fram is a Ship",
        "Fram built by Colin Archer",
        "Fram launched 26 October 1892",
        "Fram tonnage 402",
        "Fram note a ship",
    ]
    assert [fact.object.kind for fact in fram.facts] == [
        "Thing",
        "Person",
        "date",
        "quantity",
        "string",
    ]
    assert fram.facts[0].subject.kind == "Product"
    assert fram.facts[0].subject.aliases == ("Polar ship Fram",)
    assert [error.partition(": ")[2] for error in sorted(errors)] == [
        "1 triples are left out: their values are empty.",
        "2 triples are left out: they are about blank nodes without a label.",
    ]


def test_wikidata_statements_have_their_qualifiers_and_no_double() -> None:
    documents, errors = _read(DATA / "wikidata.nt")
    texts = {document.uri.rpartition("#")[2]: document.text for document in documents}
    assert texts == {
        "Q1": "Fram manufacturer Colin Archer (point in time: 1892)\nFram length 39.0",
        "Q2": "Fram (Q2) instance of Q9",
        "Q3": "Colin Archer instance of human",
    }
    manufacturer = documents[0].facts[0]
    assert manufacturer.object.qid == "Q3"
    assert manufacturer.object.kind == "Person"  # by its statement: there is no direct claim
    assert manufacturer.qualifiers[0][1].kind == "date"
    assert any("line 9" in error for error in errors)
    assert any("deprecated" in error for error in errors)
    assert len(errors) == 2


def test_order_of_the_triples_does_not_matter(tmp_path: Path) -> None:
    lines = (DATA / "wikidata.nt").read_text().splitlines(keepends=True)
    file = tmp_path / "wikidata.nt"
    file.write_text("".join(reversed(lines)))
    reversed_texts = {d.title: sorted(d.text.splitlines()) for d in _read(file)[0]}
    texts = {d.title: sorted(d.text.splitlines()) for d in _read(DATA / "wikidata.nt")[0]}
    assert reversed_texts == texts


def test_json_ld_and_rdf_xml_are_read(tmp_path: Path) -> None:
    linked = tmp_path / "a.jsonld"
    linked.write_text(
        '{"@id": "http://x.org/A_b", "http://x.org/knows": {"@id": "http://x.org/C"}}'
    )
    xml = tmp_path / "a.rdf"
    xml.write_text(
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:x="http://x.org/">'
        '<rdf:Description rdf:about="http://x.org/A_b"><x:knows rdf:resource="http://x.org/C"/>'
        "</rdf:Description></rdf:RDF>"
    )
    assert [document.text for document in _read(linked)[0]] == ["A b knows C"]
    assert [document.text for document in _read(xml)[0]] == ["A b knows C"]


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("a.jsonld", '{"@context": "https://schema.org/", "@id": "http://x.org/A"}', "network"),
        ("a.rdf", "<rdf:RDF", "is not RDF"),
        ("a.nt", "", "holds no fact"),
        ("a.nt.gz", "not gzip", "cannot be read to its end"),
    ],
)
def test_what_is_not_rdf_is_told(tmp_path: Path, name: str, content: str, told: str) -> None:
    file = tmp_path / name
    file.write_text(content)
    assert is_fact_file(file)
    documents, errors = _read(file)
    assert documents == []
    assert told in errors[0]


@pytest.mark.parametrize(
    ("text", "datatype", "is_wikidata", "value"),
    [
        ("1892-10-26", "xsd:date", False, ("26 October 1892", "date")),
        ("1892-01-01T00:00:00Z", "xsd:dateTime", True, ("1892", "date")),
        ("1892-01-01", "xsd:date", False, ("1 January 1892", "date")),
        ("1892-10", "xsd:gYearMonth", False, ("October 1892", "date")),
        ("-0043-03-15", "xsd:date", False, ("15 March 44 BC", "date")),  # 1 - -43 = 44
        ("1892-10-26T14:30:00Z", "xsd:dateTime", False, ("26 October 1892 14:30", "date")),
        ("soon", "xsd:date", False, ("soon", "date")),
        ("+402", "xsd:decimal", True, ("402", "quantity")),
        ("a\n b", "xsd:string", False, ("a b", "string")),
    ],
)
def test_literals_are_put_in_words(
    text: str, datatype: str, is_wikidata: bool, value: tuple[str, str]
) -> None:
    assert read_literal(text, datatype, is_wikidata=is_wikidata) == value


@pytest.mark.parametrize(
    ("iri", "name"),
    [
        ("http://x.org/Colin_Archer", "Colin Archer"),
        ("http://x.org/ont#birthPlace", "birth place"),
        ("http://x.org/Gj%C3%B8a", "Gjøa"),
        ("http://x.org/things/", "things"),
        ("schema:founder", "founder"),
    ],
)
def test_an_iri_without_label_goes_by_its_end(iri: str, name: str) -> None:
    assert local_name(iri) == name


def test_known_namespaces_are_shortened_and_others_kept() -> None:
    assert shorten("http://www.wikidata.org/prop/statement/P31") == "ps:P31"
    assert shorten("http://www.wikidata.org/prop/P31") == "p:P31"
    assert shorten("http://example.org/P31") == "http://example.org/P31"


def test_the_wikidata_slice_keeps_its_statements_apart(data_dir: Path, tmp_path: Path) -> None:
    import gzip

    with gzip.open(data_dir / "wikidata_slice.nt.gz", "rt") as lines:
        some = [line for _, line in zip(range(3_000), lines, strict=False)]
    file = tmp_path / "slice.nt"
    file.write_text("".join(some))
    documents, _ = _read(file)
    # every direct claim is a fact, once, with or without its statement
    claims = {tuple(line.split(" ", 2)) for line in some if "/prop/direct/" in line}
    assert sum(len(document.facts) for document in documents) >= len(claims) * 0.99
    qualifiers = sum(len(fact.qualifiers) for document in documents for fact in document.facts)
    assert qualifiers == sum("/prop/qualifier/" in line for line in some)


def test_quoted_triples_are_left_out_and_counted(tmp_path: Path) -> None:
    file = tmp_path / "star.ttl"
    file.write_text(
        "@prefix e: <http://example.org/> .\n"
        "e:Fram e:builtBy e:Archer .\n"
        "e:Nansen e:says <<( e:Fram e:speed 7 )>> .\n"
    )
    documents, errors = _read(file)
    assert [document.title for document in documents] == ["Fram"]
    assert len(errors) == 1
    assert "1 facts about quoted triples" in errors[0]
