"""The one way out to the terminal: what commands print passes here, and nothing in it is obeyed.

Texts, titles, names and messages are the work of others, so their control characters are shown as
signs (`kgplatform.text.visible`), and brackets and colons in them are no markup.
"""

from __future__ import annotations

import io
import json
import logging
import re
import sys
import traceback
from collections.abc import Iterable
from types import TracebackType
from typing import Any

import click

from kgplatform.text.visible import escape_json, show, show_line

__all__ = [
    "ShownLines",
    "confirm",
    "echo",
    "echo_data",
    "echo_json",
    "keep_secret",
    "print_exception",
    "print_usage_error",
]

HIDDEN = "***"
OF_RECORDS = frozenset(vars(logging.makeLogRecord({}))) | {"asctime", "message", "taskName"}
"""What all records of logging have; the rest are fields of an event."""
PLAIN = re.compile(r"[^\s\"=]+")
_secrets: set[str] = set()


def echo(text: str = "", *, err: bool = False, lines: bool = False, **style: Any) -> None:
    """Print one line.

    Args:
        text: the line.
        err: on stderr.
        lines: the text is of several lines; otherwise a line feed in it is shown as a sign.
        style: of click.style, for all of it.
    """
    click.secho(show(text) if lines else show_line(text), err=err, **style)


def echo_data(text: str) -> None:
    """Print a text as it is for a program or a file, as `echo` would for a terminal; no line feed.

    Characters that are no text are written as the bytes that they were read from.
    """
    if sys.stdout.isatty():
        click.echo(show(text.replace("\r\n", "\n")), nl=False)
    else:
        click.echo(text.encode("utf-8", "surrogatepass"), nl=False)


def echo_json(document: str) -> None:
    """Print a JSON document, its hidden characters as escapes."""
    click.echo(escape_json(document))


def confirm(question: str) -> None:
    """Ask on stderr whether to go on; end the command where the answer is no."""
    click.confirm(show_line(question), abort=True, err=True)


def print_usage_error(error: click.ClickException) -> None:
    """Print what click says of a command line that it cannot use."""
    said = io.StringIO()
    error.show(file=said)
    echo(said.getvalue().rstrip("\n"), err=True, lines=True)


def print_exception(
    kind: type[BaseException], error: BaseException, where: TracebackType | None
) -> None:
    """Print a traceback on stderr; takes the place of sys.excepthook."""
    stated = _without_secrets("".join(traceback.format_exception(kind, error, where)))
    echo(stated.rstrip("\n"), err=True, lines=True)


class ShownLines(logging.Formatter):
    """Formats what is logged, which may hold texts of others and secrets, for a terminal."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the lines of a record."""
        return show(_without_secrets(super().format(record)))

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802  # as in its base
        """Return a record's first line, which its fields end."""
        shown = (
            f"{name}={_show_value(value)}"
            for name, value in vars(record).items()
            if name not in OF_RECORDS and not name.startswith("_")  # other libraries' own
        )
        return " ".join((super().formatMessage(record), *shown))


def keep_secret(secrets: Iterable[str]) -> None:
    """Have texts left out of logs and tracebacks, which libraries put together, from now on."""
    _secrets.update(secrets)


def _show_value(value: Any) -> str:
    """Return a field's value without white space, or in quotation marks."""
    text = _without_secrets(value if isinstance(value, str) else repr(value))
    return text if PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=False)


def _without_secrets(text: str) -> str:
    for secret in sorted(_secrets, key=len, reverse=True):
        text = text.replace(secret, HIDDEN)
    return text
