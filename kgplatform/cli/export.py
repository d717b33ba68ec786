"""The command `kgplatform export`: a part of the graph, as a file."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kgplatform.cli.options import open_platform, with_settings
from kgplatform.cli.output import echo, echo_data
from kgplatform.cli.progress_bars import Bars
from kgplatform.errors import UsageError
from kgplatform.plugins import EXPORTERS

if TYPE_CHECKING:
    from kgplatform.export.scope import Scope
    from kgplatform.settings import Settings

__all__ = ["export"]

STDOUT = "-"
BY_VALUE = ("question", "entity", "document", "conversation", "run", "query")
"""Scopes that an option of their name gives an id or a name of."""


@click.command()
@click.option("--question", metavar="ID", help="An answer and what it rests on; `ask` prints ids.")
@click.option("--entity", metavar="NAME", help="What is stated about an entity, by name or id.")
@click.option("--depth", type=click.IntRange(min=1), help="Steps from the entity to others (1).")
@click.option("--document", metavar="ID", help="A document and what it states.")
@click.option("--conversation", metavar="ID", help="The answers of a conversation.")
@click.option("--run", metavar="ID", help="The documents of an ingest run, or of the latest.")
@click.option("--query", metavar="NAME", help="The nodes that a named query returns.")
@click.option("-p", "pairs", multiple=True, metavar="KEY=VALUE", help="A parameter of the query.")
@click.option("--all", "everything", is_flag=True, help="The whole graph.")
@click.option(
    "--format",
    "export_format",
    type=click.Choice(list(EXPORTERS)),
    required=True,
    help="Form of the file; csv and parquet make a folder.",
)
@click.option(
    "--out",
    type=click.Path(),
    required=True,
    metavar="PATH",
    help="The file to write; - is stdout.",
)
@click.option("--paths", is_flag=True, help="Name files with their folders.")
@click.option("--rdf12", is_flag=True, help="Triple terms (RDF 1.2) in turtle, trig, nquads.")
@click.option(
    "--sign",
    "key",
    type=click.Path(path_type=Path),
    metavar="KEY",
    help="Sign the manifest with a private Ed25519 key (PEM).",
)
@with_settings
def export(
    *,
    export_format: str,
    out: str,
    paths: bool,
    rdf12: bool,
    key: Path | None,
    settings: Settings,
    **given: Any,
) -> None:
    """Write a part of the graph, every span checkable against its source (see verify)."""
    scope = _read_scope(**given)
    from kgplatform.export.exporter import ExportOptions
    from kgplatform.export.write import render

    notify = partial(echo, err=True)
    with Bars() as bars, open_platform(settings, progress=bars) as platform:
        options = ExportOptions(paths, rdf12, key, platform.draw_page)
        if out == STDOUT:
            graph = platform.graph()
            text = render(graph, scope, format=export_format, options=options, notify=notify)
            bars.close()
            echo_data(text)
        else:
            counts = platform.export(
                scope, format=export_format, out=Path(out), options=options, notify=notify
            )
            bars.close()
            echo(f"Wrote {counts['nodes']} nodes and {counts['relationships']} relationships.",
                 err=True)  # fmt: skip


def _read_scope(
    *, everything: bool, depth: int | None, pairs: tuple[str, ...], **values: str | None
) -> Scope:
    """Return the one scope that the options give."""
    from kgplatform.cli.query import parse_pair
    from kgplatform.export.scope import ALL, Scope

    given = {name: value for name in BY_VALUE if (value := values[name]) is not None}
    if len(given) + everything != 1:
        names = ", ".join(f"--{name}" for name in BY_VALUE)
        raise UsageError(f"An export is of one part of the graph: give one of {names}, --all.")
    if (depth is not None and "entity" not in given) or (pairs and "query" not in given):
        raise UsageError("--depth goes with --entity, and -p with --query: give these as well.")
    if everything:
        return ALL
    [(kind, value)] = given.items()
    return Scope(kind, value, depth=depth or 1, parameters=dict(map(parse_pair, pairs)))
