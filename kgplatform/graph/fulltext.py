"""Writes queries for Neo4j's full-text index from words that people or documents wrote.

Unescaped operators, or nothing but them, make the index raise an error, so every text goes
through here on its way in.
"""

from __future__ import annotations

import re

__all__ = ["any_word_query", "phrase_query"]

OPERATORS = re.compile(r'([+\-!(){}\[\]^"~*?:\\/]|&&|\|\|)')
WORD = re.compile(r"\w")
WORD_OPERATORS = {"AND", "OR", "NOT", "TO"}


def any_word_query(text: str) -> str:
    """Return a query that ranks by how many of the words match; empty if there is no word."""
    return " ".join(_escape(word) for word in text.split() if WORD.search(word))


def phrase_query(text: str) -> str:
    """Return a query for the words in a row; empty if there is no word."""
    words = any_word_query(text)
    return f'"{words}"' if words else ""


def _escape(word: str) -> str:
    return OPERATORS.sub(r"\\\1", word.lower() if word in WORD_OPERATORS else word)
