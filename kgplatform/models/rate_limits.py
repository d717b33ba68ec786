"""Keeps many threads at a pace that an endpoint bears: fewer at a time where it asks to wait.

One call's own retries are `retrying`'s; with several threads those run out while the others
still press. So the number of calls at a time is halved when one has failed for that, and grows
again by one after a run of successes, until one call at a time is refused too.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from kgplatform.errors import RateLimited
from kgplatform.models.retrying import MAX_WAIT_S

__all__ = ["Pace"]

ROUNDS = 8
"""How often a call may fail for this, each time after its own four attempts."""

SUCCESSES_TO_WIDEN = 10
MAX_PAUSE_S = 30.0

Result = TypeVar("Result")


class Pace:
    """Lets at most `limit` calls be under way; threads share one.

    Args:
        limit: how many calls at a time to begin with, and at most.
        sleep: waits that many seconds.
    """

    def __init__(self, limit: int, *, sleep: Callable[[float], None] = time.sleep) -> None:
        self._most = self._limit = max(limit, 1)
        self._sleep = sleep
        self._under_way = self._successes = 0
        self._free = threading.Condition()

    @property
    def limit(self) -> int:
        """How many calls may be under way now."""
        return self._limit

    def call(self, request: Callable[[], Result]) -> Result:
        """Return the request's result, asking again later where the endpoint asks to wait.

        Raises:
            RateLimited: it still does after ROUNDS rounds, or asks for longer than MAX_WAIT_S.
        """
        for attempt in range(1, ROUNDS + 1):
            with self._slot():
                try:
                    result = request()
                except RateLimited as exc:
                    asked = exc.retry_after_s
                    if attempt == ROUNDS or (asked or 0.0) > MAX_WAIT_S:
                        raise
                    self._narrow()
                else:
                    self._widen()
                    return result
            self._sleep(asked if asked is not None else min(2.0**attempt, MAX_PAUSE_S))
        raise AssertionError("unreachable")

    @contextmanager
    def _slot(self) -> Iterator[None]:
        with self._free:
            self._free.wait_for(lambda: self._under_way < self._limit)
            self._under_way += 1
        try:
            yield
        finally:
            with self._free:
                self._under_way -= 1
                self._free.notify_all()

    def _narrow(self) -> None:
        with self._free:
            self._limit, self._successes = max(self._limit // 2, 1), 0

    def _widen(self) -> None:
        with self._free:
            self._successes += 1
            if self._successes >= SUCCESSES_TO_WIDEN and self._limit < self._most:
                self._limit, self._successes = self._limit + 1, 0
                self._free.notify_all()
