"""Joins a page's characters into words, words into lines, and lines into runs.

A line is what stands on one baseline, whatever column it is in; a run is a part of a line
without a wide gap: a cell of a table, or a line of one column. Each word keeps where its
characters lie, so that any span can be marked on the page.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from kgplatform.records.document import Box
from kgplatform.sources.pdf.directions import OBLIQUE, turn_box
from kgplatform.sources.pdf.glyphs import Glyph
from kgplatform.sources.pdf.leftward import is_leftward, read_line, runs_left
from kgplatform.sources.pdf.raised import mark_raised
from kgplatform.sources.pdf.spacing import mend_spacing

__all__ = [
    "Line",
    "Word",
    "bound",
    "is_apart",
    "join_text",
    "make_lines",
    "make_turned_words",
    "make_words",
    "reading_order",
    "split_runs",
    "turn_level",
]

WORD_GAP = 0.18  # of the font size: letters stand closer, words farther apart
RUN_GAP = 1.0  # of the font size: wider than the blanks of justified text
ABOVE, BELOW = 0.75, 0.2  # of the font size: the part of a line that its characters fill


@dataclass(frozen=True, slots=True)
class Word:
    """Characters without a blank; character i lies between edges[i] and edges[i + 1].

    `blank_after` says that the file itself has a blank behind the word. `turned` marks text
    that does not run level; its edges are spread evenly, as are those of words that run to the
    left.
    """

    text: str
    edges: tuple[float, ...]
    top: float
    bottom: float
    baseline: float
    size: float
    bold: bool
    blank_after: bool = False
    turned: bool = False

    @property
    def left(self) -> float:
        """Where its first character begins."""
        return self.edges[0]

    @property
    def right(self) -> float:
        """Where its last character ends."""
        return self.edges[-1]

    @property
    def box(self) -> Box:
        """Where it lies."""
        return (self.edges[0], self.top, self.edges[-1], self.bottom)

    @property
    def middle(self) -> float:
        """Halfway between its ends."""
        return (self.edges[0] + self.edges[-1]) / 2

    @property
    def centre(self) -> float:
        """The height of the middle of its letters, as a fixed share above the baseline."""
        if self.turned:
            return (self.top + self.bottom) / 2
        return self.baseline - 0.3 * self.size


@dataclass(frozen=True, slots=True)
class Line:
    """Words on one baseline, from left to right; never empty."""

    words: tuple[Word, ...]

    @property
    def left(self) -> float:
        """Where its first word begins."""
        return self.words[0].left

    @property
    def right(self) -> float:
        """Where its longest reaching word ends."""
        return max(word.right for word in self.words)

    @property
    def top(self) -> float:
        """The top of its highest word."""
        return min(word.top for word in self.words)

    @property
    def bottom(self) -> float:
        """The bottom of its lowest word."""
        return max(word.bottom for word in self.words)

    @property
    def size(self) -> float:
        """The font size of most of its characters."""
        return _weighted_median([(word.size, len(word.text)) for word in self.words])

    @property
    def baseline(self) -> float:
        """The height on which most of its characters stand."""
        return _weighted_median([(word.baseline, len(word.text)) for word in self.words])

    @property
    def bold(self) -> bool:
        """Whether all its words are bold, signs aside."""
        return all(word.bold for word in self.words if any(map(str.isalnum, word.text)))

    @property
    def text(self) -> str:
        """Its words with blanks between."""
        return join_text(self.words)


def make_words(glyphs: Iterable[Glyph]) -> list[Word]:
    """Return the words of a page in the order of the file, those of turned text last.

    Small raised ones are written as such: "40²".
    """
    kept = list(glyphs)
    level = _make_level_words(glyph for glyph in kept if not glyph.direction)
    turned = [glyph for glyph in kept if glyph.direction]
    return mark_raised(level) + make_turned_words(turned)


def _make_level_words(glyphs: Iterable[Glyph]) -> list[Word]:
    runs: list[tuple[list[Glyph], bool]] = []
    run: list[Glyph] = []
    for glyph in glyphs:
        if run and (glyph.text == " " or not _continues(run[-1], glyph)):
            runs.append((run, glyph.text == " "))
            run = []
        if glyph.text != " ":
            run.append(glyph)
    if run:
        runs.append((run, False))
    return [_make_word(run, blank_after=blank) for run, blank in mend_spacing(runs)]


def make_lines(words: Iterable[Word]) -> list[Line]:
    """Return the lines of words, from top to bottom; small raised words join their line."""
    lines: list[list[Word]] = []
    tallest: list[Word] = []  # of each line: it says where the line is
    for word in sorted(words, key=lambda word: (word.baseline, word.left)):
        best, distance = -1, float("inf")
        for i in range(len(lines) - 1, max(-1, len(lines) - 9), -1):
            away = abs(tallest[i].baseline - word.baseline)
            if away < distance and _on_one_line(tallest[i], word):
                best, distance = i, away
        if best < 0:
            lines.append([word])
            tallest.append(word)
            continue
        lines[best].append(word)
        if word.size > tallest[best].size * 1.05:
            tallest[best] = word
    made = [Line(tuple(sorted(line, key=lambda word: word.left))) for line in lines]
    return sorted(made, key=lambda line: (line.baseline, line.left))


def split_runs(line: Line, *, gap: float = RUN_GAP) -> list[Line]:
    """Return the parts of a line between gaps wider than `gap` times the font size."""
    parts: list[list[Word]] = [[line.words[0]]]
    right = line.words[0].right
    for word in line.words[1:]:
        if word.left - right > gap * max(word.size, parts[-1][-1].size):
            parts.append([])
        parts[-1].append(word)
        right = max(right, word.right)
    return [Line(tuple(part)) for part in parts]


def join_text(words: Sequence[Word]) -> str:
    """Return words from left to right as text, a blank where the file or a gap has one."""
    words = reading_order(words)
    pieces: list[str] = []
    for i, word in enumerate(words):
        if i and is_apart(words[i - 1], word):
            pieces.append(" ")
        pieces.append(word.text)
    return "".join(pieces)


def reading_order(words: Sequence[Word]) -> Sequence[Word]:
    """Return the words of a line, given from left to right, in the order of reading."""
    texts = [word.text for word in words]
    if not any(map(is_leftward, texts)):
        return words
    return [_as_read([words[i] for i in run], read) for run, read in read_line(texts)]


def _as_read(run: Sequence[Word], texts: Sequence[str]) -> Word:
    """Return a run of a line that runs left; gaps alone show there where blanks are."""
    text = texts[0]
    for (word, following), more in zip(itertools.pairwise(run), texts[1:], strict=True):
        text += f" {more}" if is_apart(word, following) else more
    left, top, right, bottom = bound(run)
    if len(run) == 1 and text == run[0].text:
        return replace(run[0], blank_after=False)
    edges = tuple(left + (right - left) * k / len(text) for k in range(len(text) + 1))
    return replace(run[0], text=text, edges=edges, top=top, bottom=bottom, blank_after=False)


def is_apart(word: Word, following: Word) -> bool:
    """Say whether a blank stands between two words of one line, read one after the other."""
    gap = max(following.left - word.right, word.left - following.right)
    return word.blank_after or gap > WORD_GAP * min(word.size, following.size)


def bound(items: Iterable[Word | Line]) -> Box:
    """Return the box around words or lines; there must be one at least."""
    found = list(items)
    return (
        min(item.left for item in found),
        min(item.top for item in found),
        max(item.right for item in found),
        max(item.bottom for item in found),
    )


def _continues(last: Glyph, glyph: Glyph) -> bool:
    """Say whether a character belongs to the word of the one drawn before it."""
    size = max(last.size, glyph.size)
    if (
        abs(glyph.baseline - last.baseline) >= 0.15 * size
        or abs(glyph.size - last.size) >= 0.15 * size
    ):
        return False
    if glyph.left == last.left:
        return True
    if runs_left(last.text, glyph.text):
        gap, ahead = last.left - glyph.right, glyph.right <= last.right + 0.1 * size
    else:
        gap, ahead = glyph.left - last.right, glyph.left >= last.left
    return ahead and -0.4 * size < gap < WORD_GAP * size


def _make_word(run: list[Glyph], *, blank_after: bool) -> Word:
    text = "".join(glyph.text for glyph in run)
    return Word(
        text=text,
        edges=_even_edges(run, text) if is_leftward(text) else _edges(run),
        top=min(glyph.top for glyph in run),
        bottom=max(glyph.bottom for glyph in run),
        baseline=run[0].baseline,
        size=max(glyph.size for glyph in run),
        bold=2 * sum(glyph.bold for glyph in run) > len(run),
        blank_after=blank_after,
    )


def _even_edges(run: Sequence[Glyph], text: str) -> tuple[float, ...]:
    left, right = min(g.left for g in run), max(g.right for g in run)
    return tuple(left + (right - left) * k / len(text) for k in range(len(text) + 1))


def _edges(run: Sequence[Glyph]) -> tuple[float, ...]:
    lefts = [glyph.left for glyph in run]
    if len(set(lefts)) == len(run) == sum(len(glyph.text) for glyph in run):
        return tuple(itertools.accumulate([*lefts, run[-1].right], max))
    edges = [run[0].left]
    for _, letters in itertools.groupby(enumerate(run), key=lambda pair: pair[1].left):
        places = list(letters)  # several are the letters of a ligature
        after = places[-1][0] + 1
        right = run[after].left if after < len(run) else run[-1].right
        count = sum(len(glyph.text) for _, glyph in places)
        start = edges[-1]
        step = (max(right, start) - start) / count
        edges += [start + step * (k + 1) for k in range(count)]
    return tuple(edges)


def make_turned_words(glyphs: Iterable[Glyph]) -> list[Word]:
    """Return text that does not run level, a word a run: its box is right, edges within are not."""
    turned: dict[int, list[Glyph]] = {}
    for glyph in glyphs:
        turned.setdefault(glyph.direction, []).append(glyph)
    words = _make_oblique_words(turned.pop(OBLIQUE, []))
    for direction, found in sorted(turned.items()):
        lines = make_lines(_make_level_words(turn_level(glyph, direction) for glyph in found))
        words += [_turn_back(run, direction) for line in lines for run in split_runs(line)]
    return words


def turn_level(glyph: Glyph, direction: int, width: float = 0.0, height: float = 0.0) -> Glyph:
    """Return a character of turned text where it lies on the page turned level.

    Args:
        direction: the quarters that the text is turned.
        width: of the page; 0 where only the places of characters to each other count.
        height: of the page, likewise.
    """
    left, top, right, bottom = turn_box(glyph[1:5], direction, width, height)
    baseline = glyph.baseline
    if not height:  # it was measured from the upper edge of the turned page
        baseline = bottom - BELOW * glyph.size
    return glyph._replace(
        left=left, top=top, right=right, bottom=bottom, baseline=baseline, direction=0
    )


def _turn_back(run: Line, direction: int) -> Word:
    left, top, right, bottom = turn_box(bound([run]), (4 - direction) % 4, 0.0, 0.0)
    text = run.text
    edges = tuple(left + (right - left) * k / len(text) for k in range(len(text) + 1))
    size = run.size
    return Word(text, edges, top, bottom, bottom, size, run.bold, blank_after=True, turned=True)


def _make_oblique_words(glyphs: Sequence[Glyph]) -> list[Word]:
    runs: list[list[Glyph]] = [[]]
    for glyph in glyphs:
        if glyph.text == " " or (runs[-1] and _distance(runs[-1][-1], glyph) > 0.6 * glyph.size):
            runs.append([])
        if glyph.text != " ":
            runs[-1].append(glyph)
    words = []
    for run in filter(None, runs):
        text = "".join(glyph.text for glyph in run)
        edges = _even_edges(run, text)
        top, bottom = min(g.top for g in run), max(g.bottom for g in run)
        size = max(g.size for g in run)
        words.append(
            Word(text, edges, top, bottom, bottom, size, bold=False, blank_after=True, turned=True)
        )
    return words


def _distance(a: Glyph, b: Glyph) -> float:
    """Return how far two boxes are apart, along the axis on which they are farthest."""
    across = max(b.left - a.right, a.left - b.right, 0.0)
    down = max(b.top - a.bottom, a.top - b.bottom, 0.0)
    return max(across, down)


def _on_one_line(a: Word, b: Word) -> bool:
    large, small = (a, b) if a.size >= b.size else (b, a)
    above = large.baseline - ABOVE * large.size
    return above <= small.centre <= large.baseline + BELOW * large.size


def _weighted_median(values: list[tuple[float, int]]) -> float:
    half = sum(weight for _, weight in values) / 2
    for value, weight in sorted(values):
        half -= weight
        if half <= 0:
            return value
    return values[-1][0]
