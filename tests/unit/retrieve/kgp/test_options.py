"""Recipes of kgp, and what a method needs before it can be asked."""

from __future__ import annotations

from itertools import product

import pytest

from kgplatform.errors import UsageError
from kgplatform.pipelines.methods import (
    Shaping,
    find_shaping,
    is_method,
    method_settings,
    open_retriever,
)
from kgplatform.retrieve.kgp.neighbours import GRAPHS
from kgplatform.retrieve.kgp.options import AGENTS, DEFAULT_OPTIONS, GRAPH_NAMES, KgpOptions
from kgplatform.testing import ScriptedChatModel
from tests.unit.retrieve.shared import OpenedResources

pytestmark = pytest.mark.unit


def test_every_graph_goes_with_every_agent() -> None:
    assert set(GRAPH_NAMES) == set(GRAPHS)
    for graph, agent in product(GRAPH_NAMES, AGENTS):
        assert KgpOptions.parse(f"{graph}-{agent}") == KgpOptions(graph=graph, agent=agent)


def test_plain_kgp_asks_no_model() -> None:
    assert not DEFAULT_OPTIONS.asks_chat
    assert method_settings("kgp", None) == {}


@pytest.mark.parametrize(
    "name", ["kgp-", "kgp-keyword-", "kgp-chat-chat", "kgp-keyword-entity", "passages-chat", "kg"]
)
def test_other_names_are_no_method(name: str) -> None:
    assert not is_method(name)
    with pytest.raises(UsageError, match=r"kgp may be followed by -keyword|choose auto"):
        open_retriever(OpenedResources(), name)


def test_chat_model_is_opened_by_the_methods_that_ask_it() -> None:
    resources = OpenedResources()
    for name in ("auto", "graph", "kgp", "kgp-entity-encoder"):
        open_retriever(resources, name)
    assert resources.opened == []
    open_retriever(resources, "kgp-entity-chat")
    assert resources.opened == ["chat"]


def test_a_run_names_the_model_and_prompts_of_classifier_and_agent() -> None:
    settings = method_settings("kgp-entity-chat", ScriptedChatModel([], name="small"))
    assert settings["method_model"] == "small"
    assert settings["method_prompts"].keys() == {"structure", "next_evidence"}


def test_only_the_keyword_graph_needs_links() -> None:
    linked = [f"kgp-keyword-{agent}" for agent in AGENTS]
    others = [f"kgp-{graph}-chat" for graph in GRAPH_NAMES if graph != "keyword"]
    assert {find_shaping(name).links for name in linked} == {("keyword",)}
    assert {find_shaping(name) for name in (*others, "kgp", "graph")} == {Shaping()}


def test_a_method_that_asks_a_model_says_that_there_is_none() -> None:
    with pytest.raises(UsageError, match="chat_model"):
        method_settings("kgp-entity-chat", None)
