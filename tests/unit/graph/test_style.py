"""The Neo4j Browser style knows every label, in the form that the Browser reads."""

from __future__ import annotations

import re

import pytest

from kgplatform.graph.labels import KINDS
from kgplatform.packaged import resource_dir
from kgplatform.records import ENTITY_TYPES

pytestmark = pytest.mark.unit

TEXT = (resource_dir("queries") / "style.grass").read_text(encoding="utf-8")
RULE = re.compile(r'([\w.]+) \{((?:\s+[\w-]+: (?:#[0-9A-F]{6}|\d+px|"[{<]\w+[}>]");)+)\s\}\s')
RULES = dict(RULE.findall(TEXT))


def test_style_is_rules_only():
    """Neo4j Browser takes a comment for part of a selector and an apostrophe for a text."""
    assert RULE.sub("", TEXT) == ""


@pytest.mark.parametrize("label", sorted({*KINDS, *ENTITY_TYPES}))
def test_style_gives_every_label_colour_size_and_caption(label):
    body = RULES[f"node.{label}"]
    assert all(f" {key}: " in body for key in ("diameter", "color", "border-color", "caption"))


@pytest.mark.parametrize("label", ENTITY_TYPES)
def test_style_puts_entity_types_after_entity_so_that_they_win(label):
    order = list(RULES)
    assert order.index(f"node.{label}") > order.index("node.Entity")
