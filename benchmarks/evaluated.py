"""What benchmarks that measure by `kgplatform evaluate` share: a model, runs, and their table."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from local_llm import chat_environment, serving
from record import print_table

COMMAND = Path(sys.executable).parent / "kgplatform"
ADDRESS = "KGPLATFORM_CHAT_BASE_URL"


@contextmanager
def reading_environment(reader: str, model: str) -> Iterator[dict[str, str]]:
    """Give the environment of the command, with a model where one reads.

    Args:
        reader: llm, or extractive, which needs none.
        model: of local_llm.MODELS; served here unless the environment names an endpoint.
    """
    if reader != "llm" or ADDRESS in os.environ:
        yield dict(os.environ)
        return
    with serving(model) as base_url:
        yield os.environ | chat_environment(model, base_url)


def evaluate(
    arguments: Sequence[str | Path], *, limit: int | None, out: Path, env: Mapping[str, str]
) -> None:
    """Run the command on the first `limit` questions; runs are kept in `out` and continued."""
    enough = [] if limit is None else ["--limit", str(limit)]
    subprocess.run(
        [COMMAND, "evaluate", *arguments, *enough, "--out", out, "--json"],
        env=env,
        stdout=subprocess.DEVNULL,
        check=True,
    )


def advance(limit: int | None, step: int) -> Iterator[int | None]:
    """Yield growing limits up to `limit`, so that all runs advance together."""
    if limit is None:
        yield None
        return
    yield from range(step, limit, step)
    yield limit


def load_figures(*arguments: str | Path) -> list[dict[str, Any]]:
    """Return the figures of all runs named, as `evaluate score` computes them."""
    done = subprocess.run(
        [COMMAND, "evaluate", "score", *arguments, "--json"],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    figures: list[dict[str, Any]] = json.loads(done.stdout)
    return figures


def print_figures(figures: Sequence[Mapping[str, Any]]) -> None:
    """Print EM and F1 in percent; tokens, calls and seconds a question."""
    print_table(
        [
            {
                "data set": row["dataset"],
                "method": row["method"],
                "n": row["n"],
                "EM": f"{100 * row['em']:.1f}",
                "F1": f"{100 * row['f1']:.1f}",
                "tokens": f"{row['tokens_per_question']['prompt']:.0f}",
                "calls": f"{_count_calls(row['usage']) / row['n']:.1f}",
                "p50 s": f"{row['timings_ms']['p50'] / 1000:.2f}",
            }
            for row in figures
        ]
    )


def _count_calls(usage: Mapping[str, int]) -> int:
    """Return how often a model was asked, remembered replies too, as it tells of the method."""
    return usage["llm_calls"] + usage["cached_calls"]
