"""The command `kgplatform ingest`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kgplatform.cli.options import json_option, open_platform, print_json, with_settings
from kgplatform.cli.output import echo
from kgplatform.cli.progress_bars import Bars
from kgplatform.cli.questions import print_check
from kgplatform.errors import UsageError
from kgplatform.extract.reading import DEFAULT_EXTRACTOR
from kgplatform.ingest import ENGINES
from kgplatform.plugins import EXTRACTORS

if TYPE_CHECKING:
    from rich.table import Table

    from kgplatform.ingest.estimate import Estimate
    from kgplatform.ingest.job.spec import Job
    from kgplatform.ingest.report import IngestReport
    from kgplatform.settings import Settings

__all__ = ["ingest", "print_report"]

FAILURES_SHOWN = 10
NOTHING_READ = 2
SOME_FAILED = 1


@click.command()
@click.argument("paths", metavar="PATH_OR_JOB...", nargs=-1, required=True, type=click.Path())
@click.option(
    "--extractor",
    type=click.Choice(list(EXTRACTORS)),
    help=f"Who reads entities and statements; none finds known names only.  [{DEFAULT_EXTRACTOR}]",
)
@click.option("--engine", type=click.Choice(ENGINES), help="Where models run.  [local]")
@click.option("--workers", type=click.IntRange(min=1), help="Processes that read.  [local: 1]")
@click.option(
    "--prune",
    is_flag=True,
    help="Remove documents whose file left a given folder, be it empty now.",
)
@click.option("--dry-run", is_flag=True, help="Show what would be done and cost; write nothing.")
@click.option(
    "--check", is_flag=True, help="Ask recorded questions again; exit code 1 if an answer is lost."
)
@json_option
@with_settings
def ingest(
    *,
    paths: tuple[str, ...],
    extractor: str | None,
    engine: str | None,
    workers: int | None,
    prune: bool,
    dry_run: bool,
    check: bool,
    as_json: bool,
    settings: Settings,
) -> None:
    """Read files, folders, globs, standard input (-) or a job (.toml) into the graph.

    Running it again writes what is new or changed, and nothing else. Exit code 1 says that a file
    or line could not be read and the rest was; 2 that nothing could.
    """
    if dry_run and check:
        raise UsageError("A dry run changes no answer: give --dry-run or --check.")
    job = _make_job(paths, extractor=extractor, engine=engine, workers=workers, prune=prune)
    with Bars() as bars, open_platform(settings, progress=bars) as platform:
        if dry_run:
            estimate = platform.estimate_job(job)
            bars.close()
            print_json(estimate.to_json()) if as_json else _print_estimate(estimate)
            return
        report = platform.run_job(job)
        checked = platform.check_questions() if check else None
    if as_json:
        questions = {} if checked is None else {"questions": checked.to_json()}
        print_json({**report.to_json(), **questions})
    else:
        print_report(report)
        if checked is not None:
            print_check(checked)
    if report.is_failure:
        sys.exit(NOTHING_READ)
    if report.documents["failed"] or (checked is not None and checked.has_lost):
        sys.exit(SOME_FAILED)


def _make_job(
    paths: tuple[str, ...],
    *,
    extractor: str | None,
    engine: str | None,
    workers: int | None,
    prune: bool,
) -> Job:
    """Return the job of a file, or one of the paths; flags win over a job's own words."""
    from kgplatform.ingest.job.spec import JOB_SUFFIX, Job, load_job

    files = [Path(path) for path in paths if path.endswith(JOB_SUFFIX)]
    if files and len(paths) > 1:
        raise UsageError("Give one job, or paths: a job names its own sources.")
    job = load_job(files[0]) if files else Job.of_paths(paths)
    given: dict[str, Any] = {}
    if extractor is not None:
        given["extraction"] = job.extraction.model_copy(update={"extractor": extractor})
    if engine is not None or workers is not None:
        changes = {"name": engine or job.engine.name, "workers": workers or job.engine.workers}
        given["engine"] = job.engine.model_copy(update=changes)
    if prune:
        given["sources"] = tuple(s.model_copy(update={"prune": True}) for s in job.sources)
    return job.model_copy(update=given)


