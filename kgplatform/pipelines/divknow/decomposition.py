"""Decomposition hop by hop (DivKnowQA, section 3.1): what to ask next, given what was found.

A decomposer is asked n + 1 times for a question of n hops: each time it gives the answer of the
hop before and the next single-hop question, or that nothing is left to ask. This is the one without
a chat model: the single-hop questions come from syntax, all at once, and each hop's answer, read
from its evidence, is put in its place in those that need it. `chat_decomposer` has the paper's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

from kgplatform.pipelines.divknow.candidates import Candidate
from kgplatform.plan.hops import fill_references, is_chain
from kgplatform.records import Usage

__all__ = [
    "KEPT",
    "Decomposer",
    "Hop",
    "NextHop",
    "SyntacticDecomposer",
]

KEPT = 5
"""The top k that answer a hop (section 3.3); the paper does not give k."""


@dataclass(frozen=True, slots=True)
class Hop:
    """A hop that was searched: q_j with Query_j, and what was found for it, best first."""

    question: str
    queries: tuple[str, ...]
    ranked: tuple[Candidate, ...] = ()
    answer: str = ""

    @property
    def kept(self) -> tuple[Candidate, ...]:
        """What answers it: the first KEPT."""
        return self.ranked[:KEPT]


@dataclass(frozen=True, slots=True)
class NextHop:
    """What to do after some hops.

    Attributes:
        question: the next single-hop question; empty: nothing is left to ask.
        queries: it in several wordings, to search by.
        answer: of the hop before; empty where it has none.
        reason: why, in the decomposer's words.
        problem: why the decomposer had no answer; it then ends.
    """

    question: str = ""
    queries: tuple[str, ...] = ()
    answer: str = ""
    reason: str = ""
    problem: str = ""
    usage: Usage = field(default_factory=Usage)


class Decomposer(Protocol):
    """Decomposes one question."""

    @property
    def left(self) -> str:
        """The last hop's question, where its answer is the whole question's; else empty."""

    def next_hop(self, hops: Sequence[Hop]) -> NextHop:
        """Return what to ask after `hops`, whose last one has no answer yet."""


class SyntacticDecomposer:
    """Asks single-hop questions that are known from the start, and reads their answers.

    Args:
        question: the whole question, which stands in for what cannot be asked: where the answer
            that a single-hop question waits for was not found.
        decompose: gives the single-hop questions, with "{n}" for the answer of the nth.
        answer_hop: reads a hop's answer from what was kept for it, empty where there is none, and
            says what that cost.
    """

    def __init__(
        self,
        question: str,
        decompose: Callable[[str], Sequence[str]],
        answer_hop: Callable[[Hop], tuple[str, Usage]],
    ) -> None:
        self._question = question
        self._decompose = decompose
        self._answer_hop = answer_hop
        self._answers: list[str] = []
        self._left = ""

    @property
    def left(self) -> str:
        """See `Decomposer.left`: of a chain, where each hop waits for the one before."""
        return self._left

    @property
    def takes_apart(self) -> bool:
        """Whether syntax sees a chain of hops, whose last one has the answer."""
        return is_chain(self._parts)

    @cached_property
    def _parts(self) -> tuple[str, ...]:
        return tuple(self._decompose(self._question))

    def next_hop(self, hops: Sequence[Hop]) -> NextHop:
        """See `Decomposer.next_hop`; the answer of the last hop is left to the reader."""
        place = len(hops)
        if place >= len(self._parts):
            return NextHop()
        answer, usage = self._answer_hop(hops[-1]) if hops else ("", Usage())
        if hops:
            self._answers.append(answer)
        asked = fill_references(self._parts[place], self._answers)
        if asked is None:
            reason = f"'{self._parts[place]}' waits for an answer that was not found"
            return NextHop(self._question, (self._question,), answer, reason, usage=usage)
        if place == len(self._parts) - 1 and self.takes_apart:
            self._left = asked
        queries = tuple(dict.fromkeys((asked, *((self._question,) if not hops else ()))))
        return NextHop(asked, queries, answer, usage=usage)
