"""Queries that a chat model writes for questions over rows: checked, repaired, computed."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from kgplatform.answer import read
from kgplatform.answer.aggregate.asked_model import TASK
from kgplatform.answer.reading import Reading
from kgplatform.models.linguistics import DEFAULT_PIPELINE, Linguistics, load_linguistics
from kgplatform.records import Evidence
from kgplatform.testing import ScriptedChatModel
from tests.unit.answer.aggregate.tables import INVOICES, PARTS, table_of

pytestmark = pytest.mark.unit

LOANS = """Loan,Object,Borrower,Date out,Due back,Returned on,Fee (GBP),Insured
L-1,Sextant,Museum of the Coast,21.06.2021,20.12.2021,14.01.2022,480,yes
L-2,Helmet,Royal Armoury,12.03.2021,30.09.2021,27.09.2021,"1,250",yes
L-3,Hand axe,University of Thornby,01.09.2022,31.08.2023,,,no
L-4,Clock,Royal Armoury,02.02.2022,01.08.2022,,900,yes
"""
TABLES = (table_of("loans", LOANS), table_of("parts", PARTS), table_of("invoices", INVOICES))
EVIDENCE = Evidence(tuple(table[0] for table in TABLES), tables=TABLES)
SILENCE = json.dumps({"answer": "", "evidence": []})


@cache
def _linguistics() -> Linguistics:
    return load_linguistics(DEFAULT_PIPELINE)


def _query(
    operation: str, *conditions: tuple[str, str, str], table: int = 1, **columns: str
) -> str:
    told = [dict(zip(("column", "relation", "value"), one, strict=True)) for one in conditions]
    fields: dict[str, Any] = {"measure": "", "answer": "", **columns}
    return json.dumps({"table": table, "operation": operation, "conditions": told, **fields})


def _ask(question: str, *replies: str) -> tuple[Reading, ScriptedChatModel]:
    chat = ScriptedChatModel([*replies, *[SILENCE] * 2])
    return read(question, EVIDENCE, linguistics=_linguistics(), chat=chat), chat


@pytest.mark.parametrize(
    ("question", "query", "answer", "cited"),
    [
        (
            "How many loans have not come back?",
            _query("count", ("Returned on", "is empty", "")),
            "2",
            2,
        ),
        (
            "Which objects came back too late?",
            _query("list", ("Returned on", ">", "Due back"), answer="Object"),
            "Sextant",
            1,
        ),
        (
            "How much did the Royal Armoury contribute altogether?",
            _query("sum", ("Borrower", "=", "Royal Armoury"), measure="Fee (GBP)"),
            "GBP 2,150",
            2,
        ),
        (
            "Which thing that left in 2022 brought in the most?",
            _query("largest", ("Date out", "=", "2022"), measure="fee (gbp)", answer="Object"),
            "Clock",
            1,
        ),
        (
            "How many things that left from March to June 2021 were covered?",
            _query(
                "count",
                ("Date out", ">=", "01.03.2021"),
                ("Date out", "<=", "30.06.2021"),
                ("Insured", "=", "yes"),
            ),
            "2",
            2,
        ),
    ],
)
def test_a_query_is_computed_over_the_rows_and_cites_them(
    question: str, query: str, answer: str, cited: int
) -> None:
    reading, chat = _ask(question, query)
    assert (reading.answer, reading.reader, len(reading.citations)) == (answer, "llm", cited)
    assert [step.name for step in reading.steps] == ["ask_for_query", "aggregate", "answer"]
    assert reading.usage.llm_calls == 1
    assert [request.task for request in chat.requests] == [TASK]


def test_the_prompt_shows_columns_with_the_cells_that_the_question_names() -> None:
    _, chat = _ask("How many artefacts does the Royal Armoury hold?", _query("count", table=0))
    shown = chat.requests[0].messages[-1]["content"]
    assert "Table 1: loans (4 rows)" in shown
    assert "- Borrower: Royal Armoury; Museum of the Coast; University of Thornby" in shown
    assert "- Fee (GBP): figures from 480 to 1,250, some empty" in shown
    assert "- Due back: dates from 30.09.2021 to 31.08.2023" in shown
    assert "- Insured: no or yes" in shown


@pytest.mark.parametrize(
    ("query", "fault"),
    [
        (_query("count", ("Lender", "=", "Royal Armoury")), 'no column "Lender"'),
        (_query("count", ("Borrower", "=", "Louvre")), 'no cell of "Borrower" is "Louvre"'),
        (_query("count", ("Object", "=", "Clock")), 'the question does not say "Clock"'),
        (_query("count"), 'the question says "Royal Armoury"'),
        (_query("sum", ("Borrower", "=", "Royal Armoury"), measure="Object"), "means nothing"),
        (_query("mean", ("Borrower", "=", "Royal Armoury"), measure="Fees"), "no column"),
        (_query("count", ("Borrower", "=", "Royal Armoury"), ("Fee (GBP)", ">", "7")), "say 7"),
        (_query("count", ("Borrower", ">", "Royal Armoury")), "neither figures nor dates"),
        (_query("count", ("Borrower", "=", "Royal Armoury"), table=9), "no table 9"),
        ("no JSON", "JSON"),
    ],
)
def test_a_query_that_table_or_question_do_not_bear_out_is_written_once_more(
    query: str, fault: str
) -> None:
    right = _query("count", ("Borrower", "=", "Royal Armoury"))
    reading, chat = _ask("How many artefacts does the Royal Armoury hold?", query, right)
    assert reading.answer == "2"
    assert fault in chat.requests[1].messages[-1]["content"]
    assert reading.steps[0].detail["faults"] != []


@pytest.mark.parametrize(
    "replies", [[_query("count", table=0)], [_query("count")] * 2, ["no JSON"] * 2]
)
def test_passages_are_read_where_no_query_can_be_run(replies: list[str]) -> None:
    reading, chat = _ask("How many artefacts does the Royal Armoury hold?", *replies)
    tasks = [request.task for request in chat.requests]
    assert tasks == [*[TASK] * len(replies), "answer"]
    assert reading.abstained
    assert reading.usage.llm_calls == len(tasks)
    assert [step.name for step in reading.steps][:2] == ["ask_for_query", "ask_model"]


@pytest.mark.parametrize("reader", ["llm", "llm-cot"])
def test_a_reader_that_is_to_read_all_writes_no_query(reader: str) -> None:
    chat = ScriptedChatModel([SILENCE, SILENCE])
    question = "How many artefacts does the Royal Armoury hold?"
    read(question, EVIDENCE, linguistics=_linguistics(), chat=chat, reader=reader)
    assert TASK not in [request.task for request in chat.requests]
