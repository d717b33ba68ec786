"""Finds the entities a passage mentions: what recognisers propose, joined with known names.

Where two spans overlap the longer one is kept, so a known title wins over the part of it that
the recogniser saw. A name that several known entities share gives a mention of each.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, NamedTuple

from kgplatform.extract.gazetteer import Gazetteer
from kgplatform.extract.grammar.classes import type_of_noun
from kgplatform.extract.grammar.opening import Opening
from kgplatform.extract.plausible import find_names
from kgplatform.extract.recogniser import propose_names
from kgplatform.models.entity_head.head import WordScores
from kgplatform.records import Entity, Mention, Passage
from kgplatform.text.names import make_entity

__all__ = ["find_mentions"]

QUOTES = ('"', "“")
EDGES = " \t\n\"'“”‘’.,;:()[]"
REAL = {"Person", "Place"}  # what a recogniser hardly takes a title for


class _Span(NamedTuple):
    start: int
    end: int
    candidates: tuple[Entity, ...]
    evidence: str = "recogniser"  # that gives the type of the candidates


def find_mentions(
    passage: Passage,
    parsed: Any,
    *,
    gazetteer: Gazetteer,
    opening: Opening | None = None,
    scores: WordScores | None = None,
) -> list[Mention]:
    """Return a passage's mentions by position; passage.text[start:end] == surface for each.

    Args:
        passage: its title resolves a name that several known entities share.
        parsed: the spaCy Doc of passage.text.
        gazetteer: the known names.
        opening: what the passage is about; the name it opens with is that entity, and where its
            first sentence says of what kind it is, it is of that kind.
        scores: of the platform's own recogniser; None leaves spaCy's alone.
    """
    typed = {(span.start, span.end): span for span in _recognised(passage.text, parsed, scores)}
    known = [_Span(*match) for match in gazetteer.find(passage.text)]
    spans = _longest([*(_with_type(span, typed) for span in known), *typed.values()])
    if opening is not None and opening.span is not None:
        spans = _put_first(_Span(*opening.span, (opening.entity,), "context"), spans)
    title = opening.entity if opening else None
    resolved = [_prefer_title(span, title) for span in spans]
    return [
        Mention(
            passage.id,
            entity,
            span.start,
            span.end,
            passage.text[span.start : span.end],
            evidence=span.evidence,
        )
        for span in resolved
        for entity in span.candidates
    ]


def _recognised(text: str, parsed: Any, scores: WordScores | None) -> Iterable[_Span]:
    """Yield the names among what recognisers propose, and quoted titles."""
    proposed = (
        found._replace(start=start, end=end)
        for found in propose_names(parsed, scores)
        for start, end in [_trim(text, found.start, found.end)]
    )
    for start, end, entity_type, evidence in find_names(text, parsed, proposed):
        yield _Span(start, end, (make_entity(text[start:end], entity_type),), evidence)
    for token in parsed:
        if token.i and token.nbor(-1).text in QUOTES:
            start, end = token.idx, token.idx + len(token.text)
            if " " in text[start:end]:  # made one word before it was parsed
                yield _Span(start, end, (make_entity(text[start:end], "Work"),), "form")


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    if text[start:end].endswith(("'s", "’s")):
        end -= 2
    while start < end and text[start] in EDGES:
        start += 1
    while start < end and text[end - 1] in EDGES:
        end -= 1
    if text.endswith((" of", " and", " to", " for", " in"), start, end):
        end = text.rindex(" ", start, end)
    bracket = text.find(" (", start, end)
    end = end if bracket < 0 or ")" in text[bracket:end] else bracket
    for article in ("the ", "The ", "a ", "an "):
        if text.startswith(article, start) and start + len(article) < end:
            return start + len(article), end
    return start, end


def _with_type(span: _Span, typed: dict[tuple[int, int], _Span]) -> _Span:
    """Give a known name of unknown type the type that spaCy sees at the same place."""
    seen = typed.get((span.start, span.end))
    if seen is not None and all(_is_another(entity, seen) for entity in span.candidates):
        return seen
    if seen is None or len(span.candidates) > 1 or span.candidates[0].type != "Thing":
        return span
    entity = replace(span.candidates[0], type=seen.candidates[0].type)
    return _Span(span.start, span.end, (entity,))


def _is_another(entity: Entity, seen: _Span) -> bool:
    """Whether a known name's parenthesis says another type: "Atlanta (album)", a Place."""
    if not entity.name.endswith(")"):
        return False
    kind = type_of_noun(entity.name[:-1].split(" ")[-1].lstrip("("))
    return kind is not None and seen.candidates[0].type in REAL - {kind}


def _longest(spans: list[_Span]) -> list[_Span]:
    """Keep the longest of overlapping spans (the earlier in the list on a tie), by position."""
    kept: list[_Span] = []
    for span in sorted(spans, key=lambda span: span.start - span.end):
        if all(span.end <= other.start or other.end <= span.start for other in kept):
            kept.append(span)
    return sorted(kept)


def _put_first(own: _Span, spans: list[_Span]) -> list[_Span]:
    """Put the name that the passage opens with in the place of what overlaps it."""
    return [own, *(span for span in spans if span.end <= own.start or own.end <= span.start)]


def _prefer_title(span: _Span, title: Entity | None) -> _Span:
    """In a document called "Aurora (ship)" the name "Aurora" is that ship."""
    if title is None or span.candidates[0].normalized_name != title.normalized_name:
        return span
    if title.type == "Thing":
        own = replace(title, type=span.candidates[0].type)
        return span._replace(candidates=(own,))
    return _Span(span.start, span.end, (title,), "context")
