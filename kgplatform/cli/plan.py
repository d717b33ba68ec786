"""The command `kgplatform plan`: questions taken apart, plans run."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kgplatform.cli.ask import finish, name_passages, with_answer_options
from kgplatform.cli.filters import with_filters
from kgplatform.cli.options import json_option, open_platform, print_json, with_settings
from kgplatform.cli.output import echo, echo_data
from kgplatform.cli.plan_data import dataset, train
from kgplatform.cli.progress_bars import Bars
from kgplatform.errors import UsageError
from kgplatform.plan import PLANNERS, SOURCES, TEXT
from kgplatform.records.json import to_json

if TYPE_CHECKING:
    from kgplatform.pipelines.plan.planning import Planned
    from kgplatform.records.filters import DocumentFilter
    from kgplatform.settings import Settings

__all__ = ["plan"]

STDIN = Path("-")


@click.group()
def plan() -> None:
    """Take questions apart into plans; run, save and edit them."""


@plan.command()
@click.argument("question")
@click.option("--planner", type=click.Choice(PLANNERS), default="auto", show_default=True)
@click.option(
    "--demonstrations",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Planning data whose nearest items a chat model is shown, not those of the settings.",
)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Also save it.")
@json_option
@with_settings
def show(
    *,
    question: str,
    planner: str,
    demonstrations: Path | None,
    out: Path | None,
    as_json: bool,
    settings: Settings,
) -> None:
    """Print the plan of QUESTION, in a form that can be saved, edited and run."""
    from kgplatform.pipelines.plan.planning import make_plan
    from kgplatform.plan.printer import print_plan

    with Bars() as bars, open_platform(settings, progress=bars) as platform:
        planned = make_plan(
            platform.resources, question, planner=planner, demonstrations=demonstrations
        )
    if out:
        out.write_text(print_plan(planned.plan), encoding="utf-8")
    if as_json:
        print_json(to_json(planned.describe()))
        return
    echo_data(print_plan(planned.plan))
    _describe(planned)


@plan.command()
@click.argument(
    "file", type=click.Path(path_type=Path, exists=True, dir_okay=False, allow_dash=True)
)
@click.option(
    "--over",
    type=click.Choice(SOURCES),
    default=TEXT,
    show_default=True,
    help="What answers its sub-questions; both: Wikidata, then the text.",
)
@with_answer_options
@with_filters
@with_settings
def run(
    *,
    file: Path,
    over: str,
    method: str,
    top_k: int,
    reader: str,
    explain: bool,
    strict: bool,
    as_json: bool,
    documents: DocumentFilter,
    settings: Settings,
) -> None:
    """Run the plan in FILE (- is standard input); METHOD finds the passages of each step."""
    text = _read(file)
    with Bars() as bars, open_platform(settings, progress=bars) as platform:
        planned, answer = platform.run_plan(
            text, over=over, method=method, top_k=top_k, reader=reader, documents=documents
        )
        answer = name_passages(answer, platform.query) if explain and not as_json else answer
    if not as_json:
        _describe(planned)
    finish(answer, explain=explain, strict=strict, as_json=as_json)


plan.add_command(dataset)
plan.add_command(train)


def _read(file: Path) -> str:
    try:
        data = sys.stdin.buffer.read() if file == STDIN else file.read_bytes()
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as exc:
        raise UsageError(f"The plan in {file} is not UTF-8: save it as UTF-8.") from exc


def _describe(planned: Planned) -> None:
    """Say on stderr where a plan comes from, what was repaired and what is odd about it."""
    from kgplatform.plan.check import find_problems

    echo(f"planner: {planned.planner}", err=True)
    if planned.note:
        echo(f"the model's reply could not be used: {planned.note}", err=True)
    for repair in planned.repairs:
        echo(f"repaired, {repair.describe()}", err=True)
    for problem in find_problems(planned.plan):
        echo(f"line {problem.line}: {problem.message}; {problem.hint}", err=True)
