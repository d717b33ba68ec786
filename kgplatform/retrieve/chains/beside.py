"""What a passage is beside the best one found so far: more of the same, or the other half.

The best passage of a question usually holds its first hop. Passages that are like the question for
the same reason, such as other parts of the same page, then add nothing; the second hop is a
passage that the best one leads to.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from kgplatform.retrieve.chains.view import View

__all__ = ["BESIDE_FEATURES", "describe_beside"]

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

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


def describe_beside(view: View, scores: Floats) -> Floats:
    """Return BESIDE_FEATURES of every passage, shape (n, 9).

    A bridge is a thing that the best passage names or is about and the question does not name.

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
    """Return what each passage is about, the rarest thing if several; NO_PAGE if nothing."""
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
