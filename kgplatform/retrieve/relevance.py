"""How much the sentence around a mention has to do with the question.

A page names many things; "her captain was Frank Worsley" tells which of them a question about the
captain goes on to. The walk leaves a passage by such an entity sooner.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from kgplatform.extract.names import iterate_tokens

__all__ = ["Boosts", "compute_boosts"]

MAX_BOOST = 10.0  # of an edge whose sentence has every word of the question; grows as its square
STEM_CHARS = 6  # words are alike if they begin alike: "directed", "director", "directs"
SENTENCE_END = re.compile(r"[.!?][\"”')\]]*\s+(?=[\"“'(\[]*[A-Z0-9])")
FUNCTION_WORDS = frozenset(
    "a an the of in on at by to for from with and or is are was were be been do does did has have "
    "had who whom whose what which when where why how that this it its he she his her they their "
    "as".split()
)

Boosts = dict[tuple[str, str], float]


def compute_boosts(question: str, rows: Iterable[dict[str, Any]]) -> Boosts:
    """Return a factor above 1 for (passage id, entity id) pairs that the question points to.

    Args:
        rows: as `fetch_mentions` returns them.
    """
    asked = _stems(question)
    boosts: Boosts = {}
    for row in rows:
        text, bounds = row["text"], _sentence_bounds(row["text"])
        stems = [_stems(text[a:b]) for a, b in pairwise(bounds)]
        spans = zip(row["entities"], row["starts"], row["ends"], strict=True)
        for entity_id, start, end in spans:
            around = stems[bisect_right(bounds, start) - 1] - _stems(text[start:end])
            share = len(asked & around) / max(len(asked), 1)
            factor = 1 + MAX_BOOST * share * share
            key = (row["id"], entity_id)
            if factor > boosts.get(key, 1.0):
                boosts[key] = factor
    return boosts


def _sentence_bounds(text: str) -> list[int]:
    return [0, *(match.end() for match in SENTENCE_END.finditer(text)), len(text) + 1]


def _stems(text: str) -> frozenset[str]:
    forms = (token.form for token in iterate_tokens(text))
    return frozenset(_stem(form) for form in forms if form not in FUNCTION_WORDS)


def _stem(form: str) -> str:
    if len(form) > STEM_CHARS:
        return form[:STEM_CHARS]
    return form[:-1] if form.endswith("s") and len(form) > 3 else form
