"""The commands `kgplatform entities list|merge|split`."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import click

from kgplatform.cli.options import json_option, open_platform, print_json, with_settings
from kgplatform.cli.output import echo
from kgplatform.cli.progress_bars import Bars

if TYPE_CHECKING:
    from kgplatform.ingest.resolution.decisions import Kind
    from kgplatform.settings import Settings

__all__ = ["entities"]

DEFAULT_LIMIT = 50
NOTHING_FOUND = 1


@click.group()
def entities() -> None:
    """List, merge and split what goes by one name or several."""


@entities.command("list")
@click.argument("name", required=False)
@click.option("--merged", "kind", flag_value="merged", help="Only entities with several names.")
@click.option("--ambiguous", "kind", flag_value="ambiguous", help="Only names of several entities.")
@click.option("--limit", type=click.IntRange(min=1), default=DEFAULT_LIMIT, help="Most rows.")
@json_option
@with_settings
@click.pass_context
def list_entities(
    ctx: click.Context,
    *,
    name: str | None,
    kind: Kind | None,
    limit: int,
    as_json: bool,
    settings: Settings,
) -> None:
    """List entities with their other names, the most mentioned first; NAME shows one."""
    with Bars() as bars, open_platform(settings, progress=bars) as platform:
        rows = platform.list_entities(name, kind=kind or "all", limit=limit)
    if as_json:
        print_json(rows)
    for row in [] if as_json else rows:
        _print_entity(row)
    if not rows:
        echo("No such entity is in the graph." if name else "There are none.", err=True)
        ctx.exit(NOTHING_FOUND if name else 0)


@entities.command()
@click.argument("names", nargs=-1, required=True, metavar="NAME_OR_ID NAME_OR_ID...")
@json_option
@with_settings
def merge(*, names: tuple[str, ...], as_json: bool, settings: Settings) -> None:
    """Decide that several names are one entity; takes a split back."""
    with Bars() as bars, open_platform(settings, progress=bars) as platform:
        report = platform.merge_entities(names)
    _print_report(report, as_json=as_json)


@entities.command()
@click.argument("name", metavar="NAME_OR_ID")
@click.argument("from_", required=False, metavar="[FROM]")
@click.option(
    "--document", "documents", multiple=True, metavar="ID", help="Where it is another entity."
)
@json_option
@with_settings
def split(
    *, name: str, from_: str | None, documents: tuple[str, ...], as_json: bool, settings: Settings
) -> None:
    """Decide that NAME is not FROM, or not what it was joined to; takes a merge back.

    With --document, NAME is an entity of its own in that document.
    """
    with Bars() as bars, open_platform(settings, progress=bars) as platform:
        report = platform.split_entity(name, from_=from_, documents=documents)
    _print_report(report, as_json=as_json)


def _print_entity(row: dict[str, Any]) -> None:
    echo(f"{row['id']}  {row['mentions']:>6} mentions  {row['name']} ({row['type']})")
    for title, key in (("is also", "members"), ("may be", "may_be"), ("is not", "different_from")):
        for other in row[key]:
            how = f"{other['method']} {other['score']:.2f}" if key != "different_from" else "user"
            echo(f"    {title:<8} {other['id']}  {other['name']} ({other['type']})  [{how}]")


def _print_report(report: Any, *, as_json: bool) -> None:
    if as_json:
        print_json(dataclasses.asdict(report))
    else:
        joined = sum(report.methods.values())
        echo(
            f"Decided. {report.written} links changed; {joined} names are joined to "
            f"{report.things} entities, {report.ambiguous} are ambiguous."
        )
