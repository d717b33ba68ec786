"""The command `kgplatform retrieve`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from kgplatform.cli.filters import with_filters
from kgplatform.cli.methods import method_option
from kgplatform.cli.options import json_option, print_json, with_settings
from kgplatform.cli.output import echo
from kgplatform.cli.progress_bars import Bars
from kgplatform.records import ScoredPassage, Step
from kgplatform.records.json import to_json
from kgplatform.records.question import DEFAULT_TOP_K

if TYPE_CHECKING:
    from kgplatform.records.filters import DocumentFilter
    from kgplatform.settings import Settings

__all__ = ["retrieve"]

NOTHING_FOUND = 1
FIELDS = ("passage_id", "document_id", "title", "text", "score")


@click.command()
@click.argument("question")
@method_option
@click.option("--top-k", type=click.IntRange(min=1), default=DEFAULT_TOP_K, show_default=True)
@with_filters
@json_option
@with_settings
def retrieve(
    *,
    question: str,
    method: str,
    top_k: int,
    documents: DocumentFilter,
    as_json: bool,
    settings: Settings,
) -> None:
    """Find the passages that answer QUESTION, best first; exit with 1 where there is none."""
    from kgplatform.cli.remote import ask_somewhere

    with Bars() as bars:
        evidence = ask_somewhere(
            settings,
            bars,
            lambda platform: platform.retrieve(
                question, method=method, top_k=top_k, documents=documents
            ),
        )
    if as_json:
        rows = to_json(evidence.passages)
        print_json([{name: row[name] for name in FIELDS} for row in rows])
    else:
        _print_passages(evidence.passages)
    if not evidence.passages:
        echo(f"Nothing found{_describe_problem(evidence.steps)}.", err=True)
        sys.exit(NOTHING_FOUND)


def _print_passages(passages: Sequence[ScoredPassage]) -> None:
    for rank, passage in enumerate(passages, start=1):
        echo(f"{rank}. {passage.head or passage.uri}  ({passage.score:.3f})", bold=True)
        echo(f"   {passage.text}", lines=True)


def _describe_problem(steps: Sequence[Step]) -> str:
    """Return why there is nothing, where the method says so."""
    problems = [str(step.detail["problem"]) for step in steps if step.detail.get("problem")]
    return f": {'; '.join(problems)}" if problems else ""
