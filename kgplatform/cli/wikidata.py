"""The commands `kgplatform wikidata`: the SPARQL endpoint, the local one, items and links."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from kgplatform.cli.options import (
    give_settings,
    home_option,
    json_option,
    no_start_option,
    open_platform,
    print_json,
)
from kgplatform.cli.output import echo
from kgplatform.cli.progress_bars import Bars
from kgplatform.records import ENTITY_TYPES
from kgplatform.records.json import to_json
from kgplatform.wikidata.terms import DEFAULT_LIMIT

if TYPE_CHECKING:
    from kgplatform.settings import Settings

__all__ = ["wikidata"]

NOTHING_FOUND = 1


def _load(
    home: Path | None,
    endpoint: str | None,
    contact: str | None,
    timeout: float | None,
    max_age: float | None,
    no_start: bool = False,
) -> Settings:
    from kgplatform.settings import Settings

    return Settings.load(
        home=home,
        sparql_endpoint=endpoint,
        sparql_contact=contact,
        sparql_timeout_s=timeout,
        sparql_cache_age_s=max_age,
        neo4j_start=False if no_start else None,
    )


_ENDPOINT = (
    home_option,
    click.option("--endpoint", metavar="URL", help="SPARQL endpoint.  [the local one]"),
    click.option("--contact", metavar="ADDRESS", help="E-mail or web address to tell it."),
    click.option("--timeout", type=click.FloatRange(0, min_open=True), help="Seconds a query."),
    click.option("--max-age", type=click.FloatRange(0), help="Age of remembered results, seconds."),
)
_with_endpoint = give_settings(_load, *_ENDPOINT)
_with_graph = give_settings(_load, *_ENDPOINT, no_start_option)


@click.group()
def wikidata() -> None:
    """Ask Wikidata: SPARQL, items, links to them."""


@wikidata.command()
@click.argument("query", metavar="FILE_OR_NAME")
@click.option("-p", "pairs", multiple=True, metavar="KEY=VALUE", help="Q42, text or text@en.")
@click.option("--limit", type=click.IntRange(min=1), default=DEFAULT_LIMIT, show_default=True)
@json_option
@_with_endpoint
@click.pass_context
def sparql(
    ctx: click.Context,
    *,
    query: str,
    pairs: tuple[str, ...],
    limit: int,
    as_json: bool,
    settings: Settings,
) -> None:
    """Run a SELECT or ASK query: a file (.rq, .sparql), or one of the named ones."""
    from kgplatform.cli.query import parse_pair
    from kgplatform.cli.wikidata_output import describe_cut, print_result, result_to_json

    with open_platform(settings) as platform:
        parameters = dict(parse_pair(pair) for pair in pairs)
        result = platform.wikidata.run_query(query, parameters=parameters, limit=limit)
    print_json(result_to_json(result)) if as_json else print_result(result)
    if result.is_cut:
        echo(f"{describe_cut(result)}: --limit takes more.", err=True)
    if result.truth is None and not result.rows:
        ctx.exit(NOTHING_FOUND)


@wikidata.command()
@click.argument("qid")
@click.option("--write", is_flag=True, help="Bring its statements into the graph.")
@json_option
@_with_graph
def entity(*, qid: str, write: bool, as_json: bool, settings: Settings) -> None:
    """Show the item QID with its statements, qualifiers, ranks and references."""
    from kgplatform.cli.ingest import print_report as print_ingest
    from kgplatform.cli.wikidata_output import print_item

    with Bars() as bars, open_platform(settings, progress=bars) as platform:
        if write:
            report = platform.ingest_item(qid)
            bars.close()
            print_json(report.to_json()) if as_json else print_ingest(report)
            return
        item = platform.wikidata.fetch_item(qid)
    print_json(to_json(item)) if as_json else print_item(item)


@wikidata.command()
@click.argument("question")
@click.option("--item", "items", multiple=True, metavar="QID", help="What it is about.  [found]")
@click.option("--model", "by_model", is_flag=True, help="The chat model writes the query.")
@json_option
@_with_endpoint
@click.pass_context
def ask(
    ctx: click.Context,
    *,
    question: str,
    items: tuple[str, ...],
    by_model: bool,
    as_json: bool,
    settings: Settings,
) -> None:
    """Answer QUESTION by a SPARQL query, which is shown.

    Yes and no are both answers; exit code 1 says that no query returns anything, or that a word
    of the question was not understood.
    """
    from kgplatform.cli.wikidata_output import describe_cut, print_result, result_to_json

    with open_platform(settings) as platform:
        found = platform.wikidata.ask(question, items=items, by_model=by_model)
        result = found.result if found else None
        labels = platform.wikidata.fetch_labels(result) if result else {}
        missed = platform.wikidata.list_missed(question, found, items=items) if found else []
    if found is not None and not as_json:
        echo(f"{found.query}\n", err=True, lines=True)
    if found is None or result is None or (result.truth is None and not result.rows):
        problem = getattr(found, "problem", "")
        echo(
            f"The model's last query is not taken: {problem}."
            if problem
            else "No query over the question's items returns anything.",
            err=True,
        )
        ctx.exit(NOTHING_FOUND)
    if missed:
        words = ", ".join(f"“{word}”" for word in missed)
        reason = "The query has nothing for it, so what it returns is no answer."
        echo(f"Not understood: {words}. {reason}", err=True)
        ctx.exit(NOTHING_FOUND)
    if result.is_cut:
        echo(f"{describe_cut(result)}.", err=True)
    rows = result_to_json(result, labels)
    stated = {"query": found.query, "template": found.template, "result": rows}
    print_json(stated) if as_json else print_result(result, labels)


@wikidata.command()
@click.argument("text", required=False)
@click.option("--context", default="", help="The text around the name.")
@click.option("--type", "entity_type", type=click.Choice(ENTITY_TYPES), help="What it names.")
@click.option("--top-k", type=click.IntRange(min=1), default=5, show_default=True)
@click.option("--exact", "is_exact", is_flag=True, help="Leave names that are merely alike; quick.")
@json_option
@_with_graph
@click.pass_context
def link(
    ctx: click.Context,
    *,
    text: str | None,
    context: str,
    entity_type: str | None,
    top_k: int,
    is_exact: bool,
    as_json: bool,
    settings: Settings,
) -> None:
    """Find the items that the name TEXT may mean, best first.

    Without TEXT, give the graph's entities their identifiers; ambiguous ones stay without.
    """
    from kgplatform.cli.wikidata_output import (
        print_links,
        print_report,
        report_to_json,
    )

    with Bars() as bars, open_platform(settings, progress=bars) as platform:
        if text is None:
            report = platform.wikidata.link_entities(is_exact=is_exact)
            bars.close()
            print_json(report_to_json(report)) if as_json else print_report(report)
            return
        found = platform.wikidata.linker.rank(
            text, context=context, entity_type=entity_type, is_exact=is_exact
        )
    links = found[:top_k]
    print_json([link.to_json() for link in links]) if as_json else print_links(links)
    if not links:
        echo("Nothing that is loaded goes by that name.", err=True)
        ctx.exit(NOTHING_FOUND)


@wikidata.command()
@click.argument("out", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--count", type=click.IntRange(min=1), default=60, show_default=True, help="A type.")
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--model", "by_model", is_flag=True, help="The chat model words them.")
@json_option
@_with_graph
@click.pass_context
def questions(
    ctx: click.Context,
    *,
    out: Path,
    count: int,
    seed: int,
    by_model: bool,
    as_json: bool,
    settings: Settings,
) -> None:
    """Write two-hop questions that need the graph's texts and Wikidata, five types of them.

    The graph's entities must have their identifiers (link). Each question's gold path is executed
    before it is written. OUT is JSON Lines, which evaluate reads.
    """
    from kgplatform.cli.wikidata_output import print_questions, questions_to_json
    from kgplatform.training.divknow_data.gold import write_questions
    from kgplatform.training.divknow_data.making import make_questions
    from kgplatform.wikidata.service import require_model

    with Bars() as bars, open_platform(settings, progress=bars) as platform:
        made = make_questions(
            platform.graph(),
            platform.wikidata.endpoint,
            count=count,
            seed=seed,
            chat=require_model(platform.resources.chat_itself) if by_model else None,
            progress=bars,
        )
    write_questions(made.questions, out)
    print_json(questions_to_json(made)) if as_json else print_questions(made, out)
    if not made.questions:
        ctx.exit(NOTHING_FOUND)


@wikidata.command()
@click.argument("dump", type=click.Path(path_type=Path))
@click.option("--home", type=click.Path(path_type=Path), help="Data folder.")
def load(*, dump: Path, home: Path | None) -> None:
    """Build the local store from DUMP (.nt, .ttl, also .gz) and serve it.

    What was loaded before is kept until all of DUMP is loaded; one without a triple is refused.
    """
    from kgplatform.cli.wikidata_output import print_running
    from kgplatform.settings import Settings

    with Bars() as bars, open_platform(Settings.load(home=home), progress=bars) as platform:
        report, running = platform.wikidata.load(dump)
    for reason in report.reasons:
        echo(f"Skipped: {reason}", err=True)
    if report.skipped:
        echo(f"{report.skipped:,} places of the dump are no RDF and were skipped.", err=True)
    echo(
        f"Loaded {report.triples:,} triples in {report.seconds:.0f} s: {report.items:,} items and "
        f"{report.properties:,} properties have {report.names:,} names."
    )
    print_running(running)


@wikidata.command()
@click.option("--home", type=click.Path(path_type=Path), help="Data folder.")
def start(*, home: Path | None) -> None:
    """Serve what was loaded; other commands do it by themselves."""
    from kgplatform.cli.wikidata_output import print_running
    from kgplatform.settings import Settings

    print_running(open_platform(Settings.load(home=home)).wikidata.store.start())


@wikidata.command()
@click.option("--home", type=click.Path(path_type=Path), help="Data folder.")
def stop(*, home: Path | None) -> None:
    """Stop the local SPARQL server; what was loaded stays."""
    from kgplatform.settings import Settings

    stopped = open_platform(Settings.load(home=home)).wikidata.store.stop()
    echo("The SPARQL server is stopped." if stopped else "It was not running.")


@wikidata.command()
@click.option("--home", type=click.Path(path_type=Path), help="Data folder.")
def status(*, home: Path | None) -> None:
    """Return whether the local SPARQL server runs, and where it answers."""
    from kgplatform.cli.wikidata_output import print_running
    from kgplatform.settings import Settings

    running = open_platform(Settings.load(home=home)).wikidata.store.status()
    if running:
        print_running(running)
    else:
        echo("The SPARQL server is not running: kgplatform wikidata start starts it.")
