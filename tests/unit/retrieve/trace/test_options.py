"""Recipes of TRACE."""

from __future__ import annotations

from typing import Any

import pytest

from kgplatform.errors import UsageError
from kgplatform.pipelines.methods import is_method, method_settings, open_retriever
from kgplatform.retrieve.trace.options import TraceOptions
from kgplatform.testing import ScriptedChatModel
from tests.unit.retrieve.shared import OpenedResources

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("recipe", "options"),
    [
        ("sentence", {}),
        ("triple", {"context": "triple"}),
        ("doc", {"context": "doc"}),
        ("fixed", {"length": "fixed"}),
        ("triple-chat", {"context": "triple", "selector": "chat"}),
        ("doc-embedding-fixed", {"context": "doc", "selector": "embedding", "length": "fixed"}),
        ("triple-auto-adaptive-20", {"context": "triple", "chains": "20"}),
    ],
)
def test_a_recipe_sets_options(recipe: str, options: dict[str, Any]) -> None:
    assert TraceOptions.parse(recipe) == TraceOptions(**options)


@pytest.mark.parametrize(
    "name", ["trace-", "trace-doc-triple", "trace-doc-llm", "trace-doc-chat-fixed-7", "tracer"]
)
def test_other_names_are_no_method(name: str) -> None:
    assert not is_method(name)


def test_only_the_selector_chat_cannot_do_without_a_model() -> None:
    asks = {name: TraceOptions(selector=name).asks_chat for name in ("auto", "chat", "embedding")}
    needs = {name: TraceOptions(selector=name).needs_chat for name in asks}
    assert asks == {"auto": True, "chat": True, "embedding": False}
    assert needs == {"auto": False, "chat": True, "embedding": False}


def test_the_model_is_opened_for_variants_that_ask_one() -> None:
    for name, opened in (
        ("trace", ["chat", "linguistics"]),
        ("trace-doc-embedding", ["linguistics"]),
    ):
        resources = OpenedResources(ScriptedChatModel([]))
        open_retriever(resources, name)
        assert resources.opened == opened


def test_runs_record_the_model_and_its_prompts_where_one_is_asked() -> None:
    chat = ScriptedChatModel([], name="small")
    settings = method_settings("trace-doc", chat)
    assert settings["method_model"] == "small"
    assert settings["method_prompts"].keys() == {"next_triple", "triples"}
    assert method_settings("trace-doc-embedding", chat) == {}
    assert method_settings("trace", None) == {}
    with pytest.raises(UsageError, match="chat_base_url"):
        method_settings("trace-triple-chat", None)
