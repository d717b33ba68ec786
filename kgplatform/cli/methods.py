"""The option that says how passages are found: it knows all methods, so few commands load it."""

from __future__ import annotations

import click

from kgplatform.pipelines.plan.variants import ANSWERING_FORMS, is_answering

__all__ = ["method_option"]

AUTO = "auto"
CHOICES = (AUTO, *ANSWERING_FORMS)


def _check_method(_context: click.Context, _parameter: click.Parameter, value: str) -> str:
    if value != AUTO and not is_answering(value):
        raise click.BadParameter(f"{value!r} is not one of {', '.join(CHOICES)}.")
    return value


method_option = click.option(
    "--method",
    default=AUTO,
    show_default=True,
    callback=_check_method,
    metavar=f"[{'|'.join(CHOICES)}]",
    help="How passages are found.",
)
