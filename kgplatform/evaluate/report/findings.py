"""States in sentences what a report's figures show; every sentence is computed, none is opinion."""

from __future__ import annotations

from collections.abc import Sequence

from kgplatform.evaluate.report.columns import (
    Column,
    answer_columns,
    find_best,
    keep_filled,
    retrieval_columns,
)
from kgplatform.evaluate.report.contents import Block, Measure, PairedTest, System
from kgplatform.evaluate.report.markdown import bold, escape, table
from kgplatform.evaluate.report.sections import show_test

__all__ = ["state_findings", "write_overview"]


def state_findings(block: Block, measure: Measure) -> str:
    """Return a list with a line a metric: the best system, and the next with the distance."""
    lines = [_state_best(block, column) for column in _list_main(measure)]
    return "\n".join(f"- {line}" for line in lines if line)


def write_overview(blocks: Sequence[Block], measure: Measure) -> str:
    """Return the main figures of several blocks in one table; of one block nothing."""
    if len(blocks) < 2:
        return ""
    main = [c for c in _list_main(measure) if c.metric in {measure.metrics[0], "em"}]
    columns = [(block, c) for block in blocks for c in keep_filled(main, block.systems)]
    headings = [f"{escape(block.dataset)}, {block.setting}: {c.heading}" for block, c in columns]
    labels = dict.fromkeys(system.label for block in blocks for system in block.systems)
    rows = [
        [escape(label), *(_show_in(block, column, label) for block, column in columns)]
        for label in labels
    ]
    return table(["system", *headings], rows)


def _list_main(measure: Measure) -> list[Column]:
    columns = {c.metric: c for c in (*retrieval_columns(measure.ks), *answer_columns())}
    return [columns[metric] for metric in measure.metrics]


def _show_in(block: Block, column: Column, label: str) -> str:
    for system in block.systems:
        if system.label == label:
            shown = column.show(system)
            return bold(shown) if label in find_best(column, block.systems) else shown
    return "–"


def _state_best(block: Block, column: Column) -> str:
    ranked = _rank(block, column)
    if not ranked:
        return ""
    best, *others = ranked
    line = f"{column.heading}: {bold(escape(best.label))} {_show(column, best)}"
    if not others:
        return line + "."
    next_ = others[0]
    line += f", then {escape(next_.label)} {_show(column, next_)}"
    test = _find_test(block, column.metric, best, next_)
    if test is not None:
        line += f"; {escape(test.system)} − {escape(test.reference)}: {show_test(test)}"
    return line + "."


def _rank(block: Block, column: Column) -> list[System]:
    """Return the systems that have the figure, best first, in report order where equal."""
    valued = [
        (value, system)
        for system in block.systems
        if not system.is_upper_bound and (value := column.value(system)) is not None
    ]
    return [system for _, system in sorted(valued, key=lambda pair: -pair[0])]


def _show(column: Column, system: System) -> str:
    return column.show(system) + column.show_interval(system)


def _find_test(block: Block, metric: str, one: System, other: System) -> PairedTest | None:
    pair = {one.label, other.label}
    for test in block.tests:
        if test.metric == metric and {test.system, test.reference} == pair:
            return test
    return None
