"""What a passage is to a question: by itself, next to the best one, and at the ends of a chain.

The best passage of a question usually holds its first hop. Passages that are like the question for
the same reason, such as other parts of the same page, then add nothing; the second hop is a
passage that the best one leads to. "Where was the captain of the Endurance born?" asks for a
captain and a place of birth: a page that states "captain" of Worsley leads to him, and one that
states his "place of birth" is where the chain ends. How near the relations of statements are to
those asked for, their vectors say (`retrieve.relation_vectors`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from kgplatform.retrieve.word_overlap import Wording

__all__ = [
    "ASKED_FEATURES",
    "BESIDE_FEATURES",
    "PASSAGE_FEATURES",
    "View",
    "describe_asked",
    "describe_neighbours",
    "describe_passages",
    "spread",
]

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
BESIDE_FEATURES = (
    "is_best",
    "is_same_page",
    "added_words",
    "shared_words",
    "bridge_rarity",
    "bridges",
    "is_bridge_page",
    "better_of_page",
    "rank_in_all",
)
NO_PAGE = -1
ASKED_FEATURES = ("leaves_by_asked", "arrives_by_asked", "asked_apart")


@dataclass(frozen=True)
class View:
    """The n passages and e entities around a question, as the question sees them.

    Attributes:
        cosines: of question and passage, (n,).
        fused: both searches' score, 0 where neither gave the passage, (n,).
        wording: the question's words in the passages.
        mentions: (passage, entity, sentence) rows, (m, 3).
        about: (passage, entity) rows, (a, 2).
        degrees: passages that name each entity in the whole graph, (e,).
        rarity: inverse document frequency of each entity, (e,).
        namesakes: pages about entities of the name by which the question calls it; 0 where it
            does not, (e,).
        stated: (passage, entity) rows: what statements of the passage are about, (s, 2).
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
        """Which entities the question names, (e,)."""
        return np.asarray(self.namesakes > 0)

    @cached_property
    def named(self) -> Integers:
        """Each (passage, entity) of the mentions once, ascending, shape (pairs, 2)."""
        things = max(len(self.degrees), 1)
        keys = np.unique(self.mentions[:, 0] * things + self.mentions[:, 1])
        return np.stack(np.divmod(keys, things), axis=1)

    @cached_property
    def nearest_stated(self) -> tuple[Integers, Floats]:
        """What passages state of entities: ascending passage * e + entity, (k,), and how near.

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


def describe_neighbours(view: View, scores: Floats) -> Floats:
    """Return BESIDE_FEATURES of every passage, shape (n, 9).

    A bridge is an entity that the best passage names or is about and the question does not name.

    Args:
        view: of the question.
        scores: log-odds of every passage so far, (n,).
    """
    if not len(scores):
        return np.zeros((0, len(BESIDE_FEATURES)))
    order = np.argsort(-scores, kind="stable")
    rank = np.argsort(order, kind="stable")
    best = order[0]
    page = _find_pages(view)
    words, weights = view.wording.in_passage, view.wording.weights
    is_bridge = _find_bridges(view, best, page[best])
    bridging = view.named[is_bridge[view.named[:, 1]]]
    rarity = np.zeros(len(scores))
    np.maximum.at(rarity, bridging[:, 0], view.rarity[bridging[:, 1]])
    columns = (
        rank == 0,
        (page == page[best]) & (page != NO_PAGE),
        (words * (1 - words[best])) @ weights,
        (words * words[best]) @ weights,
        rarity,
        np.log1p(np.bincount(bridging[:, 0], minlength=len(scores))),
        (page != NO_PAGE) & np.append(is_bridge, False)[page],
        np.log1p(_count_better(page, rank)),
        -np.log1p(rank),
    )
    return np.stack(columns, axis=1).astype(float)


def _find_pages(view: View) -> Integers:
    """Return what each passage is about, the rarest entity if several; NO_PAGE if nothing."""
    page = np.full(len(view.fused), NO_PAGE)
    rows = view.about[np.argsort(view.rarity[view.about[:, 1]], kind="stable")]
    page[rows[:, 0]] = rows[:, 1]
    return page


def _find_bridges(view: View, best: int, page: int) -> Flags:
    is_bridge = np.zeros(len(view.degrees), bool)
    is_bridge[view.named[view.named[:, 0] == best, 1]] = True
    if page != NO_PAGE:
        is_bridge[page] = True
    return is_bridge & ~view.is_asked


def _count_better(page: Integers, rank: Integers) -> Integers:
    """Return how many passages of the same page rank before each."""
    order = np.lexsort((rank, page))
    begins = np.flatnonzero(np.diff(page[order], prepend=NO_PAGE - 1))
    place = np.arange(len(page)) - np.repeat(begins, np.diff(np.append(begins, len(page))))
    counts = np.zeros(len(page), np.int64)
    counts[order] = place
    counts[page == NO_PAGE] = 0
    return counts


def describe_asked(view: View, first: Integers, thing: Integers, second: Integers) -> Floats:
    """Return ASKED_FEATURES of pairs, (pairs, 3).

    How near the nearest relation is that the first passage states of the entity, that the second
    does, and the best sum of both for two different relations that are asked for, or for the one.

    Args:
        first, second: passages, (pairs,).
        thing: by which each pair leads, (pairs,).
    """
    if not view.nearness.size:
        return np.zeros((len(first), len(ASKED_FEATURES)))
    leaves, arrives = (_find_nearest(view, passage, thing) for passage in (first, second))
    sums = leaves[:, :, None] + arrives[:, None, :]
    if sums.shape[1] > 1:
        np.einsum("pii->pi", sums)[:] = 0  # the diagonal
    return np.stack([leaves.max(axis=1), arrives.max(axis=1), sums.max(axis=(1, 2))], axis=1)


def _find_nearest(view: View, passages: Integers, things: Integers) -> Floats:
    """Return how near what a passage states of each entity is to relations, (pairs, relations)."""
    keys, nearest = view.nearest_stated
    wanted = passages * len(view.degrees) + things
    place = np.searchsorted(keys, wanted)
    return np.asarray(nearest[np.where(np.append(keys, -1)[place] == wanted, place, len(keys))])
