"""Questions over the rows of a table: every word accounted for, every row that counts cited."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kgplatform.answer.reading import Reading
from kgplatform.records import Evidence
from tests.pipeline import read_with_both
from tests.unit.answer.aggregate.tables import EVIDENCE, PARTS, TABLES, table_of
from tests.unit.answer.evidence import passage_of

pytestmark = pytest.mark.unit


def _ask(question: str, evidence: Evidence = EVIDENCE) -> Reading:
    return read_with_both(question, evidence)


def test_what_has_several_rows_is_counted_once() -> None:
    table = table_of("yard", "Dock,Boat,Load\nEast,Ann,3\nEast,Bob,4\nWest,Tim,5\n")
    evidence = Evidence((table[0],), tables=(table,))
    assert _ask("How many docks are there?", evidence).answer == "2"
    assert _ask("How many boats are there?", evidence).answer == "3"


@pytest.mark.parametrize(
    ("question", "answer", "rows"),
    [
        ("How many parts are there?", "9", 9),
        ("How many parts does Norvex supply?", "2", 2),
        ("How many suppliers are there?", "5", 9),
        ("How many employees work in the Bergen office?", "4", 4),
        ("How many engineers are there in Gdansk?", "1", 1),
        ("How many people work in Bergen or Oslo?", "7", 7),
        ("How many invoices are overdue?", "2", 2),
        ("How many employees don't work in Bergen?", "4", 4),
        ("How many invoices are there in total?", "6", 6),  # the row of the total is none
        ("What is the total amount of overdue invoices?", "EUR 5,175.50", 2),
        ("How much was invoiced to Halden Marine in total?", "EUR 12,150.00", 2),
        ("How much did Halden Marine pay altogether?", "EUR 12,150.00", 2),
        ("How much did the invoices of March bring in?", "EUR 3,300.00", 2),
        ("What is the total stock of Norvex parts?", "425", 2),
        ("What is the average salary in Engineering?", "73833.33", 3),
        ("Which part is the most expensive?", "CB-5", 1),
        ("What is the cheapest part?", "GS-300", 1),
        ("Which pump is cheaper?", "PU-77", 1),
        ("Which part has the longest lead time?", "CB-5", 1),
        ("Which German part has the shortest lead time?", "VL-15", 1),
        ("Which parts have the shortest lead time?", "PU-77, PU-90", 2),
        ("What is the largest invoice?", "2024-002", 1),
        ("Which customer has the largest invoice?", "Fjord Ferries", 1),
        ("What is the highest salary?", "98000", 1),
        ("Who earns the most?", "Ingrid Dahl", 1),
        ("Who has the highest salary in Finance?", "Lena Fischer", 1),
        ("Who has been with the company longest?", "Peter Olsen", 1),
        ("Who started most recently?", "Jonas Eide", 1),
        ("Which department has the most employees?", "Engineering", 3),
        ("Which customers have overdue invoices?", "Baltic Tugs", 2),
        ("Which parts come from Germany?", "SH-010, SH-011, VL-15", 3),
        ("Which parts cost more than 100 euros?", "SH-010, SH-011, PU-90, CB-5", 4),
        ("Who works in Engineering?", "Ingrid Dahl, Tomas Berg, Ewa Nowak", 3),
        ("Which employees started after 2020?", "Ewa Nowak, Jonas Eide, Lena Fischer", 3),
        ("Which employees started between 2016 and 2019?", "Tomas Berg, Karim Haddad", 2),
        ("Which invoices are of February 2024?", "2024-003, 2024-004", 2),
        ("Which invoices are from March?", "2024-005, 2024-007", 2),
        (
            "Which invoices are from February to March 2024?",
            "2024-003, 2024-004, 2024-005, 2024-007",
            4,
        ),
        ("How many pumps are in service?", "3", 3),
        ("Which pumps are out of service?", "P-2", 1),
        ("Which pumps did not pass?", "P-3", 1),
        ("Which pumps failed?", "P-3", 1),
        ("Which pumps had no accidents in 2023?", "P-1, P-4", 2),
        ("What is the oldest pump?", "P-1", 1),
        ("When was the newest pump installed?", "09/02/2023", 1),
        ("Which pumps were installed since the start of 2015?", "P-2, P-3, P-4", 3),
        ("Which pumps lose more than 10%?", "P-2, P-3", 2),
        ("Which pump has the largest share of loss?", "P-2", 1),
        ("How many running hours do the booster pumps have on average?", "34,805", 2),
        ("What do the orders from Ferrum Pipes add up to?", "EUR 14,000.00", 2),
        ("How much did we spend on pipes in the third quarter?", "EUR 12,740.00", 1),
        ("Which orders were made in Q4?", "13", 1),
        ("In which categories did we order from Lund Ltd?", "Pipes", 1),
    ],
)
def test_rows_are_counted_added_compared_and_listed(question: str, answer: str, rows: int) -> None:
    reading = _ask(question)
    assert (reading.answer, reading.abstained) == (answer, False)
    texts = {p.passage_id: p.text for table in TABLES for p in table}
    quotes = [texts[c.passage_id][c.start : c.end] for c in reading.citations]
    assert quotes == [citation.quote for citation in reading.citations]
    assert len(quotes) == rows


@pytest.mark.parametrize(
    "question",
    [
        "How many parts come from France?",  # no such cell
        "How many parts were sold?",  # no such column
        "Which part is the heaviest?",
        "What is the average temperature in Bergen?",
        "How many employees except those of Bergen are there?",
        "What is the average salary per department?",  # more than one figure
        "What percentage of the invoices is overdue?",
        "Who is the oldest employee?",  # of age, or of service?
        "Which employees started after 2020 and left again?",
        "How much do the parts of Norvex cost?",  # each, or together?
        "Which part is the second most expensive?",
        "What is the total loss?",  # shares do not add up
        "Which pumps are free?",
        "What did we pay for pump P-2 when we bought it?",  # pumps have no price
        "What does P-2 do as a pump?",
        "What is the total price?",  # of one piece each, nobody wants it
    ],
)
def test_a_question_that_the_table_does_not_settle_is_not_computed(question: str) -> None:
    assert "aggregate" not in [step.name for step in _ask(question).steps]


@pytest.mark.parametrize("weights", [("", "", ""), ("20", "#N/A", "45")])
def test_a_column_whose_figures_are_missing_is_answered_by_no_other(
    weights: tuple[str, ...],
) -> None:
    rows = zip(("Rope,2,10", "Sail,30,3", "Anchor,9,5"), weights, strict=True)
    text = "Item,Price,Pieces,Weight\n" + "".join(f"{row},{weight}\n" for row, weight in rows)
    evidence = replace(EVIDENCE, passages=(), tables=(table_of("orders", text),))
    assert _ask("What is the total of pieces?", evidence).answer == "18"
    reading = _ask("What is the total weight?", evidence)
    assert "aggregate" not in [step.name for step in reading.steps]


@pytest.mark.parametrize("rows", ["Rope,12\nSail,40\n", "Rope,North,12\nSail,South,40\n"])
def test_rows_without_a_header_are_counted_and_no_column_is_named(rows: str) -> None:
    names = "," * rows.partition("\n")[0].count(",")
    text = f"{names}\n{rows}"
    evidence = replace(EVIDENCE, passages=(), tables=(table_of("items", text),))
    assert _ask("How many items are there?", evidence).answer == "2"
    reading = _ask("What is the total weight?", evidence)
    assert "aggregate" not in [step.name for step in reading.steps]


def test_rows_that_sum_up_others_are_none_wherever_they_stand() -> None:
    text = "Depot,Item,Weight\nNorth,Rope,12\nNorth,Sail,40\nNorth total,,52\nSouth,Buoy,5\n"
    evidence = replace(EVIDENCE, passages=(), tables=(table_of("stock", text),))
    assert _ask("What is the total weight?", evidence).answer == "57"


def test_tables_that_tell_different_things_are_named() -> None:
    old = table_of("parts of 2019", PARTS.replace("BR-220,Roller bearing,Norvex", "BR-220,,"))
    reading = _ask("How many parts does Norvex supply?", replace(EVIDENCE, tables=(*TABLES, old)))
    assert reading.abstained
    assert "parts: 2; parts of 2019: 1" in reading.steps[-1].detail["reason"]


def test_a_field_that_says_it_goes_before_a_list_of_some() -> None:
    told = passage_of("Bergen office", "Site: Bergen office\nEmployees: 215\nOpened: 3 May 2012")
    question = "How many employees work in the Bergen office?"
    assert _ask(question).answer == "4"
    assert _ask(question, replace(EVIDENCE, passages=(told,))).answer == "215"


def test_the_step_tells_how_the_answer_was_made() -> None:
    [told] = [s.detail for s in _ask("How many parts does Norvex supply?").steps[:1]]
    assert told == {
        "table": "parts",
        "operation": "count",
        "columns": [],
        "where": ["Supplier: norvex"],
        "rows": 2,
        "of": 9,
    }


def test_many_rows_that_follow_each_other_are_cited_together() -> None:
    lines = "\n".join(f"W-{n},Hale" for n in range(12))
    table = table_of("wells", f"Well,Town\n{lines}\n", rows=8)
    reading = _ask("How many wells are there in Hale?", Evidence(table[:1], tables=(table,)))
    assert reading.answer == "12"
    assert [citation.quote.count("\n") + 1 for citation in reading.citations] == [6, 6]


@pytest.mark.parametrize(("question", "answer"), [("in 2023", "2"), ("in 2022", "")])
def test_the_year_of_a_title_is_that_of_all_rows(question: str, answer: str) -> None:
    table = table_of("Repairs 2023", "Job,Trade\nA,roof\nB,roof\nC,windows\n")
    evidence = Evidence(table, tables=(table,))
    assert _ask(f"How many roof jobs were there {question}?", evidence).answer == answer


ITEMS = """{head},Store,Weight,Maker
Oar,East,14,Orr
Mast,West,45,Hale
Hull,East,80,Hale
Rope,East,6,Orr
Pump,West,5,Hale
"""


@pytest.mark.parametrize("head", ["Item", "Part"])
@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How many items are in the East store?", "3"),
        ("How many things are not in the East store?", "2"),
        ("How many items are from the maker Hale?", "3"),
        ("How many items weigh more than 10?", "3"),
        ("How many items have a weight above 10?", "3"),
        ("In the East store, how many items are there?", "3"),
        ("How many green items are in the East store?", ""),
        ("How many items were in the East store in 2019?", ""),
    ],
)
def test_what_is_called_items_is_counted_by_rows(head: str, question: str, answer: str) -> None:
    evidence = Evidence(tables=(table_of("Depot", ITEMS.format(head=head)),))
    assert _ask(question, evidence).answer == answer
