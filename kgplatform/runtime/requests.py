"""What requests of programs and tools of agents have in common: texts, and filters of documents."""

from __future__ import annotations

import re
from datetime import date
from typing import Annotated

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from kgplatform.errors import UsageError
from kgplatform.records.filters import MEANINGS, DocumentFilter
from kgplatform.text.checks import check_text

__all__ = ["Body", "Filters", "Text"]

DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


def _check(text: str) -> str:
    try:
        check_text(text, "It")
    except UsageError as exc:
        raise ValueError(str(exc).rstrip(".")) from exc
    return text


def _check_day(value: object) -> object:
    """Refuse what is no day in words: a number would be taken for seconds."""
    if (isinstance(value, str) and not DAY.fullmatch(value)) or isinstance(value, int | float):
        raise ValueError("give a day as 2026-01-31")
    return value


Text = Annotated[str, AfterValidator(_check)]
"""A text that the graph, models and files can take."""
Day = Annotated[date, BeforeValidator(_check_day)]


class Body(BaseModel):
    """A request's body; a field that is not known is a mistake."""

    model_config = ConfigDict(extra="forbid")


class Filters(Body):
    """Which documents are looked in; what is left out is open."""

    documents: list[Text] | None = Field(default=None, description=MEANINGS["documents"])
    folder: Text | None = Field(
        default=None, description=MEANINGS["folder"], examples=["file:///reports"]
    )
    media_type: Text | None = Field(
        default=None, description=MEANINGS["media_type"], examples=["application/pdf"]
    )
    language: Text | None = Field(default=None, description=MEANINGS["language"], examples=["en"])
    since: Day | None = Field(default=None, description=MEANINGS["since"])
    until: Day | None = Field(default=None, description=MEANINGS["until"])

    def to_filter(self) -> DocumentFilter:
        """Return the same for the platform."""
        documents = None if self.documents is None else tuple(self.documents)
        return DocumentFilter(
            documents, self.folder, self.media_type, self.language, self.since, self.until
        )
