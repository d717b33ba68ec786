"""Makes a text easier to parse without moving a character: every offset stays what it was.

Corpora made of joined tokens write `Levy( born 1968)` and `the film" Jaws"`; a title such as "The
Day They Robbed the Bank of England" is a clause to a parser; and the brackets behind an opening
name keep it from seeing that what follows is about the name. So blanks change places with the
bracket or quote next to them, and a title, or a name with its brackets, becomes one made-up word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

__all__ = ["quoted_titles", "straighten"]

QUOTED = re.compile(r"\"([^\"]{3,80})\"|“([^”]{3,80})”")
TITLE_WORD = re.compile(r"(?:[^\W_]|['’&])+")
SMALL_WORDS = set(
    "a an and as at by for from in into is it my of on or the to with vs de la".split()
)
MAX_TITLE_WORDS = 12
GREETING = re.compile(
    r"\s*(?:(?:dear|hi|hello|hey|good (?:morning|afternoon|evening))\b[^,.;:!?\n]{0,60}"
    r"|to whom it may concern),",
    re.IGNORECASE,
)
"""What a letter begins with, which is no part of its first sentence."""
NAME_ENDING = "ton"  # a made-up word must look like a name: "Boston"


def straighten(text: str, *, name: tuple[int, int] | None = None) -> str:
    """Return a text of the same length that parses better.

    Args:
        name: a span to be read as one word, in addition to the titles in quotes.
    """
    moved = _move_blanks(text)
    if greeting := GREETING.match(moved):
        moved = moved[: greeting.end() - 1] + "." + moved[greeting.end() :]
    spans = list(quoted_titles(moved))
    if name is not None:
        spans = [name, *(span for span in spans if span[0] >= name[1])]
    for start, end in spans:
        moved = moved[:start] + _make_word(moved[start:end]) + moved[end:]
    return moved


def quoted_titles(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of titles of several words between quotes, in a straightened text."""
    for match in QUOTED.finditer(text):
        start, end = match.span(match.lastindex or 1)
        while start < end and text[start].isspace():
            start += 1
        while end > start and text[end - 1] in " .,;":
            end -= 1
        is_sender = text[match.end() :].lstrip().startswith("<")
        if not is_sender and _is_title(text[start:end]):
            yield start, end


def _is_title(words: str) -> bool:
    found = TITLE_WORD.findall(words)
    if not 1 < len(found) <= MAX_TITLE_WORDS or not found[0][0].isupper():
        return False
    return all(not word[0].islower() or word in SMALL_WORDS for word in found) and "." not in words


def _make_word(words: str) -> str:
    if " " not in words or len(words) < 5:
        return words
    return "B" + "o" * (len(words) - 1 - len(NAME_ENDING)) + NAME_ENDING


def _move_blanks(text: str) -> str:
    if "( " not in text and '" ' not in text:
        return text
    opened = False
    pieces = list(text)
    for at, char in enumerate(text):
        opens = char == "(" or (char == '"' and not opened)
        if opens and 0 < at < len(text) - 1 and text[at + 1] == " " and not text[at - 1].isspace():
            pieces[at], pieces[at + 1] = " ", char
        if char == '"':
            opened = not opened
    return "".join(pieces)
