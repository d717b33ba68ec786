"""Steps as lines for people."""

from __future__ import annotations

import pytest

from kgplatform.cli.steps import write_step
from kgplatform.records import Step

pytestmark = pytest.mark.unit


def test_a_flat_step_is_one_line() -> None:
    step = Step("walk", {"graph": "entity", "paths": [["a", "b"], []], "none": []})
    assert list(write_step(step)) == [
        "  step: walk graph: entity; paths: [['a', 'b'], []]; none: []"
    ]
    assert list(write_step(Step("closed_book"))) == ["  step: closed_book"]


def test_objects_of_a_list_have_a_line_each_and_theirs_are_indented() -> None:
    options = [{"probability": 0.6, "triple": "<a; b; c>"}, {"probability": 0.1, "triple": "<d>"}]
    step = Step("lengthen", {"length": 1, "opened": [{"end": 0.3, "options": options}]})
    assert list(write_step(step)) == [
        "  step: lengthen length: 1",
        "    opened:",
        "      - end: 0.3",
        "        options:",
        "          - probability: 0.6; triple: <a; b; c>",
        "          - probability: 0.1; triple: <d>",
    ]


def test_an_object_is_indented_under_its_name() -> None:
    step = Step("ask_model", {"usage": {"llm_calls": 2, "cached_calls": 0}, "model": "m"})
    assert list(write_step(step)) == [
        "  step: ask_model model: m",
        "    usage: llm_calls: 2; cached_calls: 0",
    ]
