"""A question's view of the passages and things around it, and what tells an answer's passage."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from kgplatform.retrieve.word_overlap import Wording

__all__ = ["PASSAGE_FEATURES", "View", "describe_passages", "spread"]

PASSAGE_FEATURES = (
    "cosine",
    "fused",
    "rank",
    "covered",
    "best_sentence",
    "is_named",
    "namesakes",
    "names_asked",
)

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class View:
    """The n passages and e things around a question, as the question sees them.

    Attributes:
        cosines: of question and passage, (n,).
        fused: both searches' score, 0 where neither gave the passage, (n,).
        wording: the question's words in the passages.
        mentions: (passage, thing, sentence) rows, (m, 3).
        about: (passage, thing) rows, (a, 2).
        degrees: passages that name each thing in the whole graph, (e,).
        rarity: inverse document frequency of each thing, (e,).
        namesakes: pages about things of the name by which the question calls it; 0 where it
            does not, (e,).
        stated: (passage, thing) rows: what statements of the passage are about, (s, 2).
        nearness: of the relation of each of these statements to each that the question asks
            for, 0..1, (s, relations).
    """

    cosines: Floats
    fused: Floats
    wording: Wording
    mentions: Integers
    about: Integers
    degrees: Integers
    rarity: Floats
    namesakes: Integers
    stated: Integers
    nearness: Floats

    @cached_property
    def is_asked(self) -> Flags:
        """Which things the question names, (e,)."""
        return np.asarray(self.namesakes > 0)

    @cached_property
    def named(self) -> Integers:
        """Each (passage, thing) of the mentions once, ascending, shape (pairs, 2)."""
        things = max(len(self.degrees), 1)
        keys = np.unique(self.mentions[:, 0] * things + self.mentions[:, 1])
        return np.stack(np.divmod(keys, things), axis=1)

    @cached_property
    def nearest_stated(self) -> tuple[Integers, Floats]:
        """What passages state of things: ascending passage * e + thing, (k,), and how near.

        How near the nearest such statement is to each relation asked for, (k + 1, relations); the
        last row is of nothing stated.
        """
        keys, row = np.unique(self.stated @ (len(self.degrees), 1), return_inverse=True)
        nearest = np.zeros((len(keys) + 1, self.nearness.shape[1]))
        np.maximum.at(nearest, row, self.nearness)
        return keys, nearest

    @cached_property
    def candidates(self) -> Integers:
        """The passages that a search gave or whose subject the question names, ascending."""
        named = self.about[self.is_asked[self.about[:, 1]], 0]
        return np.union1d(np.flatnonzero(self.fused > 0), named)


def describe_passages(view: View) -> Floats:
    """Return PASSAGE_FEATURES of the candidates, shape (candidates, 8)."""
    rows, wording = view.candidates, view.wording
    rank = np.empty(len(view.fused))
    rank[np.argsort(-view.fused, kind="stable")] = np.arange(len(view.fused))
    sentences = wording.in_sentence @ wording.weights
    best = np.maximum.reduceat(sentences, wording.sentence_of[:-1]) if len(rows) else sentences
    namesakes = np.zeros(len(view.fused))
    np.maximum.at(namesakes, view.about[:, 0], view.namesakes[view.about[:, 1]])
    asked = np.zeros(len(view.fused))
    named = view.named
    np.add.at(asked, named[:, 0], (view.rarity * view.is_asked)[named[:, 1]])
    columns = (
        view.cosines,
        view.fused,
        -np.log1p(np.minimum(rank, np.count_nonzero(view.fused))),
        wording.in_passage @ wording.weights,
        best,
        namesakes > 0,
        np.log1p(namesakes),
        asked / max((view.rarity * view.is_asked).sum(), 1e-9),
    )
    return np.stack([column[rows] for column in columns], axis=1).astype(float)


def spread(view: View, scores: Floats) -> Floats:
    """Return log-odds of all passages from those of the candidates; others are just below them."""
    everywhere = np.full(len(view.fused), scores.min(initial=0.0) - 1)
    everywhere[view.candidates] = scores
    return everywhere
