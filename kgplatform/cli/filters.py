"""Options that say which documents a list shows or a question is about, and what they make."""

from __future__ import annotations

import functools
from datetime import date, datetime
from pathlib import Path
from typing import Any

import click

from kgplatform.cli.options import Command, add_options
from kgplatform.records.filters import MEANINGS, DocumentFilter

__all__ = ["with_filters"]

_DAY = click.DateTime(["%Y-%m-%d"])


def with_filters(command: Command) -> Command:
    """Give a command an option for each part of a filter, and the filter as `documents`."""

    @functools.wraps(command)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        given = {name: kwargs.pop(name) for name in MEANINGS}
        given["documents"] = given["documents"] or None
        return command(*args, documents=DocumentFilter(**given), **kwargs)

    return add_options(
        wrapped,
        click.option(
            "--document", "documents", multiple=True, metavar="ID", help=_say("documents")
        ),
        click.option("--folder", metavar="PATH_OR_URI", callback=_to_uri, help=_say("folder")),
        click.option("--media-type", metavar="TYPE", help=_say("media_type")),
        click.option("--language", metavar="CODE", help=_say("language")),
        click.option("--since", type=_DAY, callback=_to_day, metavar="DAY", help=_say("since")),
        click.option("--until", type=_DAY, callback=_to_day, metavar="DAY", help=_say("until")),
    )


def _say(part: str) -> str:
    return f"Filter: {MEANINGS[part][0].lower()}{MEANINGS[part][1:]}"


def _to_uri(_: click.Context, __: click.Parameter, value: str | None) -> str | None:
    """Return a folder's URI: a server that is asked works in another folder."""
    if value is None or "://" in value:
        return value
    return Path(value).resolve().as_uri()


def _to_day(_: click.Context, __: click.Parameter, value: datetime | None) -> date | None:
    return None if value is None else value.date()
