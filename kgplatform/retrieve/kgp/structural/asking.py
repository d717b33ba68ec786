"""The language-model form of the classifier: which structures a question names (KGP, section 4).

The model's reply is held against the question: a number, topic, document or kind of part that the
question does not hold makes it a bad reply, as a malformed one is, and the caller reads the
question by rules instead. So does "third" given as a number: it is a position.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal, NoReturn

from pydantic import BaseModel, ConfigDict

from kgplatform.errors import BadReply
from kgplatform.models.conversation import ChatModel, UnusableReply
from kgplatform.models.prompts import disarm, load_prompt
from kgplatform.models.replies import parse_reply
from kgplatform.question.document_parts.lexicon import SYMBOLS
from kgplatform.question.document_parts.questions import StructuralQuestion, parse_structure
from kgplatform.question.document_parts.references import Reference
from kgplatform.question.document_parts.tokens import read_tokens
from kgplatform.records import Usage
from kgplatform.retrieve.kgp.structural.likeness import content_words
from kgplatform.text.names import iterate_tokens

__all__ = ["TASK", "AskedStructure", "PartReply", "StructureReply", "ask_structure"]

TASK = "structure"
MAX_TOKENS = 400  # half a dozen parts
GENERIC = frozenset("DGW")  # words such as "the", "report", "that"
MAX_RANGE = 500  # numbers that a range may stand for


class PartReply(BaseModel):
    """One named structure as the model gives it."""

    model_config = ConfigDict(extra="forbid")

    kind: Literal["page", "table", "section"]
    numbers: list[str]
    positions: list[int]
    topic: str
    on_page: str
    document: str


class StructureReply(BaseModel):
    """The model's reply to prompts/structure.md."""

    model_config = ConfigDict(extra="forbid")

    structural: bool
    parts: list[PartReply]


@dataclass(frozen=True, slots=True)
class AskedStructure:
    """What the model made of a question; `problem` says why its reply cannot be used."""

    parsed: StructuralQuestion | None
    usage: Usage
    problem: str = ""


def ask_structure(question: str, chat: ChatModel) -> AskedStructure:
    """Ask the model once which structures a question names.

    Raises:
        ModelError: the model is not available; a bad reply is not raised but reported.
    """
    messages = load_prompt(TASK).render(question=disarm(question, "question"))
    usage = Usage()
    try:
        reply = chat.complete(
            messages, task=TASK, schema=StructureReply.model_json_schema(), max_tokens=MAX_TOKENS
        )
        usage = reply.usage
        read = parse_reply(reply.text, StructureReply, task=TASK)
        _check(read, question)
    except BadReply as exc:
        spent = exc.usage if isinstance(exc, UnusableReply) else usage
        return AskedStructure(None, spent, problem=exc.reason)
    return AskedStructure(_structural_question(read, question), usage)


def _check(reply: StructureReply, question: str) -> None:
    """Refuse a reply that names what the question does not.

    Raises:
        BadReply: it says which.
    """
    if reply.structural != bool(reply.parts):
        _refuse("it calls the question structural and names no part, or the other way round", reply)
    labels, words = _labels(question), set(content_words(question))
    spoken = f" {' '.join(_forms(question))} "
    by_rules = parse_structure(question)
    kinds = {reference.kind for reference in by_rules.references} if by_rules else set()
    for part in reply.parts:
        if kinds and part.numbers and part.kind not in kinds:  # "page 4" is no Table 4
            _refuse(f"the question speaks of no {part.kind}", reply)
        if f" {' '.join(_forms(part.document))} " not in spoken and part.document:
            _refuse(f"the question does not name '{part.document}'", reply)
        given = {*part.numbers, part.on_page} - {""}
        if strange := sorted(label for label in given if label.upper() not in labels):
            _refuse(f"the question holds no number {strange[0]}", reply)
        if not set(content_words(part.topic)) <= words:
            _refuse(f"the question does not speak of '{part.topic}'", reply)


def _refuse(reason: str, reply: StructureReply) -> NoReturn:
    raise BadReply(reason, task=TASK, raw=reply.model_dump_json())


def _labels(question: str) -> set[str]:
    """Return the numbers in a question, and those between two of them."""
    tokens = read_tokens(question)
    labels = {str(token.value).upper() for token in tokens if token.symbol in {"N", "K"}}
    plain = sorted(int(label) for label in labels if label.isdigit())
    if len(plain) > 1 and plain[-1] - plain[0] <= MAX_RANGE:
        labels |= {str(number) for number in range(plain[0], plain[-1])}
    return labels


def _structural_question(reply: StructureReply, question: str) -> StructuralQuestion | None:
    if not reply.parts:
        return None
    names = tuple(dict.fromkeys(part.document for part in reply.parts if _is_name(part.document)))
    by_rules = parse_structure(question)
    several = {r.kind for r in by_rules.references if not r.is_single} if by_rules else set()
    return StructuralQuestion(
        references=tuple(_reference(part, names, several) for part in reply.parts),
        rest=by_rules.rest if by_rules else question,
        document_names=names,
        places=by_rules.places if by_rules else frozenset(),
    )


def _is_name(document: str) -> bool:
    """Return whether a document is named, and not only called "the report"."""
    return any(SYMBOLS.get(form) not in GENERIC for form in _forms(document))


def _forms(text: str) -> list[str]:
    return [token.form for token in iterate_tokens(text)]


def _reference(part: PartReply, names: tuple[str, ...], several: Collection[str]) -> Reference:
    return Reference(
        kind=part.kind,
        numbers=tuple(number.upper() for number in part.numbers),
        positions=tuple(position for position in part.positions if position),
        topic=part.topic,
        is_single=part.kind not in several and len(part.numbers) + len(part.positions) <= 1,
        within=Reference("page", (part.on_page,)) if part.on_page else None,
        documents=(names.index(part.document),) if part.document in names else (),
        word=part.kind,
    )
