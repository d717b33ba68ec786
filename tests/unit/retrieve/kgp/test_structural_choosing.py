"""Which document is meant where several have what is asked for."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from kgplatform.question.document_parts.questions import parse_structure
from kgplatform.retrieve.kgp.structural.choosing import Choice, choose_parts
from kgplatform.retrieve.kgp.structural.documents import DocumentName
from kgplatform.retrieve.kgp.structural.outlines import Outline
from kgplatform.retrieve.kgp.structural.reading import name_documents
from kgplatform.testing import HashEmbedder
from tests.unit.retrieve.kgp.outlines import REPORT, outline, page, table

BUDGET = outline(
    "budget",
    pages=[page(1, 0, 50), page(2, 50, 90)],
    tables=[table("b1", 10, "Table 1: Wages", on_page=1)],
)
BOTH = (REPORT, BUDGET)


def choose(
    question: str,
    outlines: Sequence[Outline] = BOTH,
    *,
    nearest: Sequence[str] = (),
    words: bool = True,
    is_only: bool = False,
) -> list[Choice]:
    parsed = parse_structure(question)
    assert parsed is not None
    names = [DocumentName(o.document_id, o.title, o.uri) for o in outlines]
    named = name_documents(question, parsed, names, words=words)
    embedder = HashEmbedder()
    return choose_parts(named, outlines, nearest=nearest, embedder=embedder, is_only=is_only)


def ids(choices: Sequence[Choice]) -> list[list[str]]:
    return [
        [f"{match.outline.document_id}:{match.part.id}" for match in choice.matches]
        for choice in choices
    ]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What is on page 2 of Budget?", [["budget:page-2"]]),
        ("What is on page 3?", [["report:page-3"]]),  # only one document has so many
        ("page 1 of budget.pdf and page 3 of report.pdf", [["budget:page-1"], ["report:page-3"]]),
        ("What does the table about wages say?", [["budget:b1"]]),
        ("page 1 and Table 2.1", [["report:page-1"], ["report:t1"]]),
        ("What does Table 1 show?", [["budget:b1"]]),  # the other's first is called 2.1
        ("what is on page 2 of budget?", [["budget:page-2"]]),
        ("what is on p2 of budget?", [["budget:page-2"]]),
        ("In Table 1, what did Budget spend on wages?", [["budget:b1"]]),
        ("What does part 1 of Report say?", [["report:s1", "report:sA"]]),
    ],
)
def test_the_document_is_chosen(question: str, expected: list[list[str]]) -> None:
    assert ids(choose(question)) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("In Table 1, which part of the budget has the highest average?", [["budget:b1"]]),
        ("What is the total in the first table?", [["budget:b1"]]),
        (
            "What is the difference between page 1 and page 2?",
            [["budget:page-1"], ["budget:page-2"]],
        ),
        ("What information is on the last page?", [["budget:page-2"]]),
    ],
)
def test_the_only_document_needs_no_name(question: str, expected: list[list[str]]) -> None:
    assert ids(choose(question, [BUDGET], is_only=True)) == expected


def test_the_words_of_the_question_decide_among_several() -> None:
    choices = choose("What does page 1 say about wages?", nearest=["other", "budget", "report"])
    assert ids(choices) == [["budget:page-1"]]


def test_without_telling_words_no_document_is_chosen() -> None:
    (choice,) = choose("What is on page 1?", nearest=["budget", "report"])
    assert choice.matches == ()
    assert choice.is_open
    assert choice.problem == "2 documents have such a page, name one: Budget, Report"


def test_a_named_document_without_the_part_leaves_the_question_open() -> None:
    (choice,) = choose("What is on page 7 of Budget?")
    assert (choice.matches, choice.is_open) == ((), True)
    assert choice.problem == "no such page in Budget"


@pytest.mark.parametrize(
    "question",
    [
        "What is on page 9?",
        "What does page 1 of Harry Potter say?",
        "What does the table about chess say?",
        "Who brought the rivals back to the table?",
        "Who sang Perfect Sense, Part I?",
        "Who starred in Breaking Dawn - Part 2?",
        "Who directed John Wick: Chapter 4?",
        "When was article 3 ratified?",
        "Who won the second table?",
        "Which tumours lack p2?",
    ],
)
def test_a_manner_of_speaking_leaves_nothing_open(question: str) -> None:
    (choice,) = choose(question)
    assert (choice.matches, choice.is_open) == ((), False)


def test_a_word_of_the_question_names_no_document_that_lacks_the_part() -> None:
    question = "In Table 2.1, how many did Budget sell?"
    assert ids(choose(question)) == [[]]
    assert ids(choose(question, words=False)) == [["report:t1"]]
    film = "In Breaking Dawn - Part 2, who lives in Report?"  # which has a second section
    assert ids(choose(film)) == [[]]
    assert not choose(film, words=False)[0].is_open


def test_the_last_page_asks_for_a_name_unless_it_is_told_with_something_else() -> None:
    (open_choice,) = choose("What is on the last page?")
    assert open_choice.problem == "2 documents have such a page, name one: Budget, Report"
    (content,) = choose("Who shot the king on the last page?", nearest=["budget"])
    assert (content.matches, content.is_open) == ((), False)


def test_the_only_table_needs_no_name_unless_the_question_speaks_of_something_else() -> None:
    assert ids(choose("What does the table show?", [BUDGET])) == [["budget:b1"]]
    assert ids(choose("Who brought the rivals back to the table?", [BUDGET])) == [[]]
