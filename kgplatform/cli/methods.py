"""The option that says how passages are found."""

from __future__ import annotations

import click

from kgplatform.plugins import AUTO, PIPELINES, RETRIEVERS

__all__ = ["METHODS", "method_option"]

METHODS = (*RETRIEVERS, *PIPELINES)
"""What a method's name is, or begins with."""


def _check_method(_context: click.Context, _parameter: click.Parameter, value: str) -> str:
    if value in (AUTO, *METHODS):
        return value
    from kgplatform.pipelines.plan.variants import is_answering

    if not is_answering(value):
        raise click.BadParameter(f"{value!r} is not one of {', '.join((AUTO, *METHODS))}.")
    return value


method_option = click.option(
    "--method",
    default=AUTO,
    show_default=True,
    callback=_check_method,
    metavar=f"[{'|'.join((AUTO, *METHODS))}]",
    help="How passages are found; words behind a hyphen set its options, as in holmes-facts.",
)
