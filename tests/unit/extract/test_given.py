from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from kgplatform.extract.given import CUT_FACT, is_given, read_given
from kgplatform.records import Document, Entity, Literal, Passage
from kgplatform.sources.facts.reader import read_facts
from kgplatform.sources.text import make_document
from kgplatform.text.names import make_entity

pytestmark = pytest.mark.unit

DATA = Path(__file__).parents[2] / "data" / "facts"


def _sentences(text: str) -> list[tuple[int, int]]:
    spans, start = [], 0
    while start < len(text):
        end = text.find(". ", start)
        end = len(text) if end < 0 else end + 1
        spans.append((start, end))
        start = end + 1
    return spans


def _document(name: str) -> Document:
    return next(item for item in read_facts(DATA / name) if isinstance(item, Document))


def _passages(document: Document, *cuts: int) -> list[Passage]:
    bounds = [0, *cuts, len(document.text)]
    return [
        Passage(f"p{i}", document.id, i, a, b, document.title, document.text[a:b])
        for i, (a, b) in enumerate(pairwise(bounds))
    ]


def test_given_facts_become_statements_with_spans_in_their_passages() -> None:
    document = _document("expeditions.csv")
    line = document.text.index("\n")
    passages = _passages(document, line + 1)
    passages[0] = replace(passages[0], end=line, text=document.text[:line])
    first, second = read_given(passages, document, split_sentences=_sentences)
    (statement,) = second.statements
    text = passages[1].text
    assert (
        text[statement.start : statement.end] == "Fram launched on 26 October 1892 (place: Larvik)"
    )
    assert text[slice(*statement.subject_span)] == "Fram"
    assert text[slice(*statement.object_span)] == "26 October 1892"
    assert statement.text == text
    assert isinstance(statement.object, Literal)
    assert statement.extractor == "given"
    assert statement.alignment == ("exact", "exact")
    (place,) = statement.qualifiers
    assert (place.relation, text[place.start : place.end]) == ("place", "Larvik")
    assert first.statements[0].confidence == 0.95
    assert first.dropped == second.dropped == ()


def test_things_are_mentioned_and_values_are_not() -> None:
    document = _document("expeditions.csv")
    (reading,) = read_given(_passages(document), document, split_sentences=_sentences)
    surfaces = [mention.surface for mention in reading.mentions]
    assert surfaces == ["Fram", "Colin Archer", "Larvik", "Fram", "Larvik"]
    for mention in reading.mentions:
        assert document.text[mention.start : mention.end] == mention.surface
    assert reading.mentions[0].entity.id == make_entity("Fram").id
    assert reading.mentions[1].entity.type == "Person"


def test_ids_and_other_names_of_things_are_kept() -> None:
    document = _document("wikidata.nt")
    (reading,) = read_given(_passages(document), document, split_sentences=_sentences)
    target = reading.statements[0].object
    assert isinstance(target, Entity)
    assert (target.name, target.qid, target.type) == ("Colin Archer", "Q3", "Person")
    ship = _document("ships.ttl")
    (reading,) = read_given(_passages(ship), ship, split_sentences=_sentences)
    assert reading.statements[0].subject.aliases == ("Polar ship Fram",)


def test_a_fact_that_no_passage_holds_whole_is_counted() -> None:
    document = _document("expeditions.csv")
    first, second = read_given(_passages(document, 10), document, split_sentences=_sentences)
    assert first.dropped == ((CUT_FACT, 1),)
    assert first.statements == ()
    assert len(second.statements) == 1


def test_claims_count_where_a_passage_shows_them() -> None:
    document = _document("hipporag.json")
    assert is_given(document)
    (reading,) = read_given(_passages(document), document, split_sentences=_sentences)
    (statement,) = reading.statements
    assert (statement.subject.name, statement.relation) == ("Fram", "built by")
    assert statement.extractor == "given"
    assert [(item.object, item.reason) for item in reading.unproven] == [
        ("Mars", "object not in the passage")
    ]
    assert dict(reading.dropped)["fact with too few parts"] == 1
    assert "Colin Archer" in [mention.surface for mention in reading.mentions]


def test_a_claim_is_looked_for_in_every_passage_and_told_missing_once() -> None:
    document = make_document(
        uri="x", title="Fram", text="Fram is old. Oslo is near. Fram lies in Oslo.", media_type="x"
    )
    claims = '{"facts": [["Fram", "lies in", "Oslo"], ["Fram", "visited", "Mars"]]}'
    document = replace(document, claims=claims)
    first, second = read_given(_passages(document, 13), document, split_sentences=_sentences)
    assert len(first.statements) + len(second.statements) == 1
    assert [item.object for item in (*first.unproven, *second.unproven)] == ["Mars"]
    assert first.unproven


def test_a_text_alone_brings_no_facts() -> None:
    document = make_document(uri="x", title="x", text="A ship.", media_type="text/plain")
    assert not is_given(document)
