"""The command `kgplatform evaluate instructions`: training data from data sets; no graph."""

from __future__ import annotations

from pathlib import Path

import click

from kgplatform.cli.evaluate_options import dataset_options
from kgplatform.cli.options import json_option, print_json
from kgplatform.cli.output import echo

__all__ = ["instructions"]


@click.command()
@click.argument("data", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--out", required=True, type=click.Path(dir_okay=False, path_type=Path), help="File to write."
)
@click.option("--limit", type=click.IntRange(min=1), help="The first N questions only.")
@dataset_options
@json_option
def instructions(
    *,
    data: tuple[Path, ...],
    out: Path,
    limit: int | None,
    data_format: str | None,
    corpus: Path | None,
    as_json: bool,
) -> None:
    """Write what tunes a chat model as agent of kgp, in chat format (JSON Lines).

    A line is a conversation: question and facts so far, to the next supporting fact.
    """
    from kgplatform.evaluate.datasets import load_dataset
    from kgplatform.evaluate.instructions import write_instructions

    datasets = [load_dataset(path, format=data_format, corpus=corpus) for path in data]
    written = write_instructions(datasets, out, limit=limit)
    if as_json:
        print_json({"out": str(out), "conversations": written})
    else:
        echo(f"{written} conversations in {out}")
