"""What the trained heads make of the evidence: the likeliest spans of each passage.

Each passage is read alone; and where none of them answers outright, pairs of passages are read as
one text, what leads on before what it leads to: "Where was the designer of the Fram born?" is
answered by what is told of Colin Archer only beside what tells that he designed it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from typing import TYPE_CHECKING

from kgplatform.answer.evidence.evidence import EvidenceView, PassageView
from kgplatform.question.analysis import Asked

if TYPE_CHECKING:
    from kgplatform.models.reading_heads.heads import AnswerSpan, Reading, ReadingHeads

__all__ = ["HeadSpans", "read_heads"]

MOST_PAIRS = 6
"""Pairs of passages that are read together: about as many as passages that are read alone."""
OUTRIGHT = 0.9
"""Probability of a span in a passage alone from which on nothing else is read with it."""
MUCH_LIKELIER = 2.0
"""An answer that is so much likelier beside another passage rests on that one too."""
LEAST_RELEVANCE = 1e-3

Spans = tuple[tuple["AnswerSpan", ...], ...]


@dataclass(frozen=True, slots=True)
class HeadSpans:
    """Readings of all passages, and their spans by places in the passages' own text.

    Attributes:
        joined: spans of each passage when it is read with another one, or alone where none is.
        partners: of each passage, the one beside which its best span was found.
    """

    readings: tuple[Reading, ...]
    spans: Spans
    joined: Spans
    partners: tuple[int | None, ...]

    def likelihood(self, passage: int, start: int, end: int) -> tuple[float, bool]:
        """Return how likely a stretch of a passage is, and whether the heads have just that.

        One that shares only a part with a span has so much less of its probability.
        """
        return _likelihood(self.spans[passage], start, end)

    def joined_likelihood(self, passage: int, start: int, end: int) -> tuple[float, bool]:
        """Return the same, of the passage read with another one."""
        return _likelihood(self.joined[passage], start, end)

    def find_partner(self, passage: int, start: int, end: int) -> int | None:
        """Return the passage beside which a stretch of another is much likelier than alone."""
        alone, _ = self.likelihood(passage, start, end)
        joined, _ = self.joined_likelihood(passage, start, end)
        return self.partners[passage] if joined > MUCH_LIKELIER * alone else None


def read_heads(asked: Asked, view: EvidenceView, heads: ReadingHeads) -> HeadSpans:
    """Read all passages, each below its title and headings, and pairs of them."""
    texts = [f"{passage.head}\n{passage.text}" for passage in view.passages]
    readings = heads.read(asked.text, texts)
    alone = [
        tuple(_within(passage, reading, 0))
        for passage, reading in zip(view.passages, readings, strict=True)
    ]
    pairs = _choose_pairs(view, readings)
    found: dict[int, list[tuple[AnswerSpan, int]]] = {}
    read = heads.read(asked.text, [f"{texts[first]}\n{texts[second]}" for first, second in pairs])
    for (first, second), reading in zip(pairs, read, strict=True):
        for own, other, shift in ((first, second, 0), (second, first, len(texts[first]) + 1)):
            spans = _within(view.passages[own], reading, shift)
            found.setdefault(own, []).extend((span, other) for span in spans)
    best = {n: max(own, key=lambda each: each[0].probability) for n, own in found.items() if own}
    return HeadSpans(
        tuple(readings),
        tuple(alone),
        tuple(
            tuple(span for span, _ in found[n]) if n in found else spans
            for n, spans in enumerate(alone)
        ),
        tuple(best[n][1] if n in best else None for n in range(len(texts))),
    )


def _choose_pairs(view: EvidenceView, readings: Sequence[Reading]) -> list[tuple[int, int]]:
    """Return which passages are read together, in which order; none where one answers outright.

    Passages that lead to others by naming them come first, then those of the highest relevance.
    """
    best = max((s.probability for reading in readings for s in reading.spans), default=0.0)
    if best >= OUTRIGHT:
        return []
    relevance = [math.log(max(reading.relevance, LEAST_RELEVANCE)) for reading in readings]

    def worth(pair: tuple[int, int]) -> float:
        return view.links.get(pair, 0.0) - 1 + relevance[pair[0]] + relevance[pair[1]]

    every = sorted(permutations(range(len(readings)), 2), key=lambda pair: (-worth(pair), pair))
    chosen: dict[frozenset[int], tuple[int, int]] = {}
    for pair in every:
        chosen.setdefault(frozenset(pair), pair)
    return list(chosen.values())[:MOST_PAIRS]


def _likelihood(spans: Sequence[AnswerSpan], start: int, end: int) -> tuple[float, bool]:
    best, is_own = 0.0, False
    for span in spans:
        shared = min(end, span.end) - max(start, span.start)
        if shared > 0:
            share = 2 * shared / (end - start + span.end - span.start)
            best = max(best, share * span.probability)
            is_own = is_own or share == 1
    return best, is_own


def _within(passage: PassageView, reading: Reading, shift: int) -> Iterator[AnswerSpan]:
    """Yield a reading's spans in a passage by their places in its text, without what is above it.

    What is chosen in the title is taken where the text has it first, and what begins there from
    the text's beginning on.

    Args:
        shift: where the passage's head begins in what was read.
    """
    head, text = passage.head, passage.text
    for span in reading.spans:
        start, end = (at - shift - len(head) - 1 for at in (span.start, span.end))
        if span.start < shift or start >= len(text):
            continue
        if end < 0:
            start = text.find(head[span.start - shift : span.end - shift])
            end = start + span.end - span.start
        elif start < 0 < end:
            start = 0
        if 0 <= start < end:
            yield replace(span, start=start, end=min(end, len(text)))
