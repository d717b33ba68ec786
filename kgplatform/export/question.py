"""Exports the subgraph behind one answer in one of the formats."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from kgplatform.export.citations import describe_gone
from kgplatform.export.files import write_file
from kgplatform.export.subgraph import Subgraph, fetch_question_subgraph
from kgplatform.graph.connection import Graph
from kgplatform.plugins import EXPORTERS

__all__ = ["Exporter", "export_question", "render_question"]


class Exporter(Protocol):
    """Writes a subgraph as text, a function; an entry of the group kgplatform.exporters."""

    def __call__(self, subgraph: Subgraph, *, generated_at: datetime) -> str:
        """Return the text, ending in a line feed; equal subgraphs and times give equal texts."""


def render_question(
    graph: Graph,
    question_id: str,
    *,
    format: str,
    clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    notify: Callable[[str], None] = lambda message: None,  # noqa: ARG005
) -> str:
    """Return the subgraph behind a question's answer as text; one query.

    Args:
        graph: where the question is recorded.
        question_id: as `ask` gave it.
        format: the name of an exporter.
        clock: gives the time for the manifest.
        notify: is given a sentence where the graph no longer holds all that the answer cites.

    Raises:
        UsageError: the format is not known.
        NotFound: the graph has no such question.
    """
    render: Exporter = EXPORTERS.load(format)
    return render(_fetch(graph, question_id, notify), generated_at=clock())


def export_question(
    graph: Graph,
    question_id: str,
    *,
    format: str,
    out: Path,
    clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    notify: Callable[[str], None] = lambda message: None,  # noqa: ARG005
) -> dict[str, int]:
    """Write the subgraph behind a question's answer to a file, whole or not at all.

    Returns how many nodes and relationships were written.

    Args:
        graph: where the question is recorded.
        question_id: as `ask` gave it.
        format: the name of an exporter.
        out: a new path, or a regular file to be replaced.
        clock: gives the time for the manifest.
        notify: is given a sentence where the graph no longer holds all that the answer cites.

    Raises:
        UsageError: the format is not known, or `out` cannot be written.
        NotFound: the graph has no such question.
    """
    render: Exporter = EXPORTERS.load(format)
    subgraph = _fetch(graph, question_id, notify)
    write_file(out, render(subgraph, generated_at=clock()))
    return {"nodes": len(subgraph.nodes), "relationships": len(subgraph.relationships)}


def _fetch(graph: Graph, question_id: str, notify: Callable[[str], None]) -> Subgraph:
    subgraph = fetch_question_subgraph(graph, question_id)
    if (stated := describe_gone(subgraph.citations)) is not None:
        notify(stated)
    return subgraph
