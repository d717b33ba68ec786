"""What is taken of a model's reply about a question."""

from __future__ import annotations

import json

import pytest

from kgplatform.models.replies import parse_reply
from kgplatform.retrieve.holmes.question import TASK, QuestionReply

pytestmark = pytest.mark.unit


def test_a_type_that_is_not_known_is_any_thing() -> None:
    relation = {"subject": "Person", "relation": "president of", "object": "Country"}
    other = {"subject": None, "relation": "leads", "object": "Group"}
    text = json.dumps({"entities": ["Ann Lee"], "relations": [relation, other]})
    reply = parse_reply(text, QuestionReply, task=TASK)
    assert [(r.subject, r.relation, r.object) for r in reply.relations] == [
        ("Person", "president of", "Thing"),
        ("Thing", "leads", "Group"),
    ]
