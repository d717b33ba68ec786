"""Chooses the reader: the language model where there is one, else the extractive one.

A model that replies nonsense is replaced by the extractive reader, and the steps say so; a model
that cannot be reached is an error, because an outage must not look like an answer.
"""

from __future__ import annotations

from dataclasses import replace

from kgplatform.answer.asking import UnusableReplies
from kgplatform.answer.extractive import read_extractively
from kgplatform.answer.llm import read_with_model
from kgplatform.answer.reading import Reading
from kgplatform.errors import UsageError
from kgplatform.models.conversation import ChatModel
from kgplatform.models.linguistics import Linguistics
from kgplatform.records import Evidence, Step

__all__ = ["read"]

AUTO, LLM, EXTRACTIVE = "auto", "llm", "extractive"


def read(
    question: str,
    evidence: Evidence,
    *,
    linguistics: Linguistics,
    reader: str = AUTO,
    chat: ChatModel | None = None,
) -> Reading:
    """Answer a question from evidence, with citations, or abstain.

    Args:
        question: in plain English.
        evidence: best passages first.
        linguistics: for sentences, and for the names and parses of the extractive reader.
        reader: "auto" (the model if `chat` is given), "llm" or "extractive".
        chat: the language model; None where none is configured.

    Raises:
        UsageError: no such reader, or "llm" without a model.
        ModelUnavailable: the language model cannot be reached.
        RateLimited: the language model asks to wait.
    """
    if reader not in (AUTO, LLM, EXTRACTIVE):
        raise UsageError(f"There is no reader '{reader}': choose auto, llm or extractive.")
    if reader == LLM and chat is None:
        raise UsageError(
            "The reader 'llm' needs a chat model: set chat_base_url and chat_model, "
            "or choose the reader 'extractive'."
        )
    if chat is None or reader == EXTRACTIVE:
        return read_extractively(question, evidence, linguistics)
    try:
        return read_with_model(
            question, evidence, chat, split_sentences=linguistics.split_sentences
        )
    except UnusableReplies as exc:
        reading = read_extractively(question, evidence, linguistics)
        reason = {"model": chat.name, "reason": exc.reason, "instead": reading.reader}
        steps = (Step("model_reply_unusable", reason), *reading.steps)
        return replace(reading, usage=exc.usage, steps=steps)
