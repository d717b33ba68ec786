"""The commands `kgplatform evaluate score` and `compare`: run files alone, no graph, no model."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from kgplatform.cli.evaluate_options import dataset_options, figure_options, output_options
from kgplatform.cli.evaluate_output import present, present_comparison
from kgplatform.cli.options import json_option
from kgplatform.errors import EvaluationError
from kgplatform.evaluate.datasets import load_dataset
from kgplatform.evaluate.figures import DEFAULT_KS
from kgplatform.evaluate.report.assemble import compare_runs
from kgplatform.evaluate.report.contents import Measure
from kgplatform.evaluate.runs import Run
from kgplatform.ingest.limits import Prices

__all__ = ["compare", "score"]

run_path = click.Path(exists=True, path_type=Path)


@click.command()
@click.argument("runs", metavar="RUN...", nargs=-1, required=True, type=run_path)
@click.option(
    "--data",
    multiple=True,
    required=True,
    type=click.Path(path_type=Path),
    help="The data set that runs were made from; again for another one.",
)
@figure_options
@dataset_options
@output_options
@json_option
def score(
    *,
    runs: tuple[Path, ...],
    data: tuple[Path, ...],
    ks: tuple[int, ...] | None,
    limit: int | None,
    data_format: str | None,
    corpus: Path | None,
    aliases: Path | None,
    prices: Prices | None,
    against: str | None,
    out: Path | None,
    bertscore: bool,
    as_json: bool,
) -> None:
    """Compute the figures of runs made before; RUN is a run file, or a folder of them."""
    paths = _list_runs(runs)
    datasets = [
        load_dataset(path, format=data_format, corpus=corpus, aliases=aliases) for path in data
    ]
    measure = Measure(ks or _choose_depths(paths), limit, prices, against, bertscore)
    present(paths, datasets, measure, out=out, as_json=as_json)


@click.command()
@click.argument("run_a", type=run_path)
@click.argument("run_b", type=run_path)
@click.argument("data", type=click.Path(path_type=Path))
@figure_options
@dataset_options
@json_option
def compare(
    *,
    run_a: Path,
    run_b: Path,
    data: Path,
    ks: tuple[int, ...] | None,
    limit: int | None,
    data_format: str | None,
    corpus: Path | None,
    aliases: Path | None,
    as_json: bool,
) -> None:
    """Compare two runs question by question: differences, RUN_A minus RUN_B, with p-values."""
    dataset = load_dataset(data, format=data_format, corpus=corpus, aliases=aliases)
    measure = Measure(ks or _choose_depths([run_a, run_b]), limit)
    n, tests = compare_runs(Run.load(run_a), Run.load(run_b), dataset, measure)
    files = [run_a.name, run_b.name]
    present_comparison(dataset.name, n, tests, files=files, as_json=as_json)


def _list_runs(paths: Sequence[Path]) -> list[Path]:
    """Return run files, those of a folder in the order of their names."""
    found = []
    for path in paths:
        files = sorted(path.glob("*.jsonl")) if path.is_dir() else [path]
        if not files:
            raise EvaluationError(f"The folder {path} holds no run files (.jsonl).")
        found += files
    return list(dict.fromkeys(found))


def _choose_depths(paths: Sequence[Path]) -> tuple[int, ...]:
    """Return the usual depths that all runs reach, or the deepest that they do."""
    depth = min(Run.load(path).header.depth for path in paths)
    return tuple(k for k in DEFAULT_KS if k <= depth) or (depth,)
