"""Records an answer with what it was asked by: options and models, and whom a server asks for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kgplatform.answer.record import keep_answer
from kgplatform.events import ASKED_BY, bound
from kgplatform.records import Answer
from kgplatform.runtime.model_names import describe_models
from kgplatform.runtime.resources import Resources

__all__ = ["keep"]


def keep(
    resources: Resources,
    answer: Answer,
    *,
    record: bool = True,
    options: Mapping[str, Any] | None = None,
    **asked: str | None,
) -> Answer:
    """Record an answer, unless `record` is off, and return it with its question's id.

    Args:
        options: of the question, as a manifest has them.
        asked: see `keep_answer`.
    """
    how = {"options": dict(options or {}), "models": describe_models(resources)}
    asked_by = bound(ASKED_BY)
    if asked_by is not None:  # else the user of this process
        how[ASKED_BY] = asked_by
    return keep_answer(resources.graph(), answer, record=record, how=how, **asked)
