"""What several routes take: limits, how a question is answered."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query
from pydantic import Field

from kgplatform.plugins import AUTO
from kgplatform.records.question import DEFAULT_TOP_K
from kgplatform.runtime.requests import Filters
from kgplatform.web.replies import Body, Text

__all__ = [
    "MOST_PASSAGES",
    "Answering",
    "Limit",
    "ListFilters",
    "Named",
    "PageFilters",
    "Retrieving",
    "Skip",
]

MOST_ROWS = 1_000
MOST_SKIPPED = 10_000_000
MOST_PASSAGES = 100
Limit = Annotated[int, Query(ge=1, le=MOST_ROWS, description="Most rows.")]
Skip = Annotated[
    int, Query(ge=0, le=MOST_SKIPPED, description="How many of the first are left out.")
]


class Named(Body):
    """What a question or a conversation is called."""

    name: Text = Field(examples=["Ships"])


class ListFilters(Filters):
    """The filters of a list, in an address, and how much of it is sent."""

    limit: int = Query(50, ge=1, le=MOST_ROWS, description="Most rows.")


class PageFilters(ListFilters):
    """The same for a list that is sent in pages."""

    skip: int = Query(0, ge=0, le=MOST_SKIPPED, description="How many of the first are left out.")


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
