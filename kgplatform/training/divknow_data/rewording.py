"""Lets a chat model word a question that templates made, and takes its words only where they hold.

DivKnowQA had a model compose and people correct (sections 2.1, 2.2). Here what can be checked by a
machine is checked: the question starts from the same name, keeps the value that it verifies, and
names neither the entity in the middle nor the answer. Otherwise the template's words stay.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from kgplatform.models.conversation import ChatModel, UnusableReply
from kgplatform.models.prompts import disarm, load_prompt
from kgplatform.records import Usage
from kgplatform.training.divknow_data.gold import GoldQuestion
from kgplatform.training.divknow_data.naming import ReadText

__all__ = ["Rewording", "holds", "reword"]

TASK = "compose_question"
TAG = "questions"
MAX_TOKENS = 150
MAX_CHARS = 400
SCHEMA = {
    "type": "object",
    "properties": {"question": {"type": "string"}},
    "required": ["question"],
    "additionalProperties": False,
}


@dataclass(frozen=True, slots=True)
class Rewording:
    """A model's words for a question, '' where they cannot be taken, and what they cost."""

    text: str
    usage: Usage


def reword(question: GoldQuestion, chat: ChatModel) -> Rewording:
    """Ask the model once for its words.

    Raises:
        ModelError: the model cannot be asked; a bad reply gives no words.
    """
    first, second = question.hops
    messages = load_prompt(TASK).render(
        first=disarm(first.question, TAG),
        bridge=disarm(question.bridge, TAG),
        second=disarm(second.question, TAG),
        draft=disarm(question.template, TAG),
    )
    try:
        reply = chat.complete(messages, task=TASK, schema=SCHEMA, max_tokens=MAX_TOKENS)
    except UnusableReply as exc:
        return Rewording("", exc.usage)
    text = _read(reply.text)
    return Rewording(text if holds(text, question) else "", reply.usage)


def holds(text: str, question: GoldQuestion) -> bool:
    """Return whether a wording asks the same question, as far as its names show it."""
    words = ReadText(text)
    first, second = question.hops
    start = first.facts[0][0]
    kept = [start, *([second.verified] if second.verified else [])]
    hidden = [question.bridge]
    if question.type.endswith("short"):
        hidden += question.answers
    is_one = text.endswith("?") and text.count("?") == 1 and len(text) <= MAX_CHARS
    allowed = ReadText(question.template)  # a name may hold the bridge's: Steno, Steno's House
    stated = [name for name in hidden if words.names(name) and not allowed.names(name)]
    return is_one and all(words.names(name) for name in kept) and not stated


def _read(text: str) -> str:
    try:
        value = json.loads(text)
    except ValueError:
        return ""
    said = value.get("question") if isinstance(value, dict) else None
    return " ".join(said.split()) if isinstance(said, str) else ""
