"""Decomposition without a model: answers of hops in the questions that wait for them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from kgplatform.pipelines.divknow.decomposition import KEPT, Hop, NextHop, SyntacticDecomposer
from kgplatform.plan.hops import fill_references
from kgplatform.records import Usage
from tests.unit.retrieve.divknow.made import make_passage

pytestmark = pytest.mark.unit

QUESTION = "Where was the designer of the Fram born?"
PARTS = ("Who designed the Fram?", "Where was {1} born?")
COST = Usage(1, 9, 2)


def _decompose(
    parts: tuple[str, ...], answer: Callable[[Hop], tuple[str, Usage]]
) -> SyntacticDecomposer:
    return SyntacticDecomposer(QUESTION, lambda question: parts, answer)


def _ask_all(parts: tuple[str, ...], answers: dict[str, str]) -> list[NextHop]:
    """Return all replies of a decomposer whose hops have these answers."""
    decomposer = SyntacticDecomposer(
        QUESTION,
        lambda question: parts,
        lambda hop: (answers.get(hop.question, ""), Usage(1, 9, 2)),
    )
    hops: list[Hop] = []
    replies = []
    while True:
        reply = decomposer.next_hop(hops)
        replies.append(reply)
        if not reply.question:
            return replies
        if hops:
            hops[-1] = replace(hops[-1], answer=reply.answer)
        hops.append(Hop(reply.question, reply.queries))


def test_a_question_of_two_hops_takes_three_replies() -> None:
    replies = _ask_all(PARTS, {"Who designed the Fram?": "Colin Archer"})
    assert [reply.question for reply in replies] == [
        "Who designed the Fram?",
        "Where was Colin Archer born?",
        "",
    ]
    assert [reply.answer for reply in replies] == ["", "Colin Archer", ""]
    assert [reply.usage for reply in replies] == [Usage(), COST, Usage()]


def test_the_first_hop_is_also_searched_by_the_whole_question() -> None:
    first, second, _ = _ask_all(PARTS, {"Who designed the Fram?": "Colin Archer"})
    assert first.queries == ("Who designed the Fram?", QUESTION)
    assert second.queries == ("Where was Colin Archer born?",)


def test_a_question_of_one_hop_is_searched_once() -> None:
    first, last = _ask_all((QUESTION,), {})
    assert (first.question, first.queries, last.question) == (QUESTION, (QUESTION,), "")


def test_what_waits_for_an_answer_that_was_not_found_is_asked_as_the_whole_question() -> None:
    _, second, _ = _ask_all(PARTS, {})
    assert (second.question, second.answer) == (QUESTION, "")
    assert second.reason == "'Where was {1} born?' waits for an answer that was not found"


@pytest.mark.parametrize(
    ("part", "answers", "filled"),
    [
        ("Where was {1} born?", ["Ada"], "Where was Ada born?"),
        ("Did {2} know {1}?", ["Ada", "Babbage"], "Did Babbage know Ada?"),
        ("What is C# 7?", [], "What is C# 7?"),
        ("Where was {2} born?", ["Ada"], None),
        ("Where was {0} born?", ["Ada"], None),
        ("Where was {1} born?", [""], None),
    ],
)
def test_answers_take_the_place_of_references(
    part: str, answers: list[str], filled: str | None
) -> None:
    assert fill_references(part, answers) == filled


def test_a_hop_keeps_its_best() -> None:
    ranked = tuple(make_passage(number) for number in range(KEPT + 2))
    assert Hop("Who?", ("Who?",), ranked).kept == ranked[:KEPT]


@pytest.mark.parametrize(
    ("parts", "answer", "left"),
    [
        (PARTS, "Ada", "Where was Ada born?"),
        (PARTS, "", ""),  # the last hop could not be asked
        (("Who?",), "Ada", ""),  # the whole question is all there is
        (("When was A born?", "When was B born?"), "1815", ""),  # sides of a comparison
        (("Who made A?", "When was {1} born?", "Who made B?", "When was {3} born?"), "Ada", ""),
    ],
)
def test_the_last_hop_of_a_chain_is_what_is_left(
    parts: tuple[str, ...], answer: str, left: str
) -> None:
    decomposer = SyntacticDecomposer(
        QUESTION, lambda question: parts, lambda hop: (answer, Usage())
    )
    hops: list[Hop] = []
    while (reply := decomposer.next_hop(hops)).question:
        hops.append(Hop(reply.question, reply.queries))
    assert decomposer.left == left


@pytest.mark.parametrize(
    ("parts", "takes_apart"),
    [
        (PARTS, True),
        ((QUESTION,), False),
        (("When was A born?", "When was B born?"), False),
        (("Who made A?", "Who made B?", "Did {1} know {2}?"), True),
    ],
)
def test_a_chain_of_hops_is_taken_apart(parts: tuple[str, ...], takes_apart: bool) -> None:
    decomposer = _decompose(parts, lambda hop: ("", COST))
    assert decomposer.takes_apart is takes_apart
