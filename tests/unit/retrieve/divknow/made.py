"""Candidates made by hand."""

from __future__ import annotations

from kgplatform.pipelines.divknow.candidates import Candidate, of_passage, of_statement
from kgplatform.records import ScoredPassage

__all__ = ["make_passage", "make_triple"]


def make_passage(number: int, text: str = "It is told.", title: str = "") -> Candidate:
    """Return passage pN of document dN."""
    name = title or f"Title {number}"
    return of_passage(ScoredPassage(f"p{number}", f"d{number}", name, f"u{number}", text, 0.0))


def make_triple(number: int, fact: tuple[str, str, str], of: int = 1) -> Candidate:
    """Return statement sN, which passage `of` states in its first eleven characters."""
    subject, relation, obj = fact
    row = {
        "id": f"s{number}", "subject": subject, "relation": relation, "object": obj,
        "qualifiers": [["time", "1892"]], "passage_id": f"p{of}", "start": 0, "end": 11,
        "text": f"{subject} {relation} {obj} (time: 1892)",
        "polarity": "affirmed", "modality": "asserted", "attribution": None,
    }  # fmt: skip
    return of_statement(row, make_passage(of).passage)
