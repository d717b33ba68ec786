"""Gives a call that stands inside another one a name and a line of its own, as the language asks.

Models of code write Finish_The_Plan(Answer = Union(Ans_1, Ans_2)).
"""

from __future__ import annotations

import re
from collections.abc import Callable

from kgplatform.plan.repair_quotes import TEXTS, close_brackets
from kgplatform.plan.repaired import Repair

__all__ = ["lift_calls"]

CALLED = re.compile(r"(?P<function>[A-Za-z_]\w*)\s*\(")
INNER = "Inner"


def lift_calls(
    number: int, line: str, is_function: Callable[[str], object]
) -> tuple[list[Repair], str]:
    """Return what gives the calls inside a call names of their own, and what is left of the line.

    Args:
        number: of the line, which the new names hold.
        line: of a plan; of a comment nothing is taken.
        is_function: tells names of the language's functions, whatever their case.

    Returns:
        The statements that come before the line, innermost first, each as the `after` of a repair,
        and the line with their names in it.
    """
    if line.lstrip().startswith("#"):
        return [], line
    lifted: list[Repair] = []
    while (start := _find_innermost(line, is_function)) is not None:
        call = close_brackets(line[start:])
        name = f"{INNER}_{number}_{len(lifted) + 1}"
        lifted.append(Repair(number, "nested call", call, f"{name}: str = {call}"))
        line = line[:start] + name + line[start + len(call) :]
    return lifted, line


def _find_innermost(statement: str, is_function: Callable[[str], object]) -> int | None:
    """Return where the last call begins, if it is within another: none is within the last one."""
    outside = TEXTS.sub(lambda text: " " * len(text[0]), statement)
    calls = [m.start() for m in CALLED.finditer(outside) if is_function(m["function"])]
    return calls[-1] if len(calls) > 1 else None
