"""The command `kgplatform cypher`: Cypher of one's own, which can only read."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from kgplatform.cli.options import json_option, with_settings
from kgplatform.cli.progress_bars import Bars
from kgplatform.cli.query import (
    check_forms,
    csv_option,
    parameters_option,
    parse_pair,
    print_in_form,
)
from kgplatform.graph.read_only import DEFAULT_ROWS, DEFAULT_TIMEOUT_S, check_read_only

if TYPE_CHECKING:
    from kgplatform.settings import Settings

__all__ = ["cypher"]

STDIN = "-"


@click.command()
@click.argument("text")
@parameters_option
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    default=DEFAULT_ROWS,
    show_default=True,
    help="Most rows.",
)
@click.option(
    "--timeout",
    "timeout_s",
    type=click.FloatRange(min=0.1),
    default=DEFAULT_TIMEOUT_S,
    show_default=True,
    help="Seconds that it may take.",
)
@json_option
@csv_option
@with_settings
def cypher(
    *,
    text: str,
    pairs: tuple[str, ...],
    limit: int,
    timeout_s: float,
    as_json: bool,
    as_csv: bool,
    settings: Settings,
) -> None:
    """Run the Cypher TEXT (- reads it from standard input), which can only read the graph.

    What writes, or reaches files, addresses or the server's settings, is refused before Neo4j sees
    it.
    """
    from kgplatform.runtime.resources import Resources

    check_forms(as_json=as_json, as_csv=as_csv)
    given = sys.stdin.read() if text == STDIN else text
    check_read_only(given)  # before anything is connected to or started
    parameters = dict(parse_pair(pair) for pair in pairs)
    with Bars() as bars, Resources(settings, progress=bars) as resources:
        rows = resources.cypher(given, parameters, limit=limit, timeout_s=timeout_s)
    print_in_form(rows, as_json=as_json, as_csv=as_csv)
