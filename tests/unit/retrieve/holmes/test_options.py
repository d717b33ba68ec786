"""Recipes of holmes, and which models it opens."""

from __future__ import annotations

import pytest

from kgplatform.errors import UsageError
from kgplatform.pipelines.methods import find_complement, is_method, method_settings, open_retriever
from kgplatform.retrieve.holmes.options import DEFAULT_OPTIONS, HolmesOptions
from kgplatform.testing import ScriptedChatModel
from tests.unit.retrieve.shared import OpenedResources

pytestmark = pytest.mark.unit


def test_plain_holmes_has_all_parts() -> None:
    assert all(DEFAULT_OPTIONS.model_dump().values())


def left_out_of(recipe: str) -> set[str]:
    options = HolmesOptions.parse(recipe)
    assert options is not None
    return {part for part, is_used in options.model_dump().items() if not is_used}


def test_a_part_leaves_out_what_it_names() -> None:
    for word, sets in HolmesOptions.WORDS.items():
        assert left_out_of(word) == set(sets)
    assert set().union(*HolmesOptions.WORDS.values()) == set(HolmesOptions.model_fields)


def test_several_parts_can_be_named() -> None:
    recipe = "facts-no-qualifiers-no-schema"
    assert left_out_of(recipe) == {"sentences", "qualifiers", "auxiliary"}
    assert left_out_of("reached") == {"ranked"}
    assert left_out_of("paper-no-complement") == {
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
        "passages-facts",
    ],
)
def test_other_names_are_no_method(name: str) -> None:
    assert not is_method(name)
    with pytest.raises(UsageError, match=r"holmes may be followed by -no-pruning|choose auto"):
        open_retriever(OpenedResources(), name)


def test_chat_model_and_parser_are_opened_for_holmes_alone() -> None:
    resources = OpenedResources()
    open_retriever(resources, "graph")
    assert resources.opened == []
    open_retriever(resources, "holmes-facts")
    assert resources.opened == ["chat", "linguistics"]


def test_a_run_names_the_model_and_the_prompts_where_there_is_one() -> None:
    assert method_settings("holmes", None) == {}
    settings = method_settings("holmes", ScriptedChatModel([], name="small"))
    assert settings["method_model"] == "small"
    assert settings["method_prompts"].keys() == {"extract", "question_relations"}


def test_complementary_retrieval_can_be_left_out() -> None:
    assert find_complement("holmes") is not None
    assert find_complement("holmes-no-complement") is None
    assert find_complement("graph") is None
