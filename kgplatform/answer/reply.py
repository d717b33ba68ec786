"""Reads a model's reply to the prompts that want a short answer, and how sure the model was of it.

Small models slip in ways that leave no doubt about what is meant: numbers as text, a fence around
the JSON, a reply cut after its answer, "Answer: Oslo [2]". These are read as meant; everything
else is a BadReply.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, model_validator

from kgplatform.errors import BadReply
from kgplatform.models.conversation import Token
from kgplatform.models.replies import parse_reply
from kgplatform.text.words import fold

__all__ = [
    "AnswerReply",
    "AskingReply",
    "CitedReply",
    "ReasonedAskingReply",
    "ReasonedReply",
    "ReplyForm",
    "clean_answer",
    "compute_confidence",
    "read_reply",
]

MOST_PROSE_CHARS = 120  # what is longer is a sentence, not a short answer
NO_ANSWERS = frozenset(
    "none|null|n a|unknown|not known|unanswerable|no answer|no information|not enough information|"
    "insufficient information|insufficient evidence|not found|not given|not stated|not specified|"
    "not mentioned|not provided|not available|cannot be determined|cannot be answered|abstain|"
    "i don t know|i do not know".split("|")
)
"""What models write in place of an empty answer, folded."""

_ANSWER_KEY = re.compile(r'"answer"\s*:\s*(?P<value>"(?P<text>(?:[^"\\]|\\.)*)")', re.IGNORECASE)
_PROSE = re.compile(
    r"(?:^|\n)\W{0,3}(?:the )?(?:final |short )?answer(?: is\b:?|\W{0,2}:)\W{0,3}(?P<said>[^\n]+)",
    re.IGNORECASE,
)
_BRACKETED = re.compile(r"\[(\d+(?:\s*[,;]\s*\d+)*)\]")
_NUMBER = re.compile(r"\d{1,9}")


def _as_text(value: Any) -> Any:
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case int() | float():
            return str(value)
        case list() if all(isinstance(item, str | int | float) for item in value):
            return "; ".join(_as_text(item) for item in value)
        case _:
            return value


def _as_names(value: Any) -> list[str]:
    items = value if isinstance(value, list) else str(value or "").split(";")
    return [" ".join(str(item).split()) for item in items if str(item).strip()]


def _as_numbers(value: Any) -> list[int]:
    items = value if isinstance(value, list) else [value]
    return [int(number) for item in items for number in _NUMBER.findall(str(item))]


def _bracketed(text: Any) -> list[int]:
    """Return the numbers in brackets in a text, in order; nothing of what is no text."""
    groups = _BRACKETED.findall(text) if isinstance(text, str) else []
    return [int(number) for group in groups for number in _NUMBER.findall(group)]


Text = Annotated[str, BeforeValidator(_as_text)]


class _Reply(BaseModel):
    """What all replies share: foreign fields are ignored, and the case of the names is."""

    model_config = ConfigDict(extra="ignore")

    @model_validator(mode="before")
    @classmethod
    def _fold_keys(cls, fields: Any) -> Any:
        if not isinstance(fields, dict):
            return fields
        return cls._complete({str(key).casefold(): value for key, value in fields.items()})

    @classmethod
    def _complete(cls, fields: dict[str, Any]) -> dict[str, Any]:
        return fields


class AnswerReply(_Reply):
    """A short answer; several are separated by "; ", none is an empty text."""

    answer: Text


class CitedReply(AnswerReply):
    """A short answer with the numbers of the evidence that it rests on.

    Numbers in brackets in a reason that nobody asked for count where no others are given.
    """

    evidence: Annotated[list[int], BeforeValidator(_as_numbers)] = []

    @classmethod
    def _complete(cls, fields: dict[str, Any]) -> dict[str, Any]:
        return {"evidence": _bracketed(_as_text(fields.get("reason"))), **fields}

    @property
    def reason(self) -> str:
        """Nothing: it was not asked for."""
        return ""

    @property
    def numbers(self) -> list[int]:
        """The numbers in their order, each once."""
        return list(dict.fromkeys(self.evidence))


class _Reasons(_Reply):
    reason: Text = ""


class ReasonedReply(AnswerReply, _Reasons):
    """A short answer after the facts that lead to it, each with the number of its evidence.

    The order of the fields, which is that of the bases from the last, is the order of writing:
    facts written after an answer do not help it.
    """

    @property
    def numbers(self) -> list[int]:
        """The bracketed numbers in the reason, in order, each once."""
        return list(dict.fromkeys(_bracketed(self.reason)))


class AskingReply(CitedReply):
    """A cited reply that names, where it has no answer, the entities it has too few facts of."""

    missing: Annotated[list[str], BeforeValidator(_as_names)] = []


class ReasonedAskingReply(ReasonedReply):
    """A reasoned reply that does the same."""

    missing: Annotated[list[str], BeforeValidator(_as_names)] = []


ReplyForm = TypeVar("ReplyForm", bound=AnswerReply)


def read_reply(text: str, model: type[ReplyForm], *, task: str) -> ReplyForm:
    """Return the reply as an instance of `model`.

    Raises:
        BadReply: it is neither JSON of that form nor plainly meant as such.
    """
    try:
        return parse_reply(text, model, task=task)
    except BadReply as exc:
        fields = _repair(text)
        if fields is None:
            raise
        try:
            return model.model_validate(fields)
        except ValueError:
            raise exc from None


def clean_answer(answer: str) -> str:
    """Return an answer in one line; empty where it says in words that there is none."""
    plain = " ".join(answer.split())
    return "" if not fold(plain) or fold(plain) in NO_ANSWERS else plain


def _repair(text: str) -> dict[str, Any] | None:
    """Return the fields of a reply that is not JSON, where one answer and no other is meant."""
    in_json = list(_ANSWER_KEY.finditer(text))
    if len(in_json) == 1:
        before = text[: in_json[0].start()]
        try:
            return {"answer": json.loads(in_json[0]["value"], strict=False), "reason": before}
        except ValueError:
            return None
    in_prose = list(_PROSE.finditer(text))
    if "{" in text or len(in_prose) != 1:
        return None
    answer = _BRACKETED.sub("", in_prose[0]["said"]).strip(" \t\"'*.")
    return {"answer": answer, "reason": text} if len(answer) <= MOST_PROSE_CHARS else None


def compute_confidence(tokens: Sequence[Token]) -> float | None:
    """Return how probable the answer was to the model: 0..1, whatever its length.

    The geometric mean of the probabilities of the tokens within the value of "answer" in the
    reply's JSON. None where no probabilities are returned or there is no such value.
    """
    written = "".join(token.text for token in tokens)
    value = _ANSWER_KEY.search(written)
    if value is None:
        return None
    start, end = value.span("text")
    within, at = [], 0
    for token in tokens:
        if at < end and start < at + len(token.text):
            within.append(token.logprob)
        at += len(token.text)
    return math.exp(math.fsum(within) / len(within)) if within else None
