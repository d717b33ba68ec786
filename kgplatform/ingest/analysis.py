"""Analyses passages: spaCy reads mentions and statements while the embedder works beside it.

The embedder runs native code on its own thread, one batch ahead of the writer; that is all the
concurrency an ingest on one machine needs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from kgplatform.extract.extractors import Extractor, Reading
from kgplatform.extract.gazetteer import Gazetteer
from kgplatform.extract.names import make_entity
from kgplatform.graph.writer import Batch
from kgplatform.ingest.report import Tally
from kgplatform.models.embedding import Embedder
from kgplatform.models.linguistics import Linguistics
from kgplatform.records import Document, Passage
from kgplatform.sources.passages import split_passages

__all__ = ["analyse"]

PASSAGES_PER_BATCH = 128  # what a kill can lose, and how often the progress bar moves
MAX_PASSAGES_PER_BATCH = 1024  # a longer document is written in several transactions


@dataclass(frozen=True, slots=True)
class _Group:
    """Consecutive passages, the documents they belong to, and those that end here."""

    documents: tuple[Document, ...]
    finished: tuple[Document, ...]
    passages: tuple[Passage, ...]
    following: tuple[tuple[str, str], ...]


def analyse(
    documents: Iterable[Document],
    *,
    extractor: Extractor,
    embedder: Embedder,
    linguistics: Linguistics,
    gazetteer: Gazetteer,
    tally: Tally,
) -> Iterator[Batch]:
    """Yield batches that are ready to be written, in the order of the documents."""
    waiting: tuple[_Group, list[Reading], Future[npt.NDArray[np.float32]]] | None = None
    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="embed") as pool:
        for group in _group_passages(documents, linguistics):
            vectors = pool.submit(_embed, embedder, group.passages, tally)
            with tally.timed("parse"):
                readings = list(extractor.read(group.passages, gazetteer=gazetteer))
            if waiting is not None:
                yield _make_batch(*waiting, extractor.name)
            waiting = group, readings, vectors
        if waiting is not None:
            yield _make_batch(*waiting, extractor.name)


def _group_passages(documents: Iterable[Document], linguistics: Linguistics) -> Iterator[_Group]:
    """Yield groups of whole documents; a very long document is spread over several groups."""
    group: list[tuple[Document, list[Passage]]] = []
    size = 0
    for document in documents:
        passages = split_passages(document, split_sentences=linguistics.split_sentences)
        if len(passages) > MAX_PASSAGES_PER_BATCH:
            yield from _spread(document, passages)
            continue
        group.append((document, passages))
        size += len(passages)
        if size >= PASSAGES_PER_BATCH:
            yield _join(group)
            group, size = [], 0
    if group:
        yield _join(group)


def _join(group: list[tuple[Document, list[Passage]]]) -> _Group:
    documents = tuple(document for document, _ in group)
    pairs = [(a.id, b.id) for _, passages in group for a, b in pairwise(passages)]
    every = tuple(passage for _, passages in group for passage in passages)
    return _Group(documents, documents, every, tuple(pairs))


def _spread(document: Document, passages: list[Passage]) -> Iterator[_Group]:
    for start in range(0, len(passages), MAX_PASSAGES_PER_BATCH):
        part = passages[max(start - 1, 0) : start + MAX_PASSAGES_PER_BATCH]
        pairs = tuple((a.id, b.id) for a, b in pairwise(part))
        is_last = start + MAX_PASSAGES_PER_BATCH >= len(passages)
        own = tuple(passages[start : start + MAX_PASSAGES_PER_BATCH])
        yield _Group((document,), (document,) if is_last else (), own, pairs)


def _embed(
    embedder: Embedder, passages: Sequence[Passage], tally: Tally
) -> npt.NDArray[np.float32]:
    """Embed title and text together: a passage rarely repeats what it is about."""
    with tally.timed("embed"):
        texts = [f"{p.title}\n{p.text}" if p.title else p.text for p in passages]
        return embedder.embed_passages(texts)


def _make_batch(
    group: _Group,
    readings: list[Reading],
    vectors: Future[npt.NDArray[np.float32]],
    extractor_name: str,
) -> Batch:
    return Batch(
        documents=group.documents,
        finished=group.finished,
        passages=group.passages,
        following=group.following,
        embeddings=vectors.result(),
        titles={d.id: make_entity(d.title) for d in group.documents if d.title},
        mentions=tuple(mention for reading in readings for mention in reading.mentions),
        statements=tuple(statement for reading in readings for statement in reading.statements),
        unproven=tuple(fact for reading in readings for fact in reading.unproven),
        extractor=extractor_name,
    )
