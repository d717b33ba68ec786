"""Names of the variants of holmes, and which models they open."""

from __future__ import annotations

from dataclasses import asdict

import pytest

from kgplatform.errors import UsageError
from kgplatform.models.conversation import ChatModel
from kgplatform.pipelines.methods import choose_method, find_complement, is_method, method_settings
from kgplatform.retrieve.holmes.variants import DEFAULT_VARIANT, PARTS, Variant, find_variant
from kgplatform.testing import ScriptedChatModel

pytestmark = pytest.mark.unit


def test_plain_holmes_has_all_parts() -> None:
    assert find_variant("holmes") == DEFAULT_VARIANT
    assert all(asdict(DEFAULT_VARIANT).values())


def left_out_of(name: str) -> set[str]:
    variant = find_variant(name)
    assert variant is not None
    return {part for part, is_used in asdict(variant).items() if not is_used}


def test_a_part_leaves_out_what_it_names() -> None:
    for name, parts in PARTS.items():
        assert left_out_of(f"holmes-{name}") == set(parts)
    assert {part for parts in PARTS.values() for part in parts} == set(asdict(Variant()))


def test_several_parts_can_be_named() -> None:
    name = "holmes-facts-no-qualifiers-no-schema"
    assert left_out_of(name) == {"sentences", "qualifiers", "auxiliary"}
    assert left_out_of("holmes-reached") == {"ranked"}
    assert left_out_of("holmes-paper-no-complement") == {
        "ranked", "context", "sentences", "complement",
    }  # fmt: skip
    assert find_complement("holmes-facts-no-complement") is None


@pytest.mark.parametrize(
    "name",
    [
        "holmes-",
        "holmes-no",
        "holmes-no-name",
        "holmes-facts-facts",
        "holmes-factslast",
        "holme",
        "graph-facts",
    ],
)
def test_other_names_are_no_method(name: str) -> None:
    assert not is_method(name)
    with pytest.raises(UsageError, match="holmes-VARIANT"):
        choose_method(name)


def test_chat_model_and_parser_are_opened_for_holmes_alone() -> None:
    opened: list[str] = []

    def open_chat() -> ChatModel | None:
        opened.append("chat")
        return None

    def open_linguistics() -> None:
        opened.append("linguistics")

    choose_method("graph", open_chat=open_chat, open_linguistics=open_linguistics)
    assert opened == []
    name, _ = choose_method("holmes-facts", open_chat=open_chat, open_linguistics=open_linguistics)
    assert (name, opened) == ("holmes-facts", ["chat", "linguistics"])


def test_a_run_names_the_model_and_the_prompts_where_there_is_one() -> None:
    assert method_settings("holmes", None) == {}
    settings = method_settings("holmes", ScriptedChatModel([], name="small"))
    assert settings["method_model"] == "small"
    assert settings["method_prompts"].keys() == {"extract", "question_relations"}


def test_complementary_retrieval_can_be_left_out() -> None:
    assert find_complement("holmes") is not None
    assert find_complement("holmes-no-complement") is None
    assert find_complement("graph") is None
