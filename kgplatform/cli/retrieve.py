"""The command `kgplatform retrieve`."""

from __future__ import annotations

import click

from kgplatform.cli.methods import method_option
from kgplatform.cli.options import json_option, print_json, with_settings
from kgplatform.platform import DEFAULT_TOP_K, Platform
from kgplatform.records import to_json
from kgplatform.settings import Settings

__all__ = ["retrieve"]

FIELDS = ("passage_id", "document_id", "title", "text", "score")


@click.command()
@click.argument("question")
@method_option
@click.option("--top-k", type=click.IntRange(min=1), default=DEFAULT_TOP_K, show_default=True)
@json_option
@with_settings
def retrieve(*, question: str, method: str, top_k: int, as_json: bool, settings: Settings) -> None:
    """Find the passages that answer QUESTION, best first."""
    with Platform(settings) as platform:
        evidence = platform.retrieve(question, method=method, top_k=top_k)
    if as_json:
        rows = to_json(evidence.passages)
        print_json([{name: row[name] for name in FIELDS} for row in rows])
        return
    for rank, passage in enumerate(evidence.passages, start=1):
        click.secho(f"{rank}. {passage.title or passage.uri}  ({passage.score:.3f})", bold=True)
        click.echo(f"   {passage.text}")
