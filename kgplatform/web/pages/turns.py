"""A question with its answer as pages show it, whether it was asked just now or long ago."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import Any

from kgplatform.answer.recalled import Recalled, list_answer_facts, recall_answer
from kgplatform.ingest.limits import Prices
from kgplatform.plugins import AUTO, EXPORTERS, PIPELINES, RETRIEVERS
from kgplatform.records import Answer, Citation, ScoredStatement
from kgplatform.records.json import to_json
from kgplatform.web.service import Service

__all__ = ["Turn", "view", "view_answer"]

FOLDERS = frozenset({"csv", "parquet"})
"""Formats of several files, which cannot be sent as one."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What a page shows of a question: its answer, the facts behind it, what can be done next."""

    answer: Answer
    facts: list[dict[str, Any]]
    asked_at: str = ""
    understood: str = ""
    conversation: str = ""
    cost: float | None = None
    """In dollars, where the settings have the model's prices."""
    key: str = field(default_factory=lambda: secrets.token_hex(4))
    """Tells its parts of the page from those of others."""
    methods: tuple[str, ...] = field(default_factory=lambda: (AUTO, *RETRIEVERS, *PIPELINES))
    formats: tuple[str, ...] = field(
        default_factory=lambda: tuple(name for name in EXPORTERS if name not in FOLDERS)
    )

    @property
    def id(self) -> str:
        """The question's id; '' where it is not recorded."""
        return self.answer.question_id

    @property
    def quoted(self) -> tuple[Citation, ...]:
        """What the answer cites; without one, what comes nearest."""
        return self.answer.nearest if self.answer.abstained else self.answer.evidence

    @property
    def cited_facts(self) -> list[dict[str, Any]]:
        """The facts that the answer itself rests on."""
        return [fact for fact in self.facts if fact["is_cited"]]

    @property
    def other_facts(self) -> list[dict[str, Any]]:
        """The other facts that its passages state."""
        return [fact for fact in self.facts if not fact["is_cited"]]

    @property
    def tokens(self) -> int:
        """That models were asked for and replied with."""
        return self.answer.usage.prompt_tokens + self.answer.usage.completion_tokens

    @property
    def confidence(self) -> float | None:
        """How sure the reader is, of 0 to 1, where it says."""
        return self.answer.measured.confidence


def view(service: Service, recalled: Recalled) -> Turn:
    """Return a recorded question as it is shown."""
    answer = recalled.answer
    return Turn(
        answer,
        list_answer_facts(service.platform.resources, answer.question_id),
        recalled.asked_at,
        "" if recalled.understood == answer.question else recalled.understood,
        recalled.conversation or "",
        _reckon(service, answer),
    )


def view_answer(service: Service, answer: Answer) -> Turn:
    """Return an answer as it is shown; from the graph where it is recorded there."""
    if answer.question_id:
        return view(service, recall_answer(service.platform.resources, answer.question_id))
    facts = [_fact(statement) for statement in answer.statements]
    return Turn(answer, facts, cost=_reckon(service, answer))


def _reckon(service: Service, answer: Answer) -> float | None:
    settings = service.platform.settings
    if settings.chat_prompt_price is None or settings.chat_completion_price is None:
        return None
    prices = Prices(settings.chat_prompt_price, settings.chat_completion_price)
    return prices.cost(answer.usage)


def _fact(statement: ScoredStatement) -> dict[str, Any]:
    """Return a statement as a row of `list_question_facts`, as far as the answer has it."""
    row = to_json(statement)
    ends = {end: {"id": "", "name": row[end], "type": ""} for end in ("subject", "object")}
    source = "text" if statement.passage_id else "wikidata"
    return {**row, **ends, "is_cited": True, "source": source, "document": None, "quote": None}
