"""Names as keys: what two spellings of one name have in common, and the tokens to match on."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from kgplatform.records import Entity, Phrase
from kgplatform.records.ids import content_id

__all__ = [
    "Token",
    "iterate_tokens",
    "make_entity",
    "make_phrase",
    "normalize_name",
    "strip_disambiguation",
]

WORD = re.compile(r"\w+")
POSSESSIVE = re.compile(r"['’]s?$")
LEADING_ARTICLE = re.compile(r"^(?:the|an?) (?=\S)")
DETERMINER = re.compile(
    r"^(?:the|an?|no|any|this|that|these|those|its|his|her|their|our|my|your|whose|all|both)"
    r"\s+(?=\S)",
    re.IGNORECASE,
)
DISAMBIGUATION = re.compile(r"\s*\([^()]*\)\s*$")


class Token(NamedTuple):
    """A word of a text: its normalised form and its character span."""

    form: str
    start: int
    end: int


def iterate_tokens(text: str) -> Iterator[Token]:
    """Yield the words of a text with case and accents folded, at their places in the text."""
    for match in WORD.finditer(text):
        yield Token(_fold(match.group()), match.start(), match.end())


@lru_cache(maxsize=65_536)
def normalize_name(name: str) -> str:
    """Return a name's key: words folded, without possessive, leading article and punctuation.

    A name without any word character (for example "!!!") is its own key.
    """
    words = " ".join(token.form for token in iterate_tokens(POSSESSIVE.sub("", name.strip())))
    return LEADING_ARTICLE.sub("", words) or name.strip()


def strip_disambiguation(title: str) -> str:
    """Return a title without its last parenthesis: "Aurora (ship)" is the name "Aurora"."""
    return DISAMBIGUATION.sub("", title) or title


def make_entity(name: str, entity_type: str = "Thing") -> Entity:
    """Return the Entity a name stands for.

    The id comes from the whole name, so "Aurora (ship)" and "Aurora (novel)" are two entities;
    the normalised name leaves the parenthesis out, so a question about "Aurora" finds both.
    """
    plain = strip_disambiguation(name.strip())
    return Entity(
        id=content_id("entity", normalize_name(name)),
        name=name.strip(),
        normalized_name=normalize_name(plain),
        type=entity_type,
        aliases=(plain,) if plain != name.strip() else (),
    )


def make_phrase(document_id: str, words: str) -> Phrase:
    """Return the phrase that words of a document stand for, without determiners before them.

    The id is that of the entity of unknown type as which it stood in graphs of before, so that
    facts about it keep theirs.
    """
    plain = DETERMINER.sub("", DETERMINER.sub("", words))
    name = " ".join(plain.split())
    return Phrase(content_id("entity", document_id, normalize_name(name)), name)


def _fold(word: str) -> str:
    folded = word.casefold()
    if folded.isascii():
        return folded
    decomposed = unicodedata.normalize("NFKD", folded)
    return "".join(char for char in decomposed if not unicodedata.combining(char))
