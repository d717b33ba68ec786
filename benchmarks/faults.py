"""Lets faults meet commands, and sees that each ends as promised and the next command works.

    python benchmarks/faults.py [--fault NAME]...

The matrix stands in fault_pairs.py: for each fault the commands that it may meet, the exit codes
that are right, and what the telling line has to name. A pair is as promised where the exit code and
the line are right, there is no traceback, and what the next command finds is right: it works, and
the graph has the digest of the same ingests without any fault ("equal").

Everything happens in temporary homes with servers of their own. What needs a file system to be
mounted is told as skipped where that is not allowed. With --fault only these, and results/ stays as
it is.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections.abc import Iterator
from typing import Any

from fault_pairs import FAULTS, Promise
from fault_scenes import NoSuchFault
from fault_world import EQUAL, Done, World, make_world
from record import print_table, write_result

MESSAGE_SHOWN = 90

Row = dict[str, Any]


def try_fault(world: World, name: str) -> Iterator[Row]:
    """Yield what comes of each command that a fault meets.

    A fault of the world's own home is made anew for each command, so that what comes next can be
    seen; one that befalls another home lasts for all its commands.
    """
    make_scene, promises = FAULTS[name]
    waiting = list(promises.items())
    try:
        while waiting:
            rows: list[Row] = []
            with make_scene(world) as scene:
                share = waiting if scene.after else waiting[:1]
                for command, promise in share:
                    if command.startswith("ingest") and not scene.after:
                        world.change()
                    rows.append(_row(name, command, promise, world.run(command, scene)))
                found = scene.after() if scene.after else ""
            for row in rows:
                row["next"] = found or world.look(row["command"])
                row["as promised"] = row["as promised"] and row["next"] == EQUAL
            waiting = waiting[len(rows) :]
            yield from rows
    except NoSuchFault as exc:
        yield {"fault": name, "command": "", "skipped": str(exc)}


def _row(fault: str, command: str, promise: Promise, done: Done) -> Row:
    """Return a row, judged by all but what comes next."""
    is_right = (
        done.code in promise.codes
        and not done.has_trace
        and re.search(promise.words, done.message) is not None
    )
    return {
        "fault": fault,
        "command": command,
        "exit": done.code,
        "traceback": done.has_trace,
        "seconds": done.seconds,
        "message": done.message,
        "promised": f"exit {' or '.join(map(str, promise.codes))}, /{promise.words}/",
        "as promised": is_right,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--fault", choices=FAULTS, action="append", metavar="NAME")
    arguments = parser.parse_args()
    started = time.monotonic()
    rows: list[Row] = []
    with make_world() as world:
        print(f"prepared in {time.monotonic() - started:.0f} s", flush=True)
        for name in arguments.fault or FAULTS:
            for row in try_fault(world, name):
                rows.append(row)
                print(_describe(row), flush=True)
        last = world.look("ingest")
    tried = [row for row in rows if "skipped" not in row]
    kept = [row for row in tried if row["as promised"]]
    seconds = time.monotonic() - started
    columns = ("fault", "command", "exit", "traceback", "seconds", "next", "as promised")
    print_table([{name: str(row[name])[:40] for name in columns} for row in tried])
    for row in tried:
        if not row["as promised"]:
            print(f"not as promised: {row}")
    print(f"{len(kept)} of {len(tried)} as promised, {len(rows) - len(tried)} faults skipped, "
          f"{seconds:.0f} s; the graph at the end: {last}")  # fmt: skip
    if not arguments.fault:
        figures = {"as promised": len(kept), "pairs": len(tried), "at the end": last}
        write_result("faults", {**figures, "seconds": round(seconds), "rows": rows})
    sys.exit(0 if len(kept) == len(tried) and last == EQUAL else 1)


def _describe(row: Row) -> str:
    if "skipped" in row:
        return f"SKIP {row['fault']}: {row['skipped']}"
    mark = "ok  " if row["as promised"] else "BAD "
    message = row["message"][:MESSAGE_SHOWN]
    return f"{mark} {row['fault']} | {row['command']} | {row['exit']} | {message} | {row['next']}"


if __name__ == "__main__":
    main()
