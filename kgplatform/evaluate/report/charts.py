"""The charts of a report: recall by depth, tokens against EM, time, coverage against accuracy."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from kgplatform.evaluate.report.contents import Block, System
from kgplatform.evaluate.report.drawing import (
    FONT_PT,
    INK,
    Chart,
    Look,
    choose_looks,
    make_chart,
)
from kgplatform.evaluate.report.formats import format_milliseconds
from kgplatform.pipelines.methods import is_method

__all__ = ["draw_charts"]

SIZE = (7.5, 4.2)  # inches
LABEL_ROOM = 0.08  # of the width, left of the first point
ROW_HEIGHT, FRAME_HEIGHT = 0.36, 1.3  # inches, of the latency chart
HASH_CHARS = 8
LEAST_ANSWERED = 10  # a share of fewer answers jumps up and down
LOG_SCALE_FROM = 20.0  # largest to smallest: on a straight scale the smallest could not be read


def draw_charts(block: Block, *, folder: Path) -> dict[str, str]:
    """Draw what the block has figures for; return the file names by kind of chart.

    Kinds are recall, tokens, latency and coverage.

    Raises:
        MissingExtra: matplotlib is not installed.
        UsageError: a file cannot be written.
    """
    content = block.dataset_sha256[:HASH_CHARS]  # which distinguishes data sets of one name
    stem = re.sub(r"[^\w.-]+", "-", f"{block.dataset}-{block.setting}-{content}")
    drawn = {}
    for kind, draw in DRAWINGS.items():
        chart = draw(block)
        if chart is not None:
            drawn[kind] = f"{stem}-{kind}.png"
            chart.save(folder / drawn[kind])
    return drawn


def _draw_recall(block: Block) -> Chart | None:
    shown = [(s, look) for s, look in _with_looks(block) if s.ranks and len(s.recall_curve) > 1]
    if not shown:
        return None
    chart = make_chart(
        f"Gold documents found, {_name(block)}",
        size=SIZE,
        xlabel="documents retrieved (k)",
        ylabel="recall@k (%)",
    )
    ends = []
    for system, look in shown:
        heights = [100 * share for share in system.recall_curve]
        depths = list(range(1, len(heights) + 1))
        style = look.dashes + look.marker
        chart.axes.plot(
            depths, heights, style, color=look.color, linewidth=look.width, markersize=5
        )
        ends.append((float(depths[-1]), heights[-1]))
    chart.axes.locator_params(axis="x", integer=True)
    chart.label_points(ends, [s.label for s, _ in shown], [look.color for _, look in shown])
    return chart


def _draw_tokens(block: Block) -> Chart | None:
    """Draw EM with its interval over what the reader was given; None where no model read."""
    shown = [
        (system, look, sum(system.figures["tokens_per_question"].values()))
        for system, look in _with_looks(block)
        if system.figures["em"] is not None
    ]
    if not any(tokens for _, _, tokens in shown):
        return None
    chart = make_chart(
        f"What an answer costs, {_name(block)}",
        size=SIZE,
        xlabel="tokens a question, prompt and reply",
        ylabel="EM (%)",
    )
    for system, look, tokens in shown:
        em = 100 * system.figures["em"]
        low, high = (100 * bound for bound in system.figures["intervals"]["em"])
        chart.axes.plot([tokens, tokens], [low, high], color=look.color, alpha=0.3, linewidth=1.2)
        chart.axes.plot(
            [tokens], [em], color=look.color, marker=look.marker, markersize=8, linestyle="",
            clip_on=False,  # none right is whole on the axis, too
        )  # fmt: skip
    chart.axes.set_xlim(left=0)
    chart.axes.set_ylim(bottom=0)
    chart.label_points(
        [(tokens, 100 * system.figures["em"]) for system, _, tokens in shown],
        [system.label for system, _, _ in shown],
        [look.color for _, look, _ in shown],
    )
    return chart


def _draw_latency(block: Block) -> Chart | None:
    """Draw a row a system whose times are known, from the median to the 95th percentile."""
    shown = [(system, look) for system, look in _with_looks(block) if system.figures["timings_ms"]]
    if not shown:
        return None
    chart = make_chart(
        f"Time a question takes, {_name(block)}",
        size=(SIZE[0], FRAME_HEIGHT + ROW_HEIGHT * len(shown)),
        xlabel="milliseconds: median (filled) and 95th percentile (hollow)",
    )
    for row, (system, look) in enumerate(shown):
        _draw_span(chart, row, system, look)
    slowest = max(system.figures["timings_ms"]["p95"] for system, _ in shown)
    fastest = min(system.figures["timings_ms"]["p50"] for system, _ in shown)
    if fastest > 0 and slowest / fastest > LOG_SCALE_FROM:
        chart.axes.set_xscale("log")
        chart.axes.margins(x=2 * LABEL_ROOM)
    else:
        chart.axes.set_xlim(left=-LABEL_ROOM * slowest)
    chart.axes.xaxis.set_major_formatter("{x:,g}")
    chart.axes.minorticks_off()
    chart.axes.set_yticks(range(len(shown)), [system.label for system, _ in shown])
    chart.axes.set_ylim(len(shown) - 0.5, -0.5)
    chart.axes.grid(visible=False, axis="y")
    return chart


def _draw_span(chart: Chart, row: int, system: System, look: Look) -> None:
    middle, high = (system.figures["timings_ms"][name] for name in ("p50", "p95"))
    chart.axes.plot([middle, high], [row, row], color=look.color, linewidth=2, alpha=0.5)
    chart.axes.plot([middle], [row], color=look.color, marker="o", markersize=7)
    chart.axes.plot(
        [high], [row], color=look.color, marker="o", markersize=7, markerfacecolor="white"
    )
    for value, side, shift in ((middle, "right", -8), (high, "left", 8)):
        chart.axes.annotate(
            format_milliseconds(value),
            (value, row),
            xytext=(shift, 0),
            textcoords="offset points",
            horizontalalignment=side,
            verticalalignment="center",
            fontsize=FONT_PT,
            color=INK,
        )


def _draw_coverage(block: Block) -> Chart | None:
    """Draw EM over the share answered, from as few answers on as a share can be given of.

    A system with one point has no curve; None where no system has one.
    """
    curves = {
        coverage.system: [p for p in coverage.points if p.answered * block.n >= LEAST_ANSWERED]
        for coverage in block.coverage
    }
    shown = [
        (system, look)
        for system, look in _with_looks(block)
        if len(curves.get(system.label, ())) > 1
    ]
    if not shown:
        return None
    chart = make_chart(
        f"Answering only where sure, {_name(block)}",
        size=SIZE,
        xlabel="questions answered (%)",
        ylabel="EM among the answered (%)",
    )
    ends = []
    for system, look in shown:
        answered = [100 * point.answered for point in curves[system.label]]
        right = [100 * point.em for point in curves[system.label]]
        chart.axes.plot(answered, right, look.dashes, color=look.color, linewidth=look.width)
        ends.append((answered[-1], right[-1]))
    chart.axes.set_xlim(0, 100)
    chart.axes.set_ylim(0, 100)
    chart.label_points(ends, [s.label for s, _ in shown], [look.color for _, look in shown])
    return chart


DRAWINGS: dict[str, Callable[[Block], Chart | None]] = {
    "recall": _draw_recall,
    "tokens": _draw_tokens,
    "latency": _draw_latency,
    "coverage": _draw_coverage,
}


def _with_looks(block: Block) -> list[tuple[System, Look]]:
    looks = choose_looks([not is_method(system.header.method) for system in block.systems])
    return list(zip(block.systems, looks, strict=True))


def _name(block: Block) -> str:
    return f"{block.dataset} ({block.setting}, {block.n:,} questions)"
