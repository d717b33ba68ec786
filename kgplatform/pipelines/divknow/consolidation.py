"""What the reader is given: the best pieces of all hops, each with what proves it.

DivKnowQA's context is a numbered list of passages, triples and what SPARQL returned (figure 2).
Here a passage is read sentence by sentence and a triple in its own words, with the span that states
it, so that a reader cites both; what SPARQL returned is a passage outside of the graph.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, zip_longest

from kgplatform.pipelines.divknow.candidates import Candidate
from kgplatform.pipelines.divknow.decomposition import Hop
from kgplatform.records import EvidenceLine, ScoredPassage, ScoredStatement
from kgplatform.text.sentences import split_by_punctuation

__all__ = [
    "READ",
    "consolidate",
    "list_lines",
    "list_passages",
    "list_statements",
    "put_last_first",
]

READ = 7
"""Pieces that a reader is given, of all hops together; as many passages as DSP retrieves."""


def consolidate(hops: Sequence[Hop]) -> tuple[Candidate, ...]:
    """Return the pieces of all hops, each once: the best of every hop, then the second best, ….

    Ranks of hops are alike, their scores are not. `score` becomes the reciprocal of the rank.
    """
    levels = zip_longest(*(hop.ranked for hop in hops))
    merged: dict[str, Candidate] = {}
    for rank, level in enumerate(levels, start=1):
        for candidate in filter(None, level):
            merged.setdefault(candidate.key, replace(candidate, score=1 / rank))
    return tuple(merged.values())


def put_last_first(hops: Sequence[Hop]) -> tuple[Candidate, ...]:
    """Return the pieces of all hops for a reader that only answers the last one.

    Half of what it reads is then of that hop: what states the same of the entities before it, as
    another one's date of birth, misleads a small model.
    """
    pieces = {piece.key: piece for piece in hops[-1].ranked[: READ // 2 + 1]}
    for piece in consolidate(hops):
        pieces.setdefault(piece.key, piece)
    return tuple(pieces.values())


def list_passages(pieces: Sequence[Candidate]) -> tuple[ScoredPassage, ...]:
    """Return the passages that the pieces are, or that state them, each once, best first."""
    passages: dict[str, ScoredPassage] = {}
    for piece in pieces:
        found = replace(piece.passage, score=piece.score)
        passages.setdefault(found.passage_id, found)
    return tuple(passages.values())


def list_statements(pieces: Sequence[Candidate]) -> tuple[ScoredStatement, ...]:
    """Return the triples among the pieces, best first."""
    return tuple(replace(piece.statement, score=piece.score) for piece in pieces if piece.statement)


def list_lines(pieces: Sequence[Candidate]) -> tuple[EvidenceLine, ...]:
    """Return what a reader reads of the first READ pieces, a line a sentence or triple.

    A triple whose passage is read as a whole adds no line.
    """
    read = pieces[:READ]
    whole = {piece.passage.passage_id for piece in read if piece.statement is None}
    return tuple(
        chain.from_iterable(
            _lines_of(piece)
            for piece in read
            if piece.statement is None or piece.passage.passage_id not in whole
        )
    )


def _lines_of(piece: Candidate) -> list[EvidenceLine]:
    source, statement = piece.passage, piece.statement
    if statement is not None:
        return [EvidenceLine(source, piece.text, statement.start, statement.end)]
    spans = split_by_punctuation(source.text)
    return [EvidenceLine(source, source.text[start:end], start, end) for start, end in spans]
