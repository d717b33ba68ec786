"""The columns of every table of figures, in the terminal and in a report: one definition each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from kgplatform.evaluate.ranking import NDCG_DEPTH
from kgplatform.evaluate.report.contents import System
from kgplatform.evaluate.report.formats import (
    format_count,
    format_metric,
    format_milliseconds,
    format_percent,
)

__all__ = [
    "Column",
    "answer_columns",
    "effort_columns",
    "find_best",
    "keep_filled",
    "retrieval_columns",
    "retrieval_time_columns",
    "time_columns",
]

PERCENTILES = ("p50", "p95")
QUALITIES = (
    "em",
    "f1",
    "precision",
    "answer_recall",
    "contains",
    "list_precision",
    "list_recall",
    "em_answered",
    "bertscore",
)


@dataclass(frozen=True, slots=True)
class Column:
    """One figure of each system.

    Attributes:
        heading: as tables show it.
        value: takes the figure from those of a system; None where it has none.
        form: the figure as text.
        metric: its name in `intervals` and in paired tests; empty where it has neither.
        is_quality: whether the highest is the best; nothing is marked otherwise.
    """

    heading: str
    value: Callable[[System], float | None]
    form: Callable[[float], str]
    metric: str = ""
    is_quality: bool = True

    def show(self, system: System) -> str:
        """Return the figure of a system as text, a dash where it has none."""
        value = self.value(system)
        return "–" if value is None else self.form(value)

    def show_interval(self, system: System) -> str:
        """Return the interval of a system's figure as text, nothing where it has none."""
        interval = system.figures["intervals"].get(self.metric)
        if interval is None or self.value(system) is None:
            return ""
        low, high = (self.form(bound) for bound in interval)
        return f" [{low}, {high}]"


def retrieval_columns(ks: Sequence[int]) -> list[Column]:
    """Return recall@k and all@k at each of `ks`, the two-hop recalls, MRR and nDCG@10."""
    paths = {
        **{f"recall@{k}": ("recall", str(k)) for k in ks},
        **{f"all@{k}": ("all_at", str(k)) for k in ks},
        "h1_recall": ("h1_recall",),
        "h2_recall": ("h2_recall",),
        "mrr": ("mrr",),
        f"ndcg@{NDCG_DEPTH}": ("ndcg", str(NDCG_DEPTH)),
    }
    return [
        Column(format_metric(name), partial(_take, path), format_percent, name)
        for name, path in paths.items()
    ]


def answer_columns() -> list[Column]:
    """Return the measures of answers, then what share was answered, and how many calls failed."""
    return [
        *(
            Column(format_metric(name), partial(_take, (name,)), format_percent, name)
            for name in QUALITIES
        ),
        Column(
            "answered", partial(_take, ("answered",)), format_percent, "answered", is_quality=False
        ),
        Column("failures", _count_failures, format_count, is_quality=False),
    ]


def effort_columns() -> list[Column]:
    """Return what a question took of model calls and tokens, and what all of them cost."""
    return [
        Column("calls", _count_calls, _format_calls, is_quality=False),
        Column("tokens", _count_tokens, format_count, is_quality=False),
        Column("to reader", _count_reader_tokens, format_count, is_quality=False),
        Column("cost", partial(_take, ("cost",)), _format_cost, is_quality=False),
    ]


def time_columns() -> list[Column]:
    """Return the median and the 95th percentile of a question's milliseconds."""
    return [
        Column(f"{name} ms", partial(_take_time, name), format_milliseconds, is_quality=False)
        for name in PERCENTILES
    ]


def retrieval_time_columns() -> list[Column]:
    """Return the same of the retrieval alone, for systems that also read."""
    return [
        Column(
            f"retrieval {name} ms",
            partial(_take_retrieval_time, name),
            format_milliseconds,
            is_quality=False,
        )
        for name in PERCENTILES
    ]


def keep_filled(columns: Sequence[Column], systems: Sequence[System]) -> list[Column]:
    """Return the columns in which at least one system has a figure."""
    return [column for column in columns if any(column.value(s) is not None for s in systems)]


def find_best(column: Column, systems: Sequence[System]) -> frozenset[str]:
    """Return the labels of the systems with the best figure, all that show the same.

    Nothing is best alone, nor in a column without quality; the upper bound never is.
    """
    if not column.is_quality or len(systems) < 2:
        return frozenset()
    valued = {
        system.label: value
        for system in systems
        if not system.is_upper_bound and (value := column.value(system)) is not None
    }
    if not valued:
        return frozenset()
    top = column.form(max(valued.values()))
    return frozenset(label for label, value in valued.items() if column.form(value) == top)


def _take(path: Sequence[str], system: System) -> float | None:
    value: Any = system.figures
    for key in path:
        value = value.get(key)
    return None if value is None else float(value)


def _take_time(percentile: str, system: System) -> float | None:
    times = system.figures["timings_ms"]
    return float(times[percentile]) if times else None


def _take_retrieval_time(percentile: str, system: System) -> float | None:
    if system.retrieve_ms is None or not (system.reads and system.ranks):
        return None
    return system.retrieve_ms[percentile]


def _count_failures(system: System) -> float | None:
    """Return how many model calls failed; None for none, so that the column comes when needed."""
    return float(system.figures["failures"]) or None


def _count_calls(system: System) -> float | None:
    """Return model calls a question, remembered ones too; None where no model was asked."""
    usage = system.figures["usage"]
    return (usage["llm_calls"] + usage["cached_calls"]) / system.figures["n"] or None


def _count_tokens(system: System) -> float | None:
    """Return tokens a question, prompt and reply; None where nothing was read."""
    return float(sum(system.figures["tokens_per_question"].values())) if system.reads else None


def _count_reader_tokens(system: System) -> float | None:
    """Return prompt tokens of the reader a question; None where they are not known."""
    return _take(("reader_tokens_per_question",), system) if system.reads else None


def _format_calls(value: float) -> str:
    return f"{value:.1f}"


def _format_cost(value: float) -> str:
    return f"{value:,.4g}"
