"""The commands `kgplatform conversations list|show|rename|export|delete`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from kgplatform.cli.options import (
    json_option,
    open_platform,
    print_counted,
    print_json,
    with_settings,
)
from kgplatform.cli.output import echo, echo_data
from kgplatform.cli.progress_bars import Bars

if TYPE_CHECKING:
    from kgplatform.settings import Settings

__all__ = ["conversations"]

DEFAULT_LIMIT = 50
NO_ANSWER = "(no answer)"


@click.group()
def conversations() -> None:
    """List, show, rename, export and delete conversations; `ask --conversation` goes one on."""


@conversations.command("list")
@click.option("--limit", type=click.IntRange(min=1), default=DEFAULT_LIMIT, help="Most rows.")
@json_option
@with_settings
def list_conversations(*, limit: int, as_json: bool, settings: Settings) -> None:
    """List conversations, the latest first."""
    with Bars() as bars, open_platform(settings, progress=bars) as platform:
        rows = platform.conversations.list(limit=limit)
    if as_json:
        print_json(rows)
        return
    if not rows:
        echo("No conversation is recorded: kgplatform ask --conversation begins one.", err=True)
    for row in rows:
        asked = row["asked_at"].isoformat(" ", "seconds")
        echo(f"{row['id']}  {asked}  {row['questions']:>4} questions  {row['name']}")


@conversations.command()
@click.argument("conversation", metavar="ID")
@json_option
@with_settings
def show(*, conversation: str, as_json: bool, settings: Settings) -> None:
    """Show the questions of a conversation in the order of asking, with their answers."""
    with Bars() as bars, open_platform(settings, progress=bars) as platform:
        rows = platform.conversations.show(conversation)
    if as_json:
        print_json(rows)
        return
    for row in rows:
        echo(row["text"], bold=True)
        if row["understood"] != row["text"]:
            echo(f"  understood as: {row['understood']}")
        echo(f"  {row['answer'] or NO_ANSWER}  (question {row['id']})")


@conversations.command()
@click.argument("conversation", metavar="ID")
@click.argument("name", metavar="NAME")
@json_option
@with_settings
def rename(*, conversation: str, name: str, as_json: bool, settings: Settings) -> None:
    """Give a conversation a NAME to be listed by."""
    with Bars() as bars, open_platform(settings, progress=bars) as platform:
        counts = platform.conversations.rename(conversation, name)
    print_counted("Renamed the conversation of", counts, as_json=as_json)


@conversations.command()
@click.argument("conversation", metavar="ID")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="A file to write.")
@with_settings
def export(*, conversation: str, out: Path | None, settings: Settings) -> None:
    """Print a conversation as Markdown, each answer with what it quotes, or write it to a file."""
    from kgplatform.export.conversation import render_conversation
    from kgplatform.export.files import write_file

    with Bars() as bars, open_platform(settings, progress=bars) as platform:
        text = render_conversation(platform.conversations.show(conversation))
    if out is None:
        echo_data(text)
    else:
        write_file(out, text)
        echo(f"Wrote {out}.")


@conversations.command()
@click.argument("conversation", metavar="ID")
@json_option
@with_settings
def delete(*, conversation: str, as_json: bool, settings: Settings) -> None:
    """Delete the questions of a conversation."""
    with Bars() as bars, open_platform(settings, progress=bars) as platform:
        counts = platform.conversations.delete(conversation)
    print_counted("Deleted", counts, as_json=as_json)
