"""Answers from the tables of the evidence: the cell that a question names by row and column."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kgplatform.answer.reading import Reading
from kgplatform.records import Evidence
from kgplatform.sources.grid import table_markdown
from tests.pipeline import read_with_both
from tests.unit.answer.evidence import passage_of

pytestmark = pytest.mark.unit

MILLS = passage_of(
    "Mills",
    table_markdown(
        [
            ("Mill", "Founder", "Founded", "Town", "Workers"),
            ("Ash & Daughters", "Ada Ash", "1801", "Dunford", "90"),
            ("Birch Works", "Bo Birch", "1850", "Hale", "1,200"),
            ("Cedar Works", "Cy Cedar", "1870", "Hale", "35"),
        ]
    ),
)
BOOKS = passage_of(
    "Books",
    table_markdown(
        [("Title", "Year", "Publisher"), ("Mosses", "1881", "Gull"), ("Ferns", "1875", "Lark")]
    ),
)
TOWN = passage_of(
    "Hale", table_markdown([("Population", "14,200"), ("Name", "Hale"), ("Mayor", "Ida Moor")])
)


def _ask(question: str) -> Reading:
    return read_with_both(question, Evidence((MILLS, BOOKS)))


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How many workers does Birch Works have?", "1,200"),
        ("Who founded Birch Works?", "Bo Birch"),  # "founded" is the header of the year, too
        ("Who is the founder of Cedar Works?", "Cy Cedar"),
        ("When was Cedar Works founded?", "1870"),
        ("When was Ash & Daughters founded?", "1801"),
        ("In which town is Birch Works?", "Hale"),
        ("Which mill is in Dunford?", "Ash & Daughters"),  # a row named by another cell
        ("Who founded the mill in Dunford?", "Ada Ash"),
        ("Who founded Birch Works in Hale?", "Bo Birch"),
        ("When was Ferns published?", "1875"),
        ("Which book was published by Gull?", "Mosses"),
    ],
)
def test_the_cell_of_the_named_row_and_column_is_the_answer(question: str, answer: str) -> None:
    reading = _ask(question)
    assert (reading.answer, reading.abstained) == (answer, False)
    [citation] = reading.citations
    assert citation.quote == answer
    source = MILLS if citation.passage_id == MILLS.passage_id else BOOKS
    assert source.text[citation.start : citation.end] == answer


@pytest.mark.parametrize(
    ("question", "answer", "values"),
    [
        ("Which mill was founded first, Cedar Works or Birch Works?", "Birch Works", "1870 1850"),
        ("Which mill was founded later, Cedar Works or Birch Works?", "Cedar Works", "1870 1850"),
        ("Which has more workers, Cedar Works or Birch Works?", "Birch Works", "35 1,200"),
        ("Which has fewer workers, Cedar Works or Birch Works?", "Cedar Works", "35 1,200"),
    ],
)
def test_two_rows_are_compared_in_one_column(question: str, answer: str, values: str) -> None:
    reading = _ask(question)
    assert reading.answer == answer
    assert [citation.quote for citation in reading.citations] == values.split()


@pytest.mark.parametrize(
    "question",
    [
        "Who painted Birch Works?",  # no column
        "Why was Birch Works founded?",
        "Where was the founder of Birch Works born?",  # of the founder something else is asked
        "Which mill has more workers than Birch Works?",
        "In which country is Birch Works?",
        "Who founded the Hale Museum?",  # not the town of that name
    ],
)
def test_what_the_table_does_not_say_is_not_answered_from_its_named_row(question: str) -> None:
    cells = {cell for row in MILLS.text.split("\n") for cell in row.strip("| ").split(" | ")}
    reading = read_with_both(question, Evidence((MILLS,)))
    assert reading.answer not in cells


@pytest.mark.parametrize(
    "question", ["What is the workers of the mill?", "Which town has a founder?", "Who is Mill?"]
)
def test_a_header_is_never_the_answer(question: str) -> None:
    headers = {"Mill", "Founder", "Founded", "Town", "Workers"}
    reading = read_with_both(question, Evidence((MILLS,)))
    assert reading.answer not in headers


def test_a_table_of_one_things_features_is_read_as_text() -> None:
    reading = read_with_both(
        "What is the population of Hale?",
        Evidence((TOWN,)),
    )
    assert reading.answer == "14,200"


PUMPS = passage_of(
    "Data sheet of the Gull pumps",
    table_markdown(
        [
            ("Type", "Weight (kg)", "Flow rate (m³/h)", "Unit price (EUR)", "Critical"),
            ("GP-20", "31", "12", "1,150", "3"),
            ("GP-40", "58", "25", "2,300", "0"),
        ]
    ),
)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How heavy is the GP-20?", "31 kg"),
        ("How much does the GP-40 weigh?", "58 kg"),
        ("What is the flow rate of the GP-40?", "25 m³/h"),
        ("How much does the GP-20 cost?", "EUR 1,150"),
        ("How many critical faults did the GP-20 have?", "3"),
    ],
)
def test_a_dimension_names_its_column_and_the_header_the_unit(question: str, answer: str) -> None:
    reading = read_with_both(question, Evidence((PUMPS,)))
    assert reading.answer == answer
    [citation] = reading.citations
    assert citation.quote in answer


def test_a_later_piece_of_a_table_is_read_by_its_header() -> None:
    rows = "| VX-151 | valve | Lindqvist AB | 869.50 |\n| VX-152 | filter | Ferro Srl | 23.50 |"
    piece = replace(passage_of("Parts", rows), header="| Part | Kind | Supplier | Price (EUR) |")
    for question, answer in (
        ("What is the price of VX-152?", "EUR 23.50"),
        ("Who supplies part VX-151?", "Lindqvist AB"),
    ):
        reading = read_with_both(question, Evidence((piece,)))
        assert reading.answer == answer
        assert rows[reading.citations[0].start : reading.citations[0].end] in answer
