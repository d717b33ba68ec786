"""The command `kgplatform export`: the subgraph behind an answer, as a file."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kgplatform.cli.options import open_platform, with_settings
from kgplatform.cli.output import echo, echo_data
from kgplatform.cli.progress_bars import Bars
from kgplatform.plugins import EXPORTERS

if TYPE_CHECKING:
    from kgplatform.settings import Settings

__all__ = ["export"]

STDOUT = "-"


@click.command()
@click.option(
    "--question", "question_id", required=True, metavar="ID", help="A question's id, from `ask`."
)
@click.option(
    "--format",
    "export_format",
    type=click.Choice(list(EXPORTERS)),
    required=True,
    help="Form of the file.",
)
@click.option(
    "--out",
    type=click.Path(),
    required=True,
    metavar="PATH",
    help="The file to write; - is stdout.",
)
@with_settings
def export(*, question_id: str, export_format: str, out: str, settings: Settings) -> None:
    """Write what an answer rests on, every span checkable against its source."""
    from kgplatform.export.question import render_question

    notify = partial(echo, err=True)
    with Bars() as bars, open_platform(settings, progress=bars) as platform:
        if out == STDOUT:
            graph = platform.graph()
            text = render_question(graph, question_id, format=export_format, notify=notify)
            bars.close()
            echo_data(text)
        else:
            platform.export_question(
                question_id, format=export_format, out=Path(out), notify=notify
            )
