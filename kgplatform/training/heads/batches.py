"""Items as token ids with the targets of each head, in batches of about one length."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kgplatform.models.reading_heads.windows import Pair, Window, encode_pair
from kgplatform.training.heads.data import NO_TARGET, Item

__all__ = ["CHUNK", "Example", "cut_batches", "encode", "gather"]

CHUNK = 512
"""Items that are sorted by length at a time: a run that ends early has seen a fair sample."""
WITHOUT_ANSWER = 0.1
"""Share of long passages of which a window is read that does not hold the answer."""
MULTIPLE = 8
"""Batches are as long as a multiple of this."""


@dataclass(frozen=True, slots=True)
class Example:
    """A window with its targets; -1 where one is not known, token 0 where there is no answer."""

    window: Window
    start: int
    end: int
    support: int
    relevance: int


def encode(tokenizer: Any, item: Item, generator: random.Random) -> Example:
    """Return a window of an item.

    Args:
        generator: chooses the window where the passage is longer than one.
    """
    pair = encode_pair(tokenizer, item.question, item.passage)
    own = _tokens_of(item.span, pair) if item.span else range(0)
    start = 0 if item.span is None else _choose(pair, own, generator)
    window = pair.window(start)
    inside = range(max(own.start, start), min(own.stop, start + len(window.spans)))
    first = last = NO_TARGET if item.span is None or inside else 0
    if own and inside == own:
        first, last = (window.first + token - start for token in (own[0], own[-1]))
    is_elsewhere = bool(item.span) and inside != own
    return Example(window, first, last, item.support, NO_TARGET if is_elsewhere else item.relevance)


def cut_batches(
    tokenizer: Any, items: Sequence[Item], *, size: int, seed: int, first: int = 0
) -> Iterator[list[Example]]:
    """Yield batches of examples, the items in chunks in their order.

    Args:
        first: number of the first batch to yield: where a training goes on.
    """
    each = CHUNK // size
    for chunk in range(first // each, -(-len(items) // CHUNK)):
        generator = random.Random(f"{seed} {chunk}")
        own = items[chunk * CHUNK : (chunk + 1) * CHUNK]
        examples = [encode(tokenizer, item, generator) for item in own]
        examples.sort(key=lambda example: len(example.window.ids))
        cut = [examples[at : at + size] for at in range(0, len(examples), size)]
        generator.shuffle(cut)
        yield from cut[max(first - chunk * each, 0) :]


def gather(examples: Sequence[Example]) -> Mapping[str, Any]:
    """Return a batch as arrays by name."""
    longest = max(len(example.window.ids) for example in examples)
    shape = len(examples), -(-longest // MULTIPLE) * MULTIPLE
    ids, types = np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.int64)
    mask, spannable = np.zeros(shape, dtype=bool), np.zeros(shape, dtype=bool)
    spannable[:, 0] = True
    for row, example in enumerate(examples):
        window = example.window
        ids[row, : len(window.ids)], types[row, : len(window.ids)] = window.ids, window.types
        mask[row, : len(window.ids)] = True
        spannable[row, window.first : window.first + len(window.spans)] = True
    targets = {
        name: np.array([getattr(example, name) for example in examples])
        for name in ("start", "end", "support", "relevance")
    }
    return {"ids": ids, "types": types, "mask": mask, "spannable": spannable, **targets}


def _tokens_of(span: tuple[int, int], pair: Pair) -> range:
    inside = [n for n, (start, end) in enumerate(pair.spans) if end > span[0] and start < span[1]]
    return range(inside[0], inside[-1] + 1) if inside else range(0)


def _choose(pair: Pair, own: range, generator: random.Random) -> int:
    """Return where a window begins; mostly it holds the answer."""
    least, most = 0, max(len(pair.passage) - pair.room, 0)
    if own and generator.random() >= WITHOUT_ANSWER:
        least, most = max(own[-1] + 1 - pair.room, 0), min(own[0], most)
    return generator.randint(least, max(least, most))
