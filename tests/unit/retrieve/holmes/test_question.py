"""What words of a question ask for, and what is taken of a model's reply."""

from __future__ import annotations

import json

import pytest

from kgplatform.models.replies import parse_reply
from kgplatform.retrieve.holmes.question import PATTERNS, TASK, QuestionReply

pytestmark = pytest.mark.unit


def relations_of(question: str) -> set[str]:
    folded = question.casefold()
    return {
        relation
        for pattern, triples in PATTERNS
        if pattern.search(folded)
        for _, relation, _ in triples
    }


@pytest.mark.parametrize(
    ("question", "relation"),
    [
        ("Who starred in Duel?", "cast member"),
        ("The star of Duel was born when?", "cast member"),
        ("Which magazine came first, Mirabella or Home Monthly?", "inception"),
        ("Who lived first Iain Pears or Richard Llewellyn?", "inception"),
        ("Were Ann Lee and Bo Berg both painters?", "occupation"),
    ],
)
def test_words_ask_for_a_relation(question: str, relation: str) -> None:
    assert relation in relations_of(question)


@pytest.mark.parametrize(
    ("question", "relation"),
    [
        ("When did the war start?", "cast member"),
        ("What was the starting salary?", "cast member"),
        ("Who was the first person to reach the pole?", "inception"),
        ("Who lost both hands?", "occupation"),
    ],
)
def test_words_of_another_meaning_ask_for_none(question: str, relation: str) -> None:
    assert relation not in relations_of(question)


def test_a_type_that_is_not_known_is_any_thing() -> None:
    relation = {"subject": "Person", "relation": "president of", "object": "Country"}
    other = {"subject": None, "relation": "leads", "object": "Group"}
    text = json.dumps({"entities": ["Ann Lee"], "relations": [relation, other]})
    reply = parse_reply(text, QuestionReply, task=TASK)
    assert [(r.subject, r.relation, r.object) for r in reply.relations] == [
        ("Person", "president of", "Thing"),
        ("Thing", "leads", "Group"),
    ]
