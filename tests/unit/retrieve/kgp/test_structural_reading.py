"""Documents that a question names, and those that come into question beside them."""

from __future__ import annotations

from kgplatform.question.document_parts.questions import parse_structure
from kgplatform.retrieve.kgp.structural.documents import DocumentName
from kgplatform.retrieve.kgp.structural.reading import Named, name_documents

NAMES = [
    DocumentName("six", "Chapter 6 – Tables of trade", "file:///x6.pdf"),
    DocumentName("seven", "Trade", "file:///x7.pdf"),
    DocumentName("eight", "Prices", "file:///x8.pdf"),
]


def named(question: str) -> Named:
    parsed = parse_structure(question)
    assert parsed is not None
    return name_documents(question, parsed, NAMES)


def test_a_title_that_looks_like_a_part_is_a_title() -> None:
    found = named("What is on page 2 of Chapter 6 – Tables of trade?")
    assert [(r.kind, r.numbers) for r in found.parsed.references] == [("page", ("2",))]
    assert found.ids == (("six",),)
    assert found.is_complete
    assert found.candidates([], limit=9) == ["six"]


def test_a_title_that_is_all_the_question_names_is_a_part() -> None:
    names = [DocumentName("a", "Appendix 1", "file:///x9.pdf")]
    parsed = parse_structure("What does Appendix 1 say?")
    assert parsed is not None
    found = name_documents("What does Appendix 1 say?", parsed, names)
    assert [(r.kind, r.numbers) for r in found.parsed.references] == [("section", ("1",))]
    assert not found.is_complete


def test_all_documents_come_into_question_up_to_a_limit() -> None:
    found = named("What is on page 2?")
    assert found.candidates([], limit=3) == ["eight", "seven", "six"]
    assert found.candidates(["seven", "unknown", "six", "eight"], limit=2) == ["seven", "six"]
