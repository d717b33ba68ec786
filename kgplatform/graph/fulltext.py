"""Writes queries for Neo4j's full-text index from words that people or documents wrote.

Unescaped operators, or nothing but them, make the index raise an error, so every text goes
through here on its way in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from kgplatform.graph.migration_files import load_migrations, schema_elements

__all__ = ["PASSAGE_INDEX", "any_word_query", "passage_indexes", "phrase_query"]

PASSAGE_INDEX = "kgplatform_passage_text"
"""That of all passages, analysed as English; the names of those of other languages begin so."""

OPERATORS = re.compile(r'([+\-!(){}\[\]^"~*?:\\/]|&&|\|\|)')
WORD = re.compile(r"\w")
WORD_OPERATORS = {"AND", "OR", "NOT", "TO"}
MAX_TERMS = 500  # the index takes 1024 clauses; a term is one in each of the fields title and text
WIDE = "\u2e80-\uffff\U00020000-\U0003ffff"  # of scripts without spaces: a character is a term
TERM = re.compile(rf"[{WIDE}]|[^\W{WIDE}]+")


@cache
def passage_indexes() -> list[str]:
    """Return the names of the full-text indexes of passages, that of all before the others."""
    return [name for name in schema_elements(load_migrations()) if name.startswith(PASSAGE_INDEX)]


def any_word_query(text: str) -> str:
    """Return a query that ranks by how many of the words match; empty if there is no word.

    Of a text with more than MAX_TERMS terms, the first different words are looked for.
    """
    words = [word for word in text.split() if WORD.search(word)]
    if sum(map(_count_terms, words)) > MAX_TERMS:
        words = list(_first_different(words))
    return " ".join(map(_escape, words))


def phrase_query(text: str) -> str:
    """Return a query for the words in a row; empty if there is no word."""
    words = any_word_query(text)
    return f'"{words}"' if words else ""


def _first_different(words: Iterable[str]) -> Iterator[str]:
    """Yield the words, each once, until they have MAX_TERMS terms."""
    left = MAX_TERMS
    for word in dict.fromkeys(word[:MAX_TERMS] for word in words):
        left -= _count_terms(word)
        if left < 0:
            return
        yield word


def _count_terms(word: str) -> int:
    """Return at most how many terms the index makes of a word."""
    return len(TERM.findall(word))


def _escape(word: str) -> str:
    return OPERATORS.sub(r"\\\1", word.lower() if word in WORD_OPERATORS else word)
