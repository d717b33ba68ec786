"""Scores each word of a text for the kinds of names, and decodes them, with numpy alone.

A convolutional network of two layers on the mean of the encoder's hidden states, trained by
`kgplatform.training.entity_head`; what spaCy sees at a word is added as learned weights when the
labels are decoded, so that one pass of the encoder serves search and names, and the join of the
two recognisers is measured, not guessed. Model card: card.md beside this file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from kgplatform.models.entity_head.words import Spans, describe_words

__all__ = [
    "ENCODER",
    "KINDS",
    "LABELS",
    "LAYERS",
    "EntityHead",
    "FoundName",
    "WordScores",
    "best_path",
    "load",
]

ENCODER = "bge-small-en-v1.5"
"""The encoder that the head was trained on, by the name the embedder has."""

LAYERS = (0, 2, 4, 6, 8, 10, 12)
"""Of the encoder, whose mean the head reads; 0 is its input."""

KINDS = ("PER", "ORG", "LOC", "WORK", "EVENT", "OTHER")
LABELS = ("O", *(f"{mark}-{kind}" for kind in KINDS for mark in "BI"))
WEIGHTS = Path(__file__).with_name("weights.npz")

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class WordScores:
    """A text's words, by span, with the score of each of LABELS: shape (words, labels)."""

    spans: Spans
    scores: npt.NDArray[np.float16]

    def behind(self, start: int) -> WordScores:
        """Return those of the words that begin at `start` or behind it, in the text from there."""
        kept = self.spans[:, 0] >= start
        return WordScores(self.spans[kept] - start, self.scores[kept])


@dataclass(frozen=True, slots=True)
class FoundName:
    """text[start:end] is a name of this kind (KINDS)."""

    start: int
    end: int
    kind: str


class EntityHead:
    """The network of some weights.

    Args:
        weights: arrays by name, as training writes them.
    """

    def __init__(self, weights: dict[str, Any]) -> None:
        self.version = str(weights["version"])
        self._weights: dict[str, Floats] = {
            name: array.astype(np.float32)
            for name, array in weights.items()
            if array.dtype.kind == "f"
        }
        self._convolutions = sum(name.startswith("convolution") for name in weights) // 2
        self._seen = {str(name): place for place, name in enumerate(weights["entity_labels"])}
        self._tags = {str(name): place for place, name in enumerate(weights["tags"])}

    def score(self, text: str, spans: Spans, states: Floats) -> WordScores:
        """Return the scores of a text's words, before anything that spaCy sees.

        Args:
            spans: of the words, as find_words gives them.
            states: (words, dimension), the mean of LAYERS, and of a word's tokens.
        """
        return self.score_described(spans, describe_words(text, spans), states)

    def score_described(
        self, spans: Spans, features: npt.NDArray[np.int64], states: Floats
    ) -> WordScores:
        """Return the scores of words whose features (describe_words) are made already."""
        weights = self._weights
        shapes, places = weights["shapes"][features[:, 0]], weights["places"][features[:, 1]]
        hidden = np.concatenate([states * weights["scale"], shapes, places], axis=1)
        hidden = self._normalise(_gelu(hidden @ weights["input"] + weights["input_bias"]), 0)
        for layer in range(self._convolutions):
            padded = np.pad(hidden, ((1, 1), (0, 0)))
            three = np.concatenate([padded[:-2], padded[1:-1], padded[2:]], axis=1)
            change = three @ weights[f"convolution_{layer}"] + weights[f"convolution_bias_{layer}"]
            hidden = self._normalise(hidden + _gelu(change), layer + 1)
        scores = hidden @ weights["output"] + weights["output_bias"]
        return WordScores(spans, scores.astype(np.float16))

    def decode(
        self, words: WordScores, entity_labels: Sequence[str], tags: Sequence[str]
    ) -> list[FoundName]:
        """Return the names in order, by the best sequence of labels.

        Args:
            words: scored.
            entity_labels: of spaCy's recogniser, for each word: "B-ORG", "" for none.
            tags: of spaCy's tagger, for each word: "NNP".
        """
        if not len(words.spans):
            return []
        scores = words.scores.astype(np.float32)
        scores += self._weights["seen"][[self._seen.get(label, 0) for label in entity_labels]]
        scores += self._weights["tagged"][[self._tags.get(tag, 0) for tag in tags]]
        return list(_names(best_path(scores), words.spans))

    def _normalise(self, rows: Floats, layer: int) -> Floats:
        mean, deviation = rows.mean(axis=1, keepdims=True), rows.std(axis=1, keepdims=True)
        scaled = (rows - mean) / np.sqrt(deviation**2 + 1e-5)
        result: Floats = (
            scaled * self._weights[f"norm_{layer}"] + self._weights[f"norm_bias_{layer}"]
        )
        return result


@cache
def load(path: Path = WEIGHTS) -> EntityHead | None:
    """Return the head of a file of weights, that of the package by default; None without it."""
    if not path.exists():
        return None
    with np.load(path, allow_pickle=False) as weights:
        return EntityHead(dict(weights))


def best_path(scores: Floats) -> list[int]:
    """Return the labels with the highest sum in which I-X follows only B-X or I-X (Viterbi)."""
    allowed = _allowed()
    best = np.where(allowed[0], scores[0], -np.inf)  # the beginning is as after O
    back = np.zeros(scores.shape, dtype=np.int64)
    steps = np.where(allowed, 0, -np.inf)
    for at in range(1, len(scores)):
        sums = best[:, None] + steps
        back[at] = sums.argmax(axis=0)
        best = sums.max(axis=0) + scores[at]
    path = [int(best.argmax())]
    for at in range(len(scores) - 1, 0, -1):
        path.append(int(back[at][path[-1]]))
    return path[::-1]


@cache
def _allowed() -> npt.NDArray[np.bool_]:
    return np.array(
        [[b[0] != "I" or a in (b, f"B{b[1:]}") for b in LABELS] for a in LABELS], dtype=np.bool_
    )


def _names(path: Sequence[int], spans: Spans) -> list[FoundName]:
    names: list[FoundName] = []
    for label, (start, end) in zip(path, spans, strict=True):
        mark, _, kind = LABELS[label].partition("-")
        if mark == "I" and names:
            names[-1] = FoundName(names[-1].start, int(end), kind)
        elif mark == "B":
            names.append(FoundName(int(start), int(end), kind))
    return names


def _gelu(rows: Floats) -> Floats:
    """The approximation by the hyperbolic tangent (Hendrycks and Gimpel 2016)."""
    inner = 0.7978845608 * (rows + 0.044715 * rows**3)
    result: Floats = (0.5 * rows * (1 + np.tanh(inner))).astype(np.float32)
    return result
