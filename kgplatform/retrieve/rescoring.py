"""Puts passages first that the reading heads find an answer in, among the best by chains and text.

Chains and words find passages that speak of the same things as a question; whether one answers it,
where it says so in other words, tells a model that reads both (Nogueira & Cho 2019, "Passage
re-ranking with BERT"). To the log-odds of its chains is added the mean of those that it has an
answer and that it helps to one; the weights are fitted to no data set.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kgplatform.graph.connection import Graph
from kgplatform.question.analysis import SPAN, analyse
from kgplatform.question.direct import leads_on
from kgplatform.retrieve.chains.pairs import to_log_odds, to_probabilities
from kgplatform.retrieve.hydrate import fetch_passages

if TYPE_CHECKING:
    from kgplatform.models.reading_heads.heads import Reading, ReadingHeads

__all__ = ["may_rescore", "rescore"]

READ = 8
"""Of the best by chains and of the best by text, which are about 12 together."""
LEAST_PROBABILITY = 1e-4
"""Of one of the three; none is surer than that."""

Ranked = list[tuple[str, float]]
"""Passage ids with their scores, 0..1, best first."""


def may_rescore(question: str) -> bool:
    """Return whether one passage can answer: not what is compared, or asked of what is described.

    The first passage of a chain of two does not answer the question, and need not say how it helps.
    """
    asked = analyse(question)
    return asked.kind == SPAN and not leads_on(asked)


def rescore(
    question: str, ranked: Ranked, by_text: Sequence[str], *, graph: Graph, heads: ReadingHeads
) -> Ranked:
    """Return the passages that were read, by chains and heads together, then all others.

    Args:
        question: in plain English.
        ranked: all passages around it.
        by_text: ids of the best by text.
        graph: where they are.
        heads: read them.
    """
    shares = dict(ranked)
    chosen = [*(key for key, _ in ranked[:READ]), *by_text[:READ]]
    passages = fetch_passages({key: shares[key] for key in chosen}, graph=graph)
    readings = heads.read(question, [f"{p.head}\n{p.text}" for p in passages])
    scores = {
        passage.passage_id: _add_odds(passage.score, reading)
        for passage, reading in zip(passages, readings, strict=True)
    }
    read = sorted(scores.items(), key=lambda item: -item[1])  # stable
    least = read[-1][1] if read else 1.0
    return [*read, *((key, min(share, least)) for key, share in ranked if key not in scores)]


def _add_odds(share: float, reading: Reading) -> float:
    shares = [share, 1 - reading.no_answer, reading.relevance]
    chain, *heads = to_log_odds(shares, least=LEAST_PROBABILITY)
    return float(to_probabilities(chain + sum(heads) / len(heads)))
