"""Finds where a question names parts of documents, and their numbers or positions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from kgplatform.question.document_parts.lexicon import KINDS
from kgplatform.question.document_parts.tokens import Token

__all__ = ["Found", "Reference", "find_references"]

MAX_RANGE = 500  # parts of one range; more is a mistake in typing
MAX_BETWEEN = 3  # words from "difference" to "between pages 1 and 3"

REFERENCE = re.compile(
    r"""
      (?P<numbered> [PTS] M? N (?: (?:R|A|XA?) M? N )*
                  | [pts] M? N (?: (?: R | XA | A | X (?=M?NX?A?M?N) ) M? N (?![pPtTsS]) )* )
    | (?P<counted> (?: ON | NO ) [PTS] )
    | (?P<ordered> O (?: (?:A|XA?) D? O )* w? [pPtTsS] )
    | (?P<before> [pts] b D? O )
    | (?P<ellipsis> O K | (?<=D) O (?= [XZ] | $ ) )
    | (?P<bare> [pPtTsSi] )
    """,
    re.VERBOSE,
)
"""How parts are named, in symbols (`lexicon`); the earlier alternative is tried first."""

DIFFERENCE = re.compile(
    r"differ|contrast|compar|distin|similar|relat|connect|link|chang|common|discrepanc"
)


@dataclass(frozen=True, slots=True)
class Reference:
    """Parts of a document as a question names them.

    `numbers` are labels as written in capitals ("4", "6.3", "SA3", "IV"), `positions` count from
    1, or from the end from -1; `topic` is what the part is called or about. Without any of them
    all parts of the kind are meant, or the one that fits the question where `is_single`.
    `within` is the page or section they lie in; `documents` are indexes of the documents that
    are named with them, `owner` is a proper name that stands in a document's place. `word` is the
    one used for the kind: "appendix", "slide"; `is_joined` says that the number is written on to
    it, as in "p4", which may name something else.
    """

    kind: str
    numbers: tuple[str, ...] = ()
    positions: tuple[int, ...] = ()
    topic: str = ""
    is_single: bool = False
    within: Reference | None = None
    documents: tuple[int, ...] = ()
    owner: str = ""
    word: str = ""
    is_joined: bool = False

    @property
    def is_exact(self) -> bool:
        """Whether it says by number or position which part is meant."""
        exact = bool(self.numbers or self.positions)
        return exact or (self.within is not None and self.within.is_exact)


@dataclass(frozen=True, slots=True)
class Found:
    """A reference and the tokens [first:last] that name it; `form` is how (REFERENCE)."""

    reference: Reference
    first: int
    last: int
    form: str


def find_references(tokens: Sequence[Token]) -> list[Found]:
    """Return what is named, in order; what a bare word as "table" is about is left open."""
    symbols = "".join(token.symbol for token in tokens)
    found = [_read(match, tokens) for match in REFERENCE.finditer(symbols)]
    return _resolve_ellipses(found, symbols)


def _read(match: re.Match[str], tokens: Sequence[Token]) -> Found:
    first, last, form = match.start(), match.end(), match.lastgroup or ""
    span = tokens[first:last]
    kinds = [token for token in span if token.symbol in KINDS]
    symbol, word = (kinds[-1].symbol, kinds[-1].form) if kinds else ("", "")
    numbers: tuple[str, ...] = ()
    positions: tuple[int, ...] = ()
    if form == "numbered":
        numbers = _numbers(span, is_range=_is_between(tokens[:first]))
    elif form == "counted":
        positions = _counted(span)
    elif form == "before":
        positions = (int(span[-1].value) - 1,)
    else:
        positions = tuple(int(token.value) for token in span if token.symbol == "O")
    kind = KINDS.get(symbol, "")
    reference = Reference(
        kind,
        numbers,
        positions,
        is_single=symbol.islower(),
        word=word,
        is_joined=any(one.symbol in "pP" and one.end == two.start for one, two in pairwise(span)),
    )
    return Found(reference, first, last, form)


def _numbers(span: Sequence[Token], *, is_range: bool) -> tuple[str, ...]:
    """Return the numbers of "3 to 5", "2, 4 and 7" or, with `is_range`, "3 and 5"."""
    numbers: list[str] = []
    goes_on = False
    for token in span:
        if token.symbol == "N":
            label = str(token.value)
            numbers += _following(numbers[-1], label) if goes_on else [label]
            goes_on = False
        elif token.symbol == "R" or (is_range and token.symbol == "A"):
            goes_on = bool(numbers)
    return tuple(dict.fromkeys(numbers))


def _following(first: str, last: str) -> list[str]:
    """Return the labels after `first` up to `last`; `last` alone where they cannot be counted."""
    head, _, low = first.rpartition(".")
    high = last.removeprefix(f"{head}.") if head else last
    if not (low.isdigit() and high.isdigit() and 0 < int(high) - int(low) <= MAX_RANGE):
        return [last]
    numbers = range(int(low) + 1, int(high) + 1)
    return [f"{head}.{number}" if head else str(number) for number in numbers]


def _is_between(before: Sequence[Token]) -> bool:
    """Return whether "between" stands before, and not as in "the difference between"."""
    if not before or before[-1].form != "between":
        return False
    return not any(DIFFERENCE.match(token.form) for token in before[-1 - MAX_BETWEEN : -1])


def _counted(span: Sequence[Token]) -> tuple[int, ...]:
    """Return the positions of "first two" or "last three"."""
    ordinal = next(int(token.value) for token in span if token.symbol == "O")
    label = next(str(token.value) for token in span if token.symbol == "N")
    count = min(int(label), MAX_RANGE) if label.isdigit() else 1
    return tuple(range(ordinal, ordinal + count) if ordinal > 0 else range(-count, 0))


def _resolve_ellipses(found: Sequence[Found], symbols: str) -> list[Found]:
    """Give "the fifth one" the kind that was named last, in place of a bare "several tables"."""
    resolved: list[Found] = []
    for item in found:
        if item.form != "ellipsis":
            resolved.append(item)
            continue
        last = resolved[-1] if resolved else None
        if last is None or not (symbols[item.last - 1] == "K" or last.reference.positions):
            continue
        if last.form == "bare":
            resolved.pop()
        reference = replace(item.reference, kind=last.reference.kind, is_single=True)
        resolved.append(replace(item, reference=reference))
    return resolved
