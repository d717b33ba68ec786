"""What the commands of `kgplatform evaluate` make of run files: tables, JSON, a report."""

from __future__ import annotations

import os
import platform
import shlex
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kgplatform.cli.options import print_json
from kgplatform.cli.output import echo
from kgplatform.evaluate.runs import Run
from kgplatform.records.json import to_json

if TYPE_CHECKING:
    from kgplatform.evaluate.questions import Dataset
    from kgplatform.evaluate.report.contents import Measure, Origin, PairedTest

__all__ = ["Comparison", "hide_secrets", "keep_arguments", "present", "present_comparisons"]

ARGUMENTS = "kgplatform.evaluate.arguments"
SECRETS = ("--password", "--uri")  # an address may hold a password
HIDDEN = "…"
PACKAGES = ("kgplatform", "numpy", "scipy", "pytrec-eval-terrier", "matplotlib")


@dataclass(frozen=True, slots=True)
class Comparison:
    """The differences of two runs, by their files' names, over the first n questions."""

    dataset: str
    n: int
    runs: Sequence[str]
    tests: Sequence[PairedTest]


def keep_arguments(context: click.Context, arguments: Sequence[str]) -> None:
    """Remember the words of the command, which a report shows."""
    context.meta[ARGUMENTS] = tuple(arguments)


def present(
    runs: Sequence[tuple[str, Run]],
    datasets: Sequence[Dataset],
    measure: Measure,
    *,
    out: Path | None,
    as_json: bool,
) -> None:
    """Print the figures of runs, by their files' names, as tables or JSON.

    With `out` also a report is written there.

    Raises:
        EvaluationError: a run is of none of the data sets, or cannot be scored as `measure` says.
    """
    from kgplatform.cli.evaluate_tables import print_block
    from kgplatform.evaluate.report.assemble import make_blocks
    from kgplatform.evaluate.report.contents import Report
    from kgplatform.evaluate.report.writing import PAGE_FILE, write_report

    blocks = make_blocks(runs, datasets, measure, with_tests=out is not None)
    if as_json:
        print_json([dict(system.figures) for block in blocks for system in block.systems])
    else:
        for block in blocks:
            print_block(block, measure.ks)
    if out is not None:
        note = write_report(Report(_describe_origin(), measure, blocks), out)
        echo(" ".join(filter(None, (f"Report: {out / PAGE_FILE}.", note))), err=True)


def present_comparisons(compared: Sequence[Comparison], *, as_list: bool, as_json: bool) -> None:
    """Print the differences of pairs of runs, as tables or JSON: a list, or the only one."""
    from kgplatform.cli.evaluate_tables import print_tests

    if as_json:
        stated = [to_json(comparison) for comparison in compared]
        print_json(stated if as_list else stated[0])
        return
    for comparison in compared:
        first = comparison.tests[0]
        echo(
            f"{comparison.dataset}: {comparison.n:,} questions, "
            f"{first.system} minus {first.reference}"
        )
        print_tests(comparison.tests)


def _describe_origin() -> Origin:
    from kgplatform.evaluate.report.contents import Origin

    words = ["kgplatform", "evaluate", *click.get_current_context().meta[ARGUMENTS]]
    return Origin(
        command=shlex.join(hide_secrets(words)),
        date=datetime.now(UTC).date().isoformat(),
        versions=_list_versions(),
        machine=f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
    )


def hide_secrets(words: Sequence[str]) -> list[str]:
    """Return a command's words without what could open somebody's database."""
    hidden = []
    for before, word in zip(("", *words), words, strict=False):
        name, equals, _ = word.partition("=")
        if before in SECRETS:
            hidden.append(HIDDEN)
        elif equals and name in SECRETS:
            hidden.append(f"{name}={HIDDEN}")
        else:
            hidden.append(word)
    return hidden


def _list_versions() -> dict[str, str]:
    versions = {"python": platform.python_version()}
    for package in PACKAGES:
        with suppress(PackageNotFoundError):
            versions[package] = version(package)
    return versions
