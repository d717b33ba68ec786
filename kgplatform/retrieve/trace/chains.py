"""TRACE's reasoning chain constructor (Fang et al. 2024, section 3.3, algorithm 1).

A beam search writes chains triple by triple. At each step the ranker gives each open chain its
candidates, the selector says how probable each of them is to come next, and of all chains so
lengthened the most probable are kept. The end of a chain is a choice like any other (adaptive
chain termination), so that chains of several lengths compete.

Departures: the search starts from one empty chain, where algorithm 1 has R equal ones; chains of
the same triples in another order are one chain, the more probable of them, since a reader learns
nothing from the second.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

__all__ = [
    "BeamStep",
    "ChainLimits",
    "Choice",
    "RankTriples",
    "ReasoningChain",
    "SelectTriple",
    "construct_chains",
]


@dataclass(frozen=True, slots=True)
class ChainLimits:
    """The sizes of the search; the defaults are the paper's (appendix C.4).

    Attributes:
        chains: R, chains that are kept after each step and in the end.
        length: L, most triples of a chain.
        beams: b, choices followed from each chain.
        candidates: K, triples that the selector chooses from. The paper takes the best of 15 to
            30 for each data set; 20 is its best on HotpotQA (appendix D.6).
        least: probability below which a choice is not followed, so that chains that nothing speaks
            for do not fill up to R.
    """

    chains: int = 5
    length: int = 4
    beams: int = 5
    candidates: int = 20
    least: float = 1e-4


@dataclass(frozen=True, slots=True)
class ReasoningChain:
    """Rows of triples in the order in which they were chosen.

    `probabilities` are those of the choices, the last one of the end where the chain `is_ended`.
    """

    rows: tuple[int, ...] = ()
    probabilities: tuple[float, ...] = ()
    is_ended: bool = False

    @property
    def score(self) -> float:
        """The chain's probability, equation 2."""
        return math.prod(self.probabilities)

    def extend(self, row: int, probability: float) -> ReasoningChain:
        """Return the chain with one more triple."""
        return ReasoningChain((*self.rows, row), (*self.probabilities, probability))

    def end(self, probability: float) -> ReasoningChain:
        """Return the chain as ended, which was that probable."""
        return ReasoningChain(self.rows, (*self.probabilities, probability), is_ended=True)


@dataclass(frozen=True, slots=True)
class Choice:
    """What a selector makes of a chain's candidates; all probabilities sum to 1.

    `end` is the probability that the chain is sufficient, `triples` that of each candidate.
    """

    end: float
    triples: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class BeamStep:
    """One step of the search.

    Attributes:
        opened: the chains that were to be lengthened.
        candidates: the rows that each of them could be lengthened by, most relevant first.
        choices: how probable they were.
        kept: the chains after the step, most probable first, ended ones among them.
    """

    opened: tuple[ReasoningChain, ...]
    candidates: tuple[tuple[int, ...], ...]
    choices: tuple[Choice, ...]
    kept: tuple[ReasoningChain, ...]


RankTriples = Callable[[Sequence[ReasoningChain]], Sequence[Sequence[int]]]
"""The triple ranker: chains to the rows of each one's candidates, none of them in the chain."""

SelectTriple = Callable[[Sequence[ReasoningChain], Sequence[Sequence[int]]], Sequence[Choice]]
"""The triple selector: chains with their candidates to a choice for each."""


def construct_chains(
    rank: RankTriples, select: SelectTriple, *, limits: ChainLimits
) -> list[BeamStep]:
    """Return the steps of the search; the chains are what the last one kept.

    No step where there is no triple at all.

    Args:
        rank: gives the candidates.
        select: gives their probabilities; an end is never given to the empty chain.
        limits: sizes of the search.
    """
    chains, steps = [ReasoningChain()], list[BeamStep]()
    for _ in range(limits.length):
        opened = [chain for chain in chains if not chain.is_ended]
        candidates = rank(opened) if opened else []
        if not any(candidates):
            break
        choices = select(opened, candidates)
        grown = [chain for chain in chains if chain.is_ended]
        for chain, rows, choice in zip(opened, candidates, choices, strict=True):
            grown += _most_probable(_lengthen(chain, rows, choice, limits.least), limits.beams)
        chains = _most_probable(_merge(grown), limits.chains)
        steps.append(
            BeamStep(tuple(opened), tuple(map(tuple, candidates)), tuple(choices), tuple(chains))
        )
    return steps


def _lengthen(
    chain: ReasoningChain, rows: Sequence[int], choice: Choice, least: float
) -> Iterator[ReasoningChain]:
    """Yield what the chain may become: ended, or longer by one of its candidates."""
    if choice.end >= least or not rows:
        yield chain.end(choice.end if rows else 1.0)
    for row, probability in zip(rows, choice.triples, strict=True):
        if probability >= least:
            yield chain.extend(row, probability)


def _merge(chains: Sequence[ReasoningChain]) -> list[ReasoningChain]:
    """Return of chains with the same triples, both open or both ended, the most probable one."""
    best: dict[tuple[frozenset[int], bool], ReasoningChain] = {}
    for chain in chains:
        key = frozenset(chain.rows), chain.is_ended
        if key not in best or chain.score > best[key].score:
            best[key] = chain
    return list(best.values())


def _most_probable(chains: Iterable[ReasoningChain], count: int) -> list[ReasoningChain]:
    """Return the best chains, most probable first; of equal ones the first given."""
    return heapq.nlargest(count, chains, key=lambda chain: chain.score)
