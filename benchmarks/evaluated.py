"""What benchmarks that measure by `kgplatform evaluate` share: runs, steps, and their table."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from command import run
from record import print_table

from kgplatform.evaluate.comparison import compare_methods
from kgplatform.evaluate.datasets import Dataset
from kgplatform.evaluate.plan import ComparisonPlan
from kgplatform.evaluate.runs import Run
from kgplatform.platform import Platform
from kgplatform.settings import Settings


def count_at_once() -> int:
    """Return how many questions to ask at a time: as many as the endpoint answers."""
    return Settings.load().chat_concurrency or 1


def without_chat(settings: Settings) -> Settings:
    """Return settings by which no part of a method asks a model."""
    return settings.model_copy(update={"chat_base_url": None, "chat_model": None})


def evaluate(arguments: Sequence[str | Path], *, limit: int | None, out: Path) -> None:
    """Run the command on the first `limit` questions; runs are kept in `out` and continued."""
    enough = [] if limit is None else ["--limit", str(limit)]
    at_once = ["--concurrency", str(count_at_once())]
    run("evaluate", *arguments, *enough, *at_once, "--out", out, "--json")


def compare(
    packs: Sequence[Dataset], plan: ComparisonPlan, *, step: int | None
) -> list[dict[str, Any]]:
    """Return the figures of every pack and method of the plan.

    All advance `step` questions at a time, and their answers' figures are printed after each step;
    without one each run is made at once.
    """
    settings, figures = Settings.load(), []
    plan = replace(plan, concurrency=count_at_once())
    for enough in advance(plan.limit, step):
        figures = []
        for pack in packs:
            done = compare_methods(
                pack, replace(plan, limit=enough), settings=settings, connect=Platform
            )
            figures += [row for _, row in done]
        if step is not None:
            print_figures(figures)
    return figures


def advance(limit: int | None, step: int | None) -> Iterator[int | None]:
    """Yield growing limits up to `limit`, so that all runs advance together."""
    if limit is None or step is None:
        yield limit
        return
    yield from range(step, limit, step)
    yield limit


def list_newest_runs(folder: Path) -> list[Path]:
    """Return the run files of a folder, of each data set, setting, method and reader the newest.

    A run begins anew, in a file of its own, when the code or a prompt that shapes it changes.
    """
    newest: dict[tuple[str, ...], Path] = {}
    for path in sorted(folder.glob("*.jsonl"), key=lambda path: path.stat().st_mtime):
        header = Run.load(path).header
        newest[header.dataset_sha256, header.setting, header.method, header.reader] = path
    return sorted(newest.values())


def load_figures(*arguments: str | Path) -> list[dict[str, Any]]:
    """Return the figures of all runs named, as `evaluate score` computes them."""
    figures: list[dict[str, Any]] = json.loads(run("evaluate", "score", *arguments, "--json"))
    return figures


def print_figures(figures: Sequence[Mapping[str, Any]]) -> None:
    """Print EM and F1 in percent; a question's tokens, those to the reader, calls and seconds."""
    print_table(
        [
            {
                "data set": row["dataset"],
                "method": row["method"],
                "n": row["n"],
                "EM": f"{100 * row['em']:.1f}",
                "F1": f"{100 * row['f1']:.1f}",
                "tokens": f"{row['tokens_per_question']['prompt']:.0f}",
                "to reader": _write_count(row["reader_tokens_per_question"]),
                "calls": f"{_count_calls(row['usage']) / row['n']:.1f}",
                "p50 s": write_median(row["timings_ms"], ms=1000, digits=2),
            }
            for row in figures
        ]
    )


def write_median(times: Mapping[str, float] | None, *, ms: float = 1, digits: int = 0) -> str:
    """Return the median of `timings_ms` in units of `ms` milliseconds; a dash for none."""
    return f"{times['p50'] / ms:.{digits}f}" if times else "–"


def _write_count(count: float | None) -> str:
    return "–" if count is None else f"{count:.0f}"


def _count_calls(usage: Mapping[str, int]) -> int:
    """Return how often a model was asked, remembered replies too, as it tells of the method."""
    return usage["llm_calls"] + usage["cached_calls"]
