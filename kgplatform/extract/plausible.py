"""What is a name among the spans that a recogniser proposes, and how far it reaches.

Rules of shape, part of speech and position: a name has a capital or is a code, ends where the
layout ends, and is no amount, date, label, greeting or lone common noun. What a name then is, says
`kgplatform.extract.name_forms` first and the recogniser last.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from kgplatform.extract.grammar.classes import type_of_noun
from kgplatform.extract.layout import Layout, read_layout
from kgplatform.extract.name_forms import (
    greeting_words,
    is_title,
    legal_form_behind,
    type_by_context,
    type_by_form,
)
from kgplatform.extract.topic import PARTICLES

__all__ = ["NamedSpan", "find_names"]

MAY_HOLD_VALUES = {"Work", "Event"}
"""Types whose names may hold a date or a quantity: "The 39 Steps", "9 May parade"."""

COMMON = {"ADJ", "ADV", "AUX", "INTJ", "NOUN", "NUM", "PRON", "SCONJ", "VERB"}
"""Parts of speech of a single word that is no name."""

OUTER = {"ADP", "AUX", "CCONJ", "DET", "INTJ", "PART", "PRON", "PUNCT", "SCONJ", "SPACE", "VERB"}
"""Parts of speech that no name begins or ends with where the word is in lower case."""


class NamedSpan(NamedTuple):
    """text[start:end] is a name of this type."""

    start: int
    end: int
    type: str


def find_names(text: str, parsed: Any, proposed: Iterable[NamedSpan]) -> list[NamedSpan]:
    """Return the names among proposed spans, cut to what belongs to each, and the codes.

    Args:
        parsed: the spaCy Doc of `text`, or of a text with the same offsets.
        proposed: spans with the types that a recogniser gives them.
    """
    layout = read_layout(text)
    names: list[NamedSpan] = []
    for start, end, kind in proposed:
        for piece in layout.pieces(start, end, with_values=kind in MAY_HOLD_VALUES):
            trimmed = _trim(text, parsed, *piece, kind)
            if trimmed and _is_name(text, parsed, layout, *trimmed, kind):
                names.append(NamedSpan(*trimmed, _type(text, *trimmed, kind)))
    return [*(name for name in names if not _is_in_code(layout, name)), *_codes(layout, names)]


def _type(text: str, start: int, end: int, seen: str) -> str:
    name = text[start:end]
    return type_by_form(name, seen=seen) or type_by_context(text, start, end) or seen


def _is_in_code(layout: Layout, name: NamedSpan) -> bool:
    return any(start <= name.start and name.end <= end for start, end in layout.codes)


def _codes(layout: Layout, names: Iterable[NamedSpan]) -> Iterator[NamedSpan]:
    """Yield the identifiers that are no part of a longer name."""
    spans = [(name.start, name.end) for name in names]
    for start, end in layout.codes:
        if not any(a <= start and end <= b and (a, b) != (start, end) for a, b in spans):
            yield NamedSpan(start, end, "Thing")


def _trim(text: str, parsed: Any, start: int, end: int, kind: str) -> tuple[int, int] | None:
    """Return a span without the words at its ends that are no part of a name; None if none is."""
    words = [token for token in parsed if start < token.idx + len(token) and token.idx < end]
    while words and (_is_outer(words[0]) or _opens_letter(text, words[0])):
        words = words[1:]
    while words and (_is_outer(words[-1]) or _counts_what_follows(words)):
        words = words[:-1]
    while kind == "Person" and len(words) > 1 and _is_rank(words):
        words = words[1:]
    if not words:
        return None
    end = min(end, words[-1].idx + len(words[-1]))
    return max(start, words[0].idx), legal_form_behind(text, end)


def _is_outer(token: Any) -> bool:
    word = token.text
    if not any(char.isalnum() for char in word):
        return True
    is_lower = word.islower() and not any(char.isdigit() for char in word)
    return is_lower and (word not in PARTICLES or token.pos_ in ("CCONJ", "DET", "ADP"))


def _opens_letter(text: str, token: Any) -> bool:
    """Return whether a word greets at the beginning of a line: "Hi Tom"."""
    line = text[text.rfind("\n", 0, token.idx) + 1 : token.idx].split()
    return all(word.casefold().strip(",") in greeting_words() for word in (*line, token.text))


def _counts_what_follows(words: list[Any]) -> bool:
    """Return whether the last word is a number of what stands behind: "give Anna 31 of them"."""
    last = words[-1]
    if len(words) < 2 or not last.like_num:
        return False
    is_partitive = last.i + 1 < len(last.doc) and last.nbor(1).lower_ == "of"
    return is_partitive or last.head not in words


def _is_rank(words: list[Any]) -> bool:
    """Return whether a person's name begins with an office: "Councillor Beth Underwood"."""
    first = words[0].text.casefold().rstrip(".")
    if is_title(first):
        return True
    is_office = type_of_noun(first) == "Person" or words[0].pos_ in ("NOUN", "ADJ")
    return is_office and len([word for word in words[1:] if word.is_alpha]) > 1


def _is_name(text: str, parsed: Any, layout: Layout, start: int, end: int, kind: str) -> bool:
    name = text[start:end]
    if not any(char.isupper() for char in name) or layout.is_label(start, end):
        return False
    if all(word.casefold().strip(".,!") in greeting_words() for word in name.split()):
        return False
    words = parsed.char_span(start, end, alignment_mode="expand")
    if words is None or len(words) > 1:
        return True
    if words[0].pos_ in COMMON and kind not in MAY_HOLD_VALUES and not layout.is_cell(start):
        return False  # a row of cells is no sentence, so that its parts of speech tell little
    is_used = re.search(rf"(?<![\w-]){re.escape(name.lower())}(?![\w-])", text)
    return name.isupper() or not is_used
