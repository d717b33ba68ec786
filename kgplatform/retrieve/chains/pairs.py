"""The links of chains: a passage, an entity that it names or is about, another passage of it.

What marks a passage of the answer are the chains through it, the walk, and the best passage.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kgplatform.retrieve.chains.features import (
    ASKED_FEATURES,
    BESIDE_FEATURES,
    View,
    describe_asked,
    describe_neighbours,
)

__all__ = [
    "FINAL_FEATURES",
    "PAIR_FEATURES",
    "Pairs",
    "describe_chained",
    "find_pairs",
    "to_log_odds",
    "to_probabilities",
]

PER_ENTITY = 10  # passages of each kind that a chain goes on to from one entity
MAX_DEGREE = 300  # entities named in more passages lead nowhere
PAIR_FEATURES = (
    "first",
    "second",
    "is_about",
    "is_shared",
    "is_back",
    "rarity",
    "is_asked",
    "sentence",
    "joint",
    "open",
    "open_sentence",
    "cosine_gap",
    "mentions",
    "is_late",
    "pages",
    "joint_gain",
    *ASKED_FEATURES,
)
ABOUT, SHARED, BACK = range(3)
"""How an entity leads on: to its page, to another that names it, or back from its own page."""
Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
UNCHAINED = -12.0  # log-odds of a passage that is in no pair
FINAL_FEATURES = (
    "passage",
    "fused",
    "into",
    "out_of",
    "into_sum",
    "into_count",
    "walk",
    "into_about",
    "into_shared",
    "best",
    *BESIDE_FEATURES,
)


@dataclass(frozen=True, slots=True)
class Pairs:
    """Links of chains as columns: from passage `first`, by `thing`, to passage `second`.

    `features` are PAIR_FEATURES, which say whether both are of the answer, (pairs, 19).
    """

    first: Integers
    thing: Integers
    second: Integers
    features: Floats


def find_pairs(view: View, seeds: Integers, scores: Floats) -> Pairs:
    """Return the pairs that start from the seeds.

    Args:
        seeds: indices of passages.
        scores: log-odds of every passage so far, (n,).
    """
    steps = _leave(view, seeds)
    step, second, kind = _arrive(view, steps)
    first, thing = steps.passage[step], steps.thing[step]
    is_asked = view.is_asked[thing].astype(float)
    joint, added, in_sentence = _compare(view, first, second)
    covered = view.wording.in_passage @ view.wording.weights
    pages = np.bincount(view.about[:, 1], minlength=len(view.degrees))
    columns = (
        scores[first],
        scores[second],
        kind == ABOUT,
        kind == SHARED,
        kind == BACK,
        view.rarity[thing],
        is_asked,
        steps.sentence[step] * (1 - is_asked),
        joint,
        added,
        in_sentence,
        view.cosines[second] - view.cosines.max(initial=-1),
        np.log1p(steps.mentions[step]),
        steps.is_late[step],
        np.log1p(pages[thing]),
        joint - np.maximum(covered[first], covered[second]),
    )
    asked = describe_asked(view, first, thing, second)
    return Pairs(first, thing, second, np.column_stack([*columns, asked]).astype(float))


@dataclass(frozen=True, slots=True)
class _Steps:
    """From a seed to an entity, as columns.

    `sentence` is the best share of the question's words in a sentence that names it; `is_late`
    is 0 where the first sentence does.
    """

    passage: Integers
    thing: Integers
    is_own: Flags
    sentence: Floats
    mentions: Integers
    is_late: Floats


def _leave(view: View, seeds: Integers) -> _Steps:
    """Return the steps to entities that the seeds name or are about."""
    n_things = len(view.degrees)
    mentions = view.mentions[np.isin(view.mentions[:, 0], seeds)]
    own = view.about[np.isin(view.about[:, 0], seeds)]
    keys = np.concatenate([rows[:, 0] * n_things + rows[:, 1] for rows in (mentions, own)])
    unique, at = np.unique(keys, return_inverse=True)
    named, owned = at[: len(mentions)], at[len(mentions) :]
    is_own = np.zeros(len(unique), bool)
    is_own[owned] = True
    sentence, is_late = np.zeros(len(unique)), np.ones(len(unique))
    words = view.wording.in_sentence[mentions[:, 2]] @ view.wording.weights
    np.maximum.at(sentence, named, words)
    lead = view.wording.sentence_of[mentions[:, 0]]
    np.minimum.at(is_late, named, (mentions[:, 2] > lead).astype(float))
    count = np.bincount(named, minlength=len(unique))
    return _Steps(unique // n_things, unique % n_things, is_own, sentence, count, is_late)


def _arrive(view: View, steps: _Steps) -> tuple[Integers, Integers, Integers]:
    """Return (step, passage, kind) of the passages to which the steps lead.

    A page about the entity counts before one that names it, and of each kind the PER_ENTITY best
    by text are kept.
    """
    about_step, pages = _join(steps.thing, view.about[:, 1], view.about[:, 0])
    named = view.named
    named = named[view.degrees[named[:, 1]] <= MAX_DEGREE]
    named_step, others = _join(steps.thing, named[:, 1], named[:, 0])
    step = np.r_[about_step, named_step]
    second = np.r_[pages, others]
    kind = np.r_[np.full(len(pages), ABOUT), np.where(steps.is_own[named_step], BACK, SHARED)]
    keep = second != steps.passage[step]
    step, second, kind = step[keep], second[keep], kind[keep]
    order = np.lexsort((kind, second, step))
    step, second, kind = step[order], second[order], kind[order]
    is_first = _begins(step, second)
    step, second, kind = step[is_first], second[is_first], kind[is_first]
    order = np.lexsort((second, -view.fused[second], kind > ABOUT, step))
    step, second, kind = step[order], second[order], kind[order]
    begins = np.flatnonzero(_begins(step, kind > ABOUT))
    place = np.arange(len(step)) - np.repeat(begins, np.diff(np.r_[begins, len(step)]))
    keep = place < PER_ENTITY
    return step[keep], second[keep], kind[keep]


def _begins(*columns: npt.NDArray[np.generic]) -> Flags:
    """Return where a row differs from the one before it."""
    changes = np.ones(len(columns[0]), bool)
    changes[1:] = np.any([column[1:] != column[:-1] for column in columns], axis=0)
    return changes


def _join(wanted: Integers, keys: Integers, values: Integers) -> tuple[Integers, Integers]:
    """Return (position in `wanted`, value) for each row of keys and values that it equals."""
    order = np.argsort(keys, kind="stable")
    keys, values = keys[order], values[order]
    begin = np.searchsorted(keys, wanted, side="left")
    count = np.searchsorted(keys, wanted, side="right") - begin
    inside = np.arange(count.sum()) - np.repeat(np.cumsum(count) - count, count)
    return np.repeat(np.arange(len(wanted)), count), values[np.repeat(begin, count) + inside]


def _compare(view: View, first: Integers, second: Integers) -> tuple[Floats, Floats, Floats]:
    """Return shares of the question's words, by weight.

    Those that both have together, that the second adds to the first, and that one sentence of
    the second adds.
    """
    wording = view.wording
    one, two = wording.in_passage[first], wording.in_passage[second]
    added = (two * (1 - one)) @ wording.weights
    joint = one @ wording.weights + added
    targets, target = np.unique(second, return_inverse=True)
    starts, start = np.unique(first, return_inverse=True)
    left = (1 - wording.in_passage[starts]) * wording.weights
    begin, count = wording.sentence_of[targets], np.diff(wording.sentence_of)[targets]
    ends = np.cumsum(count)
    rows = np.arange(count.sum()) - np.repeat(ends - count, count) + np.repeat(begin, count)
    adds = wording.in_sentence[rows] @ left.T
    best = np.maximum.reduceat(adds, ends - count, axis=0) if len(targets) else adds
    return joint, added, best[target, start]


def to_probabilities(odds: Floats) -> Floats:
    """Return probabilities, 0..1, for log-odds."""
    return np.asarray(1 / (1 + np.exp(-odds)))


def to_log_odds(probabilities: Sequence[float], *, least: float) -> Floats:
    """Return log-odds for probabilities, none surer than `least` away from 0 or 1."""
    shares = np.clip(np.array(probabilities), least, 1 - least)
    return np.asarray(np.log(shares / (1 - shares)))


def describe_chained(
    view: View, scores: Floats, pairs: Pairs, odds: Floats, walked: Floats
) -> Floats:
    """Return FINAL_FEATURES of every passage, shape (n, 19).

    Args:
        scores: log-odds of every passage so far, (n,).
        pairs: of the seeds.
        odds: log-odds of the pair model, (pairs,).
        walked: log PageRank scaled to 0..1, (n,).
    """
    n = len(view.fused)
    is_about = pairs.features[:, PAIR_FEATURES.index("is_about")] > 0
    into = _best_of(pairs.second, odds, n)
    out_of = _best_of(pairs.first, odds, n)
    columns = (
        scores,
        view.fused,
        into,
        out_of,
        np.log1p(np.bincount(pairs.second, to_probabilities(odds), minlength=n)),
        np.log1p(np.bincount(pairs.second, minlength=n)),
        walked,
        _best_of(pairs.second[is_about], odds[is_about], n),
        _best_of(pairs.second[~is_about], odds[~is_about], n),
        np.maximum(into, out_of),
    )
    return np.concatenate([np.stack(columns, axis=1), describe_neighbours(view, scores)], axis=1)


def _best_of(passages: Integers, odds: Floats, n: int) -> Floats:
    best = np.full(n, UNCHAINED)
    np.maximum.at(best, passages, odds)
    return best
