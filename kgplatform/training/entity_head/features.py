"""What the network learns from: the encoder's states, shapes and spaCy's labels, made once.

The encoder is frozen, so that one pass over the texts is enough; what it gives is kept in a folder
and read again by every training on the same items.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from kgplatform.models.embedding import OnnxEmbedder, Vectors
from kgplatform.models.entity_head.words import Spans, describe_words
from kgplatform.records.ids import content_id
from kgplatform.training.entity_head.data import Item, Names

__all__ = ["Features", "SpacyLabels", "load_pipeline", "make_features"]

SPACY_KINDS = {"PERSON": "PER", "ORG": "ORG", "GPE": "LOC", "LOC": "LOC", "FAC": "LOC"}
GROUP = 512
"""Items that are encoded at a time."""


@dataclass(frozen=True, slots=True)
class SpacyLabels:
    """The labels of a pipeline's recogniser ("" first, then B- and I-) and its tags ("" first)."""

    entities: tuple[str, ...]
    tags: tuple[str, ...]

    @classmethod
    def of(cls, pipeline: Any) -> SpacyLabels:
        """Return those of a loaded pipeline."""
        found = [f"{mark}-{label}" for label in pipeline.get_pipe("ner").labels for mark in "BI"]
        return cls(("", *found), ("", *pipeline.get_pipe("tagger").labels))


@dataclass(frozen=True, slots=True)
class Features:
    """Of all items, one behind the other: `offsets[i]` is the first of item i's words."""

    offsets: npt.NDArray[np.int64]
    states: npt.NDArray[np.float16]
    shapes: npt.NDArray[np.int64]
    entities: npt.NDArray[np.int64]
    tags: npt.NDArray[np.int64]
    labels: npt.NDArray[np.int64]
    spans: tuple[Spans, ...]
    seen: tuple[Names, ...]
    """What spaCy itself finds in each item, of PER, ORG and LOC."""

    def join(self, other: Features) -> Features:
        """Return the features of these items and then of others."""
        return Features(
            offsets=np.concatenate([self.offsets, self.offsets[-1] + other.offsets[1:]]),
            spans=(*self.spans, *other.spans),
            seen=(*self.seen, *other.seen),
            **{
                name: np.concatenate([getattr(self, name), getattr(other, name)])
                for name in ("states", "shapes", "entities", "tags", "labels")
            },
        )


def load_pipeline(name: str) -> Any:
    """Return a spaCy pipeline as the platform runs it."""
    import spacy

    return spacy.load(name, disable=["lemmatizer"])


def make_features(
    items: Sequence[Item], folder: Path, *, embedder: OnnxEmbedder, pipeline: Any
) -> Features:
    """Return the features of items; the encoder's states are kept in `folder`."""
    key = content_id("states", *(item.text for item in items))
    file = folder / f"states-{key}.npy"
    known = np.load(file) if file.exists() else None
    states, spans = _encode(items, embedder, known)
    if known is None:
        folder.mkdir(parents=True, exist_ok=True)
        np.save(file, states)
    labels = SpacyLabels.of(pipeline)
    entities, tags, seen = _parse(items, spans, pipeline, labels)
    return Features(
        offsets=np.cumsum([0, *map(len, spans)]),
        states=states,
        shapes=np.concatenate([_describe(i, s) for i, s in zip(items, spans, strict=True)]),
        entities=np.array(entities),
        tags=np.array(tags),
        labels=np.array([x for i, s in zip(items, spans, strict=True) for x in i.labels(s)]),
        spans=tuple(spans),
        seen=tuple(seen),
    )


def _encode(
    items: Sequence[Item], embedder: OnnxEmbedder, known: npt.NDArray[np.float16] | None
) -> tuple[npt.NDArray[np.float16], list[Spans]]:
    if known is not None:
        return known, [embedder.find_words(item.text) for item in items]
    spans: list[Spans] = []
    states: list[npt.NDArray[np.float16]] = []
    for start in range(0, len(items), GROUP):
        group = items[start : start + GROUP]
        found: dict[int, tuple[Spans, npt.NDArray[np.float16]]] = {}

        def take(
            index: int,
            spans: Spans,
            states: Vectors,
            into: dict[int, tuple[Spans, npt.NDArray[np.float16]]] = found,
        ) -> None:
            into[index] = spans, states.astype(np.float16)

        embedder.embed_with_words([item.text for item in group], take)
        spans += [found[index][0] for index in range(len(group))]
        states += [found[index][1] for index in range(len(group))]
    return np.concatenate(states), spans


def _describe(item: Item, spans: Spans) -> npt.NDArray[np.int64]:
    """Return the shapes of an item's words; every second pack has each sentence on a line."""
    text = item.text
    if "\n" not in text and len(text) % 2:
        for before, _ in pairwise(item.ends):
            at = item.spans[before][0]
            text = f"{text[: at - 1]}\n{text[at:]}"
    return describe_words(text, spans)


def _parse(
    items: Sequence[Item], spans: Sequence[Spans], pipeline: Any, labels: SpacyLabels
) -> tuple[list[int], list[int], list[Names]]:
    from spacy.tokens import Doc

    place_of_entity = {label: place for place, label in enumerate(labels.entities)}
    place_of_tag = {tag: place for place, tag in enumerate(labels.tags)}
    entities: list[int] = []
    tags: list[int] = []
    seen: list[Names] = []
    docs = (Doc(pipeline.vocab, words=[word or "_" for word in item.words]) for item in items)
    for item, own, doc in zip(items, spans, pipeline.pipe(docs, batch_size=64), strict=True):
        last = -1
        for place in item.place_words(own):
            token = doc[place]
            mark = "I" if place == last else token.ent_iob_
            entities.append(place_of_entity.get(f"{mark}-{token.ent_type_}", 0))
            tags.append(place_of_tag.get(token.tag_, 0))
            last = place
        kinds = ((e.start, e.end, SPACY_KINDS.get(e.label_, "")) for e in doc.ents)
        seen.append(frozenset(name for name in kinds if name[2]))
    return entities, tags, seen
