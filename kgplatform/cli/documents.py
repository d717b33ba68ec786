"""The commands `kgplatform documents list|show|locate|remove`.

The first two look at the graph alone and do not wait for the whole platform to load.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import click

from kgplatform.cli.filters import with_filters
from kgplatform.cli.options import json_option, open_platform, print_json, with_settings
from kgplatform.cli.output import echo, echo_data
from kgplatform.cli.progress_bars import Bars

if TYPE_CHECKING:
    from kgplatform.records.filters import DocumentFilter
    from kgplatform.settings import Settings

__all__ = ["documents", "shorten_place"]

MOST_OF_PLACE = 60
"""Characters of a path that a list shows."""


@click.group()
def documents() -> None:
    """List, show and remove documents."""


@documents.command("list")
@click.option("--limit", type=click.IntRange(min=1), help="Most rows.")
@with_filters
@json_option
@with_settings
def list_documents(
    *, limit: int | None, documents: DocumentFilter, as_json: bool, settings: Settings
) -> None:
    """List the documents of the graph by title, each with its path."""
    from kgplatform.runtime.resources import EVERY_DOCUMENT, Resources

    with Bars() as bars, Resources(settings, progress=bars) as resources:
        rows = resources.list_documents(limit=limit or EVERY_DOCUMENT, documents=documents)
    if as_json:
        print_json(rows)
        return
    if not rows:
        none = "No document fits the filter: without one, all are listed."
        empty = "The graph holds no documents: kgplatform ingest reads some."
        echo(none if documents.to_json() else empty, err=True)
    for row in rows:
        place = shorten_place(row["uri"])
        title = f"{row['title']}  {place}" if row["title"] else place
        more = f"  and {len(row['copies'])} more path" if row["copies"] else ""
        more += "s" if len(row["copies"]) > 1 else ""
        more += f"  ({row['language']})" if row["language"] not in (None, "en") else ""
        echo(f"{row['id']}  {row['passages']:>5} passages  {title}{more}")


def shorten_place(uri: str) -> str:
    """Return a file's path, or another address, cut at the left where it is long."""
    scheme, _, path = uri.partition("://")
    place = unquote(path) if scheme == "file" else uri
    return place if len(place) <= MOST_OF_PLACE else f"…{place[1 - MOST_OF_PLACE :]}"


@documents.command()
@click.argument("document_id", metavar="ID")
@click.option("--text", "printed", flag_value="text", help="Print its text, read from its file.")
@click.option("--hashed", "printed", flag_value="hashed", help="Print what its sha256 is of.")
@json_option
@with_settings
def show(*, document_id: str, printed: str | None, as_json: bool, settings: Settings) -> None:
    """Show one document with its passages and their offsets."""
    from kgplatform.runtime.resources import Resources

    with Bars() as bars, Resources(settings, progress=bars) as resources:
        row = resources.fetch_document(document_id)
    if printed:
        _print_again(row, printed, settings)
        return
    if as_json:
        print_json(row)
        return
    echo(f"{row['title']}  {row['uri']}", bold=True)
    for path in row["copies"]:
        echo(f"also at {path}")
    if row["date"]:
        echo(f"dated {row['date']}")
    if row["unread"]:
        echo(f"read without {', '.join(row['unread'])}")
    parts = {name: len(row[name]) for name in ("pages", "sections", "tables", "passages")}
    echo(", ".join(f"{count} {name}" for name, count in parts.items() if count))
    for other in row["related"]:
        echo(f"{other['relation']}: {other['id']}  {other['title']}  {shorten_place(other['uri'])}")
    for passage in row["passages"]:
        place = f"page {passage['page']}, " if passage["page"] else ""
        span = f"[{place}{passage['start']}:{passage['end']}]"
        echo(f"{passage['id']} {span}  {passage['text']}", lines=True)


def _print_again(row: dict[str, Any], printed: str, settings: Settings) -> None:
    """Print a document's text, or what its hash is of, and nothing else: no line feed is added."""
    from kgplatform.records.document import hashed_text
    from kgplatform.sources.origin import read_again

    limits = settings.read_limits
    document = read_again(
        row["uri"], document_id=row["id"], title=row["title"], sha256=row["sha256"], limits=limits
    )
    text = document.text if printed == "text" else hashed_text(document)
    echo_data(text)


@documents.command()
@click.argument("passage_id", metavar="PASSAGE_ID")
@click.argument("start", type=click.IntRange(min=0))
@click.argument("end", type=click.IntRange(min=1))
@json_option
@with_settings
def locate(*, passage_id: str, start: int, end: int, as_json: bool, settings: Settings) -> None:
    """Show where characters START to END of a passage stand on the pages of its file."""
    with Bars() as bars, open_platform(settings, progress=bars) as platform:
        places = platform.locate(passage_id, start, end)
    if as_json:
        print_json(places)
        return
    if not places:
        echo("Its file has no pages.", err=True)
    for place in places:
        box = place["box"]
        at = ", ".join(f"{edge:.1f}" for edge in box) if box else "somewhere"
        echo(f"page {place['page']}  {at}")


@documents.command()
@click.argument("document_id", metavar="ID")
@json_option
@with_settings
def remove(*, document_id: str, as_json: bool, settings: Settings) -> None:
    """Remove one document with all that only it supports."""
    with Bars() as bars, open_platform(settings, progress=bars) as platform:
        removed = platform.remove_documents([document_id])
    if as_json:
        print_json(removed)
    else:
        echo("Removed " + ", ".join(f"{count} {name}" for name, count in removed.items()))
