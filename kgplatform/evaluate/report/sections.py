"""The sections of a report on one block: each a heading, a table, perhaps a chart; or nothing."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from kgplatform.evaluate.report.columns import (
    Column,
    answer_columns,
    effort_columns,
    find_best,
    keep_filled,
    retrieval_columns,
    retrieval_time_columns,
    time_columns,
)
from kgplatform.evaluate.report.contents import Block, PairedTest, System
from kgplatform.evaluate.report.formats import (
    format_metric,
    format_p,
    format_percent,
    format_points,
)
from kgplatform.evaluate.report.markdown import bold, escape, table

__all__ = [
    "show_test",
    "write_abstention",
    "write_answers",
    "write_effort",
    "write_failures",
    "write_retrieval",
    "write_tests",
    "write_time",
]

ERRORS_SHOWN = 5
ABSTENTION = ("answered", "EM")
SIGNIFICANT = 0.05
CHOSEN_REFERENCE = (
    "Each reference was chosen as the best on these same questions, which favours it: the "
    "differences are larger, and p smaller, than against a system named beforehand (--against)."
)


def write_retrieval(block: Block, ks: Sequence[int]) -> str:
    """Return the table of what the ranking systems found."""
    ranking = [system for system in block.systems if system.ranks]
    return _section("Retrieval", _figures_table(ranking, retrieval_columns(ks)))


def write_answers(block: Block) -> str:
    """Return the table of what was answered, with the calls that failed."""
    reading = [system for system in block.systems if system.reads]
    return _section("Answers", _figures_table(reading, answer_columns()))


def write_effort(block: Block) -> str:
    """Return the table of model calls, tokens and cost."""
    reading = [system for system in block.systems if system.reads]
    parts = [_figures_table(reading, effort_columns())]
    cached = sum(system.figures["usage"]["cached_calls"] for system in reading)
    if cached:
        calls = cached + sum(system.figures["usage"]["llm_calls"] for system in reading)
        parts.append(
            f"{cached:,} of {calls:,} replies came from the cache: the tokens a question "
            "count them too, but they cost nothing. Times count them at what they took when "
            "they were made; a row without times has replies of which that is not known."
        )
    return _section("Effort", "\n\n".join(filter(None, parts)))


def write_time(block: Block) -> str:
    """Return the table of what a question takes."""
    columns = [*time_columns(), *retrieval_time_columns()]
    return _section("Time a question", _figures_table(block.systems, columns))


def write_tests(block: Block, *, against_best: bool) -> str:
    """Return the paired differences: a row a system, a column a metric, against its reference.

    `against_best` says that the references were chosen by the figures, and not named.
    """
    columns = {test.metric: test.reference for test in block.tests}
    if not columns:
        return ""
    cells = {(test.system, test.metric): show_test(test) for test in block.tests}
    rows = [
        [escape(system.label), *(cells.get((system.label, metric), "–") for metric in columns)]
        for system in block.systems
        if any((system.label, metric) in cells for metric in columns)
    ]
    headings = [
        f"{format_metric(metric)}, against {escape(reference)}"
        for metric, reference in columns.items()
    ]
    return _section(
        "Paired differences",
        f"In points, over the same {block.n:,} questions; p is of a randomisation test, adjusted "
        "for the number of systems tested on the metric (Holm, 1979). In bold where it is below "
        f"{SIGNIFICANT}.\n\n{table(['system', *headings], rows)}"
        + (f"\n\n{CHOSEN_REFERENCE}" if against_best else ""),
    )


def write_abstention(block: Block) -> str:
    """Return the thresholds chosen on half of the questions, judged on the other half."""
    rows = [
        [
            escape(coverage.system),
            f"{judged.threshold:.2f}",
            *(
                format_percent(share)
                for point in (judged.chosen, judged.reported, coverage.points[-1])
                for share in (point.answered, point.em)
            ),
        ]
        for coverage in block.coverage
        if (judged := coverage.judged)
    ]
    if not rows:
        return ""
    headings = [
        "system",
        "threshold",
        *(f"{where}: {what}" for where in ("chosen", "judged", "all") for what in ABSTENTION),
    ]
    return _section(
        "Answering only where sure",
        "The reader answers from a confidence on; the threshold with the best F1 of right answers "
        "is chosen on every second question and judged on the others; all: every answer it has."
        "\n\n" + table(headings, rows),
    )


def write_failures(block: Block) -> str:
    """Return what went wrong with model calls: the count and the first sentences a system."""
    lines = []
    for system in block.systems:
        if system.errors:
            lines.append(f"- {escape(system.label)}: {len(system.errors):,} questions unanswered.")
            lines += [
                f"  - {escape(identifier)}: {escape(sentence)}"
                for identifier, sentence in system.errors[:ERRORS_SHOWN]
            ]
    return _section("Model calls that failed", "\n".join(lines))


def show_test(test: PairedTest) -> str:
    """Return a difference with its interval and adjusted p-value, bold where it is significant."""
    low, high = (format_points(bound) for bound in test.interval)
    points = format_points(test.difference)
    marked = bold(points) if test.p_adjusted < SIGNIFICANT else points
    return f"{marked} [{low}, {high}], p {escape(format_p(test.p_adjusted))}"


def _section(heading: str, body: str) -> str:
    return f"### {heading}\n\n{body}" if body else ""


def _figures_table(systems: Sequence[System], columns: Sequence[Column]) -> str:
    """Return a row a system, the columns that any has a figure in, the best of each in bold."""
    shown = keep_filled(columns, systems)
    if not shown:
        return ""
    best = [find_best(column, systems) for column in shown]
    rows = [
        [
            escape(system.label),
            *(_show_cell(column, system, top) for column, top in zip(shown, best, strict=True)),
        ]
        for system in systems
    ]
    return table(["system", *(column.heading for column in shown)], rows)


def _show_cell(column: Column, system: System, best: Collection[str]) -> str:
    shown = column.show(system)
    return (bold(shown) if system.label in best else shown) + column.show_interval(system)
