"""Names of DetLLM's variants."""

from __future__ import annotations

from functools import partial

import pytest

from kgplatform.errors import UsageError
from kgplatform.pipelines.divknow.dependencies import NO_DEPENDENCIES, Dependencies
from kgplatform.pipelines.divknow.variants import (
    DEFAULT_VARIANT,
    SOURCES,
    Sources,
    Variant,
    find_variant,
)
from kgplatform.pipelines.methods import choose_method, is_method, method_settings
from kgplatform.testing import ScriptedChatModel

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("name", "variant"),
    [
        ("divknow", DEFAULT_VARIANT),
        ("divknow-separate-sparql-auto-auto", DEFAULT_VARIANT),
        ("divknow-nosparql", Variant(sparql="nosparql")),
        ("divknow-unified", Variant("unified")),
        ("divknow-unified_dense-nosparql", Variant("unified_dense", "nosparql")),
        ("divknow-text-nosparql-syntax-bi", Variant("text", "nosparql", "syntax", "bi")),
        ("divknow-chat", Variant(decomposer="chat")),
        ("divknow-auto-chat", Variant(ranker="chat")),
        ("divknow-sparse-cross", Variant("sparse", ranker="cross")),
    ],
)
def test_a_name_tells_the_variant(name: str, variant: Variant) -> None:
    assert find_variant(name) == variant
    assert is_method(name)


@pytest.mark.parametrize(
    "name", ["graph", "trace", "divknow-", "divknow-dense", "divknow-nosparql-text", "divknows"]
)
def test_other_names_are_no_variants(name: str) -> None:
    assert find_variant(name) is None


def test_the_sources_are_those_of_table_3() -> None:
    assert SOURCES["separate"] == Sources("dense", "sparse", is_unified=False)
    assert SOURCES["sparse"] == Sources("sparse", "sparse", is_unified=False)
    assert SOURCES["unified"] == Sources("sparse", "sparse", is_unified=True)
    assert SOURCES["unified_dense"] == Sources("dense", "dense", is_unified=True)
    assert SOURCES["text"].triples == ""


@pytest.mark.parametrize(
    ("variant", "asks", "needs"),
    [
        (DEFAULT_VARIANT, True, False),
        (Variant(decomposer="syntax"), False, False),
        (Variant(decomposer="chat"), True, True),
        (Variant(decomposer="syntax", ranker="chat"), True, True),
    ],
)
def test_who_asks_and_who_needs_a_model(variant: Variant, asks: bool, needs: bool) -> None:
    assert (variant.asks_chat, variant.needs_chat) == (asks, needs)


def test_models_and_outer_parts_are_opened_for_it_alone() -> None:
    chat, dependencies = ScriptedChatModel([]), Dependencies()
    opened: list[str] = []

    def open_dependencies() -> Dependencies:
        opened.append("dependencies")
        return dependencies

    choose_method("graph", open_dependencies=open_dependencies)
    assert opened == []
    _, retrieve = choose_method(
        "divknow-text", open_chat=lambda: chat, open_dependencies=open_dependencies
    )
    assert isinstance(retrieve, partial)
    assert retrieve.keywords == {
        "chat": chat,
        "dependencies": dependencies,
        "variant": Variant("text"),
    }
    _, retrieve = choose_method("divknow-syntax", open_chat=lambda: chat)
    assert isinstance(retrieve, partial)
    assert (retrieve.keywords["chat"], retrieve.keywords["dependencies"]) == (None, NO_DEPENDENCIES)


def test_runs_record_the_model_and_its_prompts_where_one_is_asked() -> None:
    chat = ScriptedChatModel([], name="small")
    settings = method_settings("divknow", chat)
    assert settings["method_model"] == "small"
    assert settings["method_prompts"].keys() == {"next_query", "rank_evidence", "write_sparql"}
    assert method_settings("divknow-syntax", chat) == {}
    assert method_settings("divknow", None) == {}
    with pytest.raises(UsageError, match="chat_base_url"):
        method_settings("divknow-auto-chat", None)
