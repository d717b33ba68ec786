"""Reads a question as tokens with symbols (`lexicon`), over which the grammar is written.

"on the third page", "at page 3" and "p. iii" then differ in a few letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from kgplatform.question.document_parts.lexicon import (
    ABBREVIATIONS,
    LABELLED_ONLY,
    OTHER_THINGS,
    SYMBOLS,
    TITLE_WORDS,
    TITLED_ONLY,
    WORD,
)
from kgplatform.text.numbers import (
    join_numerals,
    read_number,
    read_ordinal,
    read_roman,
)

__all__ = ["OF_A_DOCUMENT", "OF_SOMETHING", "QUOTATION", "Span", "Token", "read_tokens"]

Span = tuple[int, int]

NUMBER, ORDINAL, QUOTED, POSSESSIVE, DOCUMENT, DOCUMENT_WORD, NUMBER_MARK = "NOQZFGM"
NUMBERED = frozenset("pPtTsSM")
"""Symbols behind which a number or letter says which one."""
LISTING = frozenset("AR")
"""Between one number and the next, in addition to a comma: "CA7 and CA8"."""
ABBREVIATED = ABBREVIATIONS.keys() | {f for f, symbol in SYMBOLS.items() if symbol == NUMBER_MARK}
"""Forms whose full stop ends no sentence."""

OF_A_DOCUMENT = re.compile(r"L(?:D?w{1,2}L)?(?:F|D?w?G(?:BF)?)")
"""In symbols: "of X", "in our copy of X", "of the annual report", "of the PDF named X"."""
OF_SOMETHING = re.compile(r"L[DLwNG]{1,6}(?=[BM]?Q)")
"""The same where nobody knows yet that X is a document, before a title in quotation marks."""

MAX_NUMERAL_WORDS = 4  # "third from the end"
QUOTATION = re.compile(r"""“[^”]+”|‘[^’]+’|«[^»]+»|"[^"]+"|(?<!\w)'[^']+'(?!\w)""")
TOKEN = re.compile(
    rf"""
      (?P<quoted> {QUOTATION.pattern} )
    | (?P<range> \d++(?:\.\d++)*+[-–—]\d++(?:\.\d++)*+(?!\w) )
    | (?P<number> (?: (?<!\d,)\d{{1,3}},\d{{3}}(?!\d|,\d) | \d++(?:\s?\.\s?\d++)*+ )(?![\w-]) )
    | (?P<possessive> ['’]s\b )
    | (?P<label> (?![Pp])[A-Za-z]\.(?:\d+(?:\.\d+)*|[IVXivx]+)\b )
    | (?P<word> \w+(?:(?:[-–_’'](?!s\b)|\.(?=[A-Za-z]))\w+)* )
    | (?P<mark> \S )
    """,
    re.VERBOSE,
)
RANGE_PARTS = re.compile(r"[\d.]+|[-–—]")
FILE_NAME = re.compile(r"[\w-]+\.[a-z][a-z0-9]{1,4}")
LABEL = re.compile(r"[a-z]{0,3}[.–-]?\d+(?:\.\d+)*[a-z]?|[a-z]\.(?:\d+|[ivx]+)")
PAGE_ABBREVIATIONS = "|".join(form for form, symbol in ABBREVIATIONS.items() if symbol in "pP")
JOINED = re.compile(rf"({PAGE_ABBREVIATIONS})(?=\d+(?:[-–—]\d+)?$)", re.IGNORECASE)
"""A page's abbreviation that its number is written on to: "p4", "pp4-6"."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word, number, mark or quotation: question[start:end] == text.

    `value` is a number's label ("4", "6.3", "SA3", "IV") or an ordinal's position (1 is the
    first, -1 the last).
    """

    text: str
    start: int
    end: int
    symbol: str
    value: str | int = ""

    @property
    def form(self) -> str:
        """The text in small letters."""
        return self.text.casefold()


EDGE = Token("", 0, 0, "")
"""What stands before the first token and behind the last."""


def read_tokens(question: str, *, documents: Sequence[Span] = ()) -> list[Token]:
    """Return the tokens of a question in order.

    Args:
        documents: where documents are named, in order; each is one token, whatever its words.
    """
    tokens: list[Token] = []
    start = 0
    for first, last in (*documents, (len(question), len(question))):
        for match in TOKEN.finditer(question, start, first):
            tokens += _split(match, tokens[-1] if tokens else EDGE)
        if first < last:
            tokens.append(Token(question[first:last], first, last, DOCUMENT))
        start = last
    joined = [EDGE, *_join(tokens), EDGE]
    known: list[Token] = [EDGE, EDGE]
    for token, after in pairwise(joined[1:]):
        known.append(_in_context(known[-2], known[-1], token, after))
    return [_titled(known, at) for at in range(2, len(known))]


