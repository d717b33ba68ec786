"""Explains by which chains passages were found, so that a person can follow why they are there."""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Iterator

import numpy as np

from kgplatform.records import Step
from kgplatform.retrieve.chains.pairs import to_probabilities
from kgplatform.retrieve.chains.ranking import Chained
from kgplatform.retrieve.subgraph import LocalGraph

__all__ = ["describe_links"]

LEAST = 0.02  # that both ends of a chain are of the answer; what is less likely is left out
WIDTH = 60  # characters by which a passage without a title is shown


def describe_links(found: Chained, local: LocalGraph, returned: Collection[str]) -> list[Step]:
    """Return a step of the chains between returned passages, none where there is no such chain.

    Args:
        found: the last round.
        local: what its passages and entities are.
        returned: ids of passages. Of each the likeliest chain to another one is returned.
    """
    links = [
        {
            "from": _say(local, first),
            "by": local.entity_names[thing],
            "to": _say(local, second),
            "likely": round(likely, 3),
            "from_id": local.passage_ids[first],
            "to_id": local.passage_ids[second],
        }
        for first, thing, second, likely in _choose(found, local, returned)
    ]
    return [Step("links", {"found": links})] if links else []


def _choose(
    found: Chained, local: LocalGraph, returned: Collection[str]
) -> Iterator[tuple[int, int, int, float]]:
    """Yield (first, entity, second, 0..1), likeliest first: each has an end not returned before."""
    pairs, likely = found.pairs, to_probabilities(found.odds)
    is_returned = np.array([key in returned for key in local.passage_ids], bool)
    stated: set[int] = set()
    for i in np.argsort(-likely, kind="stable").tolist():
        if likely[i] < LEAST:
            return
        ends = {int(pairs.first[i]), int(pairs.second[i])}
        if all(is_returned[list(ends)]) and not ends <= stated:
            stated |= ends
            yield int(pairs.first[i]), int(pairs.thing[i]), int(pairs.second[i]), float(likely[i])


def _say(local: LocalGraph, passage: int) -> str:
    """Return the title of a passage, or how it begins."""
    return local.titles[passage] or textwrap.shorten(local.texts[passage], WIDTH, placeholder="…")
