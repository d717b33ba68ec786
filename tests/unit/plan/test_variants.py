"""A variant's name says who plans and how the passages of each step are found."""

from __future__ import annotations

import pytest

from kgplatform.pipelines.plan.variants import Variant, find_variant

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("name", "variant"),
    [
        ("plan", Variant("auto", "auto")),
        ("plan-syntactic", Variant("syntactic", "auto")),
        ("plan-chat-passages", Variant("chat", "passages")),
        ("plan-tuned-graph", Variant("tuned", "graph")),
        ("plan-auto-kgp-keyword-embedding", Variant("auto", "kgp-keyword-embedding")),
        ("plan-guess", None),
        ("plan-chat-", None),
        ("plan-chat-nowhere", None),
        ("plan-chat-plan", None),
        ("plans", None),
        ("graph", None),
    ],
)
def test_name_says_planner_and_method(name: str, variant: Variant | None) -> None:
    assert find_variant(name) == variant
