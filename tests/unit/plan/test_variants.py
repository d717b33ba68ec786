"""A recipe's name says who plans and how the passages of each step are found."""

from __future__ import annotations

from typing import Any

import pytest

from kgplatform.pipelines.plan.variants import PlanOptions, find_plan

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("plan", ("auto", "auto")),
        ("plan-syntactic", ("syntactic", "auto")),
        ("plan-chat-passages", ("chat", "passages")),
        ("plan-tuned-graph", ("tuned", "graph")),
        ("plan-auto-kgp-keyword-embedding", ("auto", "kgp-keyword-embedding")),
        ("plan-passages", ("auto", "passages")),
        ("plan-chat-kgp-chat", ("chat", "kgp-chat")),
        ("plan-guess", None),
        ("plan-chat-syntactic", None),
        ("plan-chat-", None),
        ("plan-chat-nowhere", None),
        ("plan-chat-plan", None),
        ("plans", None),
        ("graph", None),
    ],
)
def test_name_says_planner_and_method(name: str, parts: tuple[Any, str] | None) -> None:
    options = find_plan(name)
    assert options == (parts and PlanOptions(planner=parts[0], method=parts[1]))
