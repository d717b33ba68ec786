"""What an export format is: a function that writes a stream of nodes and relationships to a file.

An entry of the group kgplatform.exporters; the formats of the platform are registered like those
of others.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from kgplatform.errors import UsageError
from kgplatform.export.model import Node, Relationship
from kgplatform.export.scope import Scope
from kgplatform.records.picture import DrawPage

if TYPE_CHECKING:
    from kgplatform.export.manifest import Manifest

__all__ = ["ExportOptions", "ExportedStream", "Exporter", "refuse_triple_terms"]


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """How an export is written.

    Attributes:
        paths: whether addresses of files have their folders; otherwise the names of files alone.
        triple_terms: whether RDF has each statement as a triple term too (RDF 1.2).
        key: a private Ed25519 key (PEM) that signs the manifest; None leaves it unsigned.
        draw_page: draws pages for a receipt; None: it shows passages alone.
    """

    paths: bool = False
    triple_terms: bool = False
    key: Path | None = None
    draw_page: DrawPage | None = None


class ExportedStream(Protocol):
    """A part of the graph, read once: nodes, then relationships, then the manifest."""

    scope: Scope
    generated_at: datetime
    has_manifest_inside: bool
    """Set by a format that writes the manifest into its own file."""

    def nodes(self) -> Iterator[Node]:
        """Yield each node, by kind in the order of KINDS, then by id."""

    def relationships(self) -> Iterator[Relationship]:
        """Yield each relationship between these nodes."""

    def manifest(self) -> Manifest:
        """Return what an auditor needs to check what was read."""


class Exporter(Protocol):
    """Writes a part of the graph; an entry of the group kgplatform.exporters."""

    def __call__(self, stream: ExportedStream, out: Path, options: ExportOptions) -> None:
        """Write to `out`, where nothing is yet: one file, or a folder of files.

        Equal graphs give equal files, but for the time in a manifest.

        Raises:
            UsageError: the format cannot hold the scope, or has no such option.
        """


def refuse_triple_terms(options: ExportOptions, name: str) -> None:
    """Refuse the option of RDF 1.2 for a format that has no triple terms.

    Raises:
        UsageError: it is set.
    """
    if options.triple_terms:
        raise UsageError(
            f"{name} has no triple terms: leave --rdf12 out, or choose turtle, trig or nquads."
        )
