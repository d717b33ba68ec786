"""Training texts: sentences in packs, as passages hold them, with the labels of their words.

The file has a sentence a line: `source`, `marks` (the kinds that this set marks; the others stand
as O and are no evidence against a name), `words`, `tags` (BIO over KINDS).
"""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from kgplatform.models.entity_head.head import KINDS, LABELS
from kgplatform.models.entity_head.words import Spans

__all__ = ["Item", "Names", "group_of", "make_item", "pack_sentences", "read_items"]

PACKS = (1, 1, 2, 3, 5, 8)
"""Sentences a pack, as likely as they stand here: from a line to a passage."""
MAX_PACK_WORDS = 170
PLACE_OF = {label: place for place, label in enumerate(LABELS)}

Names = frozenset[tuple[int, int, str]]
"""Of an item: first word, the word behind the last one, kind."""


@dataclass(frozen=True, slots=True)
class Item:
    """A text to learn from.

    Attributes:
        marks: places in KINDS of those that its set marks.
        ends: where each sentence ends, in words.
    """

    source: str
    marks: tuple[int, ...]
    text: str
    words: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]
    tags: tuple[str, ...]
    ends: tuple[int, ...]

    def names(self) -> Names:
        """Return the names that it marks."""
        found: list[tuple[int, int, str]] = []
        for place, tag in enumerate(self.tags):
            mark, _, kind = tag.partition("-")
            if mark == "I" and found and found[-1][1] == place:
                found[-1] = (found[-1][0], place + 1, found[-1][2])
            elif mark in ("B", "I"):
                found.append((place, place + 1, kind))
        return frozenset(found)

    def place_words(self, spans: Spans) -> list[int]:
        """Return the word of the item that each of the encoder's words lies in."""
        places, at = [], 0
        for start in spans[:, 0]:
            while self.spans[at][1] <= start:
                at += 1
            places.append(at)
        return places

    def labels(self, spans: Spans) -> list[int]:
        """Return the label (its place in LABELS) of each of the encoder's words."""
        labels, last = [], -1
        for place in self.place_words(spans):
            tag = self.tags[place]
            labels.append(PLACE_OF[f"I{tag[1:]}" if place == last and tag[0] == "B" else tag])
            last = place
        return labels


def make_item(
    source: str,
    marks: Iterable[str],
    words: Sequence[str],
    tags: Sequence[str],
    *,
    ends: Iterable[int] = (),
    line_starts: Iterable[int] = (),
) -> Item:
    """Return an item of words, joined by blanks.

    Args:
        line_starts: the words that begin a line.
    """
    text, spans, starts = "", [], set(line_starts)
    for number, word in enumerate(words):
        if text:
            text += "\n" if number in starts else " "
        spans.append((len(text), len(text) + len(word)))
        text += word
    return Item(
        source,
        tuple(sorted(KINDS.index(kind) for kind in marks)),
        text,
        tuple(words),
        tuple(spans),
        tuple(tags),
        tuple(ends) or (len(words),),
    )


def read_items(path: Path, *, limit: int | None = None, seed: int = 0) -> list[Item]:
    """Return the sentences of a file as items; see the module for its form.

    Args:
        limit: of sentences, as many of each source as they come.
    """
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    if limit is not None:
        rows = rows[:: max(len(rows) // limit, 1)][:limit]
    return list(pack_sentences(rows, seed=seed))


def pack_sentences(rows: Iterable[dict[str, list[str]]], *, seed: int) -> Iterator[Item]:
    """Yield items of one or several sentences of a source that follow one another."""
    generator = random.Random(seed)
    pack: list[dict[str, list[str]]] = []
    wanted = generator.choice(PACKS)
    for row in rows:
        size = sum(len(one["words"]) for one in pack) + len(row["words"])
        is_full = len(pack) >= wanted or size > MAX_PACK_WORDS
        if pack and (is_full or pack[0]["source"] != row["source"]):
            yield _join(pack)
            pack, wanted = [], generator.choice(PACKS)
        pack.append(row)
    if pack:
        yield _join(pack)


def group_of(source: str) -> str:
    """Return the group of a source: the sets of one maker are left out together."""
    return source.split("-", maxsplit=1)[0]


def _join(pack: list[dict[str, list[str]]]) -> Item:
    words = [word for row in pack for word in row["words"]]
    tags = [tag for row in pack for tag in row["tags"]]
    ends, at = [], 0
    for row in pack:
        at += len(row["words"])
        ends.append(at)
    return make_item(str(pack[0]["source"]), pack[0]["marks"], words, tags, ends=ends)
