"""How the commands `kgplatform wikidata` show results, links and the server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.table import Table

from kgplatform.cli.console import Console
from kgplatform.cli.output import echo
from kgplatform.records.json import to_json
from kgplatform.training.divknow_data.gold import QUESTION_TYPES
from kgplatform.training.divknow_data.making import QuestionSet
from kgplatform.wikidata.entity_links import EntityLinkReport
from kgplatform.wikidata.items import Item
from kgplatform.wikidata.linking import Link
from kgplatform.wikidata.server import StoreInfo
from kgplatform.wikidata.terms import PREFIXES, RdfTerm, Result

__all__ = [
    "describe_cut",
    "print_item",
    "print_links",
    "print_questions",
    "print_report",
    "print_result",
    "print_running",
    "questions_to_json",
    "report_to_json",
    "result_to_json",
]

AMBIGUOUS_SHOWN = 20

Labels = Mapping[str, str]
"""What items and properties are called, by their identifiers."""
NO_LABELS: Labels = {}


def print_running(running: StoreInfo) -> None:
    """Print where the local server answers."""
    echo(f"SPARQL    {running.address} (process {running.pid})")
    echo(f"Dump      {running.dump}")


def result_to_json(result: Result, labels: Labels = NO_LABELS) -> Any:
    """Return a result as a JSON-ready list of rows, or a truth.

    A row whose answer (its first value) has a label gets that as `label`, unless the query gives
    one itself.
    """
    if result.truth is not None:
        return result.truth
    return [_row_to_json(row, result.cells(row), labels) for row in result.rows]


def _row_to_json(
    row: Mapping[str, RdfTerm], cells: Sequence[RdfTerm], labels: Labels
) -> dict[str, str]:
    stated = {name: _value(term) for name, term in row.items()}
    label = labels.get(cells[0].identifier or "") if cells else None
    return {**stated, "label": label} if label and "label" not in stated else stated


def print_result(result: Result, labels: Labels = NO_LABELS) -> None:
    """Print a result as a table, items by their labels too where these are given; or yes or no."""
    if result.truth is not None:
        echo("yes" if result.truth else "no")
        return
    table = Table(*result.variables)
    for row in result.rows:
        cells = (_cell(row[name], labels) if name in row else "" for name in result.variables)
        table.add_row(*cells)
    Console().print(table)


def describe_cut(result: Result) -> str:
    """Return what to say of a result with as many rows as were asked for at most."""
    return f"There may be more than {len(result.rows):,} rows"


def _value(term: RdfTerm) -> str:
    """Return a term as people read it: items and properties by their identifiers."""
    if term.kind != "uri":
        return term.value
    direct = term.value.removeprefix(PREFIXES["wdt"])
    return term.identifier or direct


def _cell(term: RdfTerm, labels: Labels) -> str:
    label = labels.get(term.identifier or "")
    return f"{label} ({term.identifier})" if label else _value(term)


def print_links(links: Sequence[Link]) -> None:
    """Print links, a line each."""
    for link in links:
        classes = ", ".join(link.candidate.classes) or "of no class"
        echo(f"{link.qid:<12} {link.score:.3f}  {link.candidate.label} ({classes})")


def report_to_json(report: EntityLinkReport) -> dict[str, Any]:
    """Return what linking the graph's entities did as a JSON-ready dict."""
    ambiguous = [
        {"id": x.id, "name": x.name, "candidates": [link.to_json() for link in x.candidates]}
        for x in report.ambiguous
    ]
    counts = {"entities": report.entities, "linked": report.linked, "unknown": report.unknown}
    return {**counts, "ambiguous": ambiguous}


def print_report(report: EntityLinkReport) -> None:
    """Print what linking the graph's entities did, and the first of the ambiguous ones."""
    echo(
        f"{report.linked:,} of {report.entities:,} entities without an identifier got theirs; "
        f"{len(report.ambiguous):,} are ambiguous, {report.unknown:,} unknown."
    )
    for entity in report.ambiguous[:AMBIGUOUS_SHOWN]:
        stated = ", ".join(f"{x.qid} {x.candidate.label} {x.score:.2f}" for x in entity.candidates)
        echo(f"    {entity.name}: {stated}")
    if len(report.ambiguous) > AMBIGUOUS_SHOWN:
        echo(f"    … and {len(report.ambiguous) - AMBIGUOUS_SHOWN:,} more (--json has all).")


def print_item(item: Item) -> None:
    """Print an item, a line a statement, its qualifiers in parentheses."""
    echo(f"{item.qid}  {item.label} ({', '.join(item.classes) or 'of no class'})", bold=True)
    for statement in item.statements:
        stated = "; ".join(f"{name}: {value.text}" for name, value in statement.qualifiers)
        rank = f"  [{statement.rank}]" if statement.rank != "normal" else ""
        value = statement.value
        named = f"{value.text} {value.identifier}" if value.identifier else value.text
        echo(f"    {statement.relation}: {named}{f' ({stated})' if stated else ''}{rank}")
        for reference in statement.references:
            echo(f"        source: {reference}")
    if item.left_out:
        echo(f"{item.left_out} statements are deprecated or of unknown value.", err=True)


def questions_to_json(made: QuestionSet) -> dict[str, Any]:
    """Return what making questions did as a JSON-ready dict."""
    return {
        "questions": _count_types(made),
        "facts": made.facts[0],
        "facts_linked": made.facts[1],
        "chains": dict(made.chains),
        "refused": dict(made.refused),
        "reworded": made.reworded,
        "usage": to_json(made.usage),
    }


def print_questions(made: QuestionSet, out: Path) -> None:
    """Print how many questions of each type were made, and what was left out why."""
    echo(
        f"{len(made.questions):,} questions in {out}, from {made.facts[0]:,} facts of the texts, "
        f"{made.facts[1]:,} of them about linked items."
    )
    for kind, count in _count_types(made).items():
        echo(f"    {kind:<22} {count:>5,} of {made.chains[kind]:,} chains")
    for reason, count in sorted(made.refused.items(), key=lambda pair: -pair[1]):
        echo(f"left out {count:,}: {reason}", err=True)


def _count_types(made: QuestionSet) -> dict[str, int]:
    return {kind: sum(q.type == kind for q in made.questions) for kind in QUESTION_TYPES}
