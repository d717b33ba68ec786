"""What to train the heads on, made ready: items in their order, and the encoder's own parts."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kgplatform.models.embedding import built_in_files
from kgplatform.models.reading_heads.heads import ENCODER
from kgplatform.models.reading_heads.merging import read_weights
from kgplatform.models.reading_heads.windows import load_tokenizer
from kgplatform.training.heads.data import Item, mix, read_items

__all__ = ["Prepared", "prepare", "read_held_out"]

HELD_OUT_EACH = 12
"""Items of each set by which the best weights are chosen; the rest is for the figures."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """Items in the order in which they are learned from, and what the network is made of."""

    items: list[Item]
    held_out: list[Item]
    tokenizer: Any
    weights: dict[str, Any]


def prepare(
    data: Path, *, cache: Path, limit: int | None = None, passes: int = 1, seed: int = 0
) -> Prepared:
    """Return what to train on.

    Args:
        data: the folder of the sets (kgplatform.training.heads.data).
        cache: the user's cache directory, where the encoder is.
        limit: of items, for a trial.
        passes: over the sets, each in an order and with choices of its own.
        seed: of the first pass.

    Raises:
        ArtifactError: the encoder could not be fetched.
    """
    model, tokenizer = built_in_files(ENCODER, cache=cache)
    seeds = range(seed, seed + passes)
    items = [i for own in seeds for i in mix(read_items(data, seed=own), seed=own)]
    return Prepared(
        items[:limit],
        read_held_out(data),
        load_tokenizer(tokenizer),
        read_weights(model),
    )


def read_held_out(data: Path) -> list[Item]:
    """Return the items by which the best weights are chosen, of documents held out."""
    own = read_items(data, "valid").values()
    return [item for items in own for item in items[:HELD_OUT_EACH]]
