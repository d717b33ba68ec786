"""What a reading says where the model that was to read gave no reply that can be used."""

from __future__ import annotations

from typing import Final

from kgplatform.answer.asking import UnusableReplies
from kgplatform.answer.reading import Reading
from kgplatform.models.conversation import ChatModel
from kgplatform.records import Step

__all__ = ["AWAY", "UNUSABLE", "report_outage"]

UNUSABLE: Final = "model_reply_unusable"
"""The step that says why a model's reply is not used, and who read instead."""
AWAY: Final = "model_away"
"""The step that says why a model that was asked for by name could not be asked."""


def report_outage(chat: ChatModel, fault: UnusableReplies) -> Reading:
    """Return the abstention of a model that was to read and cannot be asked."""
    away = Step(AWAY, {"model": chat.name, "reason": fault.reason})
    return Reading(
        answer="",
        abstained=True,
        reader="llm",
        usage=fault.usage,
        steps=(away, Step("abstain", {"reason": fault.reason})),
    )
