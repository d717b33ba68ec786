"""What a structural question got is answered, or explained, without reading."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from kgplatform.answer.reading import Reading
from kgplatform.records import Evidence, ScoredPassage, Step
from kgplatform.testing import ScriptedChatModel
from tests.pipeline import read_with_both
from tests.unit.answer.evidence import passage_of

pytestmark = pytest.mark.unit

WAGES = passage_of("Voyage", "| Trade | Wage |\n| --- | --- |\n| Cook | 310 |\n| Stoker | 280 |")
AT = WAGES.text.index("280")
CELL = Step(
    "cell",
    {
        "table": "Table 1", "row": "Stoker", "column": "Wage", "value": "280",
        "passage_id": WAGES.passage_id, "start": AT, "end": AT + 3,
    },
)  # fmt: skip
QUESTION = "What is the wage of a stoker in Table 1 of Voyage?"
PROBLEM = "2 documents have such a table, name one: Harbours, Voyage"
UNMATCHED = Evidence(
    steps=(Step("classify", {"structural": True}), Step("match", {"problem": PROBLEM}))
)


def test_the_cell_found_is_the_answer_and_is_cited_where_it_stands() -> None:
    reading = read_with_both(
        QUESTION,
        Evidence((WAGES,), steps=(CELL,)),
    )
    assert (reading.answer, reading.reader, reading.abstained) == ("280", "extractive", False)
    [citation] = reading.citations
    assert (citation.passage_id, citation.quote) == (WAGES.passage_id, "280")
    assert [step.name for step in reading.steps] == ["analyse_question", "answer"]


@pytest.mark.parametrize(
    ("question", "steps", "passages"),
    [
        pytest.param("Is a stoker paid in Table 1 of Voyage?", (CELL,), (WAGES,), id="yes or no"),
        pytest.param(QUESTION, (CELL, CELL), (WAGES,), id="several cells"),
        pytest.param(QUESTION, (CELL,), (passage_of("Other", "Rum."),), id="cut away"),
    ],
)
def test_a_cell_that_is_not_plainly_the_answer_is_not_given(
    question: str, steps: tuple[Step, ...], passages: Any
) -> None:
    reading = read_with_both(
        question,
        Evidence(passages, steps=steps),
    )
    assert reading.answer != "280"


def test_what_is_missing_in_the_question_is_told_and_no_model_asked() -> None:
    chat = ScriptedChatModel([])
    for model, reader in ((None, "extractive"), (chat, "llm")):
        reading = read_with_both(
            "What does table 1 show?",
            UNMATCHED,
            chat=model,
        )
        assert (reading.abstained, reading.reader, reading.answer) == (True, reader, "")
        assert reading.steps[-1] == Step("abstain", {"reason": PROBLEM})
    assert chat.requests == []


def test_a_part_that_is_missing_beside_others_is_no_reason_to_abstain() -> None:
    evidence = replace(UNMATCHED, passages=(WAGES,), steps=(*UNMATCHED.steps, CELL))
    assert read_with_both(QUESTION, evidence).answer == "280"


PAGE_ONE = passage_of("Voyage", "The Fram sailed. She was new.")


def _content(*parts: tuple[ScoredPassage, int]) -> Evidence:
    """Return the evidence of a question that asks for parts from a character of a passage on."""
    whole = [
        {
            "part": "page",
            "chars": len(passage.text) - start,
            "passages": [
                {"passage_id": passage.passage_id, "start": start, "end": len(passage.text)}
            ],
        }
        for passage, start in parts
    ]
    step = Step("content", {"parts": len(parts), "whole": whole})
    return Evidence(tuple(passage for passage, _ in parts), steps=(step,))


def _answer_of(evidence: Evidence, question: str = "What is on page 1 of Voyage?") -> Reading:
    return read_with_both(question, evidence)


def test_a_part_that_is_asked_for_is_the_answer_and_cited_to_the_character() -> None:
    reading = _answer_of(_content((PAGE_ONE, 17)))
    assert (reading.answer, reading.abstained) == ("She was new.", False)
    [citation] = reading.citations
    assert (citation.start, citation.end, citation.quote) == (17, 29, "She was new.")


def test_of_a_long_part_the_beginning_is_given_in_whole_sentences() -> None:
    long = passage_of("Long", " ".join(f"Day {number} was calm." for number in range(100)))
    reading = _answer_of(_content((PAGE_ONE, 0), (long, 0)))
    first, second = reading.answer.split("\n\n")
    assert first == PAGE_ONE.text
    assert second.endswith("calm. …")
    assert long.text.startswith(second.removesuffix(" …"))
    told = reading.steps[-1].detail
    assert told["chars"] == len(PAGE_ONE.text) + len(long.text)
    assert told["shown_chars"] == sum(len(c.quote) for c in reading.citations) < 1000


def test_a_table_is_given_as_its_markdown_and_cut_between_rows() -> None:
    assert _answer_of(_content((WAGES, 0)), "Show Table 1 of Voyage").answer == WAGES.text
    rows = "".join(f"\n| Sailor {number} | 250 |" for number in range(100))
    reading = _answer_of(_content((passage_of("Wages", WAGES.text + rows), 0)), "Show Table 1")
    assert reading.answer.startswith(WAGES.text)
    assert reading.answer.endswith(" | 250 | …")


def test_what_has_to_be_decided_is_not_answered_with_content() -> None:
    reading = _answer_of(_content((PAGE_ONE, 0)), "Is the Fram on page 1 of Voyage?")
    assert reading.answer in {"", "yes", "no"}
