"""Where quotes stand, for people to check them: the section, the table, its row and column.

A quoted cell alone ("30") says nothing: a person has to see which row and column it is of.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from kgplatform.graph.connection import Graph
from kgplatform.records import Answer, Citation
from kgplatform.text.cells import find_cell_spans

__all__ = ["find_cell_names", "place_citations"]

DIGIT = re.compile(r"\d")


def place_citations(answer: Answer, graph: Graph) -> Answer:
    """Return an answer whose quotes, and those nearest to its question, know where they stand."""
    quoted = (*answer.evidence, *answer.nearest)
    ids = sorted({citation.passage_id for citation in quoted if citation.document_id})
    rows = graph.read("fetch_citation_places", ids=ids) if ids else []
    places = {row["id"]: row for row in rows}

    def place(citations: tuple[Citation, ...]) -> tuple[Citation, ...]:
        return tuple(_place(c, places.get(c.passage_id)) for c in citations)

    return replace(answer, evidence=place(answer.evidence), nearest=place(answer.nearest))


def _place(citation: Citation, place: Mapping[str, Any] | None) -> Citation:
    if place is None:
        return citation
    row, column = "", ""
    if place["header"] is not None:
        row, column = find_cell_names(
            place["text"], citation.start, citation.end, header=place["header"]
        )
    section, table = place["section"] or "", place["table"] or ""
    page = place["page"] if citation.page is None else citation.page
    return replace(citation, page=page, section=section, table=table, row=row, column=column)


def find_cell_names(text: str, start: int, end: int, *, header: str) -> tuple[str, str]:
    """Return the names of the row and the column of the cell in which text[start:end] stands.

    A row's name is its first cell; a table of features ("Population | 14,200") has no names of
    columns. Both are empty where the span is no part of one cell, or is of the header.

    Args:
        text: lines of a table's Markdown.
        start: where the span begins.
        end: where it ends.
        header: the table's first line, which the later pieces of a long table do not have.
    """
    first = text.rfind("\n", 0, start) + 1
    line = text[first:].partition("\n")[0]
    spans = list(find_cell_spans(line))
    holding = [n for n, (a, b) in enumerate(spans) if first + a <= start and end <= first + b]
    names = [header[a:b] for a, b in find_cell_spans(header)]
    is_of_features = len(names) == 2 and DIGIT.search(names[1]) is not None
    if not holding or (line == header and not is_of_features):
        return "", ""
    [number] = holding
    row = line[slice(*spans[0])] if number else ""
    has_name = number < len(names) and not is_of_features
    return _plain(row), _plain(names[number]) if has_name else ""


def _plain(cell: str) -> str:
    return " ".join(cell.replace(r"\|", "|").split())
