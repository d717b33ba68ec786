"""Chooses the reader: the language model where there is one, else the extractive one.

A method may complement its evidence, once: what a reader that abstains names as missing is added,
and all is read again (HOLMES, section 4.2.3).

A model that replies nonsense, or refuses the question, is replaced by the extractive reader, and
the steps say so, but where the model itself is measured. So is one that cannot be asked at all, if
the reader is left to choose. Where a model was asked for by name there is no answer then, because
an outage must not look like one, and what was found is shown as what comes nearest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from kgplatform.answer.asking import UnusableReplies
from kgplatform.answer.citations import cite_statements
from kgplatform.answer.outages import UNUSABLE, report_outage
from kgplatform.answer.readers import (
    CASCADE,
    EXTRACTIVE,
    LLM,
    LLM_COMPUTED,
    LLM_COT,
    PlatformReader,
    read_alone,
)
from kgplatform.answer.reading import Reader, Reading
from kgplatform.errors import UsageError
from kgplatform.events import READING, observe, usage_fields
from kgplatform.models.conversation import OUTAGE, ChatModel
from kgplatform.models.linguistics import Linguistics
from kgplatform.plugins import AUTO, READERS
from kgplatform.records import Evidence, Question, Step
from kgplatform.records.question import DEFAULT_TOP_K

if TYPE_CHECKING:
    from kgplatform.models.reading_heads.heads import ReadingHeads

__all__ = [
    "DEFAULT_TOP_K",
    "EXTRACTIVE",
    "LLM",
    "LLM_COT",
    "MODEL_READERS",
    "Complement",
    "check_reader",
    "read",
    "resolve_reader",
]

Complement = Callable[[str, Evidence, Sequence[str]], Evidence]
"""A question, evidence and the names of what is missing, to evidence with more, or the same."""

MODEL_READERS = (LLM, LLM_COT, LLM_COMPUTED, CASCADE)


def read(
    question: str,
    evidence: Evidence,
    *,
    linguistics: Linguistics,
    reader: str = AUTO,
    heads: ReadingHeads | None = None,
    chat: ChatModel | None = None,
    complement: Complement | None = None,
    fall_back: bool = True,
) -> Reading:
    """Answer a question from evidence, with citations, or abstain.

    Args:
        question: in plain English.
        evidence: best passages first.
        linguistics: for sentences, and for the names and parses of the extractive reader.
        heads: what the extractive reader chooses spans by; None: it chooses none.
        reader: "auto" ("llm-computed" if `chat` is given, else "extractive"), "llm", "llm-cot" (the
            model thinks aloud first), "llm-computed" (the model, but for what is computed),
            "extractive", "cascade" (the model where the extractive reader is not sure), or one that
            a package adds.
        chat: the language model; None where none is configured.
        complement: adds what the reader misses; None: what there is has to do.
        fall_back: read without the model where it replies nonsense.

    Raises:
        UnusableReplies: the model replied nonsense, and `fall_back` is off.
        UsageError: no such reader, or "llm" without a model.
        ModelError: the model cannot be asked, and is none that goes on (`GoingOn`).
    """
    resolved, passages = resolve_reader(reader, chat), len(evidence.passages)
    with observe(READING, reader=resolved, passages=passages) as seen:
        seen.add_content(question=lambda: question)
        reading = _read(
            question,
            evidence,
            linguistics=linguistics,
            heads=heads,
            reader=reader,
            chat=chat,
            complement=complement,
            fall_back=fall_back,
        )
        seen.add(abstained=reading.abstained, citations=len(reading.citations))
        seen.add(**usage_fields(reading.usage))
        seen.add_content(answer=lambda: reading.answer)
    return reading


def _read(
    question: str,
    evidence: Evidence,
    *,
    linguistics: Linguistics,
    heads: ReadingHeads | None,
    reader: str,
    chat: ChatModel | None,
    complement: Complement | None,
    fall_back: bool,
) -> Reading:
    check_reader(reader, chat)
    resolved = resolve_reader(reader, chat)
    resources = _Resources(linguistics, heads, chat)
    opened: Reader = READERS.load(resolved)(resources)
    asked = None if resolved == EXTRACTIVE else chat

    def read_once(evidence: Evidence, *, may_ask: bool) -> Reading:
        try:
            reading = _read_with(opened, question, evidence, may_ask=may_ask)
        except UnusableReplies as exc:
            if not fall_back or asked is None:
                raise
            if exc.cause == OUTAGE and reader != AUTO:
                reading = report_outage(asked, exc)
            else:
                reading = _read_without(asked, exc, question, evidence, resources)
        stating = cite_statements(reading.statements, evidence, cited=reading.citations)
        return replace(reading, citations=(*reading.citations, *stating))

    reading = read_once(evidence, may_ask=complement is not None)
    if complement is None or not reading.missing:
        return reading
    more = complement(question, evidence, reading.missing)
    if more is evidence:
        return reading
    again = read_once(more, may_ask=False)
    steps = (*reading.steps, *more.steps[len(evidence.steps) :], *again.steps)
    return replace(again, usage=reading.usage + again.usage, steps=steps)


def check_reader(reader: str, chat: ChatModel | None) -> None:
    """Raise UsageError where there is no such reader, or the model that it needs is not set."""
    if reader != AUTO and reader not in READERS:
        raise READERS.unknown(reader, AUTO)
    if reader in MODEL_READERS and chat is None:
        raise UsageError(
            f"The reader '{reader}' needs a chat model: set chat_base_url and chat_model, "
            "or choose the reader 'extractive'."
        )


def resolve_reader(reader: str, chat: ChatModel | None) -> str:
    """Return which reader "auto" is; any other name is returned as it is."""
    if reader != AUTO:
        return reader
    return EXTRACTIVE if chat is None else LLM_COMPUTED


class _Resources(NamedTuple):
    """What a reader is opened with."""

    linguistics: Linguistics
    reading_heads: ReadingHeads | None
    chat: ChatModel | None


def _read_with(reader: Reader, question: str, evidence: Evidence, *, may_ask: bool) -> Reading:
    if isinstance(reader, PlatformReader):
        return reader.read(Question(question), evidence, may_ask=may_ask)
    return reader.read(Question(question), evidence)


def _read_without(
    chat: ChatModel,
    fault: UnusableReplies,
    question: str,
    evidence: Evidence,
    resources: _Resources,
) -> Reading:
    """Read extractively in the place of a model that replied nonsense, and say so."""
    reading = read_alone(question, evidence, resources.linguistics, resources.reading_heads)
    reason = {"model": chat.name, "reason": fault.reason, "instead": reading.reader}
    steps = (Step(UNUSABLE, reason), *reading.steps)
    return replace(reading, usage=fault.usage, steps=steps)
