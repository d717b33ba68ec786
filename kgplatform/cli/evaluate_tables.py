"""Figures as tables for a terminal: what has figures, and no more columns than fit."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.table import Table
from rich.text import Text

from kgplatform.cli.console import Console
from kgplatform.cli.output import echo
from kgplatform.evaluate.report.columns import (
    Column,
    answer_columns,
    effort_columns,
    find_best,
    keep_filled,
    retrieval_columns,
    time_columns,
)
from kgplatform.evaluate.report.contents import Block, PairedTest
from kgplatform.evaluate.report.formats import (
    format_metric,
    format_p,
    format_percent,
    format_points,
)

__all__ = ["print_block", "print_tests"]

FILE_WIDTH = 100  # of a table that goes to a file or a pipe
UNBOUNDED = 10_000  # wider than any table: as wide as it would like to be
LEFT_OUT_FIRST = (
    "nDCG",
    "MRR",
    "contains",
    "answer ",
    "calls",
    "EM answered",
    "H",
    "all@",
    "answered",
)
"""Beginnings of headings, least needed first: what a narrow terminal goes without."""


def print_block(block: Block, ks: Sequence[int]) -> None:
    """Print the figures of the systems of one data set, a row each; the best are bold."""
    console = _make_console()
    columns = keep_filled(
        [*retrieval_columns(ks), *answer_columns(), *effort_columns(), *time_columns()],
        block.systems,
    )
    table, left_out = _make_table(block, columns), []
    unbounded = console.options.update(max_width=UNBOUNDED)
    for group in _list_dispensable(columns, ks):
        if console.measure(table, options=unbounded).maximum <= console.width:
            break
        left_out += [column.heading for column in group]
        columns = [column for column in columns if column not in group]
        table = _make_table(block, columns)
    echo(f"{block.dataset}, {block.setting}: {block.n:,} questions{_describe_reader(block)}")
    console.print(table)
    if left_out:
        echo(f"Left out to fit the width: {', '.join(left_out)}; --json has all.", err=True)


def print_tests(tests: Sequence[PairedTest]) -> None:
    """Print the differences of two runs, a row a metric."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for heading in ("metric", tests[0].system, tests[0].reference, "difference", "95%", "p"):
        table.add_column(heading, justify="left" if heading == "metric" else "right")
    for test in tests:
        table.add_row(
            format_metric(test.metric),
            format_percent(test.value),
            format_percent(test.reference_value),
            format_points(test.difference),
            " to ".join(format_points(bound) for bound in test.interval),
            format_p(test.p_value),
        )
    _make_console().print(table)


def _make_console() -> Console:
    console = Console()
    if not console.is_terminal:
        console.width = FILE_WIDTH
    return console


def _make_table(block: Block, columns: Sequence[Column]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column("system", no_wrap=True)
    for column in columns:
        table.add_column(column.heading, justify="right", no_wrap=True)
    best = [find_best(column, block.systems) for column in columns]
    for system in block.systems:
        cells = [column.show(system) for column in columns]
        marked = [
            Text(cell, style="bold" if system.label in top else "")
            for cell, top in zip(cells, best, strict=True)
        ]
        table.add_row(system.label, *marked)
    return table


def _list_dispensable(columns: Sequence[Column], ks: Sequence[int]) -> list[list[Column]]:
    """Return groups of columns, least needed first; of recall the deepest is never one."""
    groups = [[c for c in columns if c.heading.startswith(words)] for words in LEFT_OUT_FIRST]
    shallow = {f"recall@{k}" for k in ks[:-1]}
    return [*groups, *([column] for column in columns if column.heading in shallow)]


def _describe_reader(block: Block) -> str:
    """Return who read, if all of the block's answers are of one reader."""
    readers = {system.header.reader for system in block.systems if system.reads}
    return f", {readers.pop()} reader" if len(readers) == 1 else ""
