"""Recipes of DetLLM."""

from __future__ import annotations

from typing import Any

import pytest

from kgplatform.errors import UsageError
from kgplatform.pipelines.divknow.options import (
    DEFAULT_OPTIONS,
    SOURCES,
    DivKnowOptions,
    Sources,
)
from kgplatform.pipelines.methods import is_method, method_settings, open_retriever
from kgplatform.testing import ScriptedChatModel
from tests.unit.retrieve.shared import OpenedResources

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("recipe", "options"),
    [
        ("separate-sparql-auto-auto", {}),
        ("nosparql", {"sparql": "nosparql"}),
        ("unified", {"sources": "unified"}),
        ("unified_dense-nosparql", {"sources": "unified_dense", "sparql": "nosparql"}),
        ("nosparql-text-bi", {"sources": "text", "sparql": "nosparql", "ranker": "bi"}),
        ("chat", {"decomposer": "chat"}),
        ("auto-chat", {"ranker": "chat"}),
        ("sparse-cross", {"sources": "sparse", "ranker": "cross"}),
    ],
)
def test_a_recipe_sets_options(recipe: str, options: dict[str, Any]) -> None:
    assert DivKnowOptions.parse(recipe) == DivKnowOptions(**options)
    assert is_method(f"divknow-{recipe}")


@pytest.mark.parametrize("name", ["divknow-", "divknow-dense", "divknow-text-unified", "divknows"])
def test_other_names_are_no_method(name: str) -> None:
    assert not is_method(name)


def test_the_sources_are_those_of_table_3() -> None:
    assert set(SOURCES) == {word for word, sets in DivKnowOptions.words() if "sources" in sets}
    assert SOURCES["separate"] == Sources("dense", "sparse", is_unified=False)
    assert SOURCES["sparse"] == Sources("sparse", "sparse", is_unified=False)
    assert SOURCES["unified"] == Sources("sparse", "sparse", is_unified=True)
    assert SOURCES["unified_dense"] == Sources("dense", "dense", is_unified=True)
    assert SOURCES["text"].triples == ""


@pytest.mark.parametrize(
    ("options", "asks", "needs"),
    [
        (DEFAULT_OPTIONS, True, False),
        (DivKnowOptions(decomposer="syntax"), False, False),
        (DivKnowOptions(decomposer="chat"), True, True),
        (DivKnowOptions(decomposer="syntax", ranker="chat"), True, True),
    ],
)
def test_who_asks_and_who_needs_a_model(options: DivKnowOptions, asks: bool, needs: bool) -> None:
    assert (options.asks_chat, options.needs_chat) == (asks, needs)


def test_the_chat_model_is_opened_where_it_is_asked() -> None:
    for name, opened in (
        ("graph", []),
        ("divknow-syntax", ["wikidata"]),
        ("divknow-text", ["chat", "wikidata"]),
    ):
        resources = OpenedResources(ScriptedChatModel([]))
        open_retriever(resources, name)
        assert resources.opened == opened


def test_runs_record_the_model_and_its_prompts_where_one_is_asked() -> None:
    chat = ScriptedChatModel([], name="small")
    settings = method_settings("divknow", chat)
    assert settings["method_model"] == "small"
    assert settings["method_prompts"].keys() == {"next_query", "rank_evidence", "write_sparql"}
    assert method_settings("divknow-syntax", chat) == {}
    assert method_settings("divknow", None) == {}
    with pytest.raises(UsageError, match="chat_base_url"):
        method_settings("divknow-auto-chat", None)
