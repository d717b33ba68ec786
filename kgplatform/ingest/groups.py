"""Cuts a stream of documents into groups of passages: the unit that is analysed and written.

Groups keep the order of the documents. How large they are follows the time that writing takes;
the graph does not depend on it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from kgplatform.records import Document, Passage
from kgplatform.sources.passages import SentenceSplitter, split_passages
from kgplatform.text.table_rows import BETWEEN

__all__ = ["Group", "GroupSize", "group_passages"]

MIN_PASSAGES_PER_GROUP = 16
PASSAGES_PER_GROUP = 128  # what a kill can lose, and how often the progress bar moves
MAX_PASSAGES_PER_GROUP = 1024  # a longer document is written in several transactions
CELLS_PER_PASSAGE = 8  # of a table: each is a fact, and a passage of prose has about as many
QUICK_WRITE_S, SLOW_WRITE_S = 0.25, 1.5  # a transaction between these is worth its overhead


@dataclass(frozen=True, slots=True)
class Group:
    """Consecutive passages of some documents.

    Attributes:
        started, finished: the documents whose first, whose last passage is in this group.
        replaced: ids of started documents that the graph holds in an older form.
        following: (passage id, next passage id) within a document.
    """

    documents: tuple[Document, ...]
    started: tuple[Document, ...]
    finished: tuple[Document, ...]
    replaced: tuple[str, ...]
    passages: tuple[Passage, ...]
    following: tuple[tuple[str, str], ...]


class GroupSize:
    """How many passages a group should have: more while writing is quick, fewer when it is slow.

    Small groups lose little to a kill and move the progress bar; large ones save transactions.
    """

    def __init__(self) -> None:
        self.passages = PASSAGES_PER_GROUP

    def learn(self, write_s: float) -> None:
        """Take in how long writing a group took."""
        if write_s < QUICK_WRITE_S:
            self.passages = min(2 * self.passages, MAX_PASSAGES_PER_GROUP)
        elif write_s > SLOW_WRITE_S:
            self.passages = max(self.passages // 2, MIN_PASSAGES_PER_GROUP)


def group_passages(
    documents: Iterable[Document],
    *,
    split_sentences: SentenceSplitter,
    replaced: Collection[str] = frozenset(),
    size: GroupSize | None = None,
) -> Iterator[Group]:
    """Yield groups of whole documents; a very long document is spread over several groups.

    Args:
        replaced: ids of documents that the graph holds in an older form.
        size: looked at for each group; it may change on the way.
    """
    size = size or GroupSize()
    waiting: list[tuple[Document, list[Passage]]] = []
    count = 0
    for document in documents:
        passages = split_passages(document, split_sentences=split_sentences)
        weight = sum(map(_weigh, passages))
        if weight > MAX_PASSAGES_PER_GROUP:
            yield from _spread(document, passages, replaced)
            continue
        waiting.append((document, passages))
        count += weight
        if count >= size.passages:
            yield _join(waiting, replaced)
            waiting, count = [], 0
    if waiting:
        yield _join(waiting, replaced)


def _join(waiting: list[tuple[Document, list[Passage]]], replaced: Collection[str]) -> Group:
    documents = tuple(document for document, _ in waiting)
    pairs = [(a.id, b.id) for _, passages in waiting for a, b in pairwise(passages)]
    every = tuple(passage for _, passages in waiting for passage in passages)
    old = tuple(document.id for document in documents if document.id in replaced)
    return Group(documents, documents, documents, old, every, tuple(pairs))


def _spread(
    document: Document, passages: list[Passage], replaced: Collection[str]
) -> Iterator[Group]:
    old = (document.id,) if document.id in replaced else ()
    whole = (document,)
    edges = [*_cut(passages), len(passages)]
    for start, end in pairwise(edges):
        with_last_before = passages[max(start - 1, 0) : end]
        is_first, is_last = start == 0, end == len(passages)
        yield Group(
            documents=whole,
            started=whole if is_first else (),
            finished=whole if is_last else (),
            replaced=old if is_first else (),
            passages=tuple(passages[start:end]),
            following=tuple((a.id, b.id) for a, b in pairwise(with_last_before)),
        )


def _cut(passages: Iterable[Passage]) -> Iterator[int]:
    """Yield where each group of a long document begins."""
    weight = MAX_PASSAGES_PER_GROUP
    for place, passage in enumerate(passages):
        weight += _weigh(passage)
        if weight > MAX_PASSAGES_PER_GROUP:
            yield place
            weight = _weigh(passage)


def _weigh(passage: Passage) -> int:
    """Return how many passages of prose state as much as one does."""
    if passage.table is None:
        return 1
    return max(1, passage.text.count(BETWEEN) // CELLS_PER_PASSAGE)
