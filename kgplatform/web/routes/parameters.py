"""What several routes take: limits, filters of documents, how a question is answered."""

from __future__ import annotations

import re
from datetime import date
from typing import Annotated

from fastapi import Query
from pydantic import BeforeValidator, Field

from kgplatform.plugins import AUTO
from kgplatform.records.filters import DocumentFilter
from kgplatform.records.question import DEFAULT_TOP_K
from kgplatform.web.replies import Body, Text

__all__ = ["Answering", "Filters", "Limit", "Retrieving", "Skip"]

DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
MOST_ROWS = 1_000
MOST_SKIPPED = 10_000_000
MOST_PASSAGES = 100
Limit = Annotated[int, Query(ge=1, le=MOST_ROWS, description="Most rows.")]
Skip = Annotated[
    int, Query(ge=0, le=MOST_SKIPPED, description="How many of the first are left out.")
]


def _check_day(value: object) -> object:
    """Refuse what is no day in words: a number would be taken for seconds."""
    if (isinstance(value, str) and not DAY.fullmatch(value)) or isinstance(value, int | float):
        raise ValueError("give a day as 2026-01-31")
    return value


Day = Annotated[date, BeforeValidator(_check_day)]


class Filters(Body):
    """Which documents are looked in; what is left out is open."""

    documents: list[Text] | None = Field(None, description="Ids of the only documents.")
    folder: Text | None = Field(
        None,
        description="Where they come from: how their uri begins.",
        examples=["file:///reports"],
    )
    media_type: Text | None = Field(None, examples=["application/pdf"])
    language: Text | None = Field(None, description="As ISO 639-1 has it.", examples=["en"])
    since: Day | None = Field(None, description="The first day that they may be dated.")
    until: Day | None = Field(None, description="The last one.")

    def to_filter(self) -> DocumentFilter:
        """Return the same for the platform."""
        given = {name: getattr(self, name) for name in Filters.model_fields}
        documents = given.pop("documents")
        return DocumentFilter(None if documents is None else tuple(documents), **given)


class Retrieving(Filters):
    """A question, and how passages are found for it."""

    question: Text = Field(examples=["Who designed the Fram?"])
    method: Text = Field(AUTO, description="As /api/v1/methods lists them.")
    top_k: int = Field(
        DEFAULT_TOP_K, ge=1, le=MOST_PASSAGES, strict=True, description="Most passages."
    )


class Answering(Retrieving):
    """A question, and how it is answered."""

    reader: Text = Field(AUTO, description="As /api/v1/methods lists them.")
    conversation: Text | None = Field(
        None,
        min_length=1,
        description="Id of the conversation that it is part of, from /api/v1/conversations.",
    )
    record: bool = Field(
        True,
        strict=True,
        description="Keep question and answer in the graph; a token that reads keeps none.",
    )
