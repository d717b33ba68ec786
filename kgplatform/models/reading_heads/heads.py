"""Reads passages for a question: answer spans, whether a claim is supported, relevance.

One pass of the encoder for each window gives all three. The heads are a linear layer each, on the
last hidden states: those of the passage's tokens for the span, that of the first token for the
others. Trained by `kgplatform.training.heads`; model card: card.md beside this file.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from kgplatform.errors import ModelUnavailable
from kgplatform.models.cores import session_options, usable_cores
from kgplatform.models.embedding import built_in_files
from kgplatform.models.kept import Kept
from kgplatform.models.once import once
from kgplatform.models.reading_heads.merging import merge_encoder
from kgplatform.models.reading_heads.windows import Window, encode_pair, load_tokenizer
from kgplatform.progress import NO_PROGRESS, Progress

__all__ = [
    "ENCODER",
    "HEADS",
    "WEIGHTS",
    "AnswerSpan",
    "Reading",
    "ReadingHeads",
    "Support",
    "load",
]

ENCODER = "bge-small-en-v1.5"
"""The encoder that the change belongs to, by the name the embedder has."""
HEADS = ("span", "support", "relevance")
WEIGHTS = Path(__file__).with_name("weights.npz")
MAX_ANSWER = 48
"""Tokens of an answer."""
MOST_SPANS = 5
"""Of a passage."""
MOST_KEPT = 256
"""Readings."""

Floats = npt.NDArray[np.float32]
Weights = Mapping[str, npt.NDArray[Any]]


class Support(NamedTuple):
    """What a passage does to a claim: probabilities that add up to 1, in the head's order."""

    contradicts: float
    not_mentioned: float
    states: float


@dataclass(frozen=True, slots=True)
class AnswerSpan:
    """passage[start:end] answers the question with this probability, by its window alone."""

    start: int
    end: int
    probability: float


@dataclass(frozen=True, slots=True)
class Reading:
    """What one passage gives for a question.

    Attributes:
        spans: likeliest first; no two overlap.
        no_answer: probability that the passage has none.
        support: of the question taken as a claim.
        relevance: probability that the passage helps to answer.
    """

    spans: tuple[AnswerSpan, ...]
    no_answer: float
    support: Support
    relevance: float


class ReadingHeads:
    """The merged encoder with its heads."""

    def __init__(self, encoder: Path, tokenizer: Path, weights: Weights) -> None:
        """Load the model.

        Args:
            encoder: an ONNX file, as `merge_encoder` makes it.
            tokenizer: the tokenizer.json that belongs to it.
            weights: arrays by name, as training writes them.

        Raises:
            ModelUnavailable: the files cannot be loaded.
        """
        import onnxruntime

        try:
            self._tokenizer = load_tokenizer(tokenizer)
            self._session = onnxruntime.InferenceSession(
                str(encoder), session_options(), providers=["CPUExecutionProvider"]
            )
        except Exception as exc:  # both libraries raise their own bare subclasses of Exception
            raise ModelUnavailable(
                f"The reading model cannot be loaded from {encoder.parent}: "
                f"delete that folder and run again ({exc})."
            ) from exc
        self._kept: Kept[tuple[str, str], Reading] = Kept(MOST_KEPT)
        self.version = str(weights["version"])
        self._weights = {
            name: weights[name].astype(np.float32)
            for head in HEADS
            for name in (f"{head}.weight", f"{head}.bias")
        }

    def read(self, question: str, passages: Sequence[str]) -> list[Reading]:
        """Return what each passage gives for a question, in their order.

        Each window is encoded alone, so that what a passage gives depends on no other. The last
        MOST_KEPT readings are kept: passages that are ranked by them are read for an answer next.

        Args:
            question: a question, or a claim where its support is what matters.
            passages: texts, each below its headings.
        """

        def read(keys: Sequence[tuple[str, str]]) -> list[Reading]:
            return self._read(question, [text for _, text in keys])

        return self._kept.find([(question, text) for text in passages], read)

    def _read(self, question: str, passages: Sequence[str]) -> list[Reading]:
        pairs = [encode_pair(self._tokenizer, question, passage) for passage in passages]
        windows = [(number, window) for number, p in enumerate(pairs) for window in p.windows()]
        # onnxruntime lets go of the interpreter while it computes
        with ThreadPoolExecutor(usable_cores()) as pool:
            found = list(pool.map(lambda each: self._read_window(each[1]), windows))
        return [
            _join([r for (n, _), r in zip(windows, found, strict=True) if n == number])
            for number in range(len(passages))
        ]

    def _read_window(self, window: Window) -> Reading:
        ids = np.array([window.ids], dtype=np.int64)
        feed = {
            "input_ids": ids,
            "attention_mask": np.ones_like(ids),
            "token_type_ids": np.array([window.types], dtype=np.int64),
        }
        states = self._session.run(None, feed)[0][0]
        spans, no_answer = _decode(self._score("span", states), window)
        support = _softmax(self._score("support", states[0]))
        relevance = 1 / (1 + np.exp(-self._score("relevance", states[0])[0]))
        return Reading(spans, no_answer, Support(*map(float, support)), float(relevance))

    def _score(self, head: str, states: Floats) -> Floats:
        scores: Floats = states @ self._weights[f"{head}.weight"].T + self._weights[f"{head}.bias"]
        return scores


