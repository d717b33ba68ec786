"""What the form of a name, and the words beside it, say about its type: one table, no model.

"Rowan & Hale Ltd" is an organisation and "Carr Lane" a place whatever they are taken for; "based
in" goes before places. The table is name_types.toml; common nouns add what they name ("Kelso
House").
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from kgplatform.extract.grammar.classes import type_of_noun

__all__ = ["end_of_form", "greeting_words", "is_title", "type_by_context", "type_by_form"]

FILE = Path(__file__).with_name("name_types.toml")
WORD = re.compile(r"[^\s,()]+")
BEHIND = re.compile(r"[\s,(]*([^\W\d_]+)")
NOUN_BEHIND = re.compile(r" ([A-Z][^\W\d_]+)(?=[\s.,;:!?)]|$)")
LEGAL_BEHIND = re.compile(r",? ([A-Za-z]\w*(?:\.\w+)*(?:/[AS])?)")
PARTNERS = re.compile(r"[A-Z][\w'’.-]* & (?:[A-Z]|sons\b)")
MAX_WORDS = 3
"""The longest entry of `before`, in words."""
MAX_CHARS_BEFORE = 60
NAMED_BY_NOUN = {"Organization", "Place", "Event"}
"""Types that a name's last word gives; "Gold Digger" may be any work."""


def type_by_form(name: str, *, seen: str = "Thing") -> str | None:
    """Return the type that a name's own words give, None where they give none.

    Args:
        name: as the text writes it.
        seen: the type that a recogniser gave it: a Person's last word may be a noun ("Ann Hill").
    """
    words = WORD.findall(name)
    if len(words) < 2:
        return None
    if words[-1].rstrip(".") in _words("endings", "legal") or PARTNERS.search(name):
        return "Organization"
    plain = [_fold(word) for word in words]
    for kind, starts in _table()["beginnings"].items():
        if any(" ".join(plain).startswith(f"{start} ") for start in starts):
            return str(kind)
    if seen == "Person" or not words[-1][0].isupper():
        return None
    return _type_of_ending(plain[-1])


def type_by_context(text: str, start: int, end: int) -> str | None:
    """Return the type that the words beside text[start:end] give, None where they give none."""
    line = text[max(start - MAX_CHARS_BEFORE, 0) : start].rpartition("\n")[2]
    before = [_fold(word) for word in line.split()]
    for count in range(min(MAX_WORDS, len(before)), 0, -1):
        kind = _kinds("before").get(" ".join(before[-count:]))
        if kind is not None:
            return kind
    behind = BEHIND.match(text, end)
    if behind is None or "\n" in behind.group():
        return None
    return _kinds("after").get(behind[1].casefold())


def end_of_form(text: str, end: int) -> int:
    """Return where a name ends with what stands straight behind it: its noun and legal form.

    "Schelde" goes on in "Schelde Shipping Ltd"; recognisers often leave the rest out.
    """
    match = NOUN_BEHIND.match(text, end)
    if match is not None and any(
        _fold(match[1]) in _words("endings", kind) for kind in ("Organization", "Place", "Event")
    ):
        end = match.end(1)
    return _end_of_legal_form(text, end)


def _end_of_legal_form(text: str, end: int) -> int:
    match = LEGAL_BEHIND.match(text, end)
    is_legal = match is not None and match[1].rstrip(".") in _words("endings", "legal")
    return match.end(1) if match is not None and is_legal else end


def is_title(word: str) -> bool:
    """Return whether a word (folded, without full stop) stands before names of people: "mr"."""
    return _kinds("before").get(word) == "Person"


@cache
def greeting_words() -> frozenset[str]:
    """Return the words that letters open and close with, folded."""
    return _words("greetings", "words")


def _type_of_ending(word: str) -> str | None:
    for kind in ("Organization", "Place", "Event", "Work"):
        if word in _words("endings", kind):
            return kind
    kind_of_noun = type_of_noun(word)
    return kind_of_noun if kind_of_noun in NAMED_BY_NOUN else None


def _fold(word: str) -> str:
    return word.casefold().strip(".,;:()\"'“”‘’")


@cache
def _table() -> Any:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


@cache
def _words(part: str, name: str) -> frozenset[str]:
    return frozenset(_table()[part][name].split())


@cache
def _kinds(part: str) -> dict[str, str]:
    return {words: kind for kind, every in _table()[part].items() for words in every}
