"""What an abstention tells: why there is no answer, and which of what was found comes nearest.

Nothing is asked of a model for it: sentences of the evidence are weighed by the words that they
share with the question, rare ones above common ones.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from kgplatform.answer.citations import cite
from kgplatform.answer.numbered import SentenceSplitter
from kgplatform.answer.text import content_stems
from kgplatform.records import Answer, Citation, Evidence, ScoredPassage, Step

__all__ = ["find_nearest", "tell_abstention"]

NEAREST = 3
NO_REASON = "the evidence does not hold it"
TABLE = "| "
ROW = re.compile(r"\|(?! --- \|).+")
"""A line of a table's Markdown but for the rule below its header."""


def tell_abstention(
    answer: Answer, evidence: Evidence, split_sentences: SentenceSplitter
) -> Answer:
    """Return an answer that says why it is none and what comes nearest; any other as it is."""
    if not answer.abstained:
        return answer
    nearest = find_nearest(answer.question, evidence, split_sentences)
    return replace(answer, abstention=_find_reason(answer.steps), nearest=nearest)


def find_nearest(
    question: str, evidence: Evidence, split_sentences: SentenceSplitter
) -> tuple[Citation, ...]:
    """Return the sentences, or rows, of the evidence that share most with a question, best first.

    At most NEAREST, one of each passage, and none that shares no word; words of a passage's title
    count half, because they say what all of its sentences are about.
    """
    wanted = content_stems(question)
    units = [(p, span) for p in _passages(evidence) for span in _units(p.text, split_sentences)]
    held = [wanted & content_stems(p.text[start:end]) for p, (start, end) in units]
    counts = Counter(word for words in held for word in words)
    weights = {word: math.log(1 + len(units) / count) for word, count in counts.items()}
    best: dict[str, tuple[float, Citation]] = {}
    for (passage, span), words in zip(units, held, strict=True):
        titled = (wanted & content_stems(passage.title)) - words
        score = sum(weights[word] for word in words)
        score += sum(weights.get(word, math.log(2)) for word in titled) / 2
        known = best.get(passage.passage_id)
        if words and (known is None or score > known[0]):
            best[passage.passage_id] = (score, cite(passage, *span))
    ranked = sorted(best.values(), key=lambda pair: -pair[0])  # stable: better passages first
    return tuple(citation for _, citation in ranked[:NEAREST])


def _passages(evidence: Evidence) -> Iterator[ScoredPassage]:
    """Yield the passages that were found, and those that lines are of, each once."""
    found = {passage.passage_id: passage for passage in evidence.passages}
    for line in evidence.lines:
        found.setdefault(line.source.passage_id, line.source)
    yield from found.values()


def _units(text: str, split_sentences: SentenceSplitter) -> list[tuple[int, int]]:
    if text.startswith(TABLE):
        return [match.span() for match in ROW.finditer(text)]
    return split_sentences(text)


def _find_reason(steps: Sequence[Step]) -> str:
    """Return why the reader abstained, as it said last."""
    reasons = [str(step.detail["reason"]) for step in steps if step.name == "abstain"]
    return reasons[-1].rstrip(".") if reasons else NO_REASON
