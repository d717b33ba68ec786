"""The command `kgplatform ask`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any

import click

from kgplatform.cli.explain import list_ids, title_steps, write_span, write_step
from kgplatform.cli.filters import with_filters
from kgplatform.cli.methods import method_option
from kgplatform.cli.options import (
    Command,
    add_options,
    json_option,
    print_json,
    with_settings,
)
from kgplatform.cli.output import echo
from kgplatform.cli.progress_bars import Bars
from kgplatform.errors import EXIT_SERVICE
from kgplatform.plugins import READERS
from kgplatform.records import Answer, Citation, Step
from kgplatform.records.json import to_json
from kgplatform.records.question import DEFAULT_TOP_K

if TYPE_CHECKING:
    from kgplatform.cli.remote import RemotePlatform
    from kgplatform.platform import Platform
    from kgplatform.records.filters import DocumentFilter
    from kgplatform.settings import Settings

__all__ = [
    "ask",
    "finish",
    "name_passages",
    "print_answer",
    "with_answer_options",
    "write_citation",
]

ABSTAINED = 1
MOST_QUOTED = 300
"""Characters of a quote that are printed; --json has all of them."""


def with_answer_options(command: Command) -> Command:
    """Give a command the options that say how it is answered, and how the answer is printed."""
    return add_options(
        command,
        method_option,
        click.option(
            "--top-k", type=click.IntRange(min=1), default=DEFAULT_TOP_K, show_default=True
        ),
        click.option(
            "--reader", type=click.Choice(["auto", *READERS]), default="auto", show_default=True
        ),
        click.option("--explain", is_flag=True, help="Also print what was done, step by step."),
        click.option("--strict", is_flag=True, help="Exit with 1 where no answer is found."),
        json_option,
    )


@click.command()
@click.argument("question")
@with_answer_options
@with_filters
@click.option("--conversation", metavar="ID", help="The conversation that it goes on, or begins.")
@click.option("--no-record", is_flag=True, help="Keep nothing of it in the graph.")
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
    conversation: str | None,
    no_record: bool,
    documents: DocumentFilter,
    settings: Settings,
) -> None:
    """Answer QUESTION from the graph, or abstain; every citation is a span that exists.

    A running `kgplatform serve` of the same data folder and settings is asked, if there is one.
    """
    from kgplatform.cli.remote import ask_somewhere

    def answer_by(platform: Platform | RemotePlatform) -> Answer:
        found = platform.ask(
            question,
            method=method,
            top_k=top_k,
            reader=reader,
            documents=documents,
            record=not no_record,
            conversation=conversation,
        )
        return name_passages(found, platform.query) if explain and not as_json else found

    with Bars() as bars:
        answer = ask_somewhere(settings, bars, answer_by)
    finish(answer, explain=explain, strict=strict, as_json=as_json)


def name_passages(answer: Answer, query: Callable[..., Sequence[dict[str, Any]]]) -> Answer:
    """Return an answer whose steps name passages by their titles, for people."""
    ids = list_ids(answer.steps)
    rows = query("list_passage_titles", ids=ids) if ids else []
    titles = {row["id"]: row["title"] for row in rows}
    return replace(answer, steps=tuple(title_steps(answer.steps, titles)))


def finish(answer: Answer, *, explain: bool, strict: bool, as_json: bool) -> None:
    """Print an answer, and exit with 1 where `strict` and there is none.

    With 3 where a model was to read that could not be asked: what was found is printed first.
    """
    from kgplatform.answer.outages import AWAY

    if as_json:
        print_json(to_json(answer))
    else:
        print_answer(answer, explain=explain)
    if any(step.name == AWAY for step in answer.steps):
        sys.exit(EXIT_SERVICE)
    if strict and answer.abstained:
        sys.exit(ABSTAINED)


def print_answer(answer: Answer, *, explain: bool = False) -> None:
    """Print an answer with its evidence, for people."""
    if answer.abstained:
        echo(f"No answer: {answer.abstention or 'none was found'}.", bold=True)
    else:
        echo(answer.answer, bold=True)
    for number, citation in enumerate(answer.evidence, start=1):
        echo(f"  [{number}] {write_citation(citation)}")
    for citation in answer.nearest:
        echo(f"  nearest: {write_citation(citation)}")
    for statement in answer.statements:
        notes = "; ".join(statement.notes)
        extra = f" ({notes})" if notes else ""
        fact = f"{statement.subject} — {statement.relation} — {statement.object}{extra}"
        where = write_span(statement.passage_id, statement.start, statement.end)
        echo(f"  fact: {fact}  {where}")
    for problem in _list_missing(answer.steps):
        echo(f"  incomplete: {problem}")
    if explain:
        for line in chain.from_iterable(map(write_step, answer.steps)):
            echo(line)
    tokens = answer.usage.prompt_tokens + answer.usage.completion_tokens
    how = f"{answer.method}, {answer.reader} reader, {tokens} tokens"
    record = f"question {answer.question_id}" if answer.question_id else "not recorded"
    echo(f"  {how}, {answer.timings_ms['total']:.0f} ms, {record}")


def write_citation(citation: Citation) -> str:
    """Return where a quote stands, the quote, and its passage's id if the graph has it."""
    where = f"{_write_place(citation)} [{citation.start}:{citation.end}]"
    quote = _shorten(" ".join(citation.quote.split()))
    passage = f"  {citation.passage_id}" if citation.document_id else ""
    return f"{where}  “{quote}”{passage}"


def _shorten(quote: str) -> str:
    """Return a quote cut behind a word where it is long."""
    if len(quote) <= MOST_QUOTED:
        return quote
    cut = quote[:MOST_QUOTED]
    return f"{cut.rpartition(' ')[0] or cut} …"


def _write_place(citation: Citation) -> str:
    """Return title, page, section, table, row and column, as far as they say something new."""
    title = citation.title or citation.uri
    parts = [title] if citation.page is None else [title, f"page {citation.page}"]
    section = citation.section.removeprefix(f"{title} > ")
    parts += [f"section {section}"] if section not in ("", title) else []
    parts += [f"table {citation.table}"] if citation.table not in ("", title, section) else []
    parts += [f"row “{citation.row}”"] if citation.row else []
    parts += [f"column “{citation.column}”"] if citation.column else []
    return ", ".join(parts)


def _list_missing(steps: Sequence[Step]) -> list[str]:
    """Return what a plan's answer lacks, and which source or model could not be asked."""
    from kgplatform.answer.outages import UNUSABLE
    from kgplatform.pipelines.plan import WHOLE

    lacking: list[str] = []
    for step in steps:
        if step.name == "partial_answer":
            lacking += step.detail["missing"]
        elif step.name == WHOLE and step.detail["answers"]:
            lacking.append("the plan came to no answer that fits; this is the whole question's")
        elif step.name == UNUSABLE:
            lacking.append(f"read without {step.detail['model']}: {step.detail['reason']}")
        elif step.name == "outage":
            lacking.append(f"{step.detail['source']}: {step.detail['problem']}")
    return lacking
