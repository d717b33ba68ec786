"""Gives odd inputs to all that reads what others wrote: nothing but typed errors may come.

    python benchmarks/fuzz.py [--inputs N] [--seconds S] [--target NAME]... [--seed N] [--jobs N]
                              [--out DIR]

Targets are those of tests/fuzzing: a file of each kind, jobs, settings, question data, plans,
SPARQL queries and values, full-text queries, model replies, replies of endpoints over HTTP, and
command lines. Inputs are whole ones with a few changes (bytes and pieces flipped, put in, taken
out, repeated, nested; elements of XML; parts of archives, zipped again), and texts by hypothesis.
Each target is tried with N inputs, or as many as S seconds give; the table tells how many.

A target runs in a process of its own with MEMORY_MB, in rounds of ROUND inputs, so that one that
dies or hangs is a finding like an error of another type, and the next round goes on. An input has
LIMIT_S seconds of the processor. What is found is kept in --out with its traceback; `pickle.load`
and the target's `try_one` try it again. The same seed gives the same inputs. Each target's row is
kept as soon as it is there; the rows of others stay as they were kept. A run that was stopped goes
on with the round it was in, where it is given the same --seed and --out.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import pickle
import resource
import signal
import sys
import time
import traceback
import zlib
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from record import join_rows, print_table, write_result

sys.path.insert(0, str(Path(__file__).parents[1]))

ROUND = 5_000
LIMIT_S = 5.0
HANGING_S = 600.0
"""Longer than this, native code does not return to be told that its time is over. Of the clock: a
machine that does much else gives an input little of the processor."""

MEMORY_MB = 4_000
RECURSION_LIMIT = sys.getrecursionlimit()
"""As programs have it; hypothesis raises it for its own sake."""

MOST_KEPT = 20
"""Of what one target finds: the first ones are enough to mend it."""

DEFAULT_INPUTS = 100_000
DEFAULT_SECONDS = 60.0
CURRENT, DONE, SO_FAR = "current.pickle", "done.pickle", "so-far.pickle"

Row = dict[str, Any]


class TooSlow(BaseException):
    """An input took more than LIMIT_S; no reader may catch it as an error of its own."""


class Over(Exception):
    """The target's time is over."""


@dataclass
class Tried:
    """What came of a target's inputs: how many ended how, and what was found."""

    endings: Counter[str] = field(default_factory=Counter)
    found: list[tuple[str, str, Any]] = field(default_factory=list)
    slowest_s: float = 0.0
    rounds: int = 0
    seconds: float = 0.0

    def note(self, kind: str, trace: str, value: Any) -> None:
        """Note something that is no typed error, with the input that brought it."""
        self.endings[f"FOUND {kind}"] += 1
        if len(self.found) < MOST_KEPT:
            self.found.append((kind, trace, value))

    def add(self, other: Tried) -> None:
        """Add what came of another round."""
        self.endings += other.endings
        self.found = [*self.found, *other.found][:MOST_KEPT]
        self.slowest_s = max(self.slowest_s, other.slowest_s)
        self.rounds += 1


def try_target(name: str, arguments: argparse.Namespace, folder: Path) -> Tried:
    """Return what came of a target's inputs, tried round by round; each round is written down."""
    so_far = arguments.out / f"{name}-{arguments.seed}-{SO_FAR}"
    tried: Tried = pickle.loads(so_far.read_bytes()) if so_far.exists() else Tried()
    started, spent = time.monotonic(), tried.seconds
    deadline = started + arguments.seconds
    while (left := arguments.inputs - tried.endings.total()) > 0 and time.monotonic() < deadline:
        round_seed = zlib.crc32(f"{name} {arguments.seed} {tried.rounds}".encode())
        tried.add(_try_round(name, min(left, ROUND), round_seed, deadline, folder))
        tried.seconds = spent + time.monotonic() - started
        _write(so_far, tried)
    return tried


def _try_round(name: str, inputs: int, seed: int, deadline: float, folder: Path) -> Tried:
    """Try one round in a process of its own; what it died of is found as well."""
    for file in (CURRENT, DONE):
        (folder / file).unlink(missing_ok=True)
    process = multiprocessing.get_context("fork").Process(
        target=_run_round, args=(name, inputs, seed, deadline, folder)
    )
    process.start()
    is_hanging = False
    while process.is_alive():
        process.join(timeout=1.0)
        current = folder / CURRENT
        if current.exists() and time.time() - current.stat().st_mtime > HANGING_S:
            is_hanging = True
            process.kill()
    tried: Tried = pickle.loads((folder / DONE).read_bytes())
    code = process.exitcode or 0
    if code > 0:
        raise RuntimeError(f"The inputs of {name} cannot be made.")
    if code < 0:
        kind = "hangs" if is_hanging else f"dies ({signal.Signals(-code).name})"
        tried.note(kind, "", pickle.loads((folder / CURRENT).read_bytes()))
    return tried