@once
def load(
    *, cache: Path, weights: Path = WEIGHTS, progress: Progress = NO_PROGRESS
) -> ReadingHeads | None:
    """Return the heads of a file of weights, those of the package by default; None without it.

    The encoder is fetched, merged and made small the first time, which takes some seconds. They are
    loaded once a process.

    Args:
        cache: the user's cache directory.
        progress: reports the download.

    Raises:
        ArtifactError: the encoder could not be fetched or is not what was pinned.
        ModelUnavailable: the merged encoder cannot be made or loaded.
    """
    if not weights.exists():
        return None
    with np.load(weights, allow_pickle=False) as opened:
        arrays = dict(opened)
    model, tokenizer = built_in_files(ENCODER, cache=cache, progress=progress)
    ours = {"version", *(f"{head}.{part}" for head in HEADS for part in ("weight", "bias"))}
    delta = {name: array for name, array in arrays.items() if name not in ours}
    merged = merge_encoder(model, delta, into=cache / "reading-heads")
    return ReadingHeads(merged, tokenizer, arrays)


def _decode(scores: Floats, window: Window) -> tuple[tuple[AnswerSpan, ...], float]:
    """Return the best spans of a window and the probability of none, over all that are allowed.

    Args:
        scores: (tokens, 2), of a span's first and last token; the first token stands for none.
    """
    own = scores[window.first : window.first + len(window.spans)]
    if not len(own):
        return (), 1.0
    sums = own[:, None, 0] + own[None, :, 1]
    allowed = np.triu(np.ones_like(sums, dtype=bool)) & ~np.triu(
        np.ones_like(sums, dtype=bool), MAX_ANSWER
    )
    every = _softmax(np.append(sums[allowed], scores[0].sum()))
    starts, ends = np.nonzero(allowed)
    found = (
        AnswerSpan(window.spans[starts[n]][0], window.spans[ends[n]][1], float(every[n]))
        for n in np.argsort(-every[:-1], kind="stable")[: 8 * MOST_SPANS]
    )
    return _apart(found), float(every[-1])


def _join(windows: Sequence[Reading]) -> Reading:
    """Return what the windows of one passage give together: the most that one of them gives."""
    spans = sorted((s for w in windows for s in w.spans), key=lambda span: -span.probability)
    return Reading(
        _apart(spans),
        min(window.no_answer for window in windows),
        min((window.support for window in windows), key=lambda support: support.not_mentioned),
        max(window.relevance for window in windows),
    )


def _apart(spans: Iterable[AnswerSpan]) -> tuple[AnswerSpan, ...]:
    """Return the first spans, likeliest first, that overlap none before them."""
    kept: list[AnswerSpan] = []
    for span in spans:
        if len(kept) < MOST_SPANS and all(span.end <= o.start or o.end <= span.start for o in kept):
            kept.append(span)
    return tuple(kept)


def _softmax(scores: Floats) -> Floats:
    raised = np.exp(scores - scores.max())
    result: Floats = raised / raised.sum()
    return result
