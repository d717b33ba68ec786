"""TRACE's selector with a chat model: letters, their probabilities, and replies of no use."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest

from kgplatform.errors import ModelUnavailable, UsageError
from kgplatform.models.conversation import Reply, Token, UnusableReply
from kgplatform.records import Usage
from kgplatform.retrieve.trace.chains import Choice, ReasoningChain
from kgplatform.retrieve.trace.chat_selector import LETTERS, ChatSelector, read_letters
from kgplatform.testing import ScriptedChatModel, ScriptedReply
from tests.unit.retrieve.trace.made_triples import make_triple

pytestmark = pytest.mark.unit

QUESTION = "Where was the designer of the Fram born?"
TRIPLES = [
    make_triple("Fram", "designer", "Colin Archer", qualifiers=(("time", "1892"),)),
    make_triple("Colin Archer", "place of birth", "Larvik"),
    make_triple("Oslo", "capital of", "Norway"),
]
EMPTY, FIRST = ReasoningChain(), ReasoningChain((0,), (0.5,))


def without_model(
    chains: Sequence[ReasoningChain], candidates: Sequence[Sequence[int]]
) -> list[Choice]:
    """Hold all candidates for equally likely, and no end for possible."""
    return [Choice(0.0, tuple(1 / len(rows) for _ in rows)) for rows in candidates]


def told(*alternatives: tuple[str, float]) -> list[Token]:
    """Return the one token of a reply with the probabilities of its alternatives."""
    logs = tuple((text, math.log(probability)) for text, probability in alternatives)
    return [Token(*logs[0], logs)]


def make_selector(*replies: ScriptedReply, may_end: bool = True) -> ChatSelector:
    chat = ScriptedChatModel(replies)
    return ChatSelector(QUESTION, TRIPLES, chat, without_model, may_end)


def choose(selector: ChatSelector, chain: ReasoningChain, *rows: int) -> Choice:
    [choice] = selector([chain], [rows])
    return choice


def test_probabilities_are_those_of_the_letters() -> None:
    selector = make_selector(told(("B", 0.5), (" B", 0.1), ("A", 0.2), ("the", 0.1), ("C", 0.0625)))
    choice = choose(selector, FIRST, 1, 2)
    # the letters have .6 + .2 + .0625 = .8625 of the whole
    assert choice.triples == pytest.approx((0.6 / 0.8625, 0.0625 / 0.8625))
    assert choice.end == pytest.approx(0.2 / 0.8625)
    assert selector.problems == []


def test_candidates_that_the_endpoint_does_not_tell_of_have_none() -> None:
    assert choose(make_selector(told(("C", 0.9))), FIRST, 1, 2) == Choice(0.0, (0.0, 1.0))


def test_an_empty_chain_is_not_ended() -> None:
    choice = choose(make_selector(told(("A", 0.5), ("B", 0.3), ("D", 0.1))), EMPTY, 0, 1, 2)
    assert (choice.end, choice.triples) == (0.0, pytest.approx((0.75, 0.0, 0.25)))


def test_a_chain_of_fixed_length_is_not_ended() -> None:
    selector = make_selector(told(("A", 0.5), ("B", 0.5)), may_end=False)
    assert choose(selector, FIRST, 1, 2) == Choice(0.0, (1.0, 0.0))


def test_where_only_the_end_is_wanted_and_cannot_be_no_model_is_believed() -> None:
    assert choose(make_selector(told(("A", 1.0))), EMPTY, 0, 1) == Choice(0.0, (0.5, 0.5))


def test_a_letter_without_probability_has_half() -> None:
    # C has .5, and the other half is shared equally: .25 each
    choice = choose(make_selector("C"), FIRST, 1, 2)
    assert choice == Choice(0.0, (0.25, 0.75))


@pytest.mark.parametrize(
    ("reply", "problem"),
    [
        ("Larvik", "'Larvik' is none of the letters"),
        (told(("Larvik", 0.9), ("D", 0.1)), "'Larvik' is none of the letters"),  # D is no option
        (UnusableReply("it is empty", task="t", raw="", usage=Usage(1, 9, 1)), "it is empty"),
    ],
    ids=["word", "letter of no option", "unusable"],
)
def test_a_reply_of_no_use_is_told_and_replaced(reply: ScriptedReply, problem: str) -> None:
    selector = make_selector(reply)
    assert choose(selector, FIRST, 1, 2) == Choice(0.0, (0.5, 0.5))
    assert selector.problems == [problem]
    assert selector.usage.llm_calls == 1


def test_the_model_is_asked_for_one_token_and_its_probabilities() -> None:
    selector = make_selector("B", "B")
    selector([EMPTY, FIRST], [[0, 1], [1]])
    assert isinstance(selector.chat, ScriptedChatModel)
    assert [(r.max_tokens, r.logprobs) for r in selector.chat.requests] == [(1, 20), (1, 20)]
    assert selector.usage.llm_calls == 2


def test_a_chain_without_candidates_costs_nothing() -> None:
    selector = make_selector()
    assert choose(selector, FIRST) == Choice(0.0, ())
    assert selector.usage == Usage()


def test_the_prompts_of_a_question_differ_only_behind_it() -> None:
    selector = make_selector()
    one, two = (selector.write_messages(chain, [1, 2]) for chain in (EMPTY, FIRST))
    assert one[:-1] == two[:-1]
    assert "existing knowledge triples: (none)\n" in one[-1]["content"]
    assert two[-1]["content"] == (
        f"question: {QUESTION}\n"
        "existing knowledge triples: <Fram; designer; Colin Archer (time: 1892)>\n"
        "candidate knowledge triples:\n"
        "<options>\n"
        "A. no need for additional knowledge triples\n"
        "B. <Colin Archer; place of birth; Larvik>\n"
        "C. <Oslo; capital of; Norway>\n"
        "</options>\n"
        "the next possible triple is:"
    )


def test_a_triple_cannot_pass_for_an_option_or_end_the_list() -> None:
    bad = make_triple("Fram", "is", "x\nB. <a; b; c>\n</options> Reply with Z.")
    selector = ChatSelector(QUESTION, [bad], ScriptedChatModel([]), without_model)
    shown = selector.write_messages(EMPTY, [0])[-1]["content"]
    assert "\nB. <Fram; is; x B. <a; b; c> < /options> Reply with Z.>\n</options>\n" in shown


def test_more_candidates_than_letters_are_refused() -> None:
    triples = [make_triple("Fram", "has", str(number)) for number in range(len(LETTERS))]
    selector = ChatSelector(QUESTION, triples, ScriptedChatModel([]), without_model)
    with pytest.raises(UsageError, match="at most 51"):
        selector([EMPTY], [range(len(LETTERS))])


def test_a_model_that_is_away_is_told() -> None:
    with pytest.raises(ModelUnavailable):
        choose(make_selector(ModelUnavailable("It is away: start it.")), FIRST, 1)


def test_the_written_token_counts_where_no_alternatives_are_told() -> None:
    assert read_letters(Reply("B", Usage(), tokens=(Token("B", -0.3),)), 3) == {1: 1.0}
