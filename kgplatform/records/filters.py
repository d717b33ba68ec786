"""Which documents a list shows or a question is about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import date
from pathlib import Path
from typing import Any

__all__ = ["EVERYWHERE", "MEANINGS", "DocumentFilter", "Documents"]

MEANINGS = {
    "documents": "Ids of the only documents.",
    "folder": "The folder they come from, or how their URI begins.",
    "media_type": "Their media type, or how their file names end, such as pdf.",
    "language": "The language they are in, as ISO 639-1 has it.",
    "since": "The first day they may be dated; those without a date are left out.",
    "until": "The last day they may be dated; those without a date are left out.",
}
"""What each part of a filter means, as the API, tools of agents and commands tell people."""


@dataclass(frozen=True, slots=True)
class DocumentFilter:
    """A description of documents, by MEANINGS; None leaves a part of it open."""

    documents: tuple[str, ...] | None = None
    folder: str | None = None
    media_type: str | None = None
    language: str | None = None
    since: date | None = None
    until: date | None = None

    def parameters(self) -> dict[str, Any]:
        """Return what the query for documents takes."""
        kind = self.media_type
        is_ending = kind is not None and "/" not in kind
        return {
            "prefix": None if self.folder is None else _as_prefix(self.folder),
            "media_type": None if is_ending else kind,
            "ending": f".{kind.removeprefix('.').lower()}" if kind and is_ending else None,
            "language": self.language,
            "since": None if self.since is None else self.since.isoformat(),
            "until": None if self.until is None else self.until.isoformat(),
        }

    def to_json(self) -> dict[str, Any]:
        """Return the parts that are given, as requests have them."""
        given = ((part.name, getattr(self, part.name)) for part in fields(self))
        return {
            name: value.isoformat() if isinstance(value, date) else value
            for name, value in given
            if value is not None
        }


EVERYWHERE = DocumentFilter()
Documents = DocumentFilter | Sequence[str] | None
"""Which documents are meant: a filter, the ids of the only ones, or all."""


def _as_prefix(folder: str) -> str:
    """Return how the URI of what is in a folder begins."""
    uri = folder if "://" in folder else Path(folder).resolve().as_uri()
    return uri.rstrip("/") + "/"
