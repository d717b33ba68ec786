"""Claims: names and values decide beside the head, none is the default, quotes are sentences."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from kgplatform.answer.claim_terms import compare_terms
from kgplatform.answer.claims import judge, judge_with_model
from kgplatform.errors import BadReply
from kgplatform.models.reading_heads.heads import Reading, Support
from kgplatform.records import ScoredPassage
from kgplatform.testing import ScriptedChatModel
from kgplatform.text.sentences import split_by_punctuation

pytestmark = pytest.mark.unit

TEXT = "The Norge was designed in 1925. It flew over the pole. The price was EUR 4,000."
PASSAGE = ScoredPassage("p", "d", "Norge", "file:///norge.txt", TEXT, 0.5)


class Heads:
    """Takes every sentence for the same: what it does to a claim is what it was made with."""

    version = "test"

    def __init__(self, support: Support) -> None:
        self._support = support

    def read(self, question: str, passages: Sequence[str]) -> list[Reading]:
        """Return the same reading for each."""
        return [Reading((), 1.0, self._support, 0.5) for _ in passages]


def check(claim: str, support: Support) -> tuple[list[str], list[str]]:
    """Return the quotes for and against a claim by heads that see the same everywhere."""
    found = judge(claim, [PASSAGE], Heads(support), split_sentences=split_by_punctuation)
    assert {c.quote for c in (*found.supporting, *found.contradicting)} <= {
        TEXT[start:end].strip() for start, end in split_by_punctuation(TEXT)
    }
    return [c.quote for c in found.supporting], [c.quote for c in found.contradicting]


STATES, DENIES = Support(0.02, 0.03, 0.95), Support(0.95, 0.03, 0.02)
OPEN = Support(0.02, 0.95, 0.03)


@pytest.mark.parametrize(
    ("claim", "support", "supporting", "contradicting"),
    [
        ("The Norge was designed in 1925.", STATES, ["The Norge was designed in 1925."], []),
        ("The Norge was designed in 1926.", STATES, [], ["The Norge was designed in 1925."]),
        ("The Norge was designed in 1926.", OPEN, [], []),
        ("The Norge was not designed in 1925.", STATES, [], ["The Norge was designed in 1925."]),
        ("The Norge was not designed in 1925.", DENIES, [], ["The Norge was designed in 1925."]),
        ("The Italia was designed in 1925.", STATES, [], []),
        ("The price was EUR 4,000.", STATES, ["The price was EUR 4,000."], []),
        ("The price was EUR 3,000.", STATES, [], ["The price was EUR 4,000."]),
        ("Horses do not eat snow.", DENIES, [], []),
        ("The Norge flew over the pole.", STATES, ["It flew over the pole."], []),
    ],
)
def test_a_claim_needs_its_own_names_and_values(
    claim: str, support: Support, supporting: list[str], contradicting: list[str]
) -> None:
    assert check(claim, support) == (supporting, contradicting)


@pytest.mark.parametrize(
    ("claim", "sentence", "lacks"),
    [
        ("It opened in 1919.", "It opened in January 1919.", False),
        ("It opened in January 1919.", "It opened in 1919.", True),
        ("It ran from 1914 to 1917.", "It ran in 1915.", True),
        ("It weighs 3 kg.", "It weighs 3 t.", True),
        ("Roald Amundsen left.", "Amundsen left.", False),
        ("Pump P-101 failed.", "Pump P-102 failed.", True),
    ],
)
def test_a_value_is_held_where_the_text_is_as_exact(claim: str, sentence: str, lacks: bool) -> None:
    assert compare_terms(claim, sentence).lacks == lacks


@pytest.mark.parametrize(
    ("claim", "sentence", "replaces"),
    [
        ("The captain is Ann Lee.", "The captain is Bo Berg.", True),
        ("The crew met Ann Lee.", "The crew met Bo Berg.", False),
        ("The lock opened.", "The lock never opened.", True),
        ("The lock opened.", "The lock was to be opened.", False),
    ],
)
def test_another_name_is_against_a_claim_of_what_is_definite(
    claim: str, sentence: str, replaces: bool
) -> None:
    assert compare_terms(claim, sentence).replaces == replaces


def test_of_the_sentence_before_only_names_count() -> None:
    claim, before = "Ann Lee boarded the boat in Oslo.", "Ann Lee boarded the boat in Oslo."
    assert compare_terms(claim, "She was not seen again.", "Ann Lee", before).coverage < 0.7
    assert compare_terms(claim, "She boarded the boat there.", "", before).coverage == 1.0
    assert not compare_terms(claim, "She boarded the boat there.", "", before).lacks


def test_a_model_names_sentences_and_writes_none() -> None:
    chat = ScriptedChatModel([json.dumps({"states": [1, 1, 99], "contradicts": [3]})])
    found = judge_with_model("Norge", [PASSAGE], chat, split_sentences=split_by_punctuation)
    assert [c.quote for c in found.supporting] == ["The Norge was designed in 1925."]
    assert [c.quote for c in found.contradicting] == ["The price was EUR 4,000."]
    assert (found.judge, found.usage.llm_calls) == (chat.name, 1)
    assert "[2] (Norge) It flew over the pole." in chat.requests[0].messages[-1]["content"]


@pytest.mark.parametrize("reply", ["yes", '{"states": [1], "contradicts": [1]}'])
def test_a_reply_that_cannot_be_used_is_an_error(reply: str) -> None:
    chat = ScriptedChatModel([reply])
    with pytest.raises(BadReply):
        judge_with_model("Norge", [PASSAGE], chat, split_sentences=split_by_punctuation)
