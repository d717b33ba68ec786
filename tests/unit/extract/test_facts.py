from __future__ import annotations

import pytest

from kgplatform.extract.facts import make_literal, make_statement, make_unproven, statement_id
from kgplatform.records import Passage, Qualifier
from kgplatform.text.names import make_entity

pytestmark = pytest.mark.unit

PASSAGE = Passage("p", "d", 0, 0, 10, "", "x" * 10)
FRAM, ARCHER = make_entity("Fram"), make_entity("Colin Archer")
TIME = Qualifier("time", make_literal("1892", "date"), 5, 9)
PLACE = Qualifier("place", make_entity("Larvik"), 1, 3)


def test_id_does_not_depend_on_the_order_of_qualifiers() -> None:
    assert statement_id(FRAM, "built by", ARCHER, [TIME, PLACE]) == statement_id(
        FRAM, "Built by", ARCHER, [PLACE, TIME]
    )


def test_id_depends_on_each_part() -> None:
    ids = {
        statement_id(FRAM, "built by", ARCHER),
        statement_id(ARCHER, "built by", FRAM),
        statement_id(FRAM, "sold by", ARCHER),
        statement_id(FRAM, "built by", ARCHER, [TIME]),
        statement_id(FRAM, "built by", make_literal("Colin Archer", "string")),
    }
    assert len(ids) == 5


def test_statement_reads_as_one_line() -> None:
    made = make_statement(
        PASSAGE,
        (0, 10),
        subject=FRAM,
        relation="built by",
        obj=ARCHER,
        subject_span=(0, 1),
        object_span=(2, 3),
        extractor="x",
        confidence=0.5,
        qualifiers=[PLACE, TIME],
        alignment=("exact", "fuzzy"),
    )
    assert made.text == "Fram built by Colin Archer (place: Larvik; time: 1892)"
    assert (made.start, made.end, made.passage_id) == (0, 10, "p")
    assert made.id == statement_id(FRAM, "built by", ARCHER, [TIME, PLACE])


def test_span_of_a_statement_neither_begins_nor_ends_in_white_space() -> None:
    passage = Passage("p", "d", 0, 0, 40, "", "One.\n\nArcher built Fram.\n\nTwo.")
    made = make_statement(
        passage,
        (4, 26),
        subject=FRAM,
        relation="built by",
        obj=ARCHER,
        subject_span=(19, 23),
        object_span=(6, 12),
        extractor="spacy",
        confidence=1.0,
    )
    assert passage.text[made.start : made.end] == "Archer built Fram."


def test_unproven_fact_is_another_one_in_another_passage_or_for_another_reason() -> None:
    fact = ("Fram", "built by", "Archer")
    other = Passage("q", "d", 0, 0, 10, "", "x" * 10)
    ids = {
        make_unproven(PASSAGE, fact, reason="a", extractor="x").id,
        make_unproven(PASSAGE, fact, reason="b", extractor="x").id,
        make_unproven(other, fact, reason="a", extractor="x").id,
        make_unproven(PASSAGE, fact, reason="a", extractor="x", qualifiers=[("r", "v")]).id,
    }
    assert len(ids) == 4
