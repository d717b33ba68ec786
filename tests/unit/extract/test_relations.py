from __future__ import annotations

import pytest

from kgplatform.extract.grammar.classes import type_of_noun
from kgplatform.extract.grammar.found import CONFIDENCE
from kgplatform.extract.grammar.relations import (
    BY_NOUNS,
    DATES,
    PHRASES,
    RULES,
    Rule,
    fits,
    read_as,
)
from kgplatform.records import ENTITY_TYPES, LITERAL_TYPES

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("key", "name", "turned"),
    [
        ("direct", "director", True),
        ("directed by", "director", False),
        ("die in", "place of death", False),
        ("son of", "parent", False),
        ("founder of", "founded by", True),
        ("move to", "move to", False),
    ],
)
def test_phrases_are_read_as_canonical_relations(key: str, name: str, turned: bool) -> None:
    rule = read_as(key)
    assert (rule.name, rule.turned) == (name, turned)


def test_kinds_decide_whether_a_rule_fits() -> None:
    rule = Rule("spouse", False, ("Person",), ("Person",))
    assert fits(rule, "Person", "Thing")
    assert not fits(rule, "Person", "Work")
    assert not fits(rule, "Work", "Person")
    assert fits(Rule("based on"), "Work", "date")


def test_the_tables_hold_together() -> None:
    named = {rule.name for rule in RULES.values()} | set(DATES.values()) | set(BY_NOUNS.values())
    assert named <= set(PHRASES)
    kinds = {kind for rule in RULES.values() for kind in (*rule.subjects, *rule.objects)}
    assert kinds <= {*ENTITY_TYPES, *LITERAL_TYPES}
    assert all(0.5 < value < 1 for value in CONFIDENCE.values())


@pytest.mark.parametrize(
    ("noun", "kind"),
    [
        ("film", "Work"),
        ("village", "Place"),
        ("band", "Organization"),
        ("battle", "Event"),
        ("singer-songwriter", "Person"),
        ("cameraman", "Person"),
        ("man", "Person"),
        ("thing", None),
    ],
)
def test_what_nouns_name(noun: str, kind: str | None) -> None:
    assert type_of_noun(noun) == kind
