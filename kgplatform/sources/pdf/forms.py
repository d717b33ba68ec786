"""Puts the values of form fields behind their labels: "Ship: Aster of Sund", "Fuel on board: yes".

The label of a field is what is printed left of it, or above it; that of a box to be ticked is
printed right of it. A field without one is called by its own name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kgplatform.records.document import Box
from kgplatform.sources.pdf.annotations import Comment, Field
from kgplatform.sources.pdf.drawings import Ruling
from kgplatform.sources.pdf.paragraphs import Block, Row
from kgplatform.sources.pdf.words import Word

__all__ = ["comment_block", "place_fields"]

LABEL_REACH = 250.0  # points from a label to its field
MARK_REACH = 30.0  # points from a box to be ticked to its label
RUN_GAP = 1.0  # of the font size: words of one label stand closer
SLACK = 3.0  # points that a label may reach into its field
USUAL_SIZE = 10.0
ENDS_LABEL = (":", "?", "=")


def place_fields(
    fields: Sequence[Field], words: Sequence[Word], upright: Sequence[Ruling]
) -> list[Word]:
    """Return the words of a page with the values of its fields, on the lines of their labels.

    Args:
        fields: of the page.
        words: that are printed on it.
        upright: lines; one between a label and its field keeps the value in a cell of its own.
    """
    level = [word for word in words if not word.turned]
    boxes = [field.box for field in fields]
    placed: list[Word] = []
    labels: dict[int, Word] = {}
    for field in fields:
        label = _label(field, level, boxes)
        if label is None:
            placed += _alone(field)
        elif not field.is_mark and _is_between(label, field.box, upright):
            placed += _words_in(field.value, field.box)
        else:
            labels[id(label)] = _ended(label)
            placed += _behind(label, field)
    return [labels.get(id(word), word) for word in words] + placed


def comment_block(comment: Comment, words: Sequence[Word], page: int) -> Block:
    """Return a comment as a paragraph that says whose it is, and on which words of the page."""
    text = comment.text
    if not comment.is_typed:
        marked = " ".join(
            word.text for box in comment.marked for word in words if _holds(box, word)
        )
        by = f" by {comment.author}" if comment.author else ""
        on = f" on “{marked}”" if marked else ""
        text = f"Comment{by}{on}: {text}"
    left, top, right, bottom = comment.box
    sizes = sorted(word.size for word in words) or [USUAL_SIZE]
    size = sizes[len(sizes) // 2]
    row = Row(text, _spread(text, left, right), top, bottom, size, bold=False)
    return Block(page, (replace(row, parts=((0, len(text), comment.box),)),))


def _label(field: Field, words: Sequence[Word], boxes: Sequence[Box]) -> Word | None:
    """Return the last word of a field's label."""
    left, top, right, bottom = field.box
    beside = [word for word in words if top - SLACK < word.centre < bottom + SLACK]
    if field.is_mark:
        start = [w for w in beside if -SLACK <= w.left - right <= MARK_REACH]
        if start:
            return _run_end(min(start, key=lambda word: word.left), beside, boxes)
    before = [w for w in beside if w.right <= left + SLACK and left - w.right <= LABEL_REACH]
    label = max(before, key=lambda word: word.right, default=None)
    if label is not None and not any(_lies_between(box, label, field.box) for box in boxes):
        return label
    if field.is_mark:
        return None
    above = [
        w for w in words if 0 <= top - w.baseline <= 1.6 * w.size and left - SLACK <= w.left < right
    ]
    if not above:
        return None
    lowest = max(above, key=lambda word: word.baseline)
    line = [word for word in words if abs(word.baseline - lowest.baseline) <= 0.3 * lowest.size]
    return _run_end(min(above, key=lambda word: word.left), line, boxes)


def _run_end(word: Word, line: Sequence[Word], boxes: Sequence[Box]) -> Word:
    """Return the last word of a run that goes on to the right without a gap or another field."""
    for following in sorted(line, key=lambda other: other.left):
        gap = following.left - word.right
        if following.left <= word.left or following is word:
            continue
        if gap > RUN_GAP * word.size or any(
            word.right - SLACK <= box[0]
            and box[2] <= following.left + SLACK
            and box[1] < word.centre < box[3]
            for box in boxes
        ):
            break
        word = following
    return word


def _lies_between(box: Box, label: Word, field: Box) -> bool:
    """Say whether another field stands between a label and a field of its line."""
    return (
        box != field
        and box[1] < (field[1] + field[3]) / 2 < box[3]
        and label.right - SLACK <= box[0]
        and box[2] <= field[0] + SLACK
    )


def _is_between(label: Word, box: Box, upright: Sequence[Ruling]) -> bool:
    low, high = sorted((label.right - SLACK, box[0] + SLACK))
    return any(
        low <= ruling.position <= high and ruling.start < label.centre < ruling.end
        for ruling in upright
    )


def _behind(label: Word, field: Field) -> list[Word]:
    """Return a value's words on its label's line, right behind it, spread as far as the field."""
    start = label.right + 0.02
    end = start + 1.0 if field.is_mark else max(start + 1.0, field.box[2])
    values = field.value.split()
    step = (end - start) / len(values)
    return [
        replace(
            label,
            text=text,
            edges=_spread(text, start + i * step, start + (i + 1) * step),
            bold=False,
            blank_after=True,
        )
        for i, text in enumerate(values)
    ]


def _ended(label: Word) -> Word:
    """Return the last word of a label with a colon, and apart from the value behind it."""
    if label.text.endswith(ENDS_LABEL):
        return replace(label, blank_after=True)
    edges = (*label.edges, label.right + 0.01)
    return replace(label, text=f"{label.text}:", edges=edges, blank_after=True)


def _alone(field: Field) -> list[Word]:
    text = f"{field.name}: {field.value}" if field.name else field.value
    return [] if field.is_mark and not field.name else _words_in(text, field.box)


def _words_in(text: str, box: Box) -> list[Word]:
    """Return words spread over a box, on its middle line."""
    size = min(USUAL_SIZE, 0.7 * (box[3] - box[1])) or USUAL_SIZE
    baseline = (box[1] + box[3]) / 2 + 0.3 * size
    words = text.split()
    step = (box[2] - box[0]) / max(len(words), 1)
    return [
        Word(
            word,
            _spread(word, box[0] + i * step, box[0] + (i + 1) * step),
            baseline - 0.75 * size,
            baseline + 0.2 * size,
            baseline,
            size,
            bold=False,
            blank_after=True,
        )
        for i, word in enumerate(words)
    ]


def _spread(text: str, left: float, right: float) -> tuple[float, ...]:
    return tuple(left + (right - left) * k / len(text) for k in range(len(text) + 1))


def _holds(box: Box, word: Word) -> bool:
    return box[0] <= word.middle <= box[2] and box[1] <= word.centre <= box[3]
