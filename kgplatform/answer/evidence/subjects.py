"""Who a sentence is about: the subject of its main verbs, by name or by a pronoun for it.

A pronoun stands for the subject named last before it in the passage, or for what the passage's
title names. A subject that is neither ("the ship") is not known, which is not the same as another.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["Subject", "find_subjects"]

SUBJECT_ROLES = ("nsubj", "nsubjpass")
MAIN_CLAUSES = ("ROOT", "conj", "ccomp", "parataxis")
PRONOUNS = frozenset("he she it they".split())


@dataclass(frozen=True, slots=True)
class Subject:
    """A subject that starts at `start` of a passage, and the names that it may stand for."""

    start: int
    names: tuple[str, ...]


def find_subjects(
    doc: Any, sentences: Sequence[tuple[int, int]], title: str
) -> tuple[tuple[Subject, ...], ...]:
    """Return the subjects of each sentence, in order; none where the parse gives none."""
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
    """Return the name that a subject is, or that stands by its noun.

    Behind it ("the ship Calista") or before it ("the Calista bridge", with the noun).
    """
    if head.lower_ in PRONOUNS:
        return "", head.idx
    first = last = head.i
    if not _is_capital(head) and first > 0 and _is_of_name(doc[first - 1], head):
        first -= 1
    elif not _is_capital(head):
        if not (head.i + 1 < len(doc) and doc[head.i + 1].dep_ in ("appos", "compound", "flat")):
            return "", head.idx
        first = last = head.i + 1
        if not _is_capital(doc[first]):
            return "", head.idx
    while first > 0 and _is_capital(doc[first - 1]) and not doc[first].is_sent_start:
        first -= 1
    span = doc[first : last + 1]
    return span.text, span.start_char


def _is_of_name(token: Any, head: Any) -> bool:
    return token.dep_ == "compound" and token.head.i == head.i and _is_capital(token)


def _is_capital(token: Any) -> bool:
    return bool(token.text[:1].isupper()) and token.pos_ != "DET" and not token.is_stop
