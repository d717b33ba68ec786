"""The questions that pages follow: their events, kept so that a page may come back to them."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Iterator
from itertools import count
from typing import Any

__all__ = ["Told", "Watched", "Watches"]

KEY_BYTES = 16
MOST_WATCHED = 200
Told = tuple[str, Any]
"""The name of an event, and its value."""


class Watched:
    """A question at work, whose events several may follow from any of them on.

    Args:
        question: its text.
        conversation: id of the one that it is part of.
        told: its events, as `watch_answer` returns them.
    """

    def __init__(self, question: str, conversation: str, told: Iterator[Told]) -> None:
        self.key = secrets.token_hex(KEY_BYTES)
        self.question, self.conversation = question, conversation
        self.has_ended = False
        self._told = told
        self._seen: list[Told] = []
        self._lock = threading.Lock()

    def events(self, start: int = 0) -> Iterator[tuple[int, Told]]:
        """Yield the events from a number on, with their numbers, as they happen."""
        for number in count(start):
            with self._lock:  # another that waits here waits for the same event
                if number == len(self._seen) and not self.has_ended:
                    following = next(self._told, None)
                    if following is None:
                        self.has_ended = True
                    else:
                        self._seen.append(following)
                if number >= len(self._seen):
                    return
                told = self._seen[number]
            yield number, told


class Watches:
    """The questions that were asked on pages last, MOST_WATCHED at most."""

    def __init__(self) -> None:
        self._watched: dict[str, Watched] = {}
        self._lock = threading.Lock()

    def add(self, watched: Watched) -> None:
        """Keep a question."""
        with self._lock:
            self._watched[watched.key] = watched
            while len(self._watched) > MOST_WATCHED:
                del self._watched[next(iter(self._watched))]

    def find(self, key: str) -> Watched | None:
        """Return the question of a key; None where it is too long ago."""
        return self._watched.get(key)

    def list_unfinished(self, conversation: str) -> list[Watched]:
        """Return the questions of a conversation that nobody has seen the end of."""
        with self._lock:
            every = list(self._watched.values())
        return [one for one in every if one.conversation == conversation and not one.has_ended]
