"""What an abstention says: why there is no answer, and which of what was found comes nearest.

No chat model is asked for it. Sentences of the evidence are compared with the question by the
graph's embedder, which finds them also where they say it in other words; that a sentence is near
does not make it an answer, which is why none is made of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kgplatform.answer.citations import cite
from kgplatform.answer.numbered import SentenceSplitter, list_units
from kgplatform.models.embedding import Embedder
from kgplatform.records import Answer, Citation, Evidence, ScoredPassage, Step
from kgplatform.text.table_rows import is_table

__all__ = ["explain_abstention", "find_nearest"]

NEAREST = 3
LEAST_COSINE = 0.5  # with bge-small-en-v1.5 a sentence of something else is at .35 to .5
MOST_SENTENCES = 100  # of the best passages; a third of a second
NO_REASON = "the evidence does not hold it"
RULE = "| --- |"
"""What the line below a table's header begins with."""


def explain_abstention(
    answer: Answer, evidence: Evidence, split_sentences: SentenceSplitter, embedder: Embedder
) -> Answer:
    """Return an answer that says why it is none and what comes nearest; any other as it is."""
    if not answer.abstained:
        return answer
    nearest = find_nearest(answer.question, evidence, split_sentences, embedder)
    return replace(answer, abstention=_find_reason(answer.steps), nearest=nearest)


def find_nearest(
    question: str, evidence: Evidence, split_sentences: SentenceSplitter, embedder: Embedder
) -> tuple[Citation, ...]:
    """Return the sentences, or table rows, of the evidence nearest to a question, best first.

    At most NEAREST, one of each passage; each is read with the title of its document.

    Args:
        question: in plain English.
        evidence: best passages first.
        split_sentences: gives the sentences of a text.
        embedder: of sentences and question.
    """
    units = [(p, span) for p in _passages(evidence) for span in _units(p.text, split_sentences)]
    units = units[:MOST_SENTENCES]
    if not units:
        return ()
    texts = [f"{p.head}. {p.text[start:end]}" for p, (start, end) in units]
    cosines = embedder.embed_passages(texts) @ embedder.embed_queries([question])[0]
    best: dict[str, Citation] = {}
    for place in sorted(range(len(units)), key=lambda n: -cosines[n]):  # stable
        passage, span = units[place]
        if cosines[place] >= LEAST_COSINE and len(best) < NEAREST:
            best.setdefault(passage.passage_id, cite(passage, *span))
    return tuple(best.values())


def _passages(evidence: Evidence) -> Iterator[ScoredPassage]:
    """Yield the passages that were found, and those that lines are of, each once."""
    found = {passage.passage_id: passage for passage in evidence.passages}
    for line in evidence.lines:
        found.setdefault(line.source.passage_id, line.source)
    yield from found.values()


def _units(text: str, split_sentences: SentenceSplitter) -> list[tuple[int, int]]:
    """Return the spans of sentences, or of a table's lines but for the rule below its header."""
    units = list_units(text, split_sentences)
    return [(a, b) for a, b in units if not text.startswith(RULE, a)] if is_table(text) else units


def _find_reason(steps: Sequence[Step]) -> str:
    """Return why the reader abstained, as it said last."""
    reasons = [str(step.detail["reason"]) for step in steps if step.name == "abstain"]
    return reasons[-1].rstrip(".") if reasons else NO_REASON
