"""The command `kgplatform query`: the named queries of the folder queries/."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from datetime import date, datetime, time
from itertools import groupby
from typing import TYPE_CHECKING, Any

import click

from kgplatform.cli.options import json_option, print_json, with_settings
from kgplatform.cli.output import echo, echo_data
from kgplatform.cli.progress_bars import Bars
from kgplatform.errors import UsageError
from kgplatform.frames import Rows

if TYPE_CHECKING:
    from kgplatform.cli.console import Console
    from kgplatform.settings import Settings

__all__ = [
    "check_forms",
    "csv_option",
    "parameters_option",
    "parse_pair",
    "print_csv",
    "print_in_form",
    "print_rows",
    "query",
]

WIDEST = 10_000
"""Columns of a page that any table of people's queries fits."""


parameters_option = click.option(
    "-p", "pairs", multiple=True, metavar="KEY=VALUE", help="A parameter; JSON or text."
)
csv_option = click.option(
    "--csv", "as_csv", is_flag=True, help="Print CSV; lists and maps as JSON in a cell."
)


@click.command()
@click.argument("name", required=False)
@parameters_option
@click.option("--list", "listed", is_flag=True, help="List the queries that are for people.")
@json_option
@csv_option
@with_settings
def query(
    *,
    name: str | None,
    pairs: tuple[str, ...],
    listed: bool,
    as_json: bool,
    as_csv: bool,
    settings: Settings,
) -> None:
    """Run the named query NAME, for example show_overview; reading only."""
    from kgplatform.runtime.resources import Resources

    check_forms(as_json=as_json, as_csv=as_csv)
    if listed:
        _print_queries(as_json=as_json)
        return
    if name is None:
        raise UsageError("Name a query: kgplatform query --list lists them.")
    parameters = dict(parse_pair(pair) for pair in pairs)
    with Bars() as bars, Resources(settings, progress=bars) as resources:
        rows = resources.query(name, **parameters)
    print_in_form(rows, as_json=as_json, as_csv=as_csv)


def _print_queries(*, as_json: bool) -> None:
    """Print what each query is for, with what it takes and what that is by default."""
    from kgplatform.graph.library import people_queries
    from kgplatform.records.json import to_json

    queries = people_queries()
    if as_json:
        shown = ("name", "group", "purpose", "parameters", "columns")
        print_json([{name: to_json(getattr(q, name)) for name in shown} for q in queries])
        return
    for group, members in groupby(queries, key=lambda q: q.group):
        echo(group, bold=True)
        for query in members:
            echo(f"  {query.name}: {query.purpose}")
            for given in query.parameters:
                meaning = f" - {given.meaning}" if given.meaning else ""
                echo(f"    -p {given.name}={given.default or '…'}  {given.type}{meaning}")


def check_forms(*, as_json: bool, as_csv: bool) -> None:
    """Refuse two forms at a time, before anything is run."""
    if as_json and as_csv:
        raise UsageError("The options --json and --csv exclude each other: give one.")


def print_in_form(rows: Rows, *, as_json: bool, as_csv: bool) -> None:
    """Print rows as a JSON document, as CSV, or for people."""
    if as_json:
        print_json(rows)
    elif as_csv:
        print_csv(rows)
    else:
        print_rows(rows)


def print_rows(rows: Sequence[Mapping[str, Any]], *, console: Console | None = None) -> None:
    """Print rows as a table, or as a block of lines each where the columns do not fit the width."""
    from rich.measure import Measurement
    from rich.table import Table

    from kgplatform.cli.console import Console

    console = console or Console()
    if not rows:
        return
    table = Table(*rows[0])
    for row in rows:
        table.add_row(*map(_say, row.values()))
    room = console.options.update(max_width=WIDEST)
    if Measurement.get(console, room, table).maximum <= console.width:
        console.print(table)
        return
    longest = max(map(len, rows[0]))
    for number, row in enumerate(rows):
        if number:
            echo()
        for name, value in row.items():
            echo(f"{name:<{longest}}  {_say(value)}".rstrip())


def print_csv(rows: Rows) -> None:
    """Print rows as CSV (RFC 4180) with a line of column names; null is an empty cell."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(rows.columns)
    writer.writerows(map(_cell, row.values()) for row in rows)
    echo_data(text.getvalue())


def _cell(value: Any) -> Any:
    """Return a value as --json says it, texts without their quotation marks."""
    if value is None or isinstance(value, str | date | time):
        return value
    return json.dumps(value, ensure_ascii=False, default=str)


def _say(value: Any) -> str:
    """Return a value for people: times to the second, the parts of a list with commas between."""
    if value is None:
        return ""
    if isinstance(value, datetime):
        return value.isoformat(" ", "seconds")
    if isinstance(value, list | tuple):
        return ", ".join(map(_say, value))
    return str(value)


def parse_pair(pair: str) -> tuple[str, Any]:
    """Return the name and the value of KEY=VALUE; the value is read as JSON, or else is text."""
    key, equals, value = pair.partition("=")
    if not equals or not key:
        raise click.BadParameter(f"'{pair}' is not KEY=VALUE")
    try:
        return key, json.loads(value)
    except ValueError:
        return key, value
