"""Options that several commands share, and what they make of them: Settings, question, numbers."""

from __future__ import annotations

import functools
import inspect
import json
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kgplatform.cli.output import echo, echo_json, keep_secret
from kgplatform.errors import UsageError
from kgplatform.progress import NO_PROGRESS, Progress

if TYPE_CHECKING:
    from kgplatform.platform import Platform
    from kgplatform.settings import Settings

__all__ = [
    "Command",
    "add_options",
    "give_settings",
    "home_option",
    "json_option",
    "no_start_option",
    "open_platform",
    "print_counted",
    "print_json",
    "with_own_server",
    "with_settings",
    "with_settings_at_rest",
]

Command = Callable[..., Any]

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")


def give_settings(
    load: Callable[..., Settings], *options: Callable[[Command], Command]
) -> Callable[[Command], Command]:
    """Return a decorator that gives a command some options, and what they make as `settings`.

    Args:
        load: makes the settings; its parameters are the options' values, by their names. One
            whose option the command does not get has a default.
        options: what click.option returned, in the order of the help page.
    """

    def decorate(command: Command) -> Command:
        @functools.wraps(command)
        def wrapped(*args: Any, **kwargs: Any) -> Any:
            names = inspect.signature(load).parameters.keys() & kwargs.keys()
            values = {name: kwargs.pop(name) for name in names}
            settings = load(**values)
            keep_secret(settings.secrets)
            return command(*args, settings=settings, **kwargs)

        return add_options(wrapped, *options)

    return decorate


def add_options(command: Command, *options: Callable[[Command], Command]) -> Command:
    """Return a command with more options, in the order of the help page."""
    for option in reversed(options):
        command = option(command)
    return command


def _load(
    home: Path | None,
    uri: str | None,
    user: str | None,
    password: str | None,
    database: str | None,
    no_start: bool = False,
) -> Settings:
    from kgplatform.settings import Settings

    settings = Settings.load(
        home=home,
        neo4j_uri=uri,
        neo4j_user=user,
        neo4j_password=password,
        neo4j_database=database,
        neo4j_start=False if no_start else None,
    )
    if settings.neo4j_uri is None and (user or password or database):
        raise UsageError("--user, --password and --database go with --uri: give it as well.")
    return settings


home_option = click.option("--home", type=click.Path(path_type=Path), help="Data folder.")

no_start_option = click.option(
    "--no-start", is_flag=True, help="Do not start the local Neo4j where it does not run."
)

_CONNECTION = (
    home_option,
    click.option("--uri", help="Another Neo4j: bolt:// or neo4j://, with +s for TLS."),
    click.option("--user", help="User name there."),
    click.option("--password", help="Password there; better in KGPLATFORM_NEO4J_PASSWORD."),
    click.option("--database", help="Database there."),
)
with_settings = give_settings(_load, *_CONNECTION, no_start_option)
"""Gives a command the connection options, and their Settings as its argument `settings`."""
with_own_server = give_settings(_load, *_CONNECTION)
"""The same for a command that starts and stops Neo4j itself."""
with_settings_at_rest = give_settings(partial(_load, no_start=True), *_CONNECTION)
"""The same for a command that looks at what is there, and starts nothing."""


def open_platform(settings: Settings, *, progress: Progress = NO_PROGRESS) -> Platform:
    """Return a platform; it is loaded here, not where a command is declared."""
    from kgplatform.platform import Platform

    return Platform(settings, progress=progress)


def print_json(value: Any) -> None:
    """Print one JSON document on stdout."""
    echo_json(json.dumps(value, ensure_ascii=False, indent=2, default=str))


def print_counted(done: str, counts: Mapping[str, Any], *, as_json: bool) -> None:
    """Print what was done with how many questions."""
    if as_json:
        print_json(counts)
    else:
        echo(f"{done} {counts['questions']} question{'s' * (counts['questions'] != 1)}.")
