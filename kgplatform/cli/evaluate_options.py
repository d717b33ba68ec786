"""Options that the commands of `kgplatform evaluate` share, and what is made of their words."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from kgplatform.cli.methods import METHODS
from kgplatform.cli.options import Command, add_options
from kgplatform.evaluate import DATASET_FORMATS, DEFAULT_KS
from kgplatform.plugins import BASELINES

if TYPE_CHECKING:
    from kgplatform.ingest.limits import Prices

__all__ = ["dataset_options", "figure_options", "output_options", "split_methods"]


def split_methods(
    _context: click.Context, _parameter: click.Parameter, value: str
) -> tuple[str, ...]:
    """Return names with commas between as methods, each once.

    Raises:
        BadParameter: one is no method, or there is none.
    """
    from kgplatform.pipelines.plan.variants import is_answering

    names = _split(value)
    unknown = [name for name in names if name not in BASELINES and not is_answering(name)]
    if unknown:
        known = ", ".join((*BASELINES, *METHODS))
        raise click.BadParameter(f"there is no method {unknown[0]!r}: choose of {known}.")
    return names


def dataset_options(command: Command) -> Command:
    """Give a command the options that say how its data sets are read."""
    return add_options(
        command,
        click.option(
            "--format",
            "data_format",
            type=click.Choice(DATASET_FORMATS),
            help="Form of DATA; found from its content by default.",
        ),
        click.option(
            "--corpus",
            type=click.Path(path_type=Path),
            help="A BEIR folder or question file whose documents are searched instead of DATA's.",
        ),
    )


def figure_options(command: Command) -> Command:
    """Give a command the options that say which figures are computed."""
    return add_options(
        command,
        click.option(
            "--k",
            "ks",
            callback=_split_depths,
            metavar="K[,K]",
            help=f"Depths of recall@k and all@k.  [default: {','.join(map(str, DEFAULT_KS))}]",
        ),
        click.option("--limit", type=click.IntRange(min=1), help="The first N questions only."),
        click.option(
            "--aliases",
            type=click.Path(path_type=Path),
            help="2WikiMultihopQA's id_aliases.json: other names of its answers, also right.",
        ),
    )


def output_options(command: Command) -> Command:
    """Give a command the options of a report."""
    return add_options(
        command,
        click.option(
            "--bertscore",
            is_flag=True,
            callback=_require_extra,
            help="Also compare answers in meaning (extra bertscore; its model is fetched at first "
            "use).",
        ),
        click.option(
            "--prices",
            callback=_split_prices,
            metavar="PROMPT,COMPLETION",
            help="Dollars a million tokens of the chat model, for the cost.",
        ),
        click.option(
            "--against",
            metavar="METHOD",
            help="What the report tests the others against; the best one by default.",
        ),
        click.option(
            "--out",
            type=click.Path(file_okay=False, path_type=Path),
            help="Folder for report.md, report.json and charts, and for run files that are made.",
        ),
    )


def _require_extra(_context: click.Context, _parameter: click.Parameter, value: bool) -> bool:
    """Say that the extra is missing before hours of asking, not after."""
    from kgplatform.evaluate.bertscore import require_bertscore

    if value:
        require_bertscore()
    return value


def _split(value: str) -> tuple[str, ...]:
    names = tuple(dict.fromkeys(name.strip() for name in value.split(",") if name.strip()))
    if not names:
        raise click.BadParameter("give at least one, or several with commas between.")
    return names


def _split_depths(
    _context: click.Context, _parameter: click.Parameter, value: str | None
) -> tuple[int, ...] | None:
    if value is None:
        return None
    names = _split(value)
    if not all(name.isdecimal() and int(name) > 0 for name in names):
        raise click.BadParameter("give whole numbers above 0, such as 2,5,10.")
    return tuple(sorted({int(name) for name in names}))


def _split_prices(
    _context: click.Context, _parameter: click.Parameter, value: str | None
) -> Prices | None:
    from kgplatform.ingest.limits import Prices

    if value is None:
        return None
    try:
        prompt, completion = (float(price) for price in value.split(","))
    except ValueError as exc:
        raise click.BadParameter("give two prices, such as 0.15,0.60.") from exc
    if not (0 <= prompt < float("inf") and 0 <= completion < float("inf")):
        raise click.BadParameter("give two prices of 0 or more, such as 0.15,0.60.")
    return Prices(prompt, completion)
