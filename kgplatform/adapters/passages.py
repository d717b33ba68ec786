"""What other frameworks are told of a passage besides its text."""

from __future__ import annotations

from typing import Any

from kgplatform.records import ScoredPassage

__all__ = ["describe_passage"]


def describe_passage(passage: ScoredPassage) -> dict[str, Any]:
    """Return where a passage stands and how well it fits, as metadata."""
    return {
        "passage_id": passage.passage_id,
        "document_id": passage.document_id,
        "title": passage.title,
        "uri": passage.uri,
        "page": passage.page,
        "section": passage.section,
        "score": passage.score,
    }
