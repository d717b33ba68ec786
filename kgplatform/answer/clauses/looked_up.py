"""What a knowledge base was asked: whether something is so, or how many there are.

It stands in the evidence as a passage outside of the graph, a fact a line, as
wikidata/question/telling.py writes it: "Benin official language French: yes", "Bonn capital of: 2
in all".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from kgplatform.answer.clauses.relation_words import plain
from kgplatform.answer.comparing.comparison import Comparison
from kgplatform.answer.evidence.view import EvidenceView, PassageView, Sentence
from kgplatform.question.analysis import HOW_MANY, Asked
from kgplatform.records import ScoredPassage
from kgplatform.text.words import fold

__all__ = ["LookedUp", "list_looked_up", "list_returned", "read_count", "without_looked_up"]

LINE = re.compile(r"(?m)^(?P<said>.+): (?:(?P<truth>yes|no)|(?P<count>\d+) in all)\.?$")
SOURCE_AT_END = re.compile(r"\s*\([^()]*\)$")
NONE = "0"


@dataclass(frozen=True, slots=True)
class LookedUp:
    """One line: what is said of a thing, and the truth of that or the count; the other is empty."""

    subject: str
    said: str
    truth: str
    count: str
    passage: PassageView
    sentence: Sentence


def list_looked_up(view: EvidenceView) -> Iterator[LookedUp]:
    """Yield the lines of all passages in their order."""
    for passage in filter(_is_outside, view.passages):
        subject = SOURCE_AT_END.sub("", passage.full_title)
        for match in LINE.finditer(passage.text):
            start, end = match.span()
            sentence = next((s for s in passage.sentences if s.start < end and start < s.end), None)
            if sentence is not None and match["said"].startswith(f"{subject} "):
                said = match["said"].removeprefix(subject).strip()
                truth, count = match["truth"] or "", match["count"] or ""
                yield LookedUp(subject, said, truth, count, passage, sentence)


def list_returned(view: EvidenceView) -> Iterator[LookedUp]:
    """Yield the lines that tell a fact, as it was returned: "South Africa capital Cape Town"."""
    for passage in filter(_is_outside, view.passages):
        subject = SOURCE_AT_END.sub("", passage.full_title)
        for sentence in passage.sentences:
            text = passage.text[sentence.start : sentence.end].strip()
            if text.startswith(f"{subject} ") and not LINE.match(text):
                said = text.removeprefix(subject).strip().removesuffix(".")
                yield LookedUp(subject, said, "", "", passage, sentence)


def without_looked_up(view: EvidenceView) -> EvidenceView:
    """Return the evidence without these passages: their "no" denies no clause of a text."""
    kept = (p for p in view.passages if not (_is_outside(p) and LINE.search(p.text)))
    return replace(view, passages=tuple(kept))


def read_count(asked: Asked, view: EvidenceView) -> Comparison | None:
    """Answer how many there are, as a knowledge base that was asked counts; None where none did.

    Of none it does not know, and of another relation or thing it says the same: no answer.
    """
    if not HOW_MANY.search(asked.text.casefold()):
        return None
    folded = f" {fold(asked.text)} "
    for line in list_looked_up(view):
        is_named = f" {plain(line.subject)} " in folded
        if is_named and line.count not in ("", NONE):
            told = {line.subject: f"{line.said}: {line.count}"}
            return Comparison(line.count, ((line.passage, line.sentence),), told, certain=True)
    return None


def _is_outside(passage: PassageView) -> bool:
    source = passage.item.source
    return isinstance(source, ScoredPassage) and not source.document_id
