"""Refuses arguments and options that hold bytes which are no text; names of files may hold any."""

from __future__ import annotations

from typing import Any

import click

from kgplatform.errors import UsageError
from kgplatform.text.checks import check_text

__all__ = ["take_texts_only"]


class _Text(click.types.StringParamType):
    """A text that can be encoded, which is what the graph, models and endpoints take."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the text; click says which argument is refused."""
        text = super().convert(value, param, ctx)
        try:
            check_text(text, "This")
        except UsageError as exc:
            self.fail(str(exc), param, ctx)
        return text


def take_texts_only(command: click.Command) -> click.Command:
    """Return a command whose arguments and options, and its commands', are texts or are refused."""
    for param in command.params:
        if type(param.type) is click.types.StringParamType:
            param.type = _Text()
    if isinstance(command, click.Group):
        for inner in command.commands.values():
            take_texts_only(inner)
    return command