def print_report(report: IngestReport) -> None:
    """Print what an ingest did as a small table, failures on stderr."""
    from kgplatform.cli.console import Console

    _print_failures(report.failures, report.partly_read)
    table = _small_table()
    table.add_row("documents", _counts(report.documents))
    for name in ("passages", "mentions", "statements", "rows_written"):
        table.add_row(name.replace("_", " "), f"{getattr(report, name):,}")
    if report.unproven:
        table.add_row("unproven", f"{report.unproven:,} facts that their passage does not show")
    if report.unread:
        table.add_row("unread", f"{report.unread:,} passages that no model could read")
    for name in ("dropped", "skipped", "derived"):
        if counts := getattr(report, name):
            table.add_row(name, _counts(counts))
    if report.usage.llm_calls or report.usage.cached_calls:
        usage = report.usage
        table.add_row(
            "model",
            f"{usage.llm_calls:,} calls, {usage.cached_calls:,} from the cache, "
            f"{usage.prompt_tokens:,} tokens asked, {usage.completion_tokens:,} answered",
        )
    table.add_row("seconds", ", ".join(f"{k} {v:.1f}" for k, v in report.seconds.items()))
    Console().print(table)
    if report.languages:
        echo(_report_languages(report.languages))
    if report.is_failure:
        echo("Nothing could be read.", err=True)
    elif not report.rows_written:
        echo("Nothing new: the graph already holds all that could be read.")


def _report_languages(counts: dict[str, int]) -> str:
    """Return what becomes of documents in whose language no facts are read."""
    kinds = ", ".join(f"{count:,} in {language}" for language, count in counts.items())
    total = sum(counts.values())
    what = "document is not in English" if total == 1 else "documents are not in English"
    return (
        f"{total:,} {what} ({kinds}): found by words and meaning, not read for facts; a chat model "
        "reads them (--extractor llm), a spaCy pipeline of the language their names "
        "(KGPLATFORM_SPACY_PIPELINES)."
    )


def _print_estimate(estimate: Estimate) -> None:
    """Print what an ingest would do as a small table, failures on stderr."""
    from kgplatform.cli.console import Console

    _print_failures(estimate.failures, estimate.partly_read)
    table = _small_table()
    table.add_row("files", f"{estimate.files:,}")
    if estimate.skipped:
        table.add_row("skipped", _counts(estimate.skipped))
    table.add_row("documents", _counts(estimate.documents))
    if estimate.removed:
        table.add_row("to remove", _describe_removed(estimate))
    table.add_row("passages", f"{estimate.passages:,}")
    if estimate.model_calls:
        asked, answered = estimate.prompt_tokens, estimate.completion_tokens
        table.add_row("model calls", f"{estimate.model_calls:,} at most")
        table.add_row("tokens", f"about {asked:,} asked, {answered:,} answered")
        if estimate.cost is None:
            cost = "unknown: give [cost] prompt_per_million and completion_per_million in a job"
        else:
            cost = f"about {estimate.cost:,.2f} {estimate.currency}"
        table.add_row("cost", cost)
    rate = f" ({estimate.passages_per_s:,.0f} passages/s here)" if estimate.passages_per_s else ""
    if estimate.wikidata:
        table.add_row("wikidata", _describe_wikidata(estimate.wikidata))
    table.add_row("time", f"about {estimate.seconds:,.0f} s{rate}")
    Console().print(table)
    echo("Nothing was written.")


def _describe_removed(estimate: Estimate) -> str:
    """Return the first titles of what would be removed, and how many more there are."""
    more = estimate.documents["removed"] - len(estimate.removed)
    stated = ", ".join(f"'{title}'" for title in estimate.removed)
    return f"{stated} and {more:,} more" if more else stated


def _describe_wikidata(counts: dict[str, int]) -> str:
    """Return what a job's [wikidata] would do, as far as the graph shows it in a dry run."""
    stated = (
        f"{counts['brought']:,} items would be brought ({counts['items']:,} listed, "
        f"{counts['linked']:,} of linked items that are in the graph now)"
    )
    if "looked_up" in counts:
        stated += f"; {counts['looked_up']:,} entities of the graph would be looked up first"
    return f"{stated}; what the sources add comes on top"


def _print_failures(failures: tuple[str, ...], partly_read: tuple[str, ...]) -> None:
    for said, sentences in (("Skipped", failures), ("Not wholly read", partly_read)):
        for sentence in sentences[:FAILURES_SHOWN]:
            echo(f"{said}: {sentence}", err=True)
        if len(sentences) > FAILURES_SHOWN:
            echo(f"… and {len(sentences) - FAILURES_SHOWN} more.", err=True)


def _small_table() -> Table:
    from rich.table import Table

    return Table(show_header=False, box=None, pad_edge=False)


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{count:,} {name or 'without suffix'}" for name, count in counts.items())
