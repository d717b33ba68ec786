"""What a span that answers rests on: the sentences and statements to cite with it."""

from __future__ import annotations

from collections.abc import Iterable

from kgplatform.answer.citations import cite
from kgplatform.answer.evidence.entity_distance import find_doing
from kgplatform.answer.evidence.evidence import EvidenceView, PassageView, Sentence
from kgplatform.answer.spans.candidates import Candidate
from kgplatform.question.analysis import Asked
from kgplatform.records import Citation, ScoredPassage, ScoredStatement
from kgplatform.text.words import content_stems, fold

__all__ = ["cite_read", "find_bridge", "find_statements_behind"]


def cite_read(
    cited: Iterable[tuple[PassageView, Sentence]],
) -> tuple[tuple[Citation, ...], tuple[ScoredStatement, ...]]:
    """Return what was read there: spans of passages, and statements where these were read."""
    citations: dict[Citation, None] = {}
    statements: dict[ScoredStatement, None] = {}
    for passage, sentence in cited:
        item = passage.item
        if isinstance(item.source, ScoredPassage):
            span = item.locate(sentence.start, sentence.end)
            citations[cite(item.source, *span)] = None
        else:
            statements[item.source] = None
    return tuple(citations), tuple(statements)


def find_bridge(
    asked: Asked, view: EvidenceView, answered: PassageView, beside: int | None = None
) -> list[tuple[PassageView, Sentence]]:
    """Return the sentence by which a named passage leads to the one that holds the answer.

    Args:
        beside: the passage with which that one was read for the answer, which leads to it where
            no passage names it.
    """
    if answered.reach[0] >= 1.0 and beside is None:
        return []
    sources = [
        (max(view.passages[source].reach) * strength, -source)
        for (source, target), strength in view.links.items()
        if target == answered.number and max(view.passages[source].reach) > 0
    ]
    if not sources and beside is None:
        return []
    source = view.passages[beside if beside is not None else -max(sources)[1]]
    doing = find_doing(asked, answered, source.title)
    if doing is not None:
        return [(answered, doing)]
    titled = content_stems(answered.title)
    wanted = asked.stems - answered.stems
    sentence = max(
        source.sentences,
        key=lambda s: (len(titled & s.stems), view.weight(wanted & s.stems), -s.number),
    )
    return [(source, sentence)]


def find_statements_behind(best: Candidate) -> tuple[ScoredStatement, ...]:
    """The retrieved statements that the answer's sentence states with the answer in them."""
    answer, sentence = fold(best.text), best.sentence
    start, end = best.passage.item.locate(sentence.start, sentence.end)
    return tuple(
        fact
        for fact in best.passage.facts
        if fact.start < end
        and start < fact.end
        and answer in fold(f"{fact.subject} {fact.object} {fact.qualifiers}")
    )
