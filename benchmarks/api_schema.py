"""Sends a server requests that Schemathesis makes from its description, and lists what it finds.

    pip install schemathesis          # in an environment of its own; nothing else needs it
    python benchmarks/api_schema.py [--schemathesis COMMAND] [--examples 20] [--home FOLDER]

Reads the demo's documents in a home of its own, or takes one that has them, and starts
`kgplatform serve` there. All checks are made but one: that a valid request is accepted, which an
unknown id, a file of no known kind or a plan that is none are not, for what they say. Left out are
routes that would ask other services (Wikidata), log in, or send events until a job has ended.
"""

from __future__ import annotations

import argparse
import json
import signal
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from command import run
from record import print_table, write_result
from serve_load import start

from kgplatform.demo import demo_documents
from kgplatform.runtime.resources import Resources
from kgplatform.settings import Settings
from kgplatform.web.tokens import read_token

DESCRIPTION = "/api/v1/openapi.json"
LEFT_OUT = r"/wikidata|/login|/mcp|/events"
LEFT_OUT_CHECK = "positive_data_acceptance"
REQUEST_S = 120
SLOWEST_S = 60
KEPT = (
    "schemathesis_version",
    "running_time",
    "stop_reason",
    "operations",
    "phases",
    "test_cases",
    "failures",
    "errors",
)
"""Of its report."""


def main() -> None:
    """Start a server, have it tested, and write what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--schemathesis", default="schemathesis")
    parser.add_argument("--examples", type=int, default=20)
    parser.add_argument("--home", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        home = options.home or Path(folder) / "home"
        if options.home is None:
            run("ingest", demo_documents(), home=home)
        process, url = start(home)
        try:
            token = read_token(home)
            report = Path(folder) / "report.json"
            done = _test(options.schemathesis, url, str(token), options.examples, report)
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(60)
            Resources(Settings.load(home=home)).server.stop()
        figures = _sum_up(done, report)
    print(done.stdout)
    print_table([{key: str(value) for key, value in figures.items()}])
    write_result("api_schema", figures)


def _test(
    command: str, url: str, token: str, examples: int, report: Path
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [
            command, "--no-color", "run", f"{url}{DESCRIPTION}",
            "--header", f"Authorization: Bearer {token}",
            "--checks", "all", "--exclude-checks", LEFT_OUT_CHECK,
            "--exclude-path-regex", LEFT_OUT, "--max-examples", str(examples),
            "--request-timeout", str(REQUEST_S), "--max-response-time", str(SLOWEST_S),
            "--generation-deterministic", "--continue-on-failure", "--warnings", "off",
            "--report", "json", "--report-json-path", str(report),
        ],
        capture_output=True,
        text=True,
        check=False,
    )  # fmt: skip


def _sum_up(done: subprocess.CompletedProcess[str], report: Path) -> dict[str, Any]:
    if not report.exists():
        raise SystemExit(done.stdout + done.stderr)
    told = json.loads(report.read_text(encoding="utf-8"))
    return {"exit_code": done.returncode, **{name: told[name] for name in KEPT}}


if __name__ == "__main__":
    main()
