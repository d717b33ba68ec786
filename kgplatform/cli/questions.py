"""The commands `kgplatform questions list|show|rename|delete|check`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kgplatform.cli.filters import with_filters
from kgplatform.cli.options import (
    json_option,
    open_platform,
    print_counted,
    print_json,
    with_settings,
)
from kgplatform.cli.output import echo
from kgplatform.cli.progress_bars import Bars

if TYPE_CHECKING:
    from kgplatform.pipelines import QuestionCheck
    from kgplatform.records.filters import DocumentFilter
    from kgplatform.settings import Settings

__all__ = ["print_check", "questions"]

DEFAULT_LIMIT = 50
ANSWER_LOST = 1
NO_ANSWER = "(no answer)"


@click.group()
def questions() -> None:
    """List, show, rename, delete and ask again what was asked."""


@questions.command("list")
@click.argument("words", required=False)
@click.option("--limit", type=click.IntRange(min=1), default=DEFAULT_LIMIT, help="Most rows.")
@with_filters
@json_option
@with_settings
def list_questions(
    *,
    words: str | None,
    limit: int,
    documents: DocumentFilter,
    as_json: bool,
    settings: Settings,
) -> None:
    """List the questions that were asked, the latest first; those with WORDS alone."""
    with Bars() as bars, open_platform(settings, progress=bars) as platform:
        rows = platform.questions.list(words, limit=limit, documents=documents)
    if as_json:
        print_json(rows)
        return
    if not rows:
        echo("No such question is recorded." if words else "No question is recorded.", err=True)
    for row in rows:
        asked = row["asked_at"].isoformat(" ", "seconds")
        echo(f"{row['id']}  {asked}  {row['name']}  {row['answer'] or NO_ANSWER}")


@questions.command()
@click.argument("question_id", metavar="ID")
@json_option
@with_settings
def show(*, question_id: str, as_json: bool, settings: Settings) -> None:
    """Show a question with its answer and what it quoted."""
    with Bars() as bars, open_platform(settings, progress=bars) as platform:
        row = platform.questions.show(question_id)
    if as_json:
        print_json(row)
        return
    echo(row["name"], bold=True)
    for words in dict.fromkeys((row["text"], row["understood"])):
        if words != row["name"]:
            echo(f"asked: {words}")
    echo(row["answer"] or NO_ANSWER)
    asked = row["asked_at"].isoformat(" ", "seconds")
    echo(f"by {row['method']}, read by {row['reader']}, {row['tokens']:,} tokens, {asked}")
    for citation in row["citations"]:
        echo(f"[{citation['rank']}] {citation['title']}: {citation['quote']}")


@questions.command()
@click.argument("question_id", metavar="ID")
@click.argument("name", metavar="NAME")
@json_option
@with_settings
def rename(*, question_id: str, name: str, as_json: bool, settings: Settings) -> None:
    """Give a question a NAME to be listed by; what was asked stays."""
    with Bars() as bars, open_platform(settings, progress=bars) as platform:
        counts = platform.questions.rename(question_id, name)
    print_counted("Renamed", counts, as_json=as_json)


@questions.command()
@click.argument("question_id", metavar="ID")
@json_option
@with_settings
def delete(*, question_id: str, as_json: bool, settings: Settings) -> None:
    """Delete a question with the record of its answer."""
    with Bars() as bars, open_platform(settings, progress=bars) as platform:
        counts = platform.questions.delete(question_id)
    print_counted("Deleted", counts, as_json=as_json)


@questions.command()
@click.option(
    "--since",
    metavar="RUN",
    help="Only what was asked before this ingest run, or the latest, began.",
)
@json_option
@with_settings
@click.pass_context
def check(ctx: click.Context, *, since: str | None, as_json: bool, settings: Settings) -> None:
    """Ask the recorded questions again; report which answers changed.

    Each is asked by the method that answered it, and nothing is recorded. Exit code 1 says that an
    answer was lost.
    """
    with Bars() as bars, open_platform(settings, progress=bars) as platform:
        report = platform.check_questions(since=since)
    if as_json:
        print_json(report.to_json())
    else:
        print_check(report)
    if report.has_lost:
        ctx.exit(ANSWER_LOST)


def print_check(report: QuestionCheck) -> None:
    """Print which answers are not as they were, and how many are."""
    for question in report.questions:
        if question.verdict == "same":
            continue
        echo(f"{question.verdict}: {question.question}  {question.question_id}")
        if question.reason:
            echo(f"  {question.reason}")
        elif question.before != question.now:
            echo(f"  before: {question.before or NO_ANSWER}")
            echo(f"  now: {question.now or NO_ANSWER}")
        for quote in question.lost_spans:
            echo(f"  no longer said: {quote}")
    counted = ", ".join(f"{count:,} {name}" for name, count in report.counts.items() if count)
    echo(f"Questions: {counted}." if counted else "No question is recorded.")
    if report.usage.llm_calls:
        tokens = report.usage.prompt_tokens + report.usage.completion_tokens
        echo(f"Model: {report.usage.llm_calls:,} calls, {tokens:,} tokens.")
