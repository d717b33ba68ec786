"""The Neo4j Browser style knows every label, in the form that the Browser reads."""

from __future__ import annotations

import re

import pytest

from kgplatform.graph.migrations import load_migrations
from kgplatform.graph.schema import parse_elements
from kgplatform.records import ENTITY_TYPES
from kgplatform.resources import resource_dir

pytestmark = pytest.mark.unit

TEXT = (resource_dir("queries") / "style.grass").read_text(encoding="utf-8")
RULE = re.compile(r'([\w.]+) \{((?:\s+[\w-]+: (?:#[0-9A-F]{6}|\d+px|"[{<]\w+[}>]");)+)\s\}\s')
RULES = dict(RULE.findall(TEXT))
STATEMENTS = [statement for m in load_migrations() for statement in m.statements]
OURS = re.compile(r"__KGPlatform(\w+)__")
"""A label that nobody else has; people read the kind in it, which each such node has as well."""
LABELS = {OURS.sub(r"\1", label) for e in parse_elements(STATEMENTS).values() for label in e.labels}


def test_style_is_rules_only():
    """Neo4j Browser takes a comment for part of a selector and an apostrophe for a text."""
    assert RULE.sub("", TEXT) == ""


@pytest.mark.parametrize("label", sorted({*LABELS, *ENTITY_TYPES}))
def test_style_gives_every_label_colour_size_and_caption(label):
    body = RULES[f"node.{label}"]
    assert all(f" {key}: " in body for key in ("diameter", "color", "border-color", "caption"))


@pytest.mark.parametrize("label", ENTITY_TYPES)
def test_style_puts_entity_types_after_entity_so_that_they_win(label):
    order = list(RULES)
    assert order.index(f"node.{label}") > order.index("node.Entity")
