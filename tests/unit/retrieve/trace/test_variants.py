"""Names of TRACE's variants."""

from __future__ import annotations

from functools import partial

import pytest

from kgplatform.errors import UsageError
from kgplatform.pipelines.methods import choose_method, method_settings
from kgplatform.retrieve.trace.variants import DEFAULT_VARIANT, Variant, find_variant
from kgplatform.testing import ScriptedChatModel

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("name", "variant"),
    [
        ("trace", DEFAULT_VARIANT),
        ("trace-sentence", DEFAULT_VARIANT),
        ("trace-triple", Variant("triple", "auto", "adaptive")),
        ("trace-doc", Variant("doc", "auto", "adaptive")),
        ("trace-triple-chat", Variant("triple", "chat", "adaptive")),
        ("trace-doc-embedding-fixed", Variant("doc", "embedding", "fixed")),
        ("trace-triple-auto-adaptive-20", Variant("triple", chains="20")),
    ],
)
def test_a_name_tells_the_variant(name: str, variant: Variant) -> None:
    assert find_variant(name) == variant


@pytest.mark.parametrize(
    "name",
    ["graph", "kgp", "trace-", "trace-fixed", "trace-doc-llm", "trace-doc-chat-fixed-7", "tracer"],
)
def test_other_names_are_no_variants(name: str) -> None:
    assert find_variant(name) is None


def test_only_the_selector_chat_cannot_do_without_a_model() -> None:
    asks = {name: Variant(selector=name).asks_chat for name in ("auto", "chat", "embedding")}
    needs = {name: Variant(selector=name).needs_chat for name in asks}
    assert asks == {"auto": True, "chat": True, "embedding": False}
    assert needs == {"auto": False, "chat": True, "embedding": False}


def test_the_model_is_opened_for_variants_that_ask_one() -> None:
    chat = ScriptedChatModel([])
    opened: list[str] = []

    def open_chat() -> ScriptedChatModel:
        opened.append("chat")
        return chat

    name, retrieve = choose_method("trace", open_chat=open_chat)
    assert (name, opened) == ("trace", ["chat"])
    assert isinstance(retrieve, partial)
    assert retrieve.keywords == {"variant": DEFAULT_VARIANT, "chat": chat, "linguistics": None}
    _, retrieve = choose_method("trace-doc-embedding", open_chat=open_chat)
    assert isinstance(retrieve, partial)
    parts = {"chat": None, "linguistics": None}
    assert retrieve.keywords == {"variant": Variant("doc", "embedding"), **parts}
    assert opened == ["chat"]


def test_runs_record_the_model_and_its_prompts_where_one_is_asked() -> None:
    chat = ScriptedChatModel([], name="small")
    settings = method_settings("trace-doc", chat)
    assert settings["method_model"] == "small"
    assert settings["method_prompts"].keys() == {"next_triple", "triples"}
    assert method_settings("trace-doc-embedding", chat) == {}
    assert method_settings("trace", None) == {}
    with pytest.raises(UsageError, match="chat_base_url"):
        method_settings("trace-triple-chat", None)
