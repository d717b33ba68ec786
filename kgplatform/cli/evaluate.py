"""The command `kgplatform evaluate`: methods on data sets; its sub-commands need no graph."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kgplatform.cli.evaluate_instructions import instructions
from kgplatform.cli.evaluate_options import (
    dataset_options,
    figure_options,
    output_options,
    split_methods,
)
from kgplatform.cli.evaluate_runs import compare, score
from kgplatform.cli.methods import METHODS
from kgplatform.cli.options import json_option, with_own_server
from kgplatform.cli.progress_bars import Bars
from kgplatform.evaluate import DEFAULT_KS
from kgplatform.evaluate.runs import NO_READER, PARAGRAPH_SETTINGS, ParagraphSetting, Run
from kgplatform.extract.reading import DEFAULT_EXTRACTOR
from kgplatform.plugins import BASELINES, EXTRACTORS, READERS
from kgplatform.records.question import DEFAULT_TOP_K

if TYPE_CHECKING:
    from kgplatform.ingest.limits import Prices
    from kgplatform.settings import Settings

__all__ = ["evaluate"]


class _EvaluateGroup(click.Group):
    """Takes a first word that is no sub-command for a data set."""

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,
    ) -> click.Context:
        """Return the context of the group, or of the command that measures."""
        from kgplatform.cli.evaluate_output import keep_arguments

        arguments = list(args)  # parsing empties the list
        if args and args[0] in self.commands:
            context = super().make_context(info_name, args, parent, **extra)
        else:
            context = run_methods.make_context(info_name, args, parent, **extra)
        keep_arguments(context, arguments)
        return context


@click.group(cls=_EvaluateGroup)
def evaluate() -> None:
    """Measure methods on question data sets, or look at runs made before."""


evaluate.add_command(compare)
evaluate.add_command(score)
evaluate.add_command(instructions)


@click.command(
    epilog="Runs made before: `kgplatform evaluate score RUN...` makes any table of "
    "them again, `kgplatform evaluate compare A B` tests their differences; "
    "`kgplatform evaluate instructions DATA --out FILE` writes training data for kgp's agent. A "
    "data set of one of these names is given as ./score and so on."
)
@click.argument("data", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--method",
    "methods",
    required=True,
    callback=split_methods,
    metavar="M[,M]",
    help=f"Baselines ({', '.join(BASELINES)}) and methods ({', '.join(METHODS)}).",
)
@click.option(
    "--setting",
    type=click.Choice(PARAGRAPH_SETTINGS),
    default=PARAGRAPH_SETTINGS[0],
    show_default=True,
    help="What is searched: the paragraphs of all questions, or the question's own.",
)
@click.option(
    "--reader",
    type=click.Choice([NO_READER, "auto", *READERS]),
    default=NO_READER,
    show_default=True,
    help="Who answers; none measures retrieval alone.",
)
@click.option(
    "--extractor",
    type=click.Choice(list(EXTRACTORS)),
    default=DEFAULT_EXTRACTOR,
    show_default=True,
    help="Who reads entities and statements from the corpus; llm asks the chat model of each text.",
)
@click.option(
    "--top-k",
    type=click.IntRange(min=1),
    default=DEFAULT_TOP_K,
    show_default=True,
    help="Passages that the reader gets.",
)
@click.option(
    "--concurrency",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="Questions under way at a time, for an endpoint that answers several.",
)
@figure_options
@dataset_options
@output_options
@json_option
@with_own_server
def run_methods(
    *,
    data: tuple[Path, ...],
    methods: tuple[str, ...],
    setting: ParagraphSetting,
    reader: str,
    extractor: str,
    top_k: int,
    concurrency: int,
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
    settings: Settings,
) -> None:
    """Measure methods on question data sets, in a scratch graph next to your own.

    DATA is a BEIR folder, or a question file (.json, .jsonl, .tsv, .gz) of HotpotQA,
    2WikiMultihopQA, MuSiQue, PopQA, CLQA-Wiki or Bamboogle. What --out holds is not asked again.
    """
    from kgplatform.cli.evaluate_output import present
    from kgplatform.evaluate.comparison import compare_methods
    from kgplatform.evaluate.manifest import DatasetFile, keep_dataset_files
    from kgplatform.evaluate.plan import ComparisonPlan
    from kgplatform.evaluate.report.contents import Measure
    from kgplatform.platform import Platform

    if against is not None and against not in methods:
        raise click.BadParameter(f"{against!r} is not one of --method.", param_hint="--against")
    measure = Measure(ks or DEFAULT_KS, limit, prices, against, bertscore)
    plan = ComparisonPlan(
        methods, setting, reader, measure.ks, top_k, limit, out, extractor, concurrency
    )
    files = [
        DatasetFile.at(path, format=data_format, corpus=corpus, aliases=aliases) for path in data
    ]
    datasets = [file.load() for file in files]
    if out is not None:
        known = zip(datasets, files, strict=True)
        keep_dataset_files(out, {dataset.sha256: file for dataset, file in known})
    with Bars() as bars:
        compare_on = partial(
            compare_methods,
            plan=plan,
            settings=settings,
            connect=partial(Platform, progress=bars, measured=True),
            progress=bars,
        )
        paths = [path for dataset in datasets for path, _ in compare_on(dataset)]
    runs = [(path.name, Run.load(path)) for path in paths]
    present(runs, datasets, measure, out=out, as_json=as_json)
