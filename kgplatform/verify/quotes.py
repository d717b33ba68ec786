"""What of a document an export quotes, and whether its text still has it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from kgplatform.verify.loading import Loaded
from kgplatform.verify.report import CHANGED, HOLDS, MOVED, Check

__all__ = ["Quote", "check_quote", "list_quotes"]

QUOTE, PASSAGE = "quote", "passage"
SHOWN = 60
"""Characters of a quote that a report shows."""


@dataclass(frozen=True, slots=True)
class Quote:
    """Words of a document; `start` and `end` are in its text, None where that is not known."""

    kind: str
    document_id: str
    uri: str
    text: str
    start: int | None
    end: int | None

    @property
    def subject(self) -> str:
        """It as reports name it."""
        line = " ".join(self.text.split())
        return line if len(line) <= SHOWN else f"{line[: SHOWN - 1]}…"


def list_quotes(loaded: Loaded) -> Iterator[Quote]:
    """Yield all that an export quotes: spans with their parts, citations, and passages of JSON."""
    uris = {document["id"]: document["uri"] for document in loaded.manifest["documents"]}
    for span in loaded.manifest["spans"]:
        yield from _of_span(span, uris.get(span["document_id"], ""))
    for citation in loaded.manifest["citations"]:
        yield Quote(
            QUOTE,
            citation["document_id"],
            citation["uri"],
            citation["quote"],
            citation["document_start"],
            citation["document_end"],
        )
    yield from _of_passages(loaded, uris)


def _of_span(span: Mapping[str, Any], uri: str) -> Iterator[Quote]:
    document, offset = span["document_id"], span["document_start"] - span["start"]
    yield Quote(QUOTE, document, uri, span["quote"], span["document_start"], span["document_end"])
    for part in span["parts"]:
        start, end = offset + part["start"], offset + part["end"]
        yield Quote(QUOTE, document, uri, part["quote"], start, end)


def _of_passages(loaded: Loaded, uris: Mapping[str, str]) -> Iterator[Quote]:
    documents = {
        item["start"]: item["end"]
        for item in loaded.relationships or ()
        if item["type"] == "PART_OF"
    }
    for node in loaded.nodes or ():
        if "Passage" in node["labels"] and node["id"] in documents:
            known, document = node["properties"], documents[node["id"]]
            text, start, end = (known.get(name) for name in ("text", "start", "end"))
            if isinstance(text, str) and isinstance(start, int) and isinstance(end, int):
                yield Quote(PASSAGE, document, uris.get(document, ""), text, start, end)


def check_quote(quote: Quote, text: str) -> Check:
    """Return whether a document's text has a quote where it is said to be, or elsewhere."""
    if quote.start is not None and text[quote.start : quote.end] == quote.text:
        return Check(quote.kind, quote.subject, HOLDS, uri=quote.uri, start=quote.start)
    found = list(_find_all(text, quote.text))
    if not found:
        detail = "the source does not have these words"
        return Check(quote.kind, quote.subject, CHANGED, detail, quote.uri)
    said = quote.start or 0
    nearest = min(found, key=lambda start: abs(start - said))
    detail = f"it stands at {nearest}, not at {quote.start}"
    return Check(quote.kind, quote.subject, MOVED, detail, quote.uri, nearest)


def _find_all(text: str, words: str) -> Iterator[int]:
    at = text.find(words) if words else -1
    while at >= 0:
        yield at
        at = text.find(words, at + 1)
