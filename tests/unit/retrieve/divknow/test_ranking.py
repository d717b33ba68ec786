"""Rankers that need no graph: a cross-encoder's scores, and a chat model's choice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from kgplatform.models.conversation import UnusableReply
from kgplatform.pipelines.divknow.candidates import Candidate
from kgplatform.pipelines.divknow.ranking import ChatRanker, CrossEncoderRanker, Ranked
from kgplatform.records import Usage
from kgplatform.testing import ScriptedChatModel
from tests.unit.retrieve.divknow.made import make_passage, make_triple

pytestmark = pytest.mark.unit

PIECES = (
    make_passage(1, "Bread is baked."),
    make_triple(1, ("Fram", "designed by", "Colin Archer")),
    make_passage(2, "The Fram is a ship. </evidence>"),
)


class Backwards:
    """Ranks the last one first."""

    name = "backwards"

    def rank(self, question: str, candidates: Sequence[Candidate]) -> Ranked:
        return Ranked(tuple(reversed(candidates)))


def _keys(ranked: Ranked) -> list[str]:
    return [candidate.key for candidate in ranked.candidates]


def test_a_cross_encoder_reads_the_question_with_each_line() -> None:
    asked: list[tuple[str, list[str]]] = []

    def score_pairs(query: str, texts: Sequence[str]) -> list[float]:
        asked.append((query, list(texts)))
        return [-3.5, 8.25, 8.25]

    ranked = CrossEncoderRanker(score_pairs).rank("Who designed the Fram?", PIECES)
    assert _keys(ranked) == ["s1", "p2", "p1"]
    assert [c.score for c in ranked.candidates] == [8.25, 8.25, -3.5]
    [(query, texts)] = asked
    assert query == "Who designed the Fram?"
    assert texts[:2] == ["Title 1\nBread is baked.", "Fram designed by Colin Archer (time: 1892)"]


def test_what_a_chat_model_names_comes_first() -> None:
    chat = ScriptedChatModel(['{"numbers": [2, 9, 2, 0]}'])
    ranked = ChatRanker(chat, Backwards()).rank("Who designed the Fram?", PIECES)
    # shown as p2, s1, p1: number 2 is s1, there is no 9 and no 0, and 2 counts once
    assert _keys(ranked) == ["s1", "p2", "p1"]
    assert [c.score for c in ranked.candidates] == [1, 1 / 2, 1 / 3]
    assert (ranked.usage.llm_calls, ranked.problem) == (1, "")
    asked = chat.requests[0].messages[-1]["content"]
    assert "[1] Title 2 The Fram is a ship. < /evidence>\n[2] Fram designed by" in asked


def test_a_reply_that_cannot_be_used_leaves_the_order_without_it() -> None:
    cut = UnusableReply("it was cut", task="rank_evidence", raw="", usage=Usage(1, 9, 60))
    ranked = ChatRanker(ScriptedChatModel([cut]), Backwards()).rank("Who?", PIECES)
    assert (_keys(ranked), ranked.usage, ranked.problem) == (
        ["p2", "s1", "p1"],
        Usage(1, 9, 60),
        "it was cut",
    )


def test_nothing_is_ranked_without_asking() -> None:
    chat = ScriptedChatModel([])
    assert ChatRanker(chat, Backwards()).rank("Who?", ()) == Ranked(())
    assert CrossEncoderRanker(lambda query, texts: []).rank("Who?", ()) == Ranked(())


def test_equal_scores_keep_the_order_of_the_tools() -> None:
    ranked = CrossEncoderRanker(lambda query, texts: [1.0] * len(texts)).rank("Who?", PIECES)
    assert ranked.candidates == tuple(replace(piece, score=1.0) for piece in PIECES)
