"""Steps as lines for people."""

from __future__ import annotations

import pytest

from kgplatform.cli.explain import list_ids, title_steps, write_step
from kgplatform.records import Step

pytestmark = pytest.mark.unit


def test_a_flat_step_is_one_line() -> None:
    step = Step(
        "walk", {"graph": "entity", "named": [1, 2], "none": [], "said": "a\tb\n", "who": None}
    )
    assert list(write_step(step)) == [
        "  step: walk graph: entity; named: 1, 2; none: none; said: a b; who: none"
    ]
    assert list(write_step(Step("closed_book"))) == ["  step: closed_book"]


def test_words_of_a_list_have_a_line_each() -> None:
    step = Step("read", {"names": ["Fram", "Oslo"], "by": "words", "paths": [["a", "b"], []]})
    assert list(write_step(step)) == [
        "  step: read by: words",
        "    names:",
        "      - Fram",
        "      - Oslo",
        "    paths:",
        "      - a, b",
        "      - none",
    ]


def test_where_a_fact_stands_is_a_span_and_other_ids_are_left_out() -> None:
    fact = {"fact": "Fram | is | ship", "statement_id": "s1", "passage_id": "p1"}
    step = Step("prune", {"passage_ids": ["p1"], "kept": [{**fact, "start": 3, "end": 9}]})
    assert list(write_step(step)) == [
        "  step: prune",
        "    kept:",
        "      - fact: Fram | is | ship; span: p1 [3:9]",
    ]


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


def test_passages_of_a_list_are_named_by_their_titles() -> None:
    fram, oslo = "a" * 24, "b" * 24
    step = Step("walk", {"from": [fram, "Q1"], "paths": [[fram, oslo], []], "agent": oslo})
    assert list_ids([step]) == [fram, oslo]
    [titled] = title_steps([step], {fram: "Fram", oslo: "Oslo"})
    assert list(write_step(titled)) == [
        f"  step: walk agent: {oslo}",
        "    from:",
        f"      - Fram ({fram})",
        "      - Q1",
        "    paths:",
        f"      - Fram, Oslo ({fram}, {oslo})",
        "      - none",
    ]


def test_an_object_is_indented_under_its_name() -> None:
    step = Step("ask_model", {"usage": {"llm_calls": 2, "cached_calls": 0}, "model": "m"})
    assert list(write_step(step)) == [
        "  step: ask_model model: m",
        "    usage: llm_calls: 2; cached_calls: 0",
    ]


def test_a_plan_or_query_keeps_its_lines() -> None:
    step = Step("plan", {"plan": "SELECT ?x\n\nWHERE {\n\t?x ?y ?z }\n", "pattern": "1p"})
    assert list(write_step(step)) == [
        "  step: plan pattern: 1p",
        "    plan:",
        "      SELECT ?x",
        "      WHERE {",
        "        ?x ?y ?z }",
    ]
