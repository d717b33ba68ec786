"""The command `kgplatform ask`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import chain

import click

from kgplatform.cli.methods import method_option
from kgplatform.cli.options import (
    Command,
    add_options,
    json_option,
    print_json,
    with_settings,
)
from kgplatform.cli.steps import write_span, write_step
from kgplatform.platform import DEFAULT_TOP_K, READERS, Platform
from kgplatform.records import Answer, Step, to_json
from kgplatform.settings import Settings

__all__ = ["ask", "finish", "print_answer", "with_answer_options"]

ABSTAINED = 1


def with_answer_options(command: Command) -> Command:
    """Give a command the options that say how it is answered, and how the answer is printed."""
    return add_options(
        command,
        method_option,
        click.option(
            "--top-k", type=click.IntRange(min=1), default=DEFAULT_TOP_K, show_default=True
        ),
        click.option("--reader", type=click.Choice(READERS), default="auto", show_default=True),
        click.option("--explain", is_flag=True, help="Also print what was done, step by step."),
        click.option("--strict", is_flag=True, help="Exit with 1 where no answer is found."),
        json_option,
    )


@click.command()
@click.argument("question")
@with_answer_options
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
    finish(answer, explain=explain, strict=strict, as_json=as_json)


def finish(answer: Answer, *, explain: bool, strict: bool, as_json: bool) -> None:
    """Print an answer, and exit with 1 where `strict` and there is none."""
    if as_json:
        print_json(to_json(answer))
    else:
        print_answer(answer, explain=explain)
    if strict and answer.abstained:
        sys.exit(ABSTAINED)


def print_answer(answer: Answer, *, explain: bool = False) -> None:
    """Print an answer with its evidence, for people."""
    if answer.abstained:
        click.secho(f"No answer: {_find_reason(answer.steps)}.", bold=True)
    else:
        click.secho(answer.answer, bold=True)
    for number, citation in enumerate(answer.evidence, start=1):
        where = f"{citation.title or citation.uri} [{citation.start}:{citation.end}]"
        click.echo(f"  [{number}] {where}  “{' '.join(citation.quote.split())}”")
    for statement in answer.statements:
        qualifiers = "; ".join(f"{name}: {value}" for name, value in statement.qualifiers)
        extra = f" ({qualifiers})" if qualifiers else ""
        fact = f"{statement.subject} — {statement.relation} — {statement.object}{extra}"
        where = write_span(statement.passage_id, statement.start, statement.end)
        click.echo(f"  fact: {fact}  {where}")
    for problem in _list_missing(answer.steps):
        click.echo(f"  incomplete: {problem}")
    if explain:
        for line in chain.from_iterable(map(write_step, answer.steps)):
            click.echo(line)
    tokens = answer.usage.prompt_tokens + answer.usage.completion_tokens
    how = f"{answer.method}, {answer.reader} reader, {tokens} tokens"
    click.echo(f"  {how}, {answer.timings_ms['total']:.0f} ms, question {answer.question_id}")


def _find_reason(steps: Sequence[Step]) -> str:
    """Return why the reader abstained, as it said last."""
    reasons = [str(step.detail["reason"]) for step in steps if step.name == "abstain"]
    return reasons[-1].rstrip(".") if reasons else "the evidence does not hold it"


def _list_missing(steps: Sequence[Step]) -> list[str]:
    """Return what a plan's answer lacks, and which source could not be asked."""
    lacking: list[str] = []
    for step in steps:
        if step.name == "partial_answer":
            lacking += step.detail["missing"]
        elif step.name == "outage":
            lacking.append(f"{step.detail['source']}: {step.detail['problem']}")
    return lacking
