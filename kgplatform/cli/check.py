"""The command `kgplatform check`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from kgplatform.cli.ask import write_citation
from kgplatform.cli.filters import with_filters
from kgplatform.cli.options import json_option, print_json, with_settings
from kgplatform.cli.output import echo
from kgplatform.cli.progress_bars import Bars
from kgplatform.records.claim import CHECKED_PASSAGES, CheckedClaim
from kgplatform.records.json import to_json

if TYPE_CHECKING:
    from kgplatform.records.filters import DocumentFilter
    from kgplatform.settings import Settings

__all__ = ["check"]

UNSUPPORTED = 1
SHOWN = {
    "supported": "Supported.",
    "contradicted": "Contradicted.",
    "disputed": "Disputed: there are sentences for it and against it.",
    "none": "None: no sentence was found that states it or contradicts it.",
}


@click.command()
@click.argument("claim")
@click.option(
    "--top-k",
    type=click.IntRange(min=1),
    default=CHECKED_PASSAGES,
    show_default=True,
    help="Most passages that are found for it.",
)
@click.option("--strict", is_flag=True, help="Exit with 1 unless it is supported.")
@with_filters
@json_option
@with_settings
def check(
    *,
    claim: str,
    top_k: int,
    strict: bool,
    documents: DocumentFilter,
    as_json: bool,
    settings: Settings,
) -> None:
    """Say which sentences of the documents state CLAIM, and which contradict it.

    It is judged by the reading heads, or without their weights by the chat model.
    """
    from kgplatform.cli.remote import ask_somewhere

    with Bars() as bars:
        checked = ask_somewhere(
            settings,
            bars,
            lambda platform: platform.check(claim, top_k=top_k, documents=documents),
        )
    if as_json:
        print_json(to_json(checked))
    else:
        _print_checked(checked)
    if strict and checked.verdict != "supported":
        sys.exit(UNSUPPORTED)


def _print_checked(checked: CheckedClaim) -> None:
    echo(SHOWN[checked.verdict], bold=True)
    for side, citations in (("for", checked.supporting), ("against", checked.contradicting)):
        for citation in citations:
            echo(f"  {side} ({citation.score:.2f}): {write_citation(citation)}")
    total = checked.timings_ms["total"]
    echo(f"  {checked.passages} passages, judged by {checked.judge}, {total:.0f} ms")
