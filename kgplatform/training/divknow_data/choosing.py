"""Which chains become questions: of many, those that repeat least what was asked already.

Films by one director fill a set of questions if chance alone decides. So the next chain is always
one whose entity, document and pair of relations were used least; chance decides between equals.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator

from kgplatform.training.divknow_data.chains import Chain

__all__ = ["Chooser"]

CONSIDERED = 5_000
"""Chains drawn by lot before the choice, which compares all of them each time."""


class Chooser:
    """Gives out chains, the least used entities first; what it gave out counts as used.

    Args:
        seed: the same one gives the same order.
    """

    def __init__(self, *, seed: int) -> None:
        self._random = random.Random(seed)
        self._used: Counter[tuple[str, ...]] = Counter()

    def choose(self, chains: Iterable[Chain]) -> Iterator[Chain]:
        """Yield chains, each once, best first by what was given out before it."""
        left = sorted(chains, key=lambda c: (c.fact.id, c.claim.qid, c.claim.property))
        self._random.shuffle(left)
        left = left[:CONSIDERED]
        while left:
            place = min(range(len(left)), key=lambda n: self._cost(left[n]))
            chosen = left.pop(place)
            for key in _keys(chosen):
                self._used[key] += 1
            yield chosen

    def _cost(self, chain: Chain) -> int:
        return sum(self._used[key] for key in _keys(chain))


def _keys(chain: Chain) -> tuple[tuple[str, ...], ...]:
    """Return what a chain uses; an entity or document that comes again is worse than a relation."""
    return (
        ("bridge", chain.bridge_qid),
        ("bridge again", chain.bridge_qid),
        ("document", chain.fact.document_id),
        ("item", chain.claim.qid),
        ("relations", chain.fact.relation, chain.claim.relation),
        ("type", chain.type, chain.claim.relation),
        ("type", chain.type, chain.fact.relation),
    )
