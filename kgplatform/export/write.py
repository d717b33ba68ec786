"""Exports a part of the graph in one of the formats, with its manifest."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from kgplatform.errors import UsageError
from kgplatform.export.citations import describe_gone
from kgplatform.export.exporter import Exporter, ExportOptions
from kgplatform.export.files import hash_files, opened_text, replaced
from kgplatform.export.manifest import RecordedStream
from kgplatform.export.scope import Scope, select
from kgplatform.export.stream import GraphStream, SelectedStream
from kgplatform.graph.connection import Graph
from kgplatform.plugins import EXPORTERS

__all__ = ["MANIFEST_SUFFIX", "NO_OPTIONS", "export_graph", "export_stream", "render"]

MANIFEST_SUFFIX = ".manifest.json"
NO_OPTIONS = ExportOptions()


def _now() -> datetime:
    return datetime.now(UTC)


def _say_nothing(message: str) -> None:
    del message


def export_graph(
    graph: Graph,
    scope: Scope,
    *,
    format: str,
    out: Path,
    options: ExportOptions = NO_OPTIONS,
    clock: Callable[[], datetime] = _now,
    notify: Callable[[str], None] = _say_nothing,
) -> dict[str, int]:
    """Write a scope to a file or folder, whole or not at all; return how much was written.

    The manifest stands in the file where the format holds it, else next to it, named after it.

    Args:
        graph: what is exported.
        scope: which part of it.
        format: the name of an exporter.
        out: a new path, or a regular file to be replaced.
        options: how it is written.
        clock: gives the time for the manifest.
        notify: is given a sentence where the graph no longer holds all that an answer cites.

    Raises:
        UsageError: the format is not known or cannot hold the scope, or `out` cannot be written.
        NotFound: the graph has nothing of that id or name.
    """
    write: Exporter = EXPORTERS.load(format)
    stream = SelectedStream(
        graph, select(graph, scope), with_boxes=scope.kind != "all", paths=options.paths
    )
    return export_stream(
        stream, scope, write=write, out=out, options=options, clock=clock, notify=notify
    )


def export_stream(
    stream: GraphStream,
    scope: Scope,
    *,
    write: Exporter,
    out: Path,
    options: ExportOptions = NO_OPTIONS,
    clock: Callable[[], datetime] = _now,
    notify: Callable[[str], None] = _say_nothing,
) -> dict[str, int]:
    """Write a stream as `export_graph` writes that of a scope."""
    with (
        RecordedStream(stream, scope, generated_at=clock(), options=options) as recorded,
        replaced(out) as temporary,
    ):
        write(recorded, temporary, options)
        if not recorded.has_manifest_inside:
            manifest = recorded.manifest(hash_files(temporary))
            with (
                replaced(out.with_name(out.name + MANIFEST_SUFFIX)) as beside,
                opened_text(beside) as file,
            ):
                manifest.write(file)
                file.write("\n")
    if (stated := describe_gone(recorded.citations)) is not None:
        notify(stated)
    return {name: counter.total() for name, counter in recorded.counts.items()}


def render(
    graph: Graph,
    scope: Scope,
    *,
    format: str,
    options: ExportOptions = NO_OPTIONS,
    clock: Callable[[], datetime] = _now,
    notify: Callable[[str], None] = _say_nothing,
) -> str:
    """Return a scope as text; see `export_graph` for the arguments.

    A manifest that stands next to the file is left out.

    Raises:
        UsageError: the format is not known, cannot hold the scope, or is no text.
        NotFound: the graph has nothing of that id or name.
    """
    with tempfile.TemporaryDirectory(prefix="kgplatform-") as folder:
        out = Path(folder) / "export"
        export_graph(
            graph, scope, format=format, out=out, options=options, clock=clock, notify=notify
        )
        if out.is_dir():
            raise UsageError(f"The format {format} is a folder of files: give a path with --out.")
        return out.read_bytes().decode()
