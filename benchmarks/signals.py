"""Sends signals at random moments of commands, and looks at how they end and what they leave.

    python benchmarks/signals.py [SIGNALS]

SIGINT and SIGTERM in turn, at moments spread over the length of ingest, ask, db start, a query
that starts Neo4j, demo and evaluate, from their first line on (until then Python itself answers).
Counts, for each command, those that ended within two seconds with the signal's code, tracebacks,
processes left after SETTLED_S, and whether the next such command does its work.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import psutil
from command import COMMAND
from record import print_table, write_result

from kgplatform.runtime.resources import Resources
from kgplatform.settings import Settings

SEED = 4
WITHIN_S = 2.0
TORN_DOWN_S = 0.1
"""A command that ends well so soon was over: the kernel was giving its memory back."""
SETTLED_S = 20.0  # a server that is told to stop takes a few seconds to write everything down
CODES = {signal.SIGINT: 130, signal.SIGTERM: 143}
DOCUMENTS = 40
KEPT_EVERY = 10
NEXT_EVERY = 6  # of the signals, one is followed by the command done whole


@dataclass
class Case:
    """A command, in a home of its own; `prepare` comes before each start of it."""

    name: str
    arguments: list[str]
    home: Path
    prepare: Callable[[], None] = lambda: None
    keeps_server: bool = True
    seconds: float = 0.0
    rows: list[dict[str, Any]] = field(default_factory=list)

    def start(self, **streams: Any) -> subprocess.Popen[bytes]:
        self.prepare()
        return subprocess.Popen(
            [COMMAND, *self.arguments],
            env={**os.environ, "KGPLATFORM_HOME": str(self.home)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            **streams,
        )


def main(signals: int) -> None:
    moments = random.Random(SEED)
    with tempfile.TemporaryDirectory() as folder:
        cases = _make_cases(Path(folder))
        try:
            for case in cases:
                case.seconds = _time(case)
            for number in range(signals):
                case = cases[number % len(cases)]
                kind = (signal.SIGINT, signal.SIGTERM)[number // len(cases) % 2]
                row = _signal_once(case, kind, moments.random())
                case.rows.append(row)
                if len(case.rows) % NEXT_EVERY == 0:
                    row["next"] = case.start(stderr=subprocess.DEVNULL).wait()
                mark = f"NOT AS PROMISED {json.dumps(row)}" if _is_bad(row) else "ok"
                print(number, case.name, mark, flush=True)
                if number % KEPT_EVERY == KEPT_EVERY - 1:
                    _keep(cases)
        finally:
            for case in cases:
                _server(case).stop()
    bad = _keep(cases)
    print_table([_sum_up(case) for case in cases])
    print(json.dumps(bad, indent=1))
    sys.exit(1 if bad else 0)


def _keep(cases: list[Case]) -> list[dict[str, Any]]:
    """Write what came so far, for a run that is stopped; return what is not as promised."""
    bad = [{"command": case.name, **row} for case in cases for row in case.rows if _is_bad(row)]
    sent = sum(len(case.rows) for case in cases)
    table = [_sum_up(case) for case in cases]
    write_result("signals", {"signals": sent, "commands": table, "not as promised": bad})
    return bad


def _make_cases(folder: Path) -> list[Case]:
    kept, started, queried, demo, evaluated = (
        folder / name for name in ("kept", "db", "query", "demo", "evaluate")
    )
    texts, data = folder / "texts", _write_data(folder / "data")
    texts.mkdir()
    versions = iter(range(10**6))

    def rewrite() -> None:
        version = next(versions)
        for number in range(DOCUMENTS):
            text = (
                f"# Ship {number}\n\nShip {number} was built by Colin Archer in {1800 + version}.\n"
            )
            (texts / f"{number}.md").write_text(text)

    cases = [
        Case("ingest", ["ingest", str(texts)], kept, rewrite),
        Case("ask", ["ask", "Who built Ship 7?"], kept),
        Case("db start", ["db", "start"], started),
        Case("query that starts Neo4j", ["query", "count_nodes"], queried),
        Case("demo", ["demo"], demo, keeps_server=False),
        Case(
            "evaluate",
            ["evaluate", str(data), "--method", "passages", "--reader", "extractive"],
            evaluated,
            keeps_server=False,
        ),
    ]
    for case in cases[2:4]:
        case.prepare = partial(_stop, case)
    _server(cases[0]).start()
    return cases


def _write_data(folder: Path) -> Path:
    """Write a small data set in BEIR form."""
    (folder / "qrels").mkdir(parents=True)
    corpus = [
        {"_id": f"d{n}", "title": f"Ship {n}", "text": f"Ship {n} was built in 18{n:02}."}
        for n in range(DOCUMENTS)
    ]
    queries = [{"_id": f"q{n}", "text": f"When was Ship {n} built?"} for n in range(DOCUMENTS)]
    for name, rows in (("corpus", corpus), ("queries", queries)):
        text = "".join(json.dumps(row) + "\n" for row in rows)
        (folder / f"{name}.jsonl").write_text(text)
    pairs = "".join(f"q{n}\td{n}\t1\n" for n in range(DOCUMENTS))
    (folder / "qrels" / "test.tsv").write_text(f"query-id\tcorpus-id\tscore\n{pairs}")
    return folder


def _server(case: Case) -> Any:
    return Resources(Settings.load(home=case.home)).server


def _stop(case: Case) -> None:
    _server(case).stop()


def _time(case: Case) -> float:
    """Return how long the command takes, the second time it is done."""
    for _ in range(2):
        process = case.start(stderr=subprocess.PIPE)
        started = time.monotonic()
        complaint = process.communicate()[1].decode()
        if process.returncode:
            raise SystemExit(f"{case.name} fails undisturbed: {complaint}")
    return time.monotonic() - started


def _signal_once(case: Case, kind: signal.Signals, share: float) -> dict[str, Any]:
    process = case.start(stderr=subprocess.PIPE)
    _await_first_line(process.pid)
    delay_s = share * case.seconds
    with suppress(subprocess.TimeoutExpired):
        process.wait(delay_s)
    was_over = process.poll() is not None
    sent = time.monotonic()
    process.send_signal(kind)
    complaint = process.communicate(timeout=600)[1].decode()
    seconds = time.monotonic() - sent
    was_over = was_over or (process.returncode == 0 and seconds < TORN_DOWN_S)
    return {
        "signal": kind.name,
        "after_s": round(delay_s, 2),
        "was_over": was_over,
        "seconds": round(seconds, 2),
        "code": process.returncode,
        "right_code": was_over or process.returncode == CODES[kind],
        "in_time": was_over or seconds <= WITHIN_S,
        "traceback": "Traceback" in complaint,
        "said": complaint[-300:],
        "left": _count_left(case),
        "next": 0,
    }


def _await_first_line(pid: int) -> None:
    """Wait until a process takes SIGTERM itself."""
    while True:
        try:
            status = Path(f"/proc/{pid}/status").read_text()
        except OSError:
            return
        caught = next((line for line in status.splitlines() if line.startswith("SigCgt")), None)
        if caught is None or int(caught.split()[1], 16) >> (signal.SIGTERM - 1) & 1:
            return
        time.sleep(0.002)


def _count_left(case: Case) -> int:
    """Return how many processes of a command are there though they should not be."""
    until = time.monotonic() + SETTLED_S
    while (left := len(_list_left(case))) and time.monotonic() < until:
        time.sleep(0.2)
    return left


def _list_left(case: Case) -> list[psutil.Process]:
    """Return processes that name the home; a server that answers commands may stay."""
    running = _server(case).status() if case.keeps_server else None
    known = running.pid if running else None
    return [
        process
        for process in psutil.process_iter(["cmdline"])
        if process.pid not in {known, os.getpid()}
        and any(str(case.home) in word for word in process.info["cmdline"] or ())
    ]


def _is_bad(row: dict[str, Any]) -> bool:
    return not (row["right_code"] and row["in_time"]) or bool(
        row["traceback"] or row["left"] or row["next"]
    )


def _sum_up(case: Case) -> dict[str, Any]:
    sent = [row for row in case.rows if not row["was_over"]]
    return {
        "command": case.name,
        "takes s": round(case.seconds, 1),
        "signals": len(case.rows),
        "over before": len(case.rows) - len(sent),
        "right code": sum(row["right_code"] for row in sent),
        "within 2 s": sum(row["in_time"] for row in sent),
        "slowest s": max((row["seconds"] for row in sent), default=0.0),
        "tracebacks": sum(row["traceback"] for row in sent),
        "left over": sum(row["left"] for row in case.rows),
        "next failed": sum(bool(row["next"]) for row in case.rows),
    }


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 300)
