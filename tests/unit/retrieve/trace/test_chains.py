"""TRACE's beam search, step by step, with probabilities worked by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from kgplatform.retrieve.trace.chains import (
    BeamStep,
    ChainLimits,
    Choice,
    ReasoningChain,
    construct_chains,
)

pytestmark = pytest.mark.unit

Table = Mapping[tuple[int, ...], tuple[float, Mapping[int, float]]]
"""Rows of a chain to the probability of its end and those of its candidates."""


def construct(table: Table, **sizes: int) -> list[BeamStep]:
    def rank(chains: Sequence[ReasoningChain]) -> list[list[int]]:
        return [list(table[chain.rows][1]) for chain in chains]

    def select(
        chains: Sequence[ReasoningChain], candidates: Sequence[Sequence[int]]
    ) -> list[Choice]:
        return [
            Choice(table[chain.rows][0], tuple(table[chain.rows][1][row] for row in rows))
            for chain, rows in zip(chains, candidates, strict=True)
        ]

    return construct_chains(rank, select, limits=ChainLimits(**sizes))


def tell(chains: Sequence[ReasoningChain]) -> list[tuple[tuple[int, ...], float, bool]]:
    return [(chain.rows, pytest.approx(chain.score), chain.is_ended) for chain in chains]


TABLE: Table = {
    (): (0.0, {0: 0.6, 1: 0.3, 2: 0.1}),
    (0,): (0.5, {1: 0.4, 2: 0.1}),
    (1,): (0.1, {0: 0.2, 2: 0.7}),
    (2,): (1.0, {0: 0.0}),
    (0, 1): (0.8, {2: 0.2}),
    (1, 2): (0.9, {0: 0.1}),
}


def test_the_most_probable_chains_are_kept_at_each_step() -> None:
    first, second = construct(TABLE, chains=2, length=2, beams=3)
    assert tell(first.kept) == [((0,), 0.6, False), ((1,), 0.3, False)]
    # .6*.5 ended, .6*.4 = .24, .6*.1 = .06; .3*.1 ended, .3*.2 = .06 (the same as 0, 1), .3*.7
    assert tell(second.kept) == [((0,), 0.30, True), ((0, 1), 0.24, False)]


def test_an_ended_chain_stays_and_is_not_lengthened() -> None:
    *_, third = construct(TABLE, chains=3, length=3, beams=3)
    assert tell(third.opened) == [((0, 1), 0.24, False), ((1, 2), 0.21, False)]
    # .24*.8 = .192 ended, .21*.9 = .189 ended; the chain of .30 ended a step before
    assert tell(third.kept) == [((0,), 0.30, True), ((0, 1), 0.192, True), ((1, 2), 0.189, True)]


def test_no_step_follows_where_every_chain_has_ended() -> None:
    steps = construct({(): (0.0, {0: 1.0}), (0,): (1.0, {1: 0.0})}, length=4)
    assert [tell(step.kept) for step in steps] == [[((0,), 1.0, False)], [((0,), 1.0, True)]]


def test_of_each_chain_only_the_best_choices_are_followed() -> None:
    [step] = construct(TABLE, chains=5, length=1, beams=2)
    assert tell(step.kept) == [((0,), 0.6, False), ((1,), 0.3, False)]


def test_the_same_triples_in_another_order_are_one_chain() -> None:
    table: Table = {
        (): (0.0, {0: 0.6, 1: 0.4}),
        (0,): (0.0, {1: 1.0}),
        (1,): (0.0, {0: 1.0}),
    }
    _, second = construct(table, chains=5, length=2)
    assert tell(second.kept) == [((0, 1), 0.6, False)]


def test_what_nothing_speaks_for_is_not_followed() -> None:
    table: Table = {(): (0.0, {0: 0.99995, 1: 0.00005}), (0,): (1e-5, {1: 1 - 1e-5})}
    first, second = construct(table, chains=5, length=2)
    assert [chain.rows for chain in first.kept] == [(0,)]
    assert [(chain.rows, chain.is_ended) for chain in second.kept] == [((0, 1), False)]


def test_a_chain_without_candidates_ends_and_loses_nothing() -> None:
    table: Table = {(): (0.0, {0: 0.7, 1: 0.3}), (0,): (0.0, {1: 1.0}), (1,): (0.0, {})}
    _, second = construct(table, chains=5, length=2)
    assert tell(second.kept) == [((0, 1), 0.7, False), ((1,), 0.3, True)]


def test_the_step_keeps_what_it_chose_from() -> None:
    _, second = construct(TABLE, chains=1, length=2)
    assert second.candidates == ((1, 2),)
    assert second.choices == (Choice(0.5, (0.4, 0.1)),)


def test_without_triples_there_are_no_chains() -> None:
    assert construct({(): (0.0, {})}) == []


def test_defaults_are_those_of_appendix_c4() -> None:
    limits = ChainLimits()
    assert (limits.chains, limits.length, limits.beams) == (5, 4, 5)
    assert 15 <= limits.candidates <= 30
