"""Models are loaded once a process: all platforms of it share them."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from threading import Lock
from typing import ParamSpec, TypeVar

__all__ = ["once"]

Given = ParamSpec("Given")
Made = TypeVar("Made")
PROGRESS = "progress"


def once(make: Callable[Given, Made]) -> Callable[Given, Made]:
    """Let a function make the same of the same arguments; who is shown `progress` is none of them.

    One caller makes it while the others wait; what is raised is not kept.
    """
    lock = Lock()
    made: dict[Hashable, Made] = {}

    @wraps(make)
    def find(*given: Given.args, **named: Given.kwargs) -> Made:
        key = given, tuple(sorted((k, v) for k, v in named.items() if k != PROGRESS))
        with lock:
            if key not in made:
                made[key] = make(*given, **named)
            return made[key]

    return find
