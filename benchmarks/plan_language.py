"""The plan language under bad plans: how many are tried, repaired or told, and that none crashes.

    python benchmarks/plan_language.py [--tries 20000]

Sound plans are spoilt at random: characters replaced, left out and doubled, lines swapped and
dropped, quotes, brackets and names changed, prose and fences put around; brackets put in brackets,
lines and runs of a character repeated, results put together over and over; and texts of random
characters. Each is read strictly, then with repair, and checked. Anything raised but PlanError is a
crash, and ends in an exit status of 1 when all were tried.
"""

from __future__ import annotations

import argparse
import random
import string
import sys
import time
import traceback
from collections import Counter

from record import print_table, write_result

from kgplatform.plan.check import find_problems
from kgplatform.plan.in_context import DEMONSTRATIONS
from kgplatform.plan.items import read_items
from kgplatform.plan.language import PlanError
from kgplatform.plan.parser import parse_plan
from kgplatform.plan.printer import print_plan
from kgplatform.plan.repair import read_plan
from kgplatform.plan.shapes import pattern_of

ALPHABET = string.printable + "é“”‘’{}«»–\u2028\x00🙂"
SEED = 0


def spoil(plan: str, draw: random.Random) -> str:
    for _ in range(draw.randint(1, 4)):
        plan = draw.choice(SPOILERS)(plan, draw)
    return plan


def replace(plan: str, draw: random.Random) -> str:
    at = draw.randrange(len(plan) + 1)
    piece = "".join(draw.choices(ALPHABET, k=draw.randint(0, 6)))
    return plan[:at] + piece + plan[at + draw.randint(0, 6) :]


def drop_characters(plan: str, draw: random.Random) -> str:
    unwanted = draw.choice(['"', "'", "(", ")", "_", "=", ":", "{", "}", "f", ","])
    return "".join(c for c in plan if c != unwanted or draw.random() < 0.7)


def move_line(plan: str, draw: random.Random) -> str:
    lines = plan.splitlines()
    if len(lines) < 2:
        return plan
    line = lines.pop(draw.randrange(len(lines)))
    if draw.random() < 0.5:
        lines.insert(draw.randrange(len(lines) + 1), line)
    return "\n".join(lines)


def change_case(plan: str, draw: random.Random) -> str:
    return draw.choice([str.lower, str.upper, str.swapcase, str.title])(plan)


def wrap(plan: str, draw: random.Random) -> str:
    return draw.choice(
        ["Sure!\n{}\nDone.", "```python\n{}\n```", "1. {}", "```\n{}", "{}{}"]
    ).format(plan, plan)


def cut(plan: str, draw: random.Random) -> str:
    return plan[: draw.randrange(len(plan) + 1)]


def noise(_: str, draw: random.Random) -> str:
    return "".join(draw.choices(ALPHABET, k=draw.randint(0, 200)))


def deepen(plan: str, draw: random.Random) -> str:
    """Put brackets in brackets at one place."""
    at = draw.randrange(len(plan) + 1)
    opened = draw.choice(["[", "(", "Union(", "{"]) * draw.randint(1, 600)
    return plan[:at] + opened + plan[at:]


def lengthen(plan: str, draw: random.Random) -> str:
    """Repeat one character or line many times."""
    lines = plan.splitlines() or [""]
    at = draw.randrange(len(lines))
    if draw.random() < 0.5:
        lines[at] += draw.choice(" \t=#({\"'aé") * draw.randint(100, 5_000)
    else:
        lines[at:at] = [lines[at]] * draw.randint(10, 1_000)
    return "\n".join(lines)


def double(plan: str, draw: random.Random) -> str:
    """Put results together with themselves, or name them anew, and end with the last."""
    steps = draw.randint(2, 1_100)
    form = draw.choice(["X{1} = Union(X{0}, X{0})", "X{1} = X{0}"])
    lines = ["X0 = Ans_1", *(form.format(n, n + 1) for n in range(steps))]
    return plan.replace("Final_Answer", "\n".join((*lines, "Final_Answer"))).replace(
        "Answer = ", f"Answer = X{steps} # "
    )


SPOILERS = (
    replace,
    replace,
    drop_characters,
    move_line,
    change_case,
    wrap,
    cut,
    noise,
    deepen,
    lengthen,
    double,
)


def try_text(text: str, counts: Counter[str]) -> None:
    """Read and check one text, and count what came of it.

    Raises:
        Exception: anything but a PlanError, which is a crash.
    """
    try:
        plan = parse_plan(text)
        counts["read as they are"] += 1
        counts["printed to another plan"] += parse_plan(print_plan(plan)) != plan
    except PlanError:
        counts["refused with line and hint"] += 1
    try:
        found = read_plan(text)
    except PlanError:
        counts["refused by repair"] += 1
        return
    counts["read with repairs"] += bool(found.repairs)
    if not any(problem.fatal for problem in find_problems(found.plan)):
        counts["sound after repair"] += 1
        pattern_of(found.plan)


COUNTED = (
    "tried",
    "read as they are",
    "refused with line and hint",
    "printed to another plan",
    "read with repairs",
    "sound after repair",
    "refused by repair",
    "crashes",
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tries", type=int, default=20_000)
    arguments = parser.parse_args()
    draw, counts = random.Random(SEED), Counter(dict.fromkeys(COUNTED, 0))
    plans = [item.plan for item in read_items(DEMONSTRATIONS)]
    slowest, started = 0.0, time.perf_counter()
    for _ in range(arguments.tries):
        text = spoil(draw.choice(plans), draw)
        counts["tried"] += 1
        begun = time.process_time()
        try:
            try_text(text, counts)
        except Exception:  # noqa: BLE001 - whatever is raised is what is counted
            counts["crashes"] += 1
            traceback.print_exc()
        slowest = max(slowest, time.process_time() - begun)
    seconds = time.perf_counter() - started
    times = {
        "ms a text": round(1000 * seconds / arguments.tries, 2),
        "ms of processor, slowest": round(1000 * slowest, 1),
    }
    row = {**counts, **times}
    print_table([row])
    write_result("plan_language", row)
    if counts["crashes"]:
        sys.exit(1)


if __name__ == "__main__":
    main()