def _run_round(name: str, inputs: int, seed: int, deadline: float, folder: Path) -> None:
    """Try inputs one by one; each is written down before it is tried."""
    from hypothesis import HealthCheck, Phase, given, settings
    from hypothesis import seed as seeded

    from tests.fuzzing.targets import TARGETS

    os.chdir(folder)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_MB << 20, MEMORY_MB << 20))
    signal.signal(signal.SIGPROF, _stop)
    target, tried = TARGETS[name], Tried()

    @seeded(seed)
    @settings(
        max_examples=inputs,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(target.inputs)
    def try_all(value: Any) -> None:
        if time.monotonic() > deadline:
            raise Over
        _try_input(target.try_one, value, tried)

    _write(DONE, tried)
    with suppress(Over):
        try_all()
    _write(DONE, tried)


def _try_input(try_one: Any, value: Any, tried: Tried) -> None:
    _write(CURRENT, value)
    started, raised = time.perf_counter(), sys.getrecursionlimit()
    sys.setrecursionlimit(RECURSION_LIMIT)
    signal.setitimer(signal.ITIMER_PROF, LIMIT_S)
    try:
        tried.endings[try_one(value)] += 1
    except BaseException as exc:  # noqa: BLE001  # whatever comes is what is looked for
        signal.setitimer(signal.ITIMER_PROF, 0)
        tried.note(type(exc).__name__, traceback.format_exc(), value)
        _write(DONE, tried)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        sys.setrecursionlimit(raised)
    tried.slowest_s = max(tried.slowest_s, time.perf_counter() - started)


def _stop(*_: object) -> None:
    raise TooSlow


def _write(name: str | Path, value: Any) -> None:
    partial = Path(f"{name}.partial")
    partial.write_bytes(pickle.dumps(value))
    partial.replace(name)


def make_row(name: str, tried: Tried) -> Row:
    """Return a target's row: how many inputs ended how."""
    endings = dict(sorted(tried.endings.items()))
    found = sum(count for ending, count in endings.items() if ending.startswith("FOUND"))
    return {
        "target": name,
        "inputs": tried.endings.total(),
        "accepted": endings.get("accepted", 0),
        "typed": tried.endings.total() - endings.get("accepted", 0) - found,
        "found": found,
        "slowest s": round(tried.slowest_s, 2),
        "seconds": round(tried.seconds),
        "endings": endings,
    }


def keep(out: Path, name: str, tried: Tried) -> None:
    """Write what was found into a folder, each input with its traceback beside it."""
    for number, (kind, trace, value) in enumerate(tried.found):
        stem = f"{name}-{number}-{kind.split()[0]}"
        (out / f"{stem}.pickle").write_bytes(pickle.dumps(value))
        (out / f"{stem}.txt").write_text(f"{trace}\n{value!r}"[:100_000], encoding="utf-8",
                                         errors="backslashreplace")  # fmt: skip


def try_and_keep(name: str, arguments: argparse.Namespace) -> Row:
    """Try a target's inputs, keep what is found, and return the target's row."""
    with TemporaryDirectory() as folder:
        tried = try_target(name, arguments, Path(folder))
    keep(arguments.out, name, tried)
    return make_row(name, tried)


def main() -> None:
    import spacy  # noqa: F401  # before the rounds: it takes as long as an input may

    import kgplatform.platform  # noqa: F401
    from tests.fuzzing.targets import TARGETS

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--inputs", type=int, default=DEFAULT_INPUTS, help="of each target")
    parser.add_argument("--seconds", type=float, default=DEFAULT_SECONDS, help="for each target")
    parser.add_argument("--target", choices=TARGETS, action="append", metavar="NAME")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1, help="targets tried at the same time")
    parser.add_argument("--out", type=Path, default=Path("fuzz-found"), help="for what is found")
    arguments = parser.parse_args()
    arguments.out = arguments.out.resolve()
    arguments.out.mkdir(parents=True, exist_ok=True)
    rows: list[Row] = []
    with ProcessPoolExecutor(arguments.jobs, multiprocessing.get_context("fork")) as processes:
        names = arguments.target or list(TARGETS)
        tries = [processes.submit(try_and_keep, name, arguments) for name in names]
        for ended in as_completed(tries):
            rows.append(ended.result())
            print(rows[-1], flush=True)
            write_result("fuzz", join_rows("fuzz", rows, key=("target",)))
    print_table([{key: row[key] for key in row if key != "endings"} for row in rows])
    found = sum(row["found"] for row in rows)
    print(f"{sum(row['inputs'] for row in rows):,} inputs, {found} of them not typed errors")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
