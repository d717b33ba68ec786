"""Exports the subgraph behind one answer in one of the formats."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from kgplatform.errors import UsageError
from kgplatform.export.citations import describe_gone
from kgplatform.export.files import write_file
from kgplatform.export.json_graph import render_json
from kgplatform.export.subgraph import Subgraph, fetch_question_subgraph
from kgplatform.export.turtle import render_turtle
from kgplatform.graph.connection import Graph

__all__ = ["EXPORT_FORMATS", "Render", "export_question", "render_question"]


class Render(Protocol):
    """Writes a subgraph as text; the same subgraph and time give the same text."""

    def __call__(self, subgraph: Subgraph, *, generated_at: datetime) -> str:
        """Return the text, ending in a line feed."""


EXPORT_FORMATS: dict[str, Render] = {"turtle": render_turtle, "json": render_json}


def render_question(
    graph: Graph,
    question_id: str,
    *,
    format: str,
    clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    tell: Callable[[str], None] = lambda told: None,  # noqa: ARG005
) -> str:
    """Return the subgraph behind a question's answer as text; one query.

    Args:
        graph: where the question is recorded.
        question_id: as `ask` gave it.
        format: a key of EXPORT_FORMATS.
        clock: gives the time for the manifest.
        tell: is given a sentence where the graph no longer holds all that the answer cites.

    Raises:
        UsageError: the format is not known.
        NotFound: the graph has no such question.
    """
    render = _choose_format(format)
    return render(_fetch(graph, question_id, tell), generated_at=clock())


def export_question(
    graph: Graph,
    question_id: str,
    *,
    format: str,
    out: Path,
    clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    tell: Callable[[str], None] = lambda told: None,  # noqa: ARG005
) -> dict[str, int]:
    """Write the subgraph behind a question's answer to a file, whole or not at all.

    Returns how many nodes and relationships were written.

    Args:
        graph: where the question is recorded.
        question_id: as `ask` gave it.
        format: a key of EXPORT_FORMATS.
        out: a new path, or a regular file to be replaced.
        clock: gives the time for the manifest.
        tell: is given a sentence where the graph no longer holds all that the answer cites.

    Raises:
        UsageError: the format is not known, or `out` cannot be written.
        NotFound: the graph has no such question.
    """
    render = _choose_format(format)
    subgraph = _fetch(graph, question_id, tell)
    write_file(out, render(subgraph, generated_at=clock()))
    return {"nodes": len(subgraph.nodes), "relationships": len(subgraph.relationships)}


def _fetch(graph: Graph, question_id: str, tell: Callable[[str], None]) -> Subgraph:
    subgraph = fetch_question_subgraph(graph, question_id)
    if (told := describe_gone(subgraph.citations)) is not None:
        tell(told)
    return subgraph


def _choose_format(name: str) -> Render:
    if name not in EXPORT_FORMATS:
        known = ", ".join(EXPORT_FORMATS)
        raise UsageError(f"The export format '{name}' is not known; choose one of {known}.")
    return EXPORT_FORMATS[name]
