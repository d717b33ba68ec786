"""Turns places on a page, so that text that runs upward, downward or upside down is read level."""

from __future__ import annotations

from kgplatform.records.document import Box

__all__ = ["OBLIQUE", "turn_box", "turn_point", "turned_size"]

OBLIQUE = -1
"""the direction of text that runs in none of the four directions"""


def turn_point(
    x: float, y: float, direction: int, width: float, height: float
) -> tuple[float, float]:
    """Return where a point of a page lies when text of a direction is turned level.

    Args:
        direction: quarters of a turn, clockwise, from running to the right.
        width: of the page before it is turned.
        height: of the page before it is turned.
    """
    if direction == 1:
        return y, width - x
    if direction == 2:
        return width - x, height - y
    return (height - y, x) if direction == 3 else (x, y)


def turn_box(box: Box, direction: int, width: float, height: float) -> Box:
    """Return where a box of a page lies when text of a direction is turned level."""
    ax, ay = turn_point(box[0], box[1], direction, width, height)
    bx, by = turn_point(box[2], box[3], direction, width, height)
    return (min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))


def turned_size(width: float, height: float, direction: int) -> tuple[float, float]:
    """Return the size of a page on which text of a direction is turned level."""
    return (height, width) if direction in {1, 3} else (width, height)
