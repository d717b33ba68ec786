"""The plan language under bad plans: how many are tried, repaired or told, and that none crashes.

    python benchmarks/plan_language.py [--tries 20000]

Sound plans are spoilt at random: characters replaced, left out and doubled, lines swapped and
dropped, quotes, brackets and names changed, prose and fences put around; and texts of random
characters. Each is read strictly, then with repair. Anything raised but PlanError is a crash.
"""

from __future__ import annotations

import argparse
import random
import string
import time
from collections import Counter

from record import print_table, write_result

from kgplatform.plan.check import find_problems
from kgplatform.plan.data.files import read_items
from kgplatform.plan.in_context import DEMONSTRATIONS
from kgplatform.plan.language import PlanError
from kgplatform.plan.parser import parse_plan
from kgplatform.plan.printer import print_plan
from kgplatform.plan.repair import read_plan

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


SPOILERS = (replace, replace, drop_characters, move_line, change_case, wrap, cut, noise)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tries", type=int, default=20_000)
    arguments = parser.parse_args()
    draw, counts = random.Random(SEED), Counter[str]()
    plans = [item.plan for item in read_items(DEMONSTRATIONS)]
    started = time.perf_counter()
    for _ in range(arguments.tries):
        text = spoil(draw.choice(plans), draw)
        counts["tried"] += 1
        try:
            plan = parse_plan(text)
            counts["read as they are"] += 1
            counts["printed to another plan"] += parse_plan(print_plan(plan)) != plan
        except PlanError:
            counts["refused with line and hint"] += 1
        try:
            found = read_plan(text)
            counts["read with repairs"] += bool(found.repairs)
            counts["sound after repair"] += not any(p.fatal for p in find_problems(found.plan))
        except PlanError:
            counts["refused by repair"] += 1
    seconds = time.perf_counter() - started
    row = {**counts, "crashes": 0, "ms a text": round(1000 * seconds / arguments.tries, 2)}
    print_table([row])  # a crash would have ended the script
    write_result("plan_language", row)


if __name__ == "__main__":
    main()
