"""Which documents a list shows or a question is about."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

__all__ = ["EVERYWHERE", "DocumentFilter"]


@dataclass(frozen=True, slots=True)
class DocumentFilter:
    """A description of documents; None leaves a part of it open.

    Attributes:
        documents: ids of the only ones.
        folder: how their URI begins, as far as the last "/" of it.
        media_type: as `documents list` has it.
        language: as ISO 639-1 has it.
        since: the first day that they may be dated; those without a date are none.
        until: the last one.
    """

    documents: tuple[str, ...] | None = None
    folder: str | None = None
    media_type: str | None = None
    language: str | None = None
    since: date | None = None
    until: date | None = None

    def parameters(self) -> dict[str, Any]:
        """Return what the query for documents takes."""
        return {
            "prefix": None if self.folder is None else self.folder.rstrip("/") + "/",
            "media_type": self.media_type,
            "language": self.language,
            "since": None if self.since is None else self.since.isoformat(),
            "until": None if self.until is None else self.until.isoformat(),
        }


EVERYWHERE = DocumentFilter()
