"""Fetches the content of parts: passages of a page or section, Markdown of a table.

A table stands in the graph as passages too, pieces of its Markdown cut between rows, so that a
reader gets it and an answer can cite it like any other text.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest
from typing import Any

from kgplatform.graph.connection import Graph
from kgplatform.models.embedding import Embedder
from kgplatform.records import Evidence, Step
from kgplatform.retrieve.hydrate import fetch_evidence
from kgplatform.retrieve.kgp.structural.cells import Cell, find_cell, locate_cell, read_cells
from kgplatform.retrieve.kgp.structural.likeness import content_words
from kgplatform.retrieve.kgp.structural.matching import Match
from kgplatform.retrieve.kgp.structural.outlines import Part
from kgplatform.retrieve.kgp.structural.whole import describe_span, describe_whole

__all__ = ["CELL", "CONTENT", "fetch_parts"]

CELL = "cell"
"""The step with the cell of a table which a question asks for."""

CONTENT = "content"
"""The step that says how much of the parts came, and in `whole` where all of it stands."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """A passage of a part; `start` and `end` are in the document's text."""

    id: str
    start: int
    end: int
    cosine: float


@dataclass(frozen=True, slots=True)
class _FoundCell:
    """A cell with the passage it stands in, at text[start:end]."""

    table: Part
    cell: Cell
    piece: _Piece
    start: int
    end: int

    def step(self) -> Step:
        """Return the cell and its place, as a citation needs it."""
        detail: dict[str, Any] = {
            "table": self.table.name or self.table.id,
            "row": self.cell.row_header,
            "column": self.cell.column_header,
            "value": self.cell.text,
            "passage_id": self.piece.id,
            "start": self.start,
            "end": self.end,
        }
        return Step(CELL, detail)


def fetch_parts(
    matches: Sequence[Match],
    *,
    question: str,
    rest: str,
    graph: Graph,
    embedder: Embedder,
    limit: int,
    is_whole: bool = False,
) -> Evidence:
    """Return the passages of parts, at most `limit`, each part giving in turn.

    A table gives the piece with the cell that is asked for first, then the one with its header;
    beyond that come the passages nearest to the question, or, where it asks for nothing in
    particular, those in reading order. Passages score 1, and less by their rank.

    Args:
        rest: what the question says in addition to the parts it names.
        is_whole: whether it asks for nothing but the parts themselves.
    """
    parts = {match.part.id: match.part for match in matches}
    pieces = _fetch_pieces(matches, question, graph=graph, embedder=embedder)
    cells = _find_cells(rest, list(parts.values()), pieces, graph=graph)
    is_open = not content_words(rest)
    orders = [
        list(_order(part, pieces[part.id], cells.get(part.id), is_open=is_open))
        for part in parts.values()
    ]
    ids = dict.fromkeys(i for i in chain.from_iterable(zip_longest(*orders)) if i is not None)
    chosen = list(ids)[:limit]
    ranked = {key: 1 - at / len(chosen) for at, key in enumerate(chosen)}
    stated = tuple(found.step() for found in cells.values())
    detail: dict[str, Any] = {"parts": len(parts), "passages": len(ids), "shown": len(chosen)}
    if is_whole:
        detail["whole"] = [
            _describe_whole(part, pieces[part.id], chosen) for part in parts.values()
        ]
    cut = Step(CONTENT, detail)
    return fetch_evidence(question, ranked, graph=graph, steps=(*stated, cut))


def _fetch_pieces(
    matches: Sequence[Match], question: str, *, graph: Graph, embedder: Embedder
) -> dict[str, list[_Piece]]:
    """Return the passages of each part by its id, in reading order; one query."""
    containers = {inner.id: match.part.id for match in matches for inner in _with_inner(match)}
    vector = graph.vector(embedder.embed_queries([question])[0])
    pieces: dict[str, list[_Piece]] = defaultdict(list)
    for row in graph.read("list_part_passages", ids=list(containers), vector=vector):
        piece = _Piece(row["id"], row["start"], row["end"], row["cosine"])
        pieces[containers[row["part"]]].append(piece)
    return pieces


def _with_inner(match: Match) -> Iterator[Part]:
    """Yield a part; a section with those inside it, which hold their passages themselves."""
    yield match.part
    if match.part.kind == "section":
        for inner in match.outline.sections:
            if match.part.start < inner.start < match.part.end:
                yield inner


def _describe_whole(part: Part, pieces: Sequence[_Piece], shown: Collection[str]) -> dict[str, Any]:
    """Return where a part stands in those of its passages that came, no character twice."""
    at, chars = part.start, 0
    spans = []
    for piece in pieces:
        start, end = max(at, piece.start), min(part.end, piece.end)
        if start >= end:
            continue
        at, chars = end, chars + end - start
        if piece.id in shown:
            spans.append(describe_span(piece.id, start - piece.start, end - piece.start))
    return describe_whole(part, chars, spans)


def _find_cells(
    rest: str, parts: Sequence[Part], pieces: Mapping[str, Sequence[_Piece]], *, graph: Graph
) -> dict[str, _FoundCell]:
    """Return the cell that the question asks for in each table that it names, by table id."""
    tables = {part.id: part for part in parts if part.kind == "table"}
    found: dict[str, _FoundCell] = {}
    if not tables or not content_words(rest):
        return found
    for row in graph.read("fetch_table_cells", ids=list(tables)):
        cells = read_cells(row["cells"])
        cell = find_cell(rest, cells)
        if cell is None:
            continue
        start, end = (row["start"] + at for at in locate_cell(cells, cell.row, cell.column))
        for piece in pieces.get(row["id"], ()):
            if piece.start <= start and end <= piece.end:
                place = (start - piece.start, end - piece.start)
                found[row["id"]] = _FoundCell(tables[row["id"]], cell, piece, *place)
    return found


def _order(
    part: Part, pieces: Sequence[_Piece], cell: _FoundCell | None, *, is_open: bool
) -> Iterator[str]:
    """Yield the ids of a part's passages, those first that the reader needs most."""
    if cell is not None:
        yield cell.piece.id
    if part.kind == "table" and pieces:
        yield pieces[0].id
    ordered = pieces if is_open else sorted(pieces, key=lambda piece: -piece.cosine)
    yield from (piece.id for piece in ordered)
