"""The command `kgplatform query`: the named queries of the folder queries/."""

from __future__ import annotations

import json
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from kgplatform.cli.options import json_option, print_json, with_settings
from kgplatform.connected import Connected
from kgplatform.settings import Settings

__all__ = ["parse_pair", "query"]


@click.command()
@click.argument("name")
@click.option("-p", "pairs", multiple=True, metavar="KEY=VALUE", help="A parameter; JSON or text.")
@json_option
@with_settings
def query(*, name: str, pairs: tuple[str, ...], as_json: bool, settings: Settings) -> None:
    """Run the named query NAME, for example count_nodes; reading only."""
    parameters = dict(parse_pair(pair) for pair in pairs)
    with Connected(settings) as connected:
        rows = connected.query(name, **parameters)
    if as_json:
        print_json(rows)
    elif rows:
        table = Table(*rows[0])
        for row in rows:
            table.add_row(*(str(value) for value in row.values()))
        Console().print(table)


def parse_pair(pair: str) -> tuple[str, Any]:
    """Return the name and the value of KEY=VALUE; the value is read as JSON, or else is text."""
    key, equals, value = pair.partition("=")
    if not equals or not key:
        raise click.BadParameter(f"'{pair}' is not KEY=VALUE")
    try:
        return key, json.loads(value)
    except ValueError:
        return key, value
