"""Whether a question asks for parts as such, or for something in them."""

from __future__ import annotations

import pytest

from kgplatform.question.document_parts.questions import parse_structure
from kgplatform.retrieve.kgp.structural.choosing import Choice
from kgplatform.retrieve.kgp.structural.matching import Match
from kgplatform.retrieve.kgp.structural.whole import asks_for_content
from tests.unit.retrieve.kgp.outlines import REPORT

PAGE = REPORT.pages[1]
RETAIL = REPORT.sections[3]
COFFEE = REPORT.tables[0]


@pytest.mark.parametrize(
    ("question", "part", "is_whole"),
    [
        ("What is on page 2?", PAGE, True),
        ("Summarise page 2 of the report", PAGE, True),
        ("Show me page 2 in Report", PAGE, True),  # a document's own name asks for nothing more
        ("What does the section Retail prices say?", RETAIL, True),
        ("What does the coffee sales table show?", COFFEE, True),
        ("Who is named on page 2?", PAGE, False),
        ("How many tables are on page 2?", PAGE, False),
        ("Which brands are on page 2?", PAGE, False),
        ("What is the difference between page 2 and page 3?", PAGE, False),
        ("What does the section Retail prices tell of Norway?", RETAIL, False),
        ("What is the subject of page 2?", PAGE, False),
    ],
)
def test_content_is_asked_for(question: str, part: object, is_whole: bool) -> None:
    parsed = parse_structure(question)
    assert parsed is not None
    choices = [
        Choice(reference, (Match(REPORT, part),))  # type: ignore[arg-type]
        for reference in parsed.references
    ]
    assert asks_for_content(parsed.rest, choices) is is_whole
