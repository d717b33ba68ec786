"""Answers and rows as HTML for notebooks: what others wrote is text there, never markup."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kgplatform.records.answer import Answer, Citation

__all__ = ["answer_html", "table_html"]

MOST_ROWS = 100
MOST_CHARS = 200
"""Of a cell: a passage would make its row as high as the screen."""
LEFT = ' style="text-align: left"'  # notebooks put all to the right, as numbers are
NO_ANSWER = "No answer"


def answer_html(answer: Answer) -> str:
    """Return question, answer and citations, each with its quote marked."""
    said = escape(answer.answer) or f"<em>{NO_ANSWER}</em>"
    reason = f"<p>{escape(answer.abstention)}</p>" if answer.abstention else ""
    cited = answer.evidence or answer.nearest
    items = "".join(f"<li>{_citation_html(citation)}</li>" for citation in cited)
    tokens = answer.usage.prompt_tokens + answer.usage.completion_tokens
    how = f"{answer.method}, read by {answer.reader}, {tokens:,} tokens"
    return (
        f"<div><p>{escape(answer.question)}</p><p><strong>{said}</strong></p>{reason}"
        f"<ol>{items}</ol><p><small>{escape(how)}</small></p></div>"
    )


def _citation_html(citation: Citation) -> str:
    page = "" if citation.page is None else f"page {citation.page}"
    parts = (citation.title, citation.section, citation.table, citation.row, citation.column, page)
    where = " · ".join(escape(part) for part in dict.fromkeys(filter(None, parts)))
    return f"<mark>{escape(citation.quote)}</mark><br><small>{where}</small>"


def table_html(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    """Return rows as a table, of many the first and how many there are, long texts cut."""
    rows = list(rows)
    head = "".join(f"<th{LEFT}>{escape(column)}</th>" for column in columns)
    body = "".join(
        "<tr>" + "".join(_cell_html(row.get(name)) for name in columns) + "</tr>"
        for row in rows[:MOST_ROWS]
    )
    more = f"<p><small>{len(rows):,} rows</small></p>" if len(rows) > MOST_ROWS else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def _cell_html(value: Any) -> str:
    if isinstance(value, int | float):
        return f"<td>{value}</td>"
    text = "" if value is None else str(value)
    shown = text if len(text) <= MOST_CHARS else f"{text[:MOST_CHARS]}…"
    return f"<td{LEFT}>{escape(shown)}</td>"
