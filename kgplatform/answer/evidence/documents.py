"""What the evidence has of a passage's document, and whether a text is about what is named."""

from __future__ import annotations

import re

from kgplatform.question.analysis import Asked
from kgplatform.question.synonyms import filed_under
from kgplatform.records import Evidence, ScoredPassage
from kgplatform.text.dates import find_dates

__all__ = ["document_text", "innermost_heading", "is_named"]


def document_text(passage: ScoredPassage, evidence: Evidence) -> str:
    """Return the title and all that the evidence has of the document of a passage."""
    same = (
        other.text
        for other in evidence.passages
        if other is passage or (passage.document_id and other.document_id == passage.document_id)
    )
    return "\n".join((passage.head, *same))


def innermost_heading(passage: ScoredPassage) -> str:
    """Return the heading right above a passage; empty where there is none."""
    return passage.section.rsplit(" > ", maxsplit=1)[-1]


def is_named(asked: Asked, text: str) -> bool:
    """Return whether a text has the names, dates and figures of a question."""
    dates = {date.value for date in find_dates(text)}
    own_dates = find_dates(asked.text)
    if any(date.value not in dates for date in own_dates):
        return False
    rest = asked.text
    for date in reversed(own_dates):
        rest = rest[: date.start] + rest[date.end :]
    figures = re.findall(r"\b\w*\d\w*\b", rest)
    names = [name for name in asked.names if name in rest]
    return set(filed_under(" ".join((*names, *figures)))) <= set(filed_under(text))
