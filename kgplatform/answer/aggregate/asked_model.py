"""Lets a chat model say what a question wants of a table's rows, where no rule can; then computes.

"How many loans have not come back yet?" has words that no header has. The model names table,
conditions and columns, as in text-to-SQL; the program checks the query and runs it. One that cannot
be run is written once more, with the fault told (execution-guided, as Wang et al. 2018).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kgplatform.answer.aggregate.columns import WholeTable, view_table
from kgplatform.answer.aggregate.query import TableQuery, UnfitQuery, run_query
from kgplatform.answer.aggregate.reading import make_reading, tell_result
from kgplatform.answer.aggregate.showing import MARKER, write_tables
from kgplatform.answer.asked.question import Asked, analyse
from kgplatform.answer.reading import Reading
from kgplatform.errors import BadReply
from kgplatform.models.conversation import ChatModel, Message, UnusableReply
from kgplatform.models.prompts import disarm, load_prompt
from kgplatform.models.replies import parse_reply, strict_schema
from kgplatform.records import Evidence, Step, Usage

__all__ = ["TASK", "read_with_query"]

TASK = "table_query"
ATTEMPTS = 2
MOST_TABLES = 3  # a column is a line of the prompt
MAX_TOKENS = 300
SCHEMA = strict_schema(TableQuery.model_json_schema())


def read_with_query(question: str, evidence: Evidence, chat: ChatModel) -> Reading:
    """Return what the query that a model writes computes, or an abstention with the faults.

    Args:
        question: in plain English.
        evidence: its first tables are shown.
        chat: the model.

    Raises:
        ModelError: the model is not available.
    """
    tables = list(filter(None, map(view_table, evidence.tables[:MOST_TABLES])))
    if not tables:
        return Reading("", True, "llm")
    prompt, asked = load_prompt(TASK), analyse(question)
    turns = prompt.render(tables=write_tables(tables, question), question=disarm(question, MARKER))
    usage, faults = Usage(), list[str]()
    for _ in range(ATTEMPTS):
        raw, cost = _ask(chat, turns)
        usage += cost
        try:
            reading = _run(parse_reply(raw, TableQuery, task=TASK), tables, asked)
        except (BadReply, UnfitQuery) as exc:
            faults.append(exc.reason if isinstance(exc, BadReply) else str(exc))
            turns += _tell_fault(raw, faults[-1])
            continue
        told = {"model": chat.name, "prompt": prompt.version, "faults": faults}
        steps = (Step("ask_for_query", told), *(reading.steps if reading else ()))
        if reading is None:
            return Reading("", True, "llm", usage=usage, steps=steps)
        return replace(reading, reader="llm", usage=usage, confidence=None, steps=steps)
    told = {"model": chat.name, "prompt": prompt.version, "faults": faults}
    return Reading("", True, "llm", usage=usage, steps=(Step("ask_for_query", told),))


def _ask(chat: ChatModel, turns: Sequence[Message]) -> tuple[str, Usage]:
    try:
        reply = chat.complete(turns, task=TASK, schema=SCHEMA, max_tokens=MAX_TOKENS)
    except UnusableReply as exc:
        return exc.raw, exc.usage
    return reply.text, reply.usage


def _run(query: TableQuery, tables: Sequence[WholeTable], asked: Asked) -> Reading | None:
    """Return what a query computes; None where the model says that no table tells it."""
    if query.table == 0:
        return None
    if not 1 <= query.table <= len(tables):
        raise UnfitQuery(f"there is no table {query.table}")
    table = tables[query.table - 1]
    result, rows = run_query(query, table, asked)
    where = [f"{c.column} {c.relation} {c.value}".strip() for c in query.conditions]
    return make_reading(table, result, tell_result(table, result, where=where, rows=len(rows)))


def _tell_fault(raw: str, fault: str) -> list[Message]:
    return [
        {"role": "assistant", "content": raw or "(empty)"},
        {
            "role": "user",
            "content": f"That query cannot be run: {fault}. Reply again with one JSON object of "
            "the form described, and nothing else.",
        },
    ]
