"""What to train the head on, made ready: sentences, forms made of them, and their features."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from kgplatform.models.embedding import OnnxEmbedder, load_embedder
from kgplatform.models.entity_head.head import ENCODER
from kgplatform.models.linguistics import DEFAULT_PIPELINE
from kgplatform.settings import Settings
from kgplatform.training.entity_head.data import Item, read_items
from kgplatform.training.entity_head.features import (
    Features,
    SpacyLabels,
    load_pipeline,
    make_features,
)
from kgplatform.training.entity_head.forms import make_forms

__all__ = ["Prepared", "prepare", "write_weights"]


class Prepared:
    """Items with forms made of them, their features, and the labels of the pipeline."""

    def __init__(self, items: list[Item], features: Features, labels: SpacyLabels) -> None:
        self.items = items
        self.features = features
        self.labels = labels


def prepare(data: Path, folder: Path, *, limit: int | None = None) -> Prepared:
    """Return what to train on; what the encoder gives is kept in a folder.

    Args:
        data: sentences (kgplatform.training.entity_head.data).
        folder: for the encoder's states (0.5 GB for 24,000 sentences).
        limit: of sentences.

    Raises:
        ArtifactError: the encoder could not be fetched.
    """
    embedder = load_embedder(ENCODER, cache=Settings.load().cache)
    if not isinstance(embedder, OnnxEmbedder):
        raise TypeError("the encoder of the head is one that shows its layers")
    pipeline = load_pipeline(DEFAULT_PIPELINE)
    labels = SpacyLabels.of(pipeline)
    items = read_items(data, limit=limit)
    sentences = make_features(items, folder, embedder=embedder, pipeline=pipeline)
    tags = [_tags_of_words(item, sentences, n, labels) for n, item in enumerate(items)]
    forms = make_forms(items, tags, each=300 if limit is None else max(limit // 40, 1))
    if not forms:
        return Prepared(items, sentences, labels)
    made = make_features(forms, folder, embedder=embedder, pipeline=pipeline)
    return Prepared([*items, *forms], sentences.join(made), labels)


def write_weights(out: Path, weights: dict[str, Any]) -> None:
    """Write the weights of a head as `kgplatform.models.entity_head.head.load` reads them."""
    with out.open("wb") as file:
        np.savez_compressed(file, **weights)


def _tags_of_words(item: Item, features: Features, number: int, labels: SpacyLabels) -> list[str]:
    """Return spaCy's tag of each word of an item: that of the encoder's last word in it."""
    tags = [""] * len(item.words)
    own = slice(*features.offsets[number : number + 2])
    places = item.place_words(features.spans[number])
    for place, tag in zip(places, features.tags[own], strict=True):
        tags[place] = labels.tags[tag]
    return tags
