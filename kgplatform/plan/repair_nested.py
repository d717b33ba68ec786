"""Gives a call that stands inside another one a name and a line of its own, as the language asks.

Models of code write Finish_The_Plan(Answer = Union(Ans_1, Ans_2)).
"""

from __future__ import annotations

import re
from collections.abc import Callable

from kgplatform.plan.repair_quotes import TEXTS, close_brackets, count_open
from kgplatform.plan.repaired import Repair

__all__ = ["lift_calls"]

CALLED = re.compile(r"(?P<function>[A-Za-z_]\w*)\s*\(")
HEAD = re.compile(r"[\s\d.):*`>•-]*(?:[A-Za-z_]\w*\s*(?::[^=]*)?=\s*)?")
"""What stands before the outermost call: numbering, and the name that it is given."""
INNER = "Inner"
MOST_LIFTED = 20
"""Of a line; one with more is none that a person or a model meant, and is left to be refused."""


def lift_calls(
    number: int, line: str, is_function: Callable[[str], object]
) -> tuple[list[Repair], str]:
    """Return what gives the calls inside a call names of their own, and what is left of the line.

    Args:
        number: of the line, which the new names hold.
        line: of a plan; of a comment nothing is taken.
        is_function: knows names of the language's functions, whatever their case.

    Returns:
        The statements that come before the line, innermost first, each as the `after` of a repair,
        and the line with their names in it.
    """
    if line.lstrip().startswith("#"):
        return [], line
    lifted: list[Repair] = []
    whole = line
    while (start := _find_innermost(line, is_function)) is not None:
        if len(lifted) == MOST_LIFTED:
            return [], whole
        call = close_brackets(line[start:])
        name = f"{INNER}_{number}_{len(lifted) + 1}"
        lifted.append(Repair(number, "nested call", call, f"{name}: str = {call}"))
        line = line[:start] + name + line[start + len(call) :]
    return lifted, line


def _find_innermost(line: str, is_function: Callable[[str], object]) -> int | None:
    """Return where the last call within another begins: none is within that one.

    Of a line that is no call there is none: words without their quotation marks may name one.
    """
    outside = TEXTS.sub(lambda text: " " * len(text[0]), line)
    calls = [m.start() for m in CALLED.finditer(outside) if is_function(m["function"])]
    if not calls or not HEAD.fullmatch(outside, 0, calls[0]):
        return None
    inner = (start for start in reversed(calls) if count_open(outside[:start]) > 0)
    return next(inner, None)
