"""Whether a chain leads by relations that the question asks for.

"Where was the captain of the Endurance born?" asks for a captain and a place of birth. A page that
states "captain" of Worsley leads to him, and one that states his "place of birth" is where the
chain ends. The relations are those of the statements that both passages state of the thing between
them; how near they are to those asked for, their vectors tell (`retrieve.relations`).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from kgplatform.retrieve.chains.view import View

__all__ = ["ASKED_FEATURES", "describe_asked"]

ASKED_FEATURES = ("leaves_by_asked", "arrives_by_asked", "asked_apart")

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


def describe_asked(view: View, first: Integers, thing: Integers, second: Integers) -> Floats:
    """Return ASKED_FEATURES of pairs, (pairs, 3).

    How near the nearest relation is that the first passage states of the thing, that the second
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
    """Return how near what a passage states of a thing is to each relation, (pairs, relations)."""
    keys, nearest = view.nearest_stated
    wanted = passages * len(view.degrees) + things
    place = np.searchsorted(keys, wanted)
    return np.asarray(nearest[np.where(np.append(keys, -1)[place] == wanted, place, len(keys))])
