"""Values that a sentence has several of: which of them is of the verb that the question has.

"The fair begins on A and ends on B" has a date for each verb; "the fair was moved from A to B" an
old and a new one, of which the new one holds; "the fee was raised by X to Y" a difference, too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from kgplatform.answer.spans.candidates import Candidate
from kgplatform.question.analysis import Asked
from kgplatform.text.amounts import Value, find_values
from kgplatform.text.dates import DateSpan, find_dates
from kgplatform.text.words import STOP_WORDS, content_stems, fold, split_words, stem

__all__ = ["find_part", "is_governed", "keep_what_holds"]

OLD, NEW, BY = "old", "new", "by"

CHANGES = re.compile(
    r"\b(?:postpon|mov|delay|reschedul|extend|shift|rais|increas|lower|reduc|cut|chang|adjust|"
    r"correct|brought forward|put off|pushed|rose|risen|rise|fell|fallen|grew|grown|drop|shorten|"
    r"shrunk|shrank|prolong|revis|rais|went|climb|declin|upgrad|downgrad)\w*",
    re.IGNORECASE,
)
ASKS_BY = re.compile(
    r"\bby how (?:much|many)\b|\bhow much (?:higher|lower|more|less|longer|shorter)\b|"
    r"\bhow (?:much|many)\b.* by\s*\??$",
    re.IGNORECASE,
)
ASKS_OLD = re.compile(
    r"\b(?:original(?:ly)?|initial(?:ly)?|old|former(?:ly)?|previous(?:ly)?|at first|before|"
    r"from (?:what|which|when))\b",
    re.IGNORECASE,
)
ASKS_WHAT_HOLDS = re.compile(
    r"\b(?:current(?:ly)?|now|new|latest|revised|updated|planned|scheduled|expected)\b"
    r"|^when (?:is|will)\b",
    re.IGNORECASE,
)
BETWEEN = re.compile(
    r",?\s+(?:to|until|till|up to|down to)\s+(?:the )?|\s*(?:→|->)\s*", re.IGNORECASE
)
INSTEAD = re.compile(
    r",?\s+(?:instead of|rather than|from|up from|down from)\s+"
    r"|\s*\((?:was|were|previously|formerly|originally|before:?)\s+",
    re.IGNORECASE,
)
FROM = re.compile(r"\bfrom\s+(?:the )?$", re.IGNORECASE)
BY_AT_END = re.compile(r"\bby\s+(?:a further |another |about )?$", re.IGNORECASE)


def wanted_part(asked: Asked) -> str:
    """Return which part of a change a question asks for: what it is now, if nothing is said."""
    if ASKS_BY.search(asked.text):
        return BY
    return OLD if ASKS_OLD.search(asked.text) else NEW


def find_part(candidate: Candidate) -> str:
    """Return which part of a change a candidate is in its sentence; empty where it is none."""
    text = candidate.passage.text
    start, end = candidate.sentence.start, candidate.sentence.end
    said = text[start:end]
    if not CHANGES.search(said):
        return ""
    for (a_start, a_end), (b_start, b_end) in pairwise(_find_spans(said)):
        between, before = said[a_end:b_start], said[:a_start]
        parts = _read_pair(before, between)
        for part, (first, last) in zip(parts, ((a_start, a_end), (b_start, b_end)), strict=False):
            if start + first < candidate.end and candidate.start < start + last:
                return part
    if any(
        _is_by(said, first) and _is_at(candidate, start + first) for first, _ in _find_spans(said)
    ):
        return BY
    return ""


def _read_pair(before: str, between: str) -> tuple[str, ...]:
    """Return what two values that stand side by side are, where one became the other."""
    if BETWEEN.fullmatch(between):
        if FROM.search(before):
            return OLD, NEW
        return (BY, NEW) if BY_AT_END.search(before) else ()
    return (NEW, OLD) if INSTEAD.fullmatch(between) else ()


def _is_by(said: str, first: int) -> bool:
    return BY_AT_END.search(said[:first]) is not None


def _is_at(candidate: Candidate, start: int) -> bool:
    return candidate.start <= start < candidate.end


def _find_spans(said: str) -> list[tuple[int, int]]:
    """Return the dates, amounts and other figures of a sentence in order."""
    spans = [(date.start, date.end) for date in find_dates(said)]
    spans += [(value.start, value.end) for value in find_values(said)]
    spans += [
        match.span() for match in re.finditer(r"(?<![\w.,-])\d[\d,.]*\d|(?<![\w.,-])\d", said)
    ]
    kept: list[tuple[int, int]] = []
    for span in spans:
        if not any(span[0] < end and start < span[1] for start, end in kept):
            kept.append(span)
    return sorted(kept)


def is_governed(asked: Asked, candidate: Candidate, values: Sequence[DateSpan | Value]) -> bool:
    """Return whether the question's own verb stands by a value, where its sentence has several.

    Its verb is the last of its words, names apart, that stands before one of the values alone.

    Args:
        asked: the question.
        candidate: which may be one of the values.
        values: all in the passage that are of the kind asked for, in order.
    """
    text, sentence = candidate.passage.text, candidate.sentence
    dates = [d for d in values if sentence.start <= d.start < sentence.end]
    if len(dates) < 2:
        return True
    starts = [sentence.start, *(date.end for date in dates[:-1])]
    said = [
        {word.stem for word in split_words(text[start : date.start])}
        for start, date in zip(starts, dates, strict=True)
    ]
    named = content_stems(" ".join(asked.names))
    for word in reversed(fold(asked.text).split()):
        holding = [n for n, stems in enumerate(said) if stem(word) in stems]
        if word in STOP_WORDS or stem(word) in named or not holding:
            continue
        if len(holding) > 1:
            return True
        chosen = dates[holding[0]]
        is_first_of_change = holding[0] == 0 and find_part(candidate) != ""
        return is_first_of_change or (candidate.start < chosen.end and chosen.start < candidate.end)
    return True


def keep_what_holds(
    asked: Asked, ranked: Sequence[tuple[Candidate, float]]
) -> list[tuple[Candidate, float]]:
    """Return the candidates without those that a change has overtaken.

    Where it is asked what holds now, or by how much something changed, and a sentence about it
    mentions a change, only the change answers.
    """
    part = wanted_part(asked)
    parts = [find_part(candidate) for candidate, _ in ranked]
    kept = [pair for pair, found in zip(ranked, parts, strict=True) if found in ("", part)]
    if part == NEW and not ASKS_WHAT_HOLDS.search(asked.text):
        return kept
    named = content_stems(" ".join(asked.names))
    about = content_stems(ASKS_WHAT_HOLDS.sub(" ", asked.text)) - named
    distinctive = [
        pair
        for pair, found in zip(ranked, parts, strict=True)
        if found == part
        and about & pair[0].sentence.stems
        and named <= pair[0].passage.stems | content_stems(pair[0].passage.head)
    ]
    if part == BY:
        return distinctive
    return distinctive or kept
