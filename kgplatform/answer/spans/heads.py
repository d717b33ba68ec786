"""What the trained heads make of the evidence: the likeliest spans of each passage."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kgplatform.answer.evidence.evidence import EvidenceView
from kgplatform.question.analysis import Asked

if TYPE_CHECKING:
    from kgplatform.models.reading_heads.heads import AnswerSpan, Reading, ReadingHeads

__all__ = ["HeadSpans", "read_heads"]

MOST_SPANS = 5  # of a passage


@dataclass(frozen=True, slots=True)
class HeadSpans:
    """Readings of all passages, and their spans by places in the passages' own text."""

    readings: tuple[Reading, ...]
    spans: tuple[tuple[AnswerSpan, ...], ...]

    def likelihood(self, passage: int, start: int, end: int) -> tuple[float, bool]:
        """Return how likely a stretch of a passage is, and whether the heads have just that.

        One that shares only a part with a span has so much less of its probability.
        """
        best, is_own = 0.0, False
        for span in self.spans[passage]:
            shared = min(end, span.end) - max(start, span.start)
            if shared > 0:
                share = 2 * shared / (end - start + span.end - span.start)
                best = max(best, share * span.probability)
                is_own = is_own or share == 1
        return best, is_own


def read_heads(asked: Asked, view: EvidenceView, heads: ReadingHeads) -> HeadSpans:
    """Read all passages, each below its title and headings."""
    texts = [f"{passage.head}\n{passage.text}" for passage in view.passages]
    readings = heads.read(asked.text, texts, max_spans=MOST_SPANS)
    spans = tuple(
        tuple(_within(len(passage.head) + 1, reading))
        for passage, reading in zip(view.passages, readings, strict=True)
    )
    return HeadSpans(tuple(readings), spans)


def _within(offset: int, reading: Reading) -> list[AnswerSpan]:
    """Return a reading's spans that stand in the text itself, by their places there."""
    return [
        type(span)(span.start - offset, span.end - offset, span.probability)
        for span in reading.spans
        if span.start >= offset and span.end > span.start
    ]
