"""Tries odd arguments on every command; none of them reaches a server, a model or the network."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from random import Random
from typing import Any
from unittest.mock import patch

import click
from click.testing import CliRunner

from kgplatform.cli import cli
from kgplatform.errors import KgPlatformError, ServerError

__all__ = ["try_line"]

OPTION_SHARE = 0.3
ODD_WORDS = (
    "", " ", "-", "--", "-1", "0", "1", "1e9", "99999999999999999999", "NaN", "x", "a=b", "=", "=x",
    "a", "*.md", "[", "**", ".", "..", "missing.toml", "x.json", "Q42", "null", "{", "bolt://",
    "bolt://127.0.0.1:1", "http://127.0.0.1:1/v1", "neo4j+ssc://[::1", "://", "é",
    "\u202e", "\x1b[2J",
    "--help", "--json", "-p", "--debug", "graph", "none", "turtle",
)  # fmt: skip
STARTING = (
    "kgplatform.graph.server.LocalServer.start",
    "kgplatform.graph.server.LocalServer.start_stopped",
    "kgplatform.graph.server.LocalServer.reset",
    "kgplatform.wikidata.server.LocalStore.start",
    "kgplatform.models.embedding.fetch_artifacts",
    "kgplatform.models.local_models._fetch_part",
    "kgplatform.models.local_models._fetch_from_hub",
)
"""What would start something, delete something or fetch something."""


@cache
def _commands() -> dict[tuple[str, ...], click.Command]:
    """Return every command by its words."""
    context = click.Context(cli)
    return dict(_walk(cli, (), context))


def _walk(
    command: click.Command, words: tuple[str, ...], context: click.Context
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    if not isinstance(command, click.Group):
        yield words, command
        return
    for name in command.list_commands(context):
        below = command.get_command(context, name)
        if below is not None:
            yield from _walk(below, (*words, name), context)


def make_line(number: int, texts: Sequence[str]) -> list[str]:
    """Return a command with odd arguments and odd values of its options.

    Args:
        number: the same makes the same line.
        texts: words to use beside those that are always odd.
    """
    random = Random(number)
    words, command = random.choice(list(_commands().items()))
    odd = (*ODD_WORDS, *texts, *texts)
    line = list(words)
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            if random.random() < OPTION_SHARE:
                line += _give(parameter, odd, random)
        else:
            line += random.choices(odd, k=random.choice((0, 1, 1, 1, 2)))
    if random.random() < 0.1:
        line.insert(random.randint(0, len(line)), random.choice(odd))
    return line


def _give(option: click.Option, odd: Sequence[str], random: Random) -> list[str]:
    name = random.choice(option.opts)
    if option.is_flag:
        return [name]
    if isinstance(option.type, click.Choice) and random.random() < 0.7:
        return [name, str(random.choice(list(option.type.choices)))]
    return [name, random.choice(odd)]


def try_line(made_of: tuple[int, Sequence[str]]) -> str:
    """Run the line that `make_line` makes as the program does; its errors are the promised ones."""
    line = make_line(*made_of)
    with _nothing_started():
        done = CliRunner(env={"KGPLATFORM_HOME": "home"}).invoke(cli, line, standalone_mode=False)
    exc: Any = done.exception
    match exc:
        case None:
            return "accepted"
        case SystemExit() if exc.code in (None, 0, 1, 2, 3):
            return f"exit {exc.code}"
        case KgPlatformError() | click.ClickException() | click.Abort():
            return type(exc).__name__
        case _:
            exc.add_note(f"kgplatform {shlex.join(line)}")
            raise exc


@contextmanager
def _nothing_started() -> Iterator[None]:
    """Let what would start a server fail as it would where none can be started."""
    error = ServerError("Nothing is started here.")
    patches = [patch(name, side_effect=error) for name in STARTING]
    for each in patches:
        each.start()
    try:
        yield
    finally:
        for each in patches:
            each.stop()
