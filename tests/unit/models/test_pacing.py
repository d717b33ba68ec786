from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from kgplatform.errors import ModelUnavailable, RateLimited
from kgplatform.models.rate_limits import ROUNDS, SUCCESSES_TO_WIDEN, Pace

pytestmark = pytest.mark.unit


def raising(*errors: Exception | None) -> list[Exception | None]:
    return list(errors)


def call_in_turn(pace: Pace, turns: list[Exception | None]) -> str:
    def request() -> str:
        error = turns.pop(0)
        if error is not None:
            raise error
        return "done"

    return pace.call(request)


def test_refused_call_is_made_again_after_the_asked_wait() -> None:
    slept: list[float] = []
    pace = Pace(4, sleep=slept.append)
    turns = raising(RateLimited("wait", retry_after_s=7.0), RateLimited("wait"), None)
    assert call_in_turn(pace, turns) == "done"
    assert slept == [7.0, 4.0]  # the second round waits 2 ** 2


def test_limit_is_halved_at_each_refusal_and_grows_by_one_after_successes() -> None:
    pace = Pace(8, sleep=lambda _: None)
    call_in_turn(pace, raising(RateLimited("wait"), RateLimited("wait"), None))
    assert pace.limit == 2
    for _ in range(SUCCESSES_TO_WIDEN - 1):
        call_in_turn(pace, raising(None))
    assert pace.limit == 3


def test_limit_never_grows_beyond_the_first_one() -> None:
    pace = Pace(1, sleep=lambda _: None)
    for _ in range(3 * SUCCESSES_TO_WIDEN):
        call_in_turn(pace, raising(None))
    assert pace.limit == 1


def test_endless_refusal_is_raised_in_the_end() -> None:
    pace = Pace(2, sleep=lambda _: None)
    turns: list[Exception | None] = [RateLimited("wait") for _ in range(ROUNDS + 3)]
    with pytest.raises(RateLimited):
        call_in_turn(pace, turns)
    assert len(turns) == 3
    assert pace.limit == 1


def test_too_long_a_wait_and_other_errors_are_raised_at_once() -> None:
    slept: list[float] = []
    pace = Pace(2, sleep=slept.append)
    with pytest.raises(RateLimited):
        call_in_turn(pace, raising(RateLimited("wait", retry_after_s=3600.0), None))
    with pytest.raises(ModelUnavailable):
        call_in_turn(pace, raising(ModelUnavailable("down"), None))
    assert slept == []


def test_no_more_calls_than_the_limit_are_under_way() -> None:
    pace = Pace(2)
    lock, under_way, most = threading.Lock(), 0, 0
    both = threading.Barrier(2, timeout=10)

    def request() -> None:
        nonlocal under_way, most
        with lock:
            under_way += 1
            most = max(most, under_way)
        both.wait()  # passes only where two are under way
        with lock:
            under_way -= 1

    with ThreadPoolExecutor(6) as pool:
        for future in [pool.submit(pace.call, request) for _ in range(12)]:
            future.result()
    assert most == 2
