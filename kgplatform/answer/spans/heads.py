"""What the trained heads make of the evidence: the likeliest spans of each passage."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kgplatform.answer.evidence.evidence import EvidenceView
from kgplatform.question.analysis import Asked

if TYPE_CHECKING:
    from kgplatform.models.reading_heads.heads import AnswerSpan, Reading, ReadingHeads

__all__ = ["HeadSpans", "read_heads"]


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
    readings = heads.read(asked.text, texts)
    spans = tuple(
        tuple(_within(passage.head, passage.text, reading))
        for passage, reading in zip(view.passages, readings, strict=True)
    )
    return HeadSpans(tuple(readings), spans)


def _within(head: str, text: str, reading: Reading) -> list[AnswerSpan]:
    """Return a reading's spans by their places in the text, without what stands above it.

    What is chosen in the title is taken where the text has it first, and what begins there from
    the text's beginning on.
    """
    offset = len(head) + 1
    found: list[AnswerSpan] = []
    for span in reading.spans:
        start, end = span.start - offset, span.end - offset
        if end < 0:
            start = text.find(head[span.start : span.end])
            end = start + span.end - span.start
        elif start < 0 < end:
            start = 0
        if 0 <= start < end:
            found.append(replace(span, start=start, end=end))
    return found
