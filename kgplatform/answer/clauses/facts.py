"""The facts of the evidence, each with the sentence that states it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kgplatform.answer.evidence.view import EvidenceView, PassageView, Sentence
from kgplatform.records import ScoredStatement

__all__ = ["Fact", "list_stated"]


@dataclass(frozen=True, slots=True)
class Fact:
    """What a sentence states, or what a knowledge base says of that (`truth`: yes or no)."""

    subject: str
    relation: str
    object: str
    passage: PassageView
    sentence: Sentence
    truth: str = "yes"


def list_stated(view: EvidenceView) -> Iterator[Fact]:
    """Yield the statements that the evidence states, in its order."""
    for passage in view.passages:
        for stated in passage.facts:
            sentence = _find_sentence(passage, stated)
            if sentence is not None:
                yield Fact(stated.subject, stated.relation, stated.object, passage, sentence)


def _find_sentence(passage: PassageView, stated: ScoredStatement) -> Sentence | None:
    """Return the sentence of a passage that states something."""
    if passage.item.source == stated:
        return passage.sentences[0]
    for sentence in passage.sentences:
        start, end = passage.item.locate(sentence.start, sentence.end)
        if stated.start < end and start < stated.end:
            return sentence
    return None
