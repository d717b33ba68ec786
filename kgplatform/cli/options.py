"""Options that several commands share, and what they make of them: Settings, question, numbers."""

from __future__ import annotations

import functools
import inspect
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from kgplatform.cli.output import echo_json, keep_secret
from kgplatform.errors import UsageError
from kgplatform.settings import Settings

__all__ = [
    "Command",
    "add_options",
    "give_settings",
    "home_option",
    "json_option",
    "print_json",
    "with_settings",
]

Command = Callable[..., Any]

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")


def give_settings(
    load: Callable[..., Settings], *options: Callable[[Command], Command]
) -> Callable[[Command], Command]:
    """Return a decorator that gives a command some options, and what they make as `settings`.

    Args:
        load: makes the settings; its parameters are the options' values, by their names.
        options: what click.option returned, in the order of the help page.
    """

    def decorate(command: Command) -> Command:
        @functools.wraps(command)
        def wrapped(*args: Any, **kwargs: Any) -> Any:
            values = {name: kwargs.pop(name) for name in inspect.signature(load).parameters}
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
) -> Settings:
    settings = Settings.load(
        home=home,
        neo4j_uri=uri,
        neo4j_user=user,
        neo4j_password=password,
        neo4j_database=database,
    )
    if settings.neo4j_uri is None and (user or password or database):
        raise UsageError("--user, --password and --database go with --uri: give it as well.")
    return settings


home_option = click.option("--home", type=click.Path(path_type=Path), help="Data folder.")

with_settings = give_settings(
    _load,
    home_option,
    click.option("--uri", help="Another Neo4j: bolt:// or neo4j://, with +s for TLS."),
    click.option("--user", help="User name there."),
    click.option("--password", help="Password there; better in KGPLATFORM_NEO4J_PASSWORD."),
    click.option("--database", help="Database there."),
)
"""Gives a command the connection options, and their Settings as its argument `settings`."""


def print_json(value: Any) -> None:
    """Print one JSON document on stdout."""
    echo_json(json.dumps(value, ensure_ascii=False, indent=2, default=str))
