"""Finds the items that a question names: runs of its words that are names in the index.

Questions are often written without capitals, so names are found by the index alone; the longest run
wins, and a single word that questions use for relations ("language", "movies") is no name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kgplatform.sources.facts.documents import name_key
from kgplatform.wikidata.linking import Linker
from kgplatform.wikidata.question.relations import STOP, RelationModel, load_model, words_of

__all__ = ["LinkedMention", "find_items"]

MAX_WORDS = 8
MAX_ITEMS = 2
COMMON = 2.0
"""A word that as many questions have beside their names is a relation's, not a name."""
ASKING = frozenset(
    "what who where when which how why whose whom many much name tell me give list show find and "
    "or with from that this his her its their he she it they you i we people now get go went do "
    "have has had can could would will there first last".split()
)
WORD = re.compile(r"[\w'’.&-]*\w[.]?")


@dataclass(frozen=True, slots=True)
class LinkedMention:
    """A run of a question's words, question[start:end], with the item it names."""

    start: int
    end: int
    qid: str
    label: str


def find_items(
    question: str, linker: Linker, *, model: RelationModel | None = None
) -> list[LinkedMention]:
    """Return the items that a question names, the longest name first.

    Raises:
        WikidataError: the endpoint cannot be asked.
    """
    spans = _spans(question, model or load_model())
    known = linker.index.find_keys([key for _, _, key in spans])
    found: list[LinkedMention] = []
    for start, end, key in sorted(spans, key=lambda s: (s[0] - s[1], s[0])):
        is_free = all(end <= other.start or start >= other.end for other in found)
        if key not in known or not is_free:
            continue
        links = linker.rank(question[start:end], context=question)
        if links:
            found.append(LinkedMention(start, end, links[0].qid, links[0].candidate.label))
        if len(found) == MAX_ITEMS:
            break
    return found


def _spans(question: str, model: RelationModel) -> list[tuple[int, int, str]]:
    """Return (start, end, folded name) of the runs of words that may be names."""
    words = list(WORD.finditer(question))
    runs: list[tuple[int, int, str]] = []
    for first, last in _ranges(words):
        start, end = words[first].start(), words[last].end()
        text = question[start:end].removesuffix("'s").removesuffix("’s").rstrip(".")
        if _may_be_name(text, model):
            runs.append((start, start + len(text), name_key(text)))
    return runs


def _ranges(words: Sequence[object]) -> Iterator[tuple[int, int]]:
    for first in range(len(words)):
        for last in range(first, min(first + MAX_WORDS, len(words))):
            yield first, last


def _may_be_name(text: str, model: RelationModel) -> bool:
    words = [word for word in re.findall(r"\w+", text.lower()) if word not in STOP | ASKING]
    if not words:
        return False
    is_capital = any(char.isupper() for char in text[1:]) or text[:1].isupper()
    usual = max(model.background.get(word, 0.0) for word in words_of(" ".join(words)) or words)
    return len(words) > 1 or is_capital or usual < COMMON
