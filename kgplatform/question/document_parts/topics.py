"""Reads what a part of a document is called or about, from the words around its kind.

"the table about prices", "the own brand shares table", "which table lists the prices", "the
section “Background”", "the introduction".
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from kgplatform.question.document_parts.lexicon import LINKING_WORDS, SHEETS
from kgplatform.question.document_parts.references import Found
from kgplatform.question.document_parts.tokens import OF_A_DOCUMENT, OF_SOMETHING, Span, Token

__all__ = ["name_topics"]

MAX_NAME_WORDS = 7  # of what stands before "table" or "section"
STOPS_A_NAME = "DWVXZFKMBbpPtTsSG"
STOPS_A_TOPIC = "XF"
ON_A_PART = re.compile(r"LD?O?[ptsS]")
TOPIC_PLACINGS = frozenset({"of", "on", "for"})
QUOTES = "“”‘’«»\"'"


def name_topics(found: Sequence[Found], tokens: Sequence[Token]) -> list[Found]:
    """Return what was found, bare kinds with their topic; those that are no part are left out."""
    symbols = "".join(token.symbol for token in tokens)
    named = []
    for item in found:
        taken = {i for other in found if other is not item for i in range(other.first, other.last)}
        kept = _name(item, taken, tokens, symbols) if item.form == "bare" else item
        if kept is not None:
            named.append(kept)
    return named


def _name(
    item: Found, taken: Collection[int], tokens: Sequence[Token], symbols: str
) -> Found | None:
    symbol = symbols[item.first]
    if symbol == "i":
        return _name_customary(item, tokens, symbols)
    if _forms(tokens, item.last, 2) == ["of", "contents"]:
        return None
    if symbol == "P" and _forms(tokens, item.first - 2, 2) == ["how", "many"]:
        return item
    if symbol in "pP" and tokens[item.first].form not in SHEETS:
        return None
    span = _span_after(item, taken, tokens, symbols) or _span_before(item, symbols)
    if span is None:
        return item if symbol in "tT" else None
    topic = " ".join(token.text.strip(QUOTES) for token in tokens[slice(*span)])
    first, last = min(item.first, span[0]), max(item.last, span[1])
    return Found(replace(item.reference, topic=topic), first, last, "named")


def _forms(tokens: Sequence[Token], start: int, count: int) -> list[str]:
    return [token.form for token in tokens[max(start, 0) : max(start, 0) + count]]


def _name_customary(item: Found, tokens: Sequence[Token], symbols: str) -> Found | None:
    """Return "the introduction" as a section, unless it is the introduction of something else."""
    after = tokens[item.last :]
    goes_on = bool(after) and after[0].form in {"that", "to"}
    is_of = bool(after) and after[0].symbol == "L"
    is_placed = OF_A_DOCUMENT.match(symbols, item.last) or ON_A_PART.match(symbols, item.last)
    if goes_on or (is_of and not is_placed and not _may_name_a_document(after[1:])):
        return None
    last = item.last + (symbols[item.last : item.last + 1] == "s")
    reference = replace(item.reference, topic=tokens[item.first].text, is_single=True)
    return Found(reference, item.first, last, "named")


def _may_name_a_document(tokens: Sequence[Token]) -> bool:
    """Return whether a title may begin here: quoted or with a capital."""
    rest = [token for token in tokens if token.symbol != "D"]
    return bool(rest) and (rest[0].symbol == "Q" or rest[0].text[0].isupper())


def _span_after(
    item: Found, taken: Collection[int], tokens: Sequence[Token], symbols: str
) -> Span | None:
    """Return the tokens behind a kind that say what it is about: "showing [the prices]"."""
    at = item.last
    if place := OF_SOMETHING.match(symbols, at) or OF_A_DOCUMENT.match(symbols, at):
        at = place.end()
    start = _opening(item, at, tokens, symbols)
    if start is None or start in taken or at in taken or start - 1 in taken:
        return None
    end = start
    while end < len(tokens) and symbols[end] not in STOPS_A_TOPIC and end not in taken:
        if OF_A_DOCUMENT.match(symbols, end):
            break
        end += 1
    while end > start and symbols[end - 1] in "LDA":
        end -= 1
    return (start, end) if re.search("[wQN]", symbols[start:end]) else None


def _opening(item: Found, at: int, tokens: Sequence[Token], symbols: str) -> int | None:
    """Return where the topic begins that opens at a token, or None where it opens none."""
    symbol, after = symbols[at : at + 1], symbols[at + 1 : at + 2]
    is_table = symbols[item.first] in "tT"
    if symbol in {"Q", "B"} or (symbol == "M" and after == "Q"):
        return at + (symbol != "Q")
    if symbol == "W" and tokens[at].form in LINKING_WORDS and after != "":
        is_said = after == "V" or tokens[at].form == "whose"
        return at + 1 + (after == "V") if is_said else None
    if symbol == "L" and tokens[at].form in TOPIC_PLACINGS:
        is_topic = after not in "WF" and (is_table or tokens[at].form == "on")
        return at + 1 if is_topic else None
    is_asked = item.first > 0 and tokens[item.first - 1].form in {"which", "what"}
    if is_asked and symbol == "V":
        return at + 1
    if is_asked and symbol == "w" and (is_table or after == "B"):
        return at
    is_title = symbol == "w" and not is_table and tokens[at].text[0].isupper()
    return at if is_title else None


def _span_before(item: Found, symbols: str) -> Span | None:
    """Return the tokens before a kind that name it: "the [own brand shares] table"."""
    start = item.first
    while start > 0 and item.first - start < MAX_NAME_WORDS:
        if symbols[start - 1] in STOPS_A_NAME:
            break
        start -= 1
    while start < item.first and symbols[start] in "LAR":
        start += 1
    is_next_to_it = symbols[item.first - 1] not in "LAR" and re.search(
        "[wQ]", symbols[start : item.first]
    )
    is_opened = symbols[start - 1 : start] in {"D", "Z"} or symbols[item.first - 1] == "Q"
    return (start, item.first) if start < item.first and is_next_to_it and is_opened else None
