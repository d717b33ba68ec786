"""The evidence as a model reads it: a numbered list, of passages or else of statements.

Passages say all that the statements taken from them say, so statements are listed only where a
method says so, or hands no passages (HOLMES, section 4.2.3; TRACE-Triple, section 3.4).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kgplatform.records import Evidence, ScoredPassage, ScoredStatement

__all__ = ["NumberedItem", "SentenceSplitter", "number_evidence", "write_items"]

SentenceSplitter = Callable[[str], list[tuple[int, int]]]
"""Text to the half-open character spans of its sentences, in order."""

_MARKER = re.compile(r"<(?=\s*/?\s*evidence)", re.IGNORECASE)
_NUMBER_AT_START = re.compile(r"^[ \t]*\[(\d+)\]", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class NumberedItem:
    """One numbered piece of evidence; `sentences` are spans of `text`."""

    source: ScoredPassage | ScoredStatement
    title: str
    text: str
    sentences: tuple[tuple[int, int], ...]


def number_evidence(
    evidence: Evidence, *, split_sentences: SentenceSplitter
) -> tuple[NumberedItem, ...]:
    """Return the passages in their order, or the statements where these are to be read.

    The item with the number n is the (n - 1)th.
    """
    if evidence.passages and evidence.reads == "passages":
        return tuple(
            NumberedItem(passage, passage.title, passage.text, tuple(split_sentences(passage.text)))
            for passage in evidence.passages
        )
    return tuple(_number_statement(statement) for statement in evidence.statements)


def write_items(items: Sequence[NumberedItem]) -> str:
    """Return the list as text in which no item can pass for another, or for its end."""
    texts = (f"{item.title}\n{item.text}".strip() for item in items)
    return "\n\n".join(f"[{number}] {_disarm(text)}" for number, text in enumerate(texts, start=1))


def _number_statement(statement: ScoredStatement) -> NumberedItem:
    fact = f"{statement.subject} | {statement.relation} | {statement.object}"
    qualifiers = "; ".join(f"{relation}: {value}" for relation, value in statement.qualifiers)
    text = f"{fact} ({qualifiers})" if qualifiers else fact
    return NumberedItem(statement, "", text, ((0, len(text)),))


def _disarm(text: str) -> str:
    # A document must not be able to end the evidence and speak as the user, or as another item.
    return _NUMBER_AT_START.sub(r"(\1)", _MARKER.sub("< ", text))
