"""Who a sentence is about: the subject of its main verbs, by name or by a pronoun for it.

A pronoun stands for the subject named last before it in the passage, or for what the passage's
title names. A subject that is neither ("the ship") is not known, which is not the same as another.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rapidfuzz import fuzz

from kgplatform.text.words import fold

__all__ = ["Subject", "find_subjects", "is_same_name"]

SUBJECT_ROLES = ("nsubj", "nsubjpass")
MAIN_CLAUSES = ("ROOT", "conj", "ccomp", "parataxis")
PRONOUNS = frozenset("he she it they".split())
SPELLED_ALIKE = 88.0  # rapidfuzz score of 100


@dataclass(frozen=True, slots=True)
class Subject:
    """A subject that starts at `start` of a passage, and the names that it may stand for."""

    start: int
    names: tuple[str, ...]


def find_subjects(
    doc: Any, sentences: Sequence[tuple[int, int]], title: str
) -> tuple[tuple[Subject, ...], ...]:
    """Return the subjects of each sentence, in order; none where the parse tells none."""
    last = ""
    found: list[tuple[Subject, ...]] = []
    for start, end in sentences:
        subjects: list[Subject] = []
        for token in _tokens(doc, start, end):
            if token.dep_ in SUBJECT_ROLES and token.head.dep_ in MAIN_CLAUSES:
                name, at = _read_name(doc, token)
                is_pronoun = token.lower_ in PRONOUNS
                names = (last, title) if is_pronoun else (name,)
                subjects.append(Subject(at, tuple(dict.fromkeys(filter(None, names)))))
                last = name or last
        last = last if subjects else _read_leading(doc, start, end) or last
        found.append(tuple(subjects))
    return tuple(found)


def _tokens(doc: Any, start: int, end: int) -> list[Any]:
    return [token for token in doc if start <= token.idx < end]


def _read_leading(doc: Any, start: int, end: int) -> str:
    """Return the name that begins a sentence whose verb the parse missed ("Lume issues keys")."""
    run: list[Any] = []
    for token in _tokens(doc, start, end):
        if not _is_capital(token):
            return "" if token.is_punct else " ".join(word.text for word in run)
        run.append(token)
    return ""


def _read_name(doc: Any, head: Any) -> tuple[str, int]:
    """Return the name that a subject is, or that follows its noun ("the ship Calista")."""
    if head.lower_ in PRONOUNS:
        return "", head.idx
    first = last = head.i
    if not _is_capital(head):
        if not (head.i + 1 < len(doc) and doc[head.i + 1].dep_ in ("appos", "compound", "flat")):
            return "", head.idx
        first = last = head.i + 1
        if not _is_capital(doc[first]):
            return "", head.idx
    while first > 0 and _is_capital(doc[first - 1]) and not doc[first].is_sent_start:
        first -= 1
    span = doc[first : last + 1]
    return span.text, span.start_char


def _is_capital(token: Any) -> bool:
    return bool(token.text[:1].isupper()) and token.pos_ != "DET" and not token.is_stop


def is_same_name(name: str, other: str) -> bool:
    """Return whether two names may be of one thing: the words of one are among the other's."""
    words, others = set(fold(name).split()), set(fold(other).split())
    if not words or not others:
        return False
    return words <= others or others <= words or fuzz.ratio(fold(name), fold(other)) > SPELLED_ALIKE
