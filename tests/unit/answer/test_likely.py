"""The model reads the likely passages first, and the others where these have no answer."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kgplatform.answer.likely import list_views
from kgplatform.question.analysis import analyse
from kgplatform.records import Evidence, EvidenceLine, ScoredPassage, ScoredStatement, Step
from kgplatform.testing import ScriptedChatModel
from tests.pipeline import read_with_both

pytestmark = pytest.mark.unit

QUESTION = "Which harbour did the Fram leave?"
TEXTS = {
    "Fram": "The Fram was a ship of three masts. Her hull was of oak.",
    "Colin Archer": "Colin Archer built ships in Larvik.",
    "Voyages": "The Fram left the harbour of Kristiania in June 1893.",
}
PASSAGES = tuple(
    ScoredPassage(f"p{number}", f"d{number}", title, "u", text, 1 / number)
    for number, (title, text) in enumerate(TEXTS.items(), start=1)
)
FACTS = tuple(
    ScoredStatement(f"s{number}", "Fram", "kind", "ship", (), f"p{number}", 0, 8, 1.0)
    for number in (1, 3)
)
LINES = (EvidenceLine(PASSAGES[0], "The Fram was a ship of three masts.", 0, 35),)
LIKELY = Evidence(PASSAGES, FACTS, likely=2)
UNKNOWN = '{"answer": "", "evidence": []}'


def test_the_others_are_not_shown_where_the_likely_passages_have_the_answer() -> None:
    chat = ScriptedChatModel(['{"answer": "Larvik", "evidence": [2]}'])
    reading = read_with_both(
        QUESTION,
        LIKELY,
        chat=chat,
        reader="llm",
    )
    assert reading.answer == "Larvik"
    assert TEXTS["Voyages"] not in chat.requests[0].messages[-1]["content"]
    assert reading.steps[0] == Step("show_model", {"passages": 2, "of": 3})


@pytest.mark.parametrize("reader", ["auto", "llm"])
def test_all_are_shown_where_the_likely_passages_have_no_answer(reader: str) -> None:
    chat = ScriptedChatModel([UNKNOWN, '{"answer": "Kristiania", "evidence": [3]}'])
    reading = read_with_both(
        QUESTION,
        LIKELY,
        chat=chat,
        reader=reader,
    )
    assert (reading.answer, [c.passage_id for c in reading.citations]) == ("Kristiania", ["p3"])
    assert TEXTS["Voyages"] in chat.requests[1].messages[-1]["content"]
    assert reading.usage.llm_calls == len(chat.requests)
    shown = [step.detail for step in reading.steps if step.name == "show_model"]
    assert shown == [{"passages": 2, "of": 3}, {"passages": 3, "of": 3}]


def test_an_abstention_from_all_is_one() -> None:
    chat = ScriptedChatModel([UNKNOWN, UNKNOWN])
    reading = read_with_both(
        QUESTION,
        LIKELY,
        chat=chat,
        reader="llm",
    )
    assert (reading.abstained, reading.usage.llm_calls) == (True, 2)


def test_facts_of_passages_that_are_left_out_are_left_out() -> None:
    likely, every = list_views(analyse(QUESTION), LIKELY)
    assert every is LIKELY
    assert [passage.passage_id for passage in likely.passages] == ["p1", "p2"]
    assert [fact.statement_id for fact in likely.statements] == ["s1"]


@pytest.mark.parametrize(("part", "told"), [("statements", {"facts": 2}), ("lines", {"lines": 1})])
def test_passages_are_read_where_a_chain_has_no_answer(part: str, told: dict[str, int]) -> None:
    chat = ScriptedChatModel([UNKNOWN, UNKNOWN, '{"answer": "Kristiania", "evidence": [3]}'])
    chain = replace(LIKELY, reads=part, lines=LINES)
    reading = read_with_both(
        QUESTION,
        chain,
        chat=chat,
        reader="llm",
    )
    assert reading.answer == "Kristiania"
    shown = [step.detail for step in reading.steps if step.name == "show_model"]
    assert shown == [told, {"passages": 2, "of": 3}, {"passages": 3, "of": 3}]


@pytest.mark.parametrize("part", ["statements", "lines"])
def test_without_a_model_the_passages_of_a_chain_are_read(part: str) -> None:
    chain = replace(LIKELY, reads=part, lines=LINES)
    reading = read_with_both(
        "When did the Fram leave Kristiania?",
        chain,
    )
    assert (reading.answer, [c.passage_id for c in reading.citations]) == ("June 1893", ["p3"])


@pytest.mark.parametrize(
    ("question", "evidence"),
    [
        (QUESTION, replace(LIKELY, likely=0)),  # the method does not tell
        (QUESTION, replace(LIKELY, likely=5)),
        (QUESTION, Evidence(PASSAGES, reads="lines", lines=LINES)),
        (QUESTION, replace(LIKELY, tables=(PASSAGES[:1],))),
        ("Which harbours did the Fram leave?", LIKELY),
        ("How many ships did Colin Archer build?", LIKELY),
    ],
)
def test_all_is_read_at_once_where_any_passage_may_count(question: str, evidence: Evidence) -> None:
    assert list_views(analyse(question), evidence) == [evidence]
