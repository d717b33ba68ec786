"""How the report's charts look: one palette, one kind of axes, lines named where they end.

matplotlib's object interface is used, never pyplot: no display, no state that others share.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from scipy.optimize import isotonic_regression

from kgplatform.errors import MissingExtra, UsageError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["FONT_PT", "INK", "Chart", "Look", "choose_looks", "make_chart", "spread"]

# Okabe and Ito, "Color universal design" (2008), but for yellow, which white swallows, then three
# of Tol, "Colour schemes" (2021, muted): apart with any of the common colour vision deficiencies
PALETTE = (
    "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000",
    "#882255", "#999933", "#7A7A7A",
)  # fmt: skip
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">", "*", "h")
INK, FAINT = "#333333", "#DDDDDD"
FONT_PT = 10.0  # at 7.5 inches on the 800 pixels of a Markdown page: 15 pixels
DPI = 160  # sharp at one and a half times that width
LINE_SPACING = 1.3  # of a label's height
POINTS_PER_INCH = 72.0
CHAR_WIDTH = 0.6  # of a letter's height, on average
LEADER = {"arrowstyle": "-", "linewidth": 0.7, "shrinkA": 1, "shrinkB": 4, "relpos": (0, 0.5)}
LABEL_POINTS = 14.0  # from a point to its label


@dataclass(frozen=True, slots=True)
class Look:
    """How one system is drawn; colour, marker and dashes each help to distinguish it."""

    color: str
    marker: str
    dashes: str
    width: float


def choose_looks(are_baselines: Sequence[bool]) -> list[Look]:
    """Return a look for each system of a report, given which are baselines: dashed and thin.

    Baselines take colours from the far end of the palette, so that few share one with a method.
    """
    methods, baselines = count(), count()
    looks = []
    for place, is_baseline in enumerate(are_baselines):
        index = -1 - next(baselines) if is_baseline else next(methods)
        color, marker = PALETTE[index % len(PALETTE)], MARKERS[place % len(MARKERS)]
        looks.append(Look(color, marker, *(("--", 1.2) if is_baseline else ("-", 2.2))))
    return looks


@dataclass(frozen=True, slots=True)
class Chart:
    """A figure with one pair of axes."""

    figure: Figure
    axes: Axes

    def label_points(
        self, points: Sequence[tuple[float, float]], labels: Sequence[str], colors: Sequence[str]
    ) -> None:
        """Write a label right of each point, moved up or down where labels would overlap.

        Call it when the limits of the axes are set. `points` are in data coordinates.
        """
        self.figure.draw_without_rendering()  # lays out: only now is the size of the axes known
        places = self.axes.transData.transform(points) * POINTS_PER_INCH / self.figure.dpi
        width = max(map(len, labels), default=0) * FONT_PT * CHAR_WIDTH + LABEL_POINTS
        for column in _columns([x for x, _ in places], width=width):
            heights = spread([places[i][1] for i in column], gap=FONT_PT * LINE_SPACING)
            for i, height in zip(column, heights, strict=True):
                self.axes.annotate(
                    labels[i],
                    xy=points[i],
                    xytext=(LABEL_POINTS, height - places[i][1]),
                    textcoords="offset points",
                    arrowprops={**LEADER, "color": colors[i]},
                    color=colors[i],
                    fontsize=FONT_PT,
                    verticalalignment="center",
                    annotation_clip=False,
                    parse_math=False,
                )

    def save(self, path: Path) -> None:
        """Write the chart as PNG; the same chart gives the same bytes.

        Raises:
            UsageError: the file cannot be written.
        """
        try:
            self.figure.savefig(path, format="png", metadata={"Software": None})
        except OSError as exc:
            raise UsageError(f"{path} cannot be written: {exc.strerror or exc}.") from exc


def make_chart(title: str, *, size: tuple[float, float], xlabel: str, ylabel: str = "") -> Chart:
    """Return an empty chart of `size` inches: faint grid, title at the left, no box.

    Raises:
        MissingExtra: matplotlib is not installed.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError as exc:
        raise MissingExtra("evaluate", "Drawing charts") from exc
    figure = Figure(figsize=size, dpi=DPI, layout="constrained")
    axes = figure.add_subplot()
    # a dollar sign in a data set's name is not the start of a formula
    axes.set_title(title, loc="left", fontsize=FONT_PT + 1, color=INK, pad=10, parse_math=False)
    axes.set_xlabel(xlabel, fontsize=FONT_PT, color=INK)
    axes.set_ylabel(ylabel, fontsize=FONT_PT, color=INK)
    axes.tick_params(labelsize=FONT_PT, colors=INK, length=0)
    axes.grid(color=FAINT, linewidth=0.8)
    axes.set_axisbelow(True)
    for side, spine in axes.spines.items():
        spine.set_visible(side == "bottom")
        spine.set_color(FAINT)
    return Chart(figure, axes)


def spread(values: Sequence[float], *, gap: float) -> list[float]:
    """Return the places nearest to `values` (least squares) that are at least `gap` apart.

    With the i-th smallest value lowered by i gaps this is isotonic regression.
    """
    if not values:
        return []
    order = np.argsort(values, kind="stable")
    offsets = gap * np.arange(len(values))
    placed = np.empty(len(values))
    placed[order] = isotonic_regression(np.asarray(values)[order] - offsets).x + offsets
    return [float(value) for value in placed]


def _columns(places: Sequence[float], *, width: float) -> list[list[int]]:
    """Return the indexes of places in groups whose neighbours are less than `width` apart."""
    columns: list[list[int]] = []
    for i in np.argsort(places, kind="stable"):
        if columns and places[i] - places[columns[-1][-1]] < width:
            columns[-1].append(int(i))
        else:
            columns.append([int(i)])
    return columns
