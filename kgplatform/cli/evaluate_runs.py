"""The commands `kgplatform evaluate score` and `compare`: run files alone, no graph, no model."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kgplatform.cli.evaluate_options import dataset_options, figure_options, output_options
from kgplatform.cli.options import json_option
from kgplatform.cli.output import echo
from kgplatform.errors import EvaluationError
from kgplatform.evaluate import DEFAULT_KS
from kgplatform.evaluate.runs import Run

if TYPE_CHECKING:
    from kgplatform.cli.evaluate_output import Comparison
    from kgplatform.evaluate.questions import Dataset
    from kgplatform.evaluate.report.contents import Measure
    from kgplatform.ingest.limits import Prices

__all__ = ["compare", "score"]

run_path = click.Path(exists=True, path_type=Path)

Runs = dict[Path, Run]  # by their files


@click.command()
@click.argument("runs", metavar="RUN...", nargs=-1, required=True, type=run_path)
@click.option(
    "--data",
    multiple=True,
    type=click.Path(path_type=Path),
    help="The data set that runs were made from, again for another one; by default where "
    "`evaluate` read it.",
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
    from kgplatform.cli.evaluate_output import present
    from kgplatform.evaluate.report.contents import Measure

    made = _load_runs(runs)
    datasets = _load_datasets(made, data, data_format, corpus, aliases)
    measure = Measure(ks or _choose_depths(made), limit, prices, against, bertscore)
    named = [(path.name, run) for path, run in made.items()]
    present(named, datasets, measure, out=out, as_json=as_json)


@click.command()
@click.argument("a", type=run_path)
@click.argument("b", type=run_path)
@click.argument("data", required=False, type=click.Path(path_type=Path))
@figure_options
@dataset_options
@json_option
def compare(
    *,
    a: Path,
    b: Path,
    data: Path | None,
    ks: tuple[int, ...] | None,
    limit: int | None,
    data_format: str | None,
    corpus: Path | None,
    aliases: Path | None,
    as_json: bool,
) -> None:
    """Compare runs question by question: differences, A minus B, with p-values.

    A and B are run files, or folders: of these, runs of the same data set, method and reader are
    compared. DATA is what they were made from; without it, where `evaluate` read it.
    """
    from kgplatform.cli.evaluate_output import present_comparisons
    from kgplatform.evaluate.report.contents import Measure

    first, second = _load_runs([a]), _load_runs([b])
    pairs = _pair_runs(first, second)
    made = first | second
    compared_runs = {path: made[path] for pair in pairs for path in pair}
    measure = Measure(ks or _choose_depths(compared_runs), limit)
    given = [data] if data else []
    datasets = _load_datasets(compared_runs, given, data_format, corpus, aliases)
    compared = [_compare(pair, made, datasets, measure) for pair in pairs]
    present_comparisons(compared, as_list=a.is_dir() or b.is_dir(), as_json=as_json)


def _compare(
    pair: tuple[Path, Path], made: Runs, datasets: Sequence[Dataset], measure: Measure
) -> Comparison:
    from kgplatform.cli.evaluate_output import Comparison
    from kgplatform.evaluate.report.assemble import compare_runs

    a, b = (made[path] for path in pair)
    known = {dataset.sha256: dataset for dataset in datasets}
    dataset = known.get(a.header.dataset_sha256, datasets[0])  # another's content is refused
    n, tests = compare_runs(a, b, dataset, measure)
    return Comparison(dataset.name, n, [path.name for path in pair], tests)


def _pair_runs(first: Runs, second: Runs) -> list[tuple[Path, Path]]:
    """Return the run files to compare: one with one, or those of the same data, method and reader.

    Raises:
        EvaluationError: there is no such pair, or a folder has several of one kind.
    """
    if len(first) == len(second) == 1:
        return list(zip(first, second, strict=True))
    a, b = _index_runs(first), _index_runs(second)
    pairs = [(path, b[key]) for key, path in a.items() if key in b]
    if not pairs:
        raise EvaluationError(
            "The two have no runs of the same data set, method and reader: name two run files."
        )
    if lonely := len(a) + len(b) - 2 * len(pairs):
        echo(f"{lonely} runs have no counterpart and are left out.", err=True)
    return pairs


def _index_runs(runs: Runs) -> dict[tuple[str, str, str], Path]:
    index: dict[tuple[str, str, str], Path] = {}
    for path, run in runs.items():
        header = run.header
        key = (header.dataset_sha256, header.method, header.reader)
        if key in index:
            raise EvaluationError(
                f"{path.parent} has several runs of {header.method} on {header.dataset}: name two "
                "run files."
            )
        index[key] = path
    return index


def _load_datasets(
    runs: Runs,
    data: Sequence[Path],
    form: str | None,
    corpus: Path | None,
    aliases: Path | None,
) -> list[Dataset]:
    """Return the data sets given, or else those that the folders of the runs name."""
    from kgplatform.evaluate.datasets import load_dataset
    from kgplatform.evaluate.manifest import load_dataset_of

    if data:
        return [load_dataset(path, format=form, corpus=corpus, aliases=aliases) for path in data]
    names = {run.header.dataset_sha256: run.header.dataset for run in runs.values()}
    folders = list(dict.fromkeys(path.parent for path in runs))
    return [load_dataset_of(name, sha256, folders) for sha256, name in names.items()]


def _load_runs(paths: Sequence[Path]) -> Runs:
    """Return what run files hold, those of a folder in the order of their names."""
    found: list[Path] = []
    for path in paths:
        files = sorted(path.glob("*.jsonl")) if path.is_dir() else [path]
        if not files:
            raise EvaluationError(f"The folder {path} holds no run files (.jsonl).")
        found += files
    return {path: Run.load(path) for path in dict.fromkeys(found)}


def _choose_depths(runs: Runs) -> tuple[int, ...]:
    """Return the usual depths that all runs reach, or the deepest that they do."""
    depth = min(run.header.depth for run in runs.values())
    return tuple(k for k in DEFAULT_KS if k <= depth) or (depth,)
