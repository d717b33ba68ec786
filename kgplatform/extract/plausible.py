"""What is a name among the spans that a recogniser proposes, and how far it reaches.

Rules of shape, part of speech and position: a name has a capital or is a code, ends where the
layout ends, and is no amount, date, label, greeting or lone common noun. What a name then is, says
`kgplatform.extract.name_types` first and the recogniser last.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from kgplatform.extract.grammar.classes import type_of_noun
from kgplatform.extract.layout import Layout, read_layout
from kgplatform.extract.name_types import (
    end_of_form,
    greeting_words,
    is_title,
    type_by_context,
    type_by_form,
)
from kgplatform.extract.topic import PARTICLES

__all__ = ["NamedSpan", "find_names"]

MAY_HOLD_VALUES = {"Work", "Event"}
"""Types whose names may hold a date or a quantity: "The 39 Steps", "9 May parade"."""

COMMON = {"ADJ", "ADV", "AUX", "INTJ", "NOUN", "NUM", "PRON", "SCONJ", "VERB"}
"""Parts of speech of a single word that is no name."""

WORD = re.compile(r"[^\s,;()|]+")


class NamedSpan(NamedTuple):
    """text[start:end] is a name of this type, by the evidence of it (TYPE_EVIDENCE)."""

    start: int
    end: int
    type: str
    evidence: str = "recogniser"


class _Word(NamedTuple):
    """A word of a passage; without a parse `pos` is empty."""

    text: str
    start: int
    end: int
    pos: str = ""
    is_count: bool = False
    """Whether it is a number of what stands behind it."""


def find_names(text: str, parsed: Any, proposed: Iterable[NamedSpan]) -> list[NamedSpan]:
    """Return the names among proposed spans, cut to what belongs to each, and the codes.

    Args:
        parsed: the spaCy Doc of `text`, or of a text with the same offsets.
        proposed: spans with the types that a recogniser gives them.
    """
    layout = read_layout(text)
    names: list[NamedSpan] = []
    for start, end, kind, _ in proposed:
        for piece in layout.pieces(start, end, with_values=kind in MAY_HOLD_VALUES):
            words = _trim(text, list(_words(text, parsed, *piece)), kind)
            if words and _is_name(text, layout, words, kind):
                span = words[0].start, end_of_form(text, words[-1].end)
                names.append(NamedSpan(*span, *_type(text, *span, kind)))
    return [*(name for name in names if not _is_in_code(layout, name)), *_codes(layout, names)]


def _type(text: str, start: int, end: int, seen: str) -> tuple[str, str]:
    """Return the type of a name and what it is known by."""
    if by_form := type_by_form(text[start:end], seen=seen):
        return by_form, "form"
    if by_context := type_by_context(text, start, end):
        return by_context, "context"
    return seen, "recogniser"


def _words(text: str, parsed: Any, start: int, end: int) -> Iterator[_Word]:
    """Yield the words of a span: those of the parse, or, where that left the text out, by form."""
    tokens = parsed.char_span(start, end, alignment_mode="expand")
    if tokens is None or any(token.text not in text[start:end] for token in tokens):
        for match in WORD.finditer(text, start, end):
            yield _Word(match.group(), *match.span())
        return
    last = tokens[-1]
    counts = last.like_num and (
        last.head not in tokens or (last.i + 1 < len(parsed) and last.nbor(1).lower_ == "of")
    )
    for token in tokens:
        word_end = token.idx + len(token)
        yield _Word(
            token.text,
            max(start, token.idx),
            min(end, word_end),
            token.pos_,
            counts and token == last,
        )


def _is_in_code(layout: Layout, name: NamedSpan) -> bool:
    return any(start <= name.start and name.end <= end for start, end in layout.codes)


def _codes(layout: Layout, names: Iterable[NamedSpan]) -> Iterator[NamedSpan]:
    """Yield the identifiers that are no part of a longer name."""
    spans = [(name.start, name.end) for name in names]
    for start, end in layout.codes:
        if not any(a <= start and end <= b and (a, b) != (start, end) for a, b in spans):
            yield NamedSpan(start, end, "Thing")


def _trim(text: str, words: list[_Word], kind: str) -> list[_Word]:
    """Return the words of a span without those at its ends that are no part of a name."""
    while words and (_is_outer(words[0]) or _opens_letter(text, words[0])):
        words = words[1:]
    while words and (_is_outer(words[-1]) or (len(words) > 1 and words[-1].is_count)):
        words = words[:-1]
    while kind == "Person" and len(words) > 1 and _is_rank(words):
        words = words[1:]
    return words


def _is_outer(word: _Word) -> bool:
    if not any(char.isalnum() for char in word.text):
        return True
    is_lower = word.text.islower() and not any(char.isdigit() for char in word.text)
    return is_lower and (word.text not in PARTICLES or word.pos in ("CCONJ", "DET", "ADP"))


def _opens_letter(text: str, word: _Word) -> bool:
    """Return whether a word greets at the beginning of a line: "Hi Tom"."""
    line = text[text.rfind("\n", 0, word.start) + 1 : word.start].split()
    return all(one.casefold().strip(",") in greeting_words() for one in (*line, word.text))


def _is_rank(words: list[_Word]) -> bool:
    """Return whether a person's name begins with an office: "Councillor Beth Underwood"."""
    first = words[0].text.casefold().rstrip(".")
    if is_title(first):
        return True
    is_office = type_of_noun(first) == "Person" or words[0].pos in ("NOUN", "ADJ")
    return is_office and len([word for word in words[1:] if word.text.isalpha()]) > 1


def _is_name(text: str, layout: Layout, words: list[_Word], kind: str) -> bool:
    start, end = words[0].start, words[-1].end
    name = text[start:end]
    if not any(char.isupper() for char in name) or layout.is_label(start, end):
        return False
    if all(word.casefold().strip(".,!") in greeting_words() for word in name.split()):
        return False
    if len(words) > 1:
        return True
    if words[0].pos in COMMON and kind not in MAY_HOLD_VALUES and not layout.is_cell(start):
        return False  # a row of cells is no sentence, so that its parts of speech say little
    # An address ("ann@…", "ann.lee@…") is no use of a word.
    is_used = re.search(rf"(?<![\w@.-]){re.escape(name.lower())}(?![\w@-]|\.\w)", text)
    return name.isupper() or not is_used
