"""Asks a server by many users at once, and looks at how long they wait and what it takes.

    python benchmarks/serve_load.py [--users 50] [--seconds 120] [--kill] [--home FOLDER]

Reads the demo's documents in a home of its own, or takes one that has them; starts
`kgplatform serve` there, and has each user ask the demo's questions one after the other. One that
is told to wait (429) waits as long as it is told. Before anything counts, each question is asked
WARM times, as many at once as are answered at once: then models, caches and the allocator's arenas
are as full as they get. Counts replies by status, and the memory of the server at the beginning and
in each tenth of the time; the load average of the machine is of its end, when it may have had other
work.
With --kill the local Neo4j is killed in the middle: replies until it is back must be 503.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import subprocess
import tempfile
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2 as httpx
import psutil
from command import COMMAND, run
from record import print_table, write_result

from kgplatform.demo import demo_documents
from kgplatform.runtime.resources import Resources
from kgplatform.settings import Settings
from kgplatform.web.tokens import read_token

MB = 1e6
MS = 1000
WATCHED_S = 1.0
WARM = 3
AT_ONCE = 16
TENTHS = 10
PATIENCE_S = 300.0


@dataclass
class Seen:
    """What came of it: (status, seconds, at) of each reply, (at, bytes) of the server's memory."""

    replies: list[tuple[int, float, float]] = field(default_factory=list)
    memory: list[tuple[float, int]] = field(default_factory=list)
    problems: set[str] = field(default_factory=set)


def questions() -> list[str]:
    lines = (demo_documents().parent / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["question"] for line in lines]


def start(home: Path) -> tuple[subprocess.Popen[str], str]:
    """Start a server on a free port; return it and its address, once it answers."""
    environment = {**os.environ, "KGPLATFORM_HOME": str(home)}
    process = subprocess.Popen(
        [COMMAND, "serve", "--port", "0"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    found = re.search(r"http://[\d.]+:\d+", process.stdout.readline())
    assert found is not None
    return process, found[0]


def use(url: str, token: str, until: float, first: int, seen: Seen) -> None:
    """Ask as one user does."""
    asked, number = questions(), first
    headers = {"Authorization": f"Bearer {token}"}
    with httpx.Client(base_url=url, headers=headers, timeout=PATIENCE_S) as client:
        while time.monotonic() < until:
            body = {"question": asked[number % len(asked)], "record": False}
            number += 1
            begun = time.monotonic()
            reply = client.post("/api/v1/ask", json=body)
            seen.replies.append((reply.status_code, time.monotonic() - begun, begun))
            if reply.status_code in (429, 503):
                seen.problems.add(reply.json()["detail"])
                time.sleep(float(reply.headers["retry-after"]))


def warm_up(url: str, token: str) -> None:
    """Have every question answered WARM times."""
    with (
        httpx.Client(
            base_url=url, headers={"Authorization": f"Bearer {token}"}, timeout=PATIENCE_S
        ) as client,
        ThreadPoolExecutor(AT_ONCE) as pool,
    ):
        bodies = [{"question": asked, "record": False} for asked in questions() * WARM]
        for reply in pool.map(lambda body: client.post("/api/v1/ask", json=body), bodies):
            assert reply.status_code in (200, 429)


def watch(pid: int, until: float, seen: Seen) -> None:
    server = psutil.Process(pid)
    while time.monotonic() < until:
        seen.memory.append((time.monotonic(), server.memory_info().rss))
        time.sleep(WATCHED_S)


def kill_later(home: Path, after_s: float) -> None:
    time.sleep(after_s)
    running = Resources(Settings.load(home=home)).server.status()
    assert running is not None
    os.kill(running.pid, signal.SIGKILL)


def quantile(values: list[float], part: float) -> float:
    ordered = sorted(values)
    return ordered[min(int(part * len(ordered)), len(ordered) - 1)]


def sum_up(seen: Seen, users: int, seconds: float) -> dict[str, Any]:
    answered = [lasted for status, lasted, _ in seen.replies if status == 200]
    begun = seen.memory[0][0]
    tenths = [
        [size for at, size in seen.memory if at - begun >= part * seconds / TENTHS]
        for part in range(TENTHS)
    ]
    return {
        "users": users,
        "seconds": seconds,
        "replies": dict(Counter(str(status) for status, _, _ in seen.replies)),
        "answers_per_s": round(len(answered) / seconds, 2),
        "p50_ms": round(quantile(answered, 0.5) * MS),
        "p95_ms": round(quantile(answered, 0.95) * MS),
        "slowest_ms": round(max(answered) * MS),
        "memory_mb_warm": round(seen.memory[0][1] / MB),
        "memory_mb_at_tenths": [round(sizes[0] / MB) for sizes in tenths if sizes],
        "memory_mb_end": round(seen.memory[-1][1] / MB),
        "problems": sorted(seen.problems),
        "load_average": [round(load, 1) for load in os.getloadavg()],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--users", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--kill", action="store_true")
    parser.add_argument("--home", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        home = options.home or Path(folder)
        if options.home is None:
            run("ingest", demo_documents(), home=home)
        process, url = start(home)
        token = read_token(home)
        assert token is not None
        warm_up(url, token)
        seen, until = Seen(), time.monotonic() + options.seconds
        work = [
            threading.Thread(target=use, args=(url, token, until, number, seen))
            for number in range(options.users)
        ]
        work.append(threading.Thread(target=watch, args=(process.pid, until, seen)))
        if options.kill:
            work.append(threading.Thread(target=kill_later, args=(home, options.seconds / 3)))
        for thread in work:
            thread.start()
        for thread in work:
            thread.join()
        last = httpx.get(f"{url}/ready", headers={"Authorization": f"Bearer {token}"})
        result = {**sum_up(seen, options.users, options.seconds), "ready_after": last.status_code}
        process.send_signal(signal.SIGTERM)
        result["exit_code"] = process.wait(60)
        Resources(Settings.load(home=home)).server.stop()
    name = "serve_load_kill" if options.kill else "serve_load"
    write_result(name, result)
    print_table([{key: str(value) for key, value in result.items()}])


if __name__ == "__main__":
    main()
