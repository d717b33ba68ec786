"""The command `kgplatform statements`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kgplatform.cli.filters import with_filters
from kgplatform.cli.options import json_option, open_platform, print_json, with_settings
from kgplatform.cli.output import echo
from kgplatform.cli.progress_bars import Bars

if TYPE_CHECKING:
    from kgplatform.records.filters import DocumentFilter
    from kgplatform.settings import Settings

__all__ = ["statements"]

DEFAULT_LIMIT = 100


@click.command()
@click.option("--after", default="", metavar="ID", help="The last one of the page before.")
@click.option("--limit", type=click.IntRange(min=1), default=DEFAULT_LIMIT, show_default=True)
@with_filters
@json_option
@with_settings
def statements(
    *, after: str, limit: int, documents: DocumentFilter, as_json: bool, settings: Settings
) -> None:
    """List the plain statements of the graph by id, a page of them."""
    with Bars() as bars, open_platform(settings, progress=bars) as platform:
        rows = platform.list_statements(after=after, limit=limit, documents=documents)
    if as_json:
        print_json(rows)
        return
    for row in rows:
        echo(f"{row['id']}  {row['text']}")
    if not rows:
        echo("There are none.", err=True)