def _split(match: re.Match[str], before: Token) -> Iterator[Token]:
    """Yield the tokens of a match; a compound or range of known words is several."""
    text, start = match.group(), match.start()
    joined = JOINED.match(text) if before.symbol not in NUMBERED else None
    if match["quoted"]:
        yield Token(text, start, match.end(), QUOTED)
    elif match["possessive"]:
        yield Token(text, start, match.end(), POSSESSIVE)
    elif match["range"]:
        for piece in RANGE_PARTS.finditer(text):
            yield _token(piece.group(), start + piece.start())
    elif joined:
        yield _token(joined.group(), start)
        for number in TOKEN.finditer(match.string, start + joined.end(), match.end()):
            yield from _split(number, before)
    else:
        is_compound = match["word"] and not LABEL.fullmatch(text.casefold())
        parts = text.split("-") if is_compound else [text]
        if len(parts) > 1 and all(_token(part, 0).symbol != WORD for part in parts):
            for part in parts:
                yield _token(part, start)
                start += len(part) + 1
        else:
            yield _token(text, start)


def _token(text: str, start: int) -> Token:
    form, end = text.casefold(), start + len(text)
    if (position := read_ordinal(form)) is not None:
        return Token(text, start, end, ORDINAL, position)
    if text[0].isdigit() and LABEL.fullmatch(re.sub(r"[\s,]", "", form)):
        return Token(text, start, end, NUMBER, re.sub(r"[\s,]", "", text))
    if (number := read_number(form)) is not None:
        return Token(text, start, end, SYMBOLS.get(form, NUMBER), str(number))
    default = DOCUMENT_WORD if FILE_NAME.fullmatch(form) else WORD
    return Token(text, start, end, SYMBOLS.get(form, default))


def _join(tokens: Sequence[Token]) -> list[Token]:
    """Return the tokens with numerals of several words as one, without full stops they need."""
    joined: list[Token] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        numeral = join_numerals([t.form for t in tokens[at : at + MAX_NUMERAL_WORDS]])
        if numeral is not None:
            value, words, is_ordinal = numeral
            joined.append(_numeral(tokens[at : at + words], value, is_ordinal=is_ordinal))
            at += words
            continue
        if token.text != "." or not joined or joined[-1].form not in ABBREVIATED:
            joined.append(token)
        at += 1
    return joined


def _numeral(parts: Sequence[Token], value: int, *, is_ordinal: bool) -> Token:
    text, start, end = " ".join(part.text for part in parts), parts[0].start, parts[-1].end
    if is_ordinal:
        return Token(text, start, end, ORDINAL, value)
    return Token(text, start, end, NUMBER, str(value))


def _in_context(earlier: Token, before: Token, token: Token, after: Token) -> Token:
    """Return a token with the symbol that its neighbours give it."""
    if token.form in LABELLED_ONLY and (after.symbol == NUMBER_MARK or _is_label(after)):
        return replace(token, symbol=LABELLED_ONLY[token.form])
    if token.symbol in "BV" and token.text[:1].isupper() and before is not EDGE:
        return replace(token, symbol=WORD)  # a word of a name: "the Cover section"
    kind = token.symbol.lower()
    if {(before.form, kind), (kind, after.form)} & OTHER_THINGS:
        return replace(token, symbol=WORD)
    is_numbered = before.symbol in NUMBERED or before.form in LABELLED_ONLY
    is_next = earlier.symbol == NUMBER and (before.symbol in LISTING or before.text == ",")
    if (is_numbered and _is_label(token)) or (is_next and LABEL.fullmatch(token.form)):
        return replace(token, symbol=NUMBER, value=token.value or token.text.upper())
    return token


def _titled(tokens: Sequence[Token], at: int) -> Token:
    """Return a word such as "part" as a section where a title follows it or its document."""
    token = tokens[at]
    if token.form not in TITLED_ONLY or token.symbol != WORD:
        return token
    symbols = "".join(other.symbol for other in tokens[at + 1 :])
    place = OF_SOMETHING.match(symbols) or OF_A_DOCUMENT.match(symbols)
    after = tokens[at + 1 + (place.end() if place else 0) :][:1]
    has_title = bool(after) and (after[0].symbol == QUOTED or after[0].form in TITLE_WORDS)
    return replace(token, symbol=TITLED_ONLY[token.form]) if has_title else token


def _is_label(token: Token) -> bool:
    """Return whether a token right behind "table" or "number" is which one: 4, 6.3, C1, B, iv."""
    if token.symbol == NUMBER:
        return True
    if token.symbol not in {WORD, "D", "K"} or token.form == "a" == token.text:
        return False
    is_letter = len(token.text) == 1 and token.text.isupper()
    is_roman = read_roman(token.form) is not None
    return is_letter or is_roman or token.symbol == "K" or LABEL.fullmatch(token.form) is not None
