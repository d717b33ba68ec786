"""The commands `kgplatform entities list|show|merge|split|rename|retype|ignore|decisions|undo`."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import click

from kgplatform.cli.filters import with_filters
from kgplatform.cli.options import json_option, open_platform, print_json, with_settings
from kgplatform.cli.output import echo
from kgplatform.cli.progress_bars import Bars
from kgplatform.records import ENTITY_TYPES, describe_standing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgplatform.ingest.resolution.entities import Kind
    from kgplatform.ingest.resolution.senses import Decision
    from kgplatform.records.filters import DocumentFilter
    from kgplatform.settings import Settings

__all__ = ["entities"]

DEFAULT_LIMIT = 50
NOTHING_FOUND = 1
WORDS = {
    "same": "are one entity",
    "different": "are two entities",
    "sense": "is another entity in some documents",
    "ignored": "is no entity",
}


@click.group()
def entities() -> None:
    """List, show and correct entities."""


@entities.command("list")
@click.argument("name", required=False)
@click.option("--merged", "kind", flag_value="merged", help="Only entities with several names.")
@click.option("--ambiguous", "kind", flag_value="ambiguous", help="Only names of several entities.")
@click.option("--limit", type=click.IntRange(min=1), default=DEFAULT_LIMIT, help="Most rows.")
@with_filters
@json_option
@with_settings
@click.pass_context
def list_entities(
    ctx: click.Context,
    *,
    name: str | None,
    kind: Kind | None,
    limit: int,
    documents: DocumentFilter,
    as_json: bool,
    settings: Settings,
) -> None:
    """List entities with their other names, the most mentioned first; NAME shows one."""
    with Bars() as bars, open_platform(settings, progress=bars) as platform:
        rows = platform.entities.list(name, kind=kind or "all", limit=limit, documents=documents)
    if as_json:
        print_json(rows)
    for row in [] if as_json else rows:
        _print_entity(row)
    if not rows:
        echo("No such entity is in the graph." if name else "There are none.", err=True)
        ctx.exit(NOTHING_FOUND if name else 0)


@entities.command()
@click.argument("name", metavar="NAME_OR_ID")
@click.option("--limit", type=click.IntRange(min=1), default=DEFAULT_LIMIT, help="Most facts.")
@with_filters
@json_option
@with_settings
def show(
    *, name: str, limit: int, documents: DocumentFilter, as_json: bool, settings: Settings
) -> None:
    """Show an entity: its names, its type and why, its facts with their quotes and sources."""
    with Bars() as bars, open_platform(settings, progress=bars) as platform:
        row = platform.entities.show(name, limit=limit, documents=documents)
    if as_json:
        print_json(row)
    else:
        _print_shown(row)


@entities.command()
@click.argument("names", nargs=-1, required=True, metavar="NAME_OR_ID NAME_OR_ID...")
@json_option
@with_settings
def merge(*, names: tuple[str, ...], as_json: bool, settings: Settings) -> None:
    """Decide that several names are one entity; takes a split back."""
    with Bars() as bars, open_platform(settings, progress=bars) as platform:
        report = platform.entities.merge(names)
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
        report = platform.entities.split(name, from_=from_, documents=documents)
    _print_report(report, as_json=as_json)


@entities.command()
@click.argument("name", metavar="NAME_OR_ID")
@click.argument("new_name", metavar="NEW_NAME")
@json_option
@with_settings
def rename(*, name: str, new_name: str, as_json: bool, settings: Settings) -> None:
    """Decide what an entity is called; the names in the texts still find it."""
    with Bars() as bars, open_platform(settings, progress=bars) as platform:
        report = platform.entities.rename(name, new_name)
    _print_report(report, as_json=as_json)


@entities.command()
@click.argument("name", metavar="NAME_OR_ID")
@click.argument("entity_type", metavar="TYPE", type=click.Choice(ENTITY_TYPES, False))
@json_option
@with_settings
def retype(*, name: str, entity_type: str, as_json: bool, settings: Settings) -> None:
    """Decide of what type an entity is: Person, Organization, Place, Work, Event, ..."""
    with Bars() as bars, open_platform(settings, progress=bars) as platform:
        report = platform.entities.retype(name, entity_type)
    _print_report(report, as_json=as_json)


@entities.command()
@click.argument("name", metavar="NAME_OR_ID")
@json_option
@with_settings
def ignore(*, name: str, as_json: bool, settings: Settings) -> None:
    """Decide that a name is no entity: its mentions and facts are out of sight until `undo`."""
    with Bars() as bars, open_platform(settings, progress=bars) as platform:
        report = platform.entities.ignore(name)
    _print_report(report, as_json=as_json)


@entities.command()
@json_option
@with_settings
def decisions(*, as_json: bool, settings: Settings) -> None:
    """List what was decided about entities, the latest first."""
    with Bars() as bars, open_platform(settings, progress=bars) as platform:
        rows = platform.entities.decisions()
    _print_decisions(rows, as_json=as_json)
    if not rows:
        echo("Nothing was decided.", err=True)


@entities.command()
@click.argument("decision", required=False)
@json_option
@with_settings
def undo(*, decision: str | None, as_json: bool, settings: Settings) -> None:
    """Take a DECISION back (an id of `entities decisions`), by default the latest."""
    with Bars() as bars, open_platform(settings, progress=bars) as platform:
        rows = platform.entities.undo(decision)
    _print_decisions(rows, as_json=as_json)


def _print_entity(row: dict[str, Any]) -> None:
    echo(f"{row['id']}  {row['mentions']:>6} mentions  {row['name']} ({row['type']})")
    for title, key in (("is also", "members"), ("may be", "may_be"), ("is not", "different_from")):
        for other in row[key]:
            how = f"{other['method']} {other['score']:.2f}" if key != "different_from" else "user"
            echo(f"    {title:<8} {other['id']}  {other['name']} ({other['type']})  [{how}]")


def _print_shown(row: dict[str, Any]) -> None:
    from kgplatform.ingest.resolution.entities import EVIDENCE

    _print_entity(row)
    if row["names"]:
        echo(f"    names    {', '.join(row['names'])}")
    counts = [f"{e['type']} {e['evidence']} {e['count']}" for e in row["evidence"]]
    why = EVIDENCE.get(row["type_by"], "nothing says what it is")
    echo(f"    type     {row['type']}: {why}" + (f"  [{', '.join(counts)}]" if counts else ""))
    for fact in row["facts"]:
        _print_fact(fact)
    if (left := row["fact_count"] - len(row["facts"])) > 0:
        echo(f"{left:,} more facts: raise --limit.", err=True)


def _print_fact(fact: dict[str, Any]) -> None:
    from kgplatform.extract.facts import verbalize

    pairs = [(item["relation"], item["value"]) for item in fact["qualifiers"]]
    standing = describe_standing(fact["polarity"], fact["modality"])
    line = verbalize(fact["subject"], fact["relation"], fact["object"], pairs)
    echo(line + (f"  [{standing}]" if standing else ""))
    for source in fact["sources"]:
        page = f", page {source['page']}" if source["page"] else ""
        said = f", according to {source['attribution']}" if source["attribution"] else ""
        echo(f"    {source['title'] or source['uri']}{page}{said}: {source['quote']}")


def _print_decisions(rows: Sequence[Decision], *, as_json: bool) -> None:
    if as_json:
        print_json([row.to_json() for row in rows])
        return
    for row in rows:
        named = ", ".join(row.names) or row.left
        what = {"name": f"is called {row.value}", "type": f"is of type {row.value}"} | WORDS
        echo(f"{row.id}  {row.decided_at[:19]}  {named}: {what[row.kind]}")


def _print_report(report: Any, *, as_json: bool) -> None:
    if as_json:
        print_json(dataclasses.asdict(report))
    else:
        joined = sum(report.methods.values())
        echo(
            f"Decided. {report.written} links changed; {joined} names are joined to "
            f"{report.things} entities, {report.ambiguous} are ambiguous."
        )
