"""Turns quotes into citations: a quote counts only where it stands in the passage it is said to.

What is cited is always the passage's own span, never the quote as a model wrote it.
"""

from __future__ import annotations

from rapidfuzz import fuzz

from kgplatform.records import Citation, ScoredPassage

__all__ = ["cite", "locate"]

LEAST_ALIGNED = 90.0  # rapidfuzz score of 100: one slip in ten characters at most
SHORTEST_ALIGNED = 16  # characters; shorter quotes align with almost anything
TYPOGRAPHIC = {"“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "\u00a0": " "}


def cite(passage: ScoredPassage, start: int, end: int) -> Citation:
    """Return a citation of passage.text[start:end]."""
    return Citation(
        passage_id=passage.passage_id,
        document_id=passage.document_id,
        title=passage.title,
        uri=passage.uri,
        page=passage.page,
        start=start,
        end=end,
        quote=passage.text[start:end],
        score=passage.score,
    )


def locate(quote: str, text: str) -> tuple[int, int] | None:
    """Find the span of `text` that a quote means, or None when it is not there.

    Tried in order: as it is; without regard to case, white space and typographic signs; by
    approximate alignment (90 of 100), for quotes of 16 characters and more.
    """
    stripped = quote.strip()
    if not stripped:
        return None
    at = text.find(stripped)
    if at >= 0:
        return at, at + len(stripped)
    return _locate_normalised(stripped, text) or _locate_aligned(stripped, text)


def _locate_normalised(quote: str, text: str) -> tuple[int, int] | None:
    wanted, _ = _normalise(quote)
    plain, origins = _normalise(text)
    at = plain.find(wanted) if wanted else -1
    if at < 0:
        return None
    return origins[at], origins[at + len(wanted) - 1] + 1


def _normalise(text: str) -> tuple[str, list[int]]:
    """Return the text in one case and single-spaced, and where each character came from."""
    kept: list[str] = []
    origins: list[int] = []
    for position, char in enumerate(text):
        if char.isspace() or char == "\u00a0":
            if kept and kept[-1] != " ":
                kept.append(" ")
                origins.append(position)
            continue
        for folded in TYPOGRAPHIC.get(char, char).casefold():  # "ß" becomes two characters
            kept.append(folded)
            origins.append(position)
    while kept and kept[-1] == " ":
        kept.pop()
        origins.pop()
    return "".join(kept), origins


def _locate_aligned(quote: str, text: str) -> tuple[int, int] | None:
    if not SHORTEST_ALIGNED <= len(quote) <= len(text):
        return None
    wanted, _ = _normalise(quote)
    plain, origins = _normalise(text)
    found = fuzz.partial_ratio_alignment(wanted, plain, score_cutoff=LEAST_ALIGNED)
    if found is None or found.dest_end <= found.dest_start:
        return None
    return _whole_words(text, origins[found.dest_start], origins[found.dest_end - 1] + 1)


def _whole_words(text: str, start: int, end: int) -> tuple[int, int]:
    while start > 0 and text[start - 1].isalnum() and text[start].isalnum():
        start -= 1
    while end < len(text) and text[end].isalnum() and text[end - 1].isalnum():
        end += 1
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end
