"""What only all rows of a table can tell is counted by the program, or not answered."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from kgplatform.answer.reading import Reading
from kgplatform.testing import ScriptedChatModel
from tests.pipeline import read_with_both
from tests.unit.answer.aggregate.tables import EVIDENCE, TABLES
from tests.unit.answer.evidence import passage_of

pytestmark = pytest.mark.unit

UNKNOWN = "How many blue invoices does Halden Marine have?"
NOTHING_BLUE = 'only all rows could say, and the table "invoices" has nothing called "blue"'


def _ask(question: str, answer: str, *, reader: str = "auto", numbers: tuple[int, ...]) -> Reading:
    prose = passage_of("report", "Halden Marine had 3 blue invoices.")
    evidence = replace(EVIDENCE, passages=(*EVIDENCE.passages, prose))
    chat = ScriptedChatModel([json.dumps({"answer": answer, "evidence": numbers})] * 2)
    return read_with_both(
        question,
        evidence,
        chat=chat,
        reader=reader,
    )


def _explain_reasons(reading: Reading) -> list[str]:
    return [step.detail["reason"] for step in reading.steps if step.name == "abstain"]


def test_a_count_of_a_model_that_rests_on_cells_is_no_answer() -> None:
    reading = _ask(UNKNOWN, "2024-001", numbers=(3,))
    assert (reading.answer, reading.abstained, reading.rejected) == ("", True, "2024-001")
    assert reading.citations == ()
    assert _explain_reasons(reading) == [NOTHING_BLUE]


def test_a_model_counts_no_rows_of_a_table_about_something_else() -> None:
    question = "How many giraffes live in the zoo?"
    assert _explain_reasons(_ask(question, "9", numbers=(1,)))[-1].endswith(
        "no table was found that has what is asked"
    )
    own = read_with_both(question, EVIDENCE)
    assert own.abstained
    assert "rows" not in _explain_reasons(own)[-1]


def test_a_figure_that_text_states_is_an_answer() -> None:
    prose = len(EVIDENCE.passages) + 1
    reading = _ask(UNKNOWN, "3", numbers=(prose,))
    assert (reading.answer, [c.title for c in reading.citations]) == ("3", ["report"])


def test_a_reader_that_is_to_read_all_may_count() -> None:
    assert _ask(UNKNOWN, "2024-001", reader="llm", numbers=(3,)).answer == "2024-001"


def test_a_row_of_a_table_that_was_not_read_whole_is_no_answer() -> None:
    question = "Which blue part has the longest lead time?"
    reading = _ask(question, "BR-220", numbers=(1,))
    assert len(TABLES[0]) > 1
    assert (reading.abstained, reading.rejected) == (True, "BR-220")


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        (UNKNOWN, NOTHING_BLUE),
        (
            "What is the total of the salary in the moonlight office?",
            'only all rows could say, and the table "employees" has nothing called "moonlight"',
        ),
        (
            "How many invoices have not come back?",
            'only all rows could say, and the table "invoices" has nothing called "not come back"',
        ),
    ],
)
def test_an_abstention_says_which_words_the_table_has_nothing_for(
    question: str, reason: str
) -> None:
    reading = read_with_both(question, EVIDENCE)
    assert reading.abstained
    assert _explain_reasons(reading)[-1] == reason
