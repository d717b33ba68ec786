"""Compares two entities by a figure or date that stands with its own word at each of them.

"Which depot has the larger floor area, A or B?": "Floor area: 400 m²" in a passage about A, and
"its floor area is 350 m²" in one about B. Table cells count by their headers. Values of two
different units are not compared.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kgplatform.answer.comparing.compared import BIRTH, DEATH, LATER, SMALLEST
from kgplatform.answer.comparing.comparison import Comparison
from kgplatform.answer.evidence.entity_distance import OF_THING, how_surely_of
from kgplatform.answer.evidence.evidence import EvidenceView, PassageView, Sentence
from kgplatform.answer.structured.grids import find_rows, view_grid
from kgplatform.question.analysis import CHOICE, Asked
from kgplatform.records import ScoredPassage
from kgplatform.text.quantities import Quantity, read_quantity
from kgplatform.text.table_rows import is_table
from kgplatform.text.words import content_stems, fold, split_words, stem

__all__ = ["choose_by_measure"]

_ADJECTIVES = """
heavier heaviest lighter lightest: weight weigh mass; expensive cheaper cheapest dearer costlier:
price cost fee; longer longest shorter shortest: duration length last took; larger largest bigger
biggest smaller smallest: size area; taller tallest higher highest lower lowest: height elevation
altitude high highest tall;
faster fastest slower slowest: speed; louder loudest quieter quietest: noise; deeper: depth;
wider widest narrower: width; older oldest newer newest: opened founded built established
"""
PROPERTIES: dict[str, frozenset[str]] = {
    adjective: frozenset(map(stem, line.split(":")[1].split()))
    for line in _ADJECTIVES.split(";")
    for adjective in line.split(":")[0].split()
}
"""Adjectives that compare, to the stems by which texts name what they compare."""
SMALLER = re.compile(
    rf"{SMALLEST.pattern}|\b(?:lighter|lightest|cheaper|cheapest|shortest|lowest|slower|slowest|"
    r"quieter|quietest|narrower)\b"
)
COMPARING = re.compile(rf"{LATER.pattern}|{SMALLEST.pattern}")
NOUN = re.compile(r"^(?:which|what) (?:of the )?(?:two )?(?!is\b|was\b|has\b)(\w+)", re.IGNORECASE)
LINE_END = re.compile(r"\n|(?<=[.;])\s+(?=[A-Z])")


@dataclass(frozen=True, slots=True)
class _Measure:
    """A quantity found of an entity, and how surely it is its own."""

    quantity: Quantity
    sure: float
    passage: PassageView
    sentence: Sentence


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What is compared: all words that the question has for it, or one that its adjective means."""

    stated: frozenset[str]
    meant: frozenset[str]

    def is_stated(self, text: str) -> bool:
        """Return whether a line or header is of what is compared."""
        stems = content_stems(text)
        return bool(self.meant & stems) or (bool(self.stated) and self.stated <= stems)

    def find_end(self, text: str) -> int:
        """Return where the first word of what is compared ends: its value stands behind it."""
        stems = self.stated | self.meant
        return next((word.end for word in split_words(text) if word.stem in stems), 0)


def choose_by_measure(asked: Asked, view: EvidenceView) -> Comparison | None:
    """Return the option that has the smaller or larger value; None where not both have one.

    Of none, where the values are of different units: the answer is empty.
    """
    lowered = _without_options(asked)
    wanted = _find_answer_type(asked, lowered)
    if (
        asked.kind != CHOICE
        or not (wanted.stated or wanted.meant)
        or BIRTH.search(lowered)
        or DEATH.search(lowered)
    ):
        return None
    first, second = asked.options
    left = _find_measure(first, second, wanted, view)
    right = _find_measure(second, first, wanted, view)
    if left is None or right is None or left.quantity.number == right.quantity.number:
        return None
    if left.quantity.unit != right.quantity.unit:
        return Comparison("", (), {}, certain=False)
    wants_smaller = SMALLER.search(lowered) is not None
    is_left = (left.quantity.number < right.quantity.number) == wants_smaller
    names = [re.sub(r"^the ", "", option, flags=re.IGNORECASE) for option in asked.options]
    written = (left.quantity.written, right.quantity.written)
    return Comparison(
        names[0] if is_left else names[1],
        ((left.passage, left.sentence), (right.passage, right.sentence)),
        dict(zip(names, written, strict=True)),
        certain=True,
    )


def _without_options(asked: Asked) -> str:
    text = asked.text
    for option in asked.options:
        text = text.replace(option, " ")
    return text.casefold()


def _find_answer_type(asked: Asked, lowered: str) -> _Wanted:
    """Return what is compared: as stated in the question, or as its adjective means."""
    adjectives = [word for word in fold(lowered).split() if word in PROPERTIES]
    meant = frozenset[str]().union(*(PROPERTIES[word] for word in adjectives))
    noun = NOUN.match(asked.text)
    stated = content_stems(COMPARING.sub(" ", lowered)) - frozenset(map(stem, adjectives))
    stated -= content_stems(noun[1] if noun else "")
    return _Wanted(stated, frozenset() if stated - meant else meant)


def _find_measure(option: str, other: str, wanted: _Wanted, view: EvidenceView) -> _Measure | None:
    """Return the most certain measure of one option; one stated of the other does not count."""
    found = [
        measure
        for passage in view.passages
        for measure in (
            *_read_table(option, wanted, passage),
            *_read_text(option, other, wanted, passage),
        )
    ]
    return max(found, key=lambda measure: measure.sure, default=None)


def _read_text(
    option: str, other: str, wanted: _Wanted, passage: PassageView
) -> Iterator[_Measure]:
    """Yield the quantities after the words asked for in a passage's lines and sentences."""
    if is_table(passage.text):
        return
    for sentence in passage.sentences:
        sure = how_surely_of(option, passage, sentence)
        if sure < OF_THING:
            continue
        for line in LINE_END.split(passage.text[sentence.start : sentence.end]):
            stems = content_stems(line)
            of_other = content_stems(other) <= stems and not content_stems(option) <= stems
            if of_other or not wanted.is_stated(line):
                continue
            quantity = read_quantity(line[wanted.find_end(line) :])
            if quantity is not None:
                yield _Measure(quantity, sure, passage, sentence)


def _read_table(option: str, wanted: _Wanted, passage: PassageView) -> Iterator[_Measure]:
    """Yield the cell of the option's row under a header, or next to a feature, asked for."""
    source = passage.item.source
    grid = view_grid(source) if isinstance(source, ScoredPassage) else None
    if grid is None:
        return
    name = re.sub(r"^the ", "", option, flags=re.IGNORECASE)
    rows = find_rows(name, (name,), grid)
    cells = [
        (row[n], grid.headers[n])
        for row in (grid.rows[number] for number in rows)
        for n in range(1, min(len(row), len(grid.headers)))
        if wanted.is_stated(grid.headers[n])
    ]
    about = how_surely_of(name, passage, passage.sentences[0])
    if about >= OF_THING and not rows:
        cells += [
            (row[1], "") for row in grid.rows if len(row) == 2 and wanted.is_stated(row[0].text)
        ]
    for cell, header in cells:
        quantity = read_quantity(cell.text, unit=header)
        sentence = next((s for s in passage.sentences if s.start <= cell.start < s.end), None)
        if quantity is not None and sentence is not None:
            yield _Measure(quantity, 1.0, passage, sentence)
