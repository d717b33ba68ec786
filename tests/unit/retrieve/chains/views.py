"""Small views for the tests of chains: passages of given texts, things by number."""

from __future__ import annotations

import numpy as np

from kgplatform.retrieve.chains.features import View
from kgplatform.retrieve.word_overlap import compare_words

QUESTION = "Where was the captain of the Endurance born?"
TEXTS = (
    "The Endurance was a ship. Her captain was Frank Worsley.",  # page of thing 0, names 1
    "Frank Worsley was born in Akaroa.",  # page of thing 1, names 2
    "Akaroa is a town.",  # page of thing 2
    "The town Akaroa was home to Worsley.",  # no page; names 1 and 2
    "Bread is baked.",  # names and is about nothing
)
# passage, thing, offset of the name
NAMED = ((0, 0, 4), (0, 1, 42), (1, 1, 0), (1, 2, 26), (2, 2, 0), (3, 2, 9), (3, 1, 28))
ABOUT = ((0, 0), (1, 1), (2, 2))
DEGREES = (1, 3, 3)
TOTAL = 5


def make_view(
    *,
    fused: tuple[float, ...] = (1.0, 0.0, 0.0, 0.2, 0.1),
    asked: tuple[int, ...] = (1, 0, 0),
    degrees: tuple[int, ...] = DEGREES,
    texts: tuple[str, ...] = TEXTS,
) -> View:
    wording = compare_words(QUESTION, texts, [""] * len(texts))
    mentions = np.array(NAMED)
    mentions[:, 2] = wording.locate(mentions[:, 0], mentions[:, 2])
    return View(
        cosines=np.array(fused) / 2,
        fused=np.array(fused),
        wording=wording,
        mentions=mentions,
        about=np.array(ABOUT),
        degrees=np.array(degrees),
        rarity=np.log1p(TOTAL / np.array(degrees)),
        namesakes=np.array(asked),
        stated=np.zeros((0, 2), int),
        nearness=np.zeros((0, 0)),
    )
