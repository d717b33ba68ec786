"""The command `kgplatform ingest`."""

from __future__ import annotations

import sys
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from kgplatform.cli.bars import Bars
from kgplatform.cli.options import json_option, print_json, with_settings
from kgplatform.extract.extractors import EXTRACTORS
from kgplatform.ingest import IngestReport
from kgplatform.platform import DEFAULT_EXTRACTOR, Platform
from kgplatform.settings import Settings

__all__ = ["ingest", "print_report"]

FAILURES_SHOWN = 10
NOTHING_READ = 2


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--extractor",
    type=click.Choice(list(EXTRACTORS)),
    default=DEFAULT_EXTRACTOR,
    show_default=True,
    help="Who reads entities and statements; none finds known names only.",
)
@json_option
@with_settings
def ingest(*, paths: tuple[Path, ...], extractor: str, as_json: bool, settings: Settings) -> None:
    """Read text, Markdown and JSON Lines files, or folders of them, into the graph.

    Running it again writes what is new or changed, and nothing else.
    """
    with Bars() as bars, Platform(settings, progress=bars) as platform:
        report = platform.ingest(paths, extractor=extractor)
    if as_json:
        print_json(report.to_json())
    else:
        print_report(report)
    if report.is_failure:
        sys.exit(NOTHING_READ)


def print_report(report: IngestReport) -> None:
    """Print what an ingest did as a small table, failures on stderr."""
    for failure in report.failures[:FAILURES_SHOWN]:
        click.echo(f"Skipped: {failure}", err=True)
    if len(report.failures) > FAILURES_SHOWN:
        click.echo(f"… and {len(report.failures) - FAILURES_SHOWN} more.", err=True)
    table = Table(show_header=False, box=None, pad_edge=False)
    table.add_row("documents", ", ".join(f"{n:,} {kind}" for kind, n in report.documents.items()))
    for name in ("passages", "mentions", "statements", "rows_written"):
        table.add_row(name.replace("_", " "), f"{getattr(report, name):,}")
    table.add_row("seconds", ", ".join(f"{k} {v:.1f}" for k, v in report.seconds.items()))
    Console().print(table)
    if report.is_failure:
        click.echo("Nothing could be read.", err=True)
    elif not report.rows_written:
        click.echo("Nothing new: the graph already holds all that could be read.")
