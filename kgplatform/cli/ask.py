"""The command `kgplatform ask`."""

from __future__ import annotations

import sys
from typing import Any

import click

from kgplatform.cli.options import json_option, method_option, print_json, with_settings
from kgplatform.platform import DEFAULT_TOP_K, READERS, Platform
from kgplatform.records import Answer, Step, to_json
from kgplatform.settings import Settings

__all__ = ["ask", "print_answer", "print_step"]

ABSTAINED = 1


@click.command()
@click.argument("question")
@method_option
@click.option("--top-k", type=click.IntRange(min=1), default=DEFAULT_TOP_K, show_default=True)
@click.option("--reader", type=click.Choice(READERS), default="auto", show_default=True)
@click.option("--explain", is_flag=True, help="Also print what the method did, step by step.")
@click.option("--strict", is_flag=True, help="Exit with 1 where no answer is found.")
@json_option
@with_settings
def ask(
    *,
    question: str,
    method: str,
    top_k: int,
    reader: str,
    explain: bool,
    strict: bool,
    as_json: bool,
    settings: Settings,
) -> None:
    """Answer QUESTION from the graph, or abstain; every citation is a span that exists."""
    with Platform(settings) as platform:
        answer = platform.ask(question, method=method, top_k=top_k, reader=reader)
    if as_json:
        print_json(to_json(answer))
    else:
        print_answer(answer, explain=explain)
    if strict and answer.abstained:
        sys.exit(ABSTAINED)


def print_answer(answer: Answer, *, explain: bool = False) -> None:
    """Print an answer with its evidence, for people."""
    if answer.abstained:
        click.secho("No answer: the evidence does not hold it.", bold=True)
    else:
        click.secho(answer.answer, bold=True)
    for number, citation in enumerate(answer.evidence, start=1):
        where = f"{citation.title or citation.uri} [{citation.start}:{citation.end}]"
        click.echo(f"  [{number}] {where}  “{' '.join(citation.quote.split())}”")
    for statement in answer.statements:
        qualifiers = "; ".join(f"{name}: {value}" for name, value in statement.qualifiers)
        extra = f" ({qualifiers})" if qualifiers else ""
        click.echo(
            f"  fact: {statement.subject} — {statement.relation} — {statement.object}{extra}"
        )
    if explain:
        for step in answer.steps:
            print_step(step)
    tokens = answer.usage.prompt_tokens + answer.usage.completion_tokens
    how = f"{answer.method}, {answer.reader} reader, {tokens} tokens"
    click.echo(f"  {how}, {answer.timings_ms['total']:.0f} ms, question {answer.question_id}")


def print_step(step: Step) -> None:
    """Print what a method did: what is short on one line, lists of facts a line each."""
    lists = {name: value for name, value in step.detail.items() if _is_table(value)}
    short = {name: value for name, value in step.detail.items() if name not in lists}
    click.echo(f"  step: {step.name} {short}")
    for name, rows in lists.items():
        click.echo(f"    {name}:")
        for row in rows:
            click.echo("      " + "  ".join(str(value) for value in row.values()))


def _is_table(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(row, dict) for row in value)
