"""The hops of a plan, and what DetLLM is handed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kgplatform.pipelines.divknow.dependencies import make_dependencies
from kgplatform.plan.builder import PlanBuilder
from kgplatform.plan.hops import list_hops
from kgplatform.plan.language import INTERSECTION
from kgplatform.records import Evidence, ScoredPassage, Usage
from kgplatform.runtime.resources import Resources
from kgplatform.settings import Settings
from kgplatform.testing import ScriptedChatModel
from tests.pipeline import heads, linguistics

pytestmark = pytest.mark.unit


def test_hops_are_the_sub_questions_in_their_order() -> None:
    builder = PlanBuilder("Where was the designer of the Fram born?")
    designer = builder.ask("Who designed the Fram?")
    plan = builder.finish(builder.ask("Where was ", designer, " born?"))
    assert list_hops(plan) == ("Who designed the Fram?", "Where was {1} born?")


def test_what_waits_for_a_set_has_a_reference_that_nothing_fills() -> None:
    builder = PlanBuilder("Where was who sailed both born?")
    sailed = [builder.ask(f"Who sailed the {ship}?") for ship in ("Fram", "Gjøa")]
    both = builder.combine(INTERSECTION, sailed)
    plan = builder.finish(builder.ask("Where was ", both, " born?"))
    assert list_hops(plan)[2] == "Where was {0} born?"


class _Resources:
    settings = Settings(cross_encoder=None)

    def __init__(self, chat: ScriptedChatModel | None = None) -> None:
        self.chat = chat
        self.linguistics, self.reading_heads = linguistics(), heads()


JAWS = "Jaws is a 1975 film directed by Steven Spielberg."
FOUND = Evidence(passages=(ScoredPassage("p", "d", "Jaws", "u", JAWS, 1.0),))


def test_syntax_decomposes_and_the_extractive_reader_answers() -> None:
    resources: Any = _Resources()
    parts = make_dependencies(resources)
    assert (parts.look_up, parts.score_pairs) == (None, None)
    hops = parts.decompose("What is the place of birth of the director of Jaws?")
    assert list(hops) == ["Who is the director of Jaws?", "What is the place of birth of {1}?"]
    told = parts.read(hops[0], FOUND, may_ask_chat=True)
    assert told == ("Steven Spielberg", Usage())
    assert parts.read(hops[0], Evidence(), may_ask_chat=True) == ("", Usage())


def test_the_model_reads_what_answers_a_hop_where_it_may() -> None:
    chat = ScriptedChatModel(['{"answer": "Spielberg", "evidence": [1]}'])
    resources: Any = _Resources(chat)
    parts = make_dependencies(resources)
    question = "Who is the director of Jaws?"
    answer, usage = parts.read(question, FOUND, may_ask_chat=True)
    assert (answer, usage.llm_calls, len(chat.requests)) == ("Spielberg", 1, 1)
    assert parts.read(question, FOUND, may_ask_chat=False) == ("Steven Spielberg", Usage())
    assert len(chat.requests) == 1


def test_the_cross_encoder_is_loaded_once_and_not_before_it_scores(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    loaded: list[str] = []

    def load(name: str) -> Any:
        loaded.append(name)
        return lambda query, texts: [float(len(text)) for text in texts]

    monkeypatch.setattr("kgplatform.models.cross_encoder.load_cross_encoder", load)
    resources = Resources(Settings(home=tmp_path, cross_encoder="any"))
    first, second = (make_dependencies(resources).score_pairs for _ in range(2))
    assert loaded == []
    assert first is not None
    assert second is not None
    assert (first("q", ["a", "bb"]), second("q", ["ccc"])) == ([1.0, 2.0], [3.0])
    assert loaded == ["any"]
