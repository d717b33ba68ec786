"""The command `kgplatform evaluate`: methods on data sets, one table."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from kgplatform.cli.bars import Bars
from kgplatform.cli.options import json_option, print_json, with_settings
from kgplatform.evaluate.comparison import NO_READER, ComparisonPlan, compare_methods
from kgplatform.evaluate.datasets import DATASET_FORMATS, load_dataset
from kgplatform.evaluate.scoring import DEFAULT_KS
from kgplatform.platform import READERS, Platform
from kgplatform.retrieve import METHODS
from kgplatform.settings import Settings

__all__ = ["evaluate"]


def _split_names(
    _context: click.Context, _parameter: click.Parameter, value: str
) -> tuple[str, ...]:
    names = tuple(dict.fromkeys(name.strip() for name in value.split(",") if name.strip()))
    if not names:
        raise click.BadParameter("give at least one, or several with commas between")
    return names


def _split_methods(
    context: click.Context, parameter: click.Parameter, value: str
) -> tuple[str, ...]:
    names = _split_names(context, parameter, value)
    unknown = [name for name in names if name not in METHODS]
    if unknown:
        raise click.BadParameter(f"{unknown[0]!r} is not one of {', '.join(METHODS)}")
    return names


def _split_depths(
    context: click.Context, parameter: click.Parameter, value: str
) -> tuple[int, ...]:
    names = _split_names(context, parameter, value)
    if not all(name.isdecimal() and int(name) > 0 for name in names):
        raise click.BadParameter("give whole numbers above 0, such as 2,5,10")
    return tuple(sorted({int(name) for name in names}))


@click.command()
@click.argument("data", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--method",
    "methods",
    required=True,
    callback=_split_methods,
    metavar="M[,M]",
    help=f"Retrieval methods to compare, of {', '.join(METHODS)}.",
)
@click.option(
    "--format",
    "data_format",
    type=click.Choice(DATASET_FORMATS),
    help="Form of DATA; told from its content by default.",
)
@click.option("--limit", type=click.IntRange(min=1), help="Ask the first N questions only.")
@click.option(
    "--reader",
    type=click.Choice([NO_READER, *READERS]),
    default=NO_READER,
    show_default=True,
    help="Who answers; none measures retrieval alone.",
)
@click.option(
    "--k",
    "ks",
    default=",".join(map(str, DEFAULT_KS)),
    show_default=True,
    callback=_split_depths,
    metavar="K[,K]",
    help="Depths of recall@k and all@k.",
)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for the run files; beside the scratch graph by default.",
)
@json_option
@with_settings
def evaluate(
    *,
    data: tuple[Path, ...],
    methods: tuple[str, ...],
    data_format: str | None,
    limit: int | None,
    reader: str,
    ks: tuple[int, ...],
    out: Path | None,
    as_json: bool,
    settings: Settings,
) -> None:
    """Measure methods on question data sets, in a scratch graph beside your own.

    DATA is a BEIR folder, or a question file of HotpotQA, 2WikiMultihopQA, MuSiQue or PopQA
    (.json, .jsonl, .gz).
    """
    plan = ComparisonPlan(methods, reader=reader, ks=ks, limit=limit, out=out)
    datasets = [load_dataset(path, format=data_format) for path in data]
    figures: list[dict[str, Any]] = []
    with Bars() as bars:
        connect = partial(Platform, progress=bars)
        for dataset in datasets:
            figures += compare_methods(
                dataset, plan, settings=settings, connect=connect, progress=bars
            )
    if as_json:
        print_json(figures)
    else:
        _print_table(_make_table(figures, ks))


def _print_table(table: Table) -> None:
    console = Console()
    if not console.is_terminal:  # a file has no width: rich would cut the columns at 80
        console.width = console.measure(table).maximum
    console.print(table)


def _make_table(figures: list[dict[str, Any]], ks: tuple[int, ...]) -> Table:
    table = Table()
    for name in ("data set", "method"):
        table.add_column(name)
    headings = ["n", *(f"recall@{k}" for k in ks), *(f"all@{k}" for k in ks), "EM", "F1"]
    for heading in (*headings, "tokens", "p50 ms", "p95 ms"):
        table.add_column(heading, justify="right")
    for row in figures:
        shares = [*(row["recall"][str(k)] for k in ks), *(row["all_at"][str(k)] for k in ks)]
        tokens = row["usage"]["prompt_tokens"] + row["usage"]["completion_tokens"]
        table.add_row(
            row["dataset"],
            row["method"],
            str(row["n"]),
            *(_percent(share) for share in (*shares, row["em"], row["f1"])),
            str(tokens),
            *(f"{row['timings_ms'][name]:.0f}" for name in ("p50", "p95")),
        )
    return table


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.1f}"
