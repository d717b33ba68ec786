"""Understands a question that follows others: by the chat model where there is one, else by names.

What it was taken to ask is answered in its place, and is a step of the answer. One with a pronoun
that nothing explains is not answered: who or what is meant would be a guess.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from pydantic import BaseModel, ConfigDict

from kgplatform.answer.reading import Reading
from kgplatform.errors import BadReply, UsageError
from kgplatform.models.conversation import ChatModel, UnusableReply
from kgplatform.models.prompts import disarm, load_prompt
from kgplatform.models.replies import parse_reply, strict_schema
from kgplatform.pipelines.direct import Outcome, form_answer
from kgplatform.pipelines.methods import resolve_method
from kgplatform.question.follow_up import find_unexplained, resolve_follow_up
from kgplatform.question.limits import check_question
from kgplatform.records import Answer, Evidence, Question, Step, Usage
from kgplatform.records.question import Turn
from kgplatform.retrieve.names import find_names
from kgplatform.runtime.resources import Resources

__all__ = ["UNDERSTOOD", "Unclear", "Understood", "find_unclear", "understand"]

UNDERSTOOD = "understood"
"""The name of the step."""
TASK = "follow_up"
TAG = "conversation"
NO_READER = "none"
MOST_TURNS = 6
MOST_CHARS = 600
"""Of a question or an answer that the model is shown."""


@dataclass(frozen=True, slots=True)
class Understood:
    """What a question was taken to ask, by whom, and what that cost."""

    asked: str
    question: str
    by: str = ""
    usage: Usage = field(default_factory=Usage)
    unclear: str = ""
    """Why it cannot be answered."""

    @property
    def resolved(self) -> str | None:
        """What it was taken to ask, where that is not what was asked."""
        return None if self.question == self.asked else self.question

    def put_in(self, answer: Answer) -> Answer:
        """Return an answer as one of the question that was asked, with what it was taken for."""
        if self.resolved is None:
            return replace(answer, usage=self.usage + answer.usage)
        step = Step(UNDERSTOOD, {"question": self.question, "by": self.by})
        return replace(
            answer,
            question=self.asked,
            steps=(step, *answer.steps),
            usage=self.usage + answer.usage,
        )


class _Reply(BaseModel):
    model_config = ConfigDict(extra="ignore")
    question: str


def understand(resources: Resources, question: str, turns: Sequence[Turn]) -> Understood:
    """Return a question as it can be asked alone.

    Args:
        resources: whose models.
        question: as it is asked.
        turns: before it, in order.

    Raises:
        UsageError: the question has no word, or too many.
    """
    check_question(question)
    understood = _understand(resources, question, turns)
    return replace(understood, unclear=find_unclear(resources, understood.question))


def find_unclear(resources: Resources, question: str) -> str:
    """Return why a question cannot be answered as it stands; '' where it can."""
    pronoun = find_unexplained(question, resources.linguistics)
    if pronoun is None:
        return ""
    return f"nothing says who or what '{pronoun}' stands for: ask with the name in its place"


@dataclass(frozen=True, slots=True)
class Unclear:
    """Abstains from what cannot be understood, for the reason given."""

    method: str
    reason: str

    def retrieve(self, question: Question, *, top_k: int) -> Evidence:  # noqa: ARG002
        """Return no evidence."""
        return Evidence()

    def answer(self, question: Question) -> Answer:
        """Return an abstention that says why."""
        reading = Reading("", True, NO_READER, steps=(Step("abstain", {"reason": self.reason}),))
        outcome = Outcome(Evidence(), Evidence(), reading, 0.0, 0.0)
        method = resolve_method(self.method, question.text)
        answer = form_answer(question.text, outcome, method=method)
        return replace(answer, abstention=self.reason)


def _understand(resources: Resources, question: str, turns: Sequence[Turn]) -> Understood:
    if not turns:
        return Understood(question, question)
    usage = Usage()
    if resources.chat is not None:
        found = _ask_model(resources.chat, question, turns)
        if found.by:
            return found
        usage = found.usage
    types = _find_types(resources, turns)
    resolved = resolve_follow_up(question, turns, resources.linguistics, types)
    return Understood(question, resolved, "names", usage)


def _find_types(resources: Resources, turns: Sequence[Turn]) -> dict[str, str]:
    """Return the types of what is named in a conversation, as the graph has them."""
    texts = [text for turn in turns for text in (turn.question, turn.answer)]
    found = find_names(texts, graph=resources.graph())
    return {entity.name.lower(): entity.type for entity, *_ in found}


def _ask_model(chat: ChatModel, question: str, turns: Sequence[Turn]) -> Understood:
    """Return what the model takes it for; by nobody where its reply cannot be used."""
    prompt = load_prompt(TASK)
    told = "\n".join(
        f"Question: {_shorten(turn.question)}\nAnswer: {_shorten(turn.answer) or '(none found)'}"
        for turn in turns[-MOST_TURNS:]
    )
    messages = prompt.render(conversation=disarm(told, TAG), question=disarm(question, TAG))
    schema = strict_schema(_Reply.model_json_schema())
    usage = Usage()
    try:
        reply = chat.complete(messages, task=TASK, schema=schema)
        usage = reply.usage
        understood = parse_reply(reply.text, _Reply, task=TASK).question.strip()
        check_question(understood)
    except UnusableReply as exc:
        return Understood(question, question, usage=exc.usage)
    except (BadReply, UsageError):
        return Understood(question, question, usage=usage)
    return Understood(question, understood, chat.name, usage)


def _shorten(text: str) -> str:
    return " ".join(text.split())[:MOST_CHARS]
