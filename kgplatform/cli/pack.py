"""The commands `kgplatform pack export|show|import`: a whole graph as one file."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kgplatform.cli.options import json_option, open_platform, print_json, with_settings
from kgplatform.cli.output import echo
from kgplatform.cli.progress_bars import Bars
from kgplatform.records.ids import file_sha256

if TYPE_CHECKING:
    from kgplatform.graph.pack_files import Manifest
    from kgplatform.settings import Settings

__all__ = ["pack"]

file_argument = click.argument("path", metavar="FILE", type=click.Path(path_type=Path))


@click.group()
def pack() -> None:
    """Take the graph away in one file, and bring it into another."""


@pack.command("export")
@file_argument
@json_option
@with_settings
def export_pack(*, path: Path, as_json: bool, settings: Settings) -> None:
    """Write graph, vectors, decisions and questions into a new FILE."""
    with Bars() as bars, open_platform(settings, progress=bars) as platform:
        manifest = platform.export_pack(path)
    _print_manifest(manifest, path, as_json=as_json)


@pack.command()
@file_argument
@json_option
def show(*, path: Path, as_json: bool) -> None:
    """Check FILE whole, and show what it holds; Neo4j is not needed."""
    from kgplatform.graph.pack_files import Pack

    _print_manifest(Pack(path).manifest, path, as_json=as_json)


@pack.command("import")
@file_argument
@json_option
@with_settings
def import_pack(*, path: Path, as_json: bool, settings: Settings) -> None:
    """Check FILE whole, then bring it into the graph.

    An empty graph is then equal to that of the pack. To one that holds documents it is added: a
    document that is there in another version stays as it is there.
    """
    with Bars() as bars, open_platform(settings, progress=bars) as platform:
        report = platform.import_pack(path)
    if as_json:
        print_json(asdict(report))
        return
    documents = report.documents
    echo(f"{report.nodes:,} nodes and {report.relationships:,} relationships were made.")
    echo(f"Documents: {documents['new']:,} new, {documents['same']:,} were there.")
    if documents["other"]:
        echo(
            f"{documents['other']:,} documents stay, as they are here in another version: remove "
            "them first to have those of the pack."
        )
    if report.digest:
        echo(f"The graph is equal to that of the pack: digest {report.digest}.")


def _print_manifest(manifest: Manifest, path: Path, *, as_json: bool) -> None:
    sha256 = file_sha256(path)
    if as_json:
        print_json({"file_sha256": sha256, **asdict(manifest)})
        return
    nodes, relationships = sum(manifest.nodes.values()), sum(manifest.relationships.values())
    documents = manifest.nodes.get("Document", 0)
    echo(f"{documents:,} documents, {nodes:,} nodes, {relationships:,} relationships.")
    echo(f"Vectors of {manifest.embedder} ({manifest.dimension} dimensions).")
    echo(f"Written by kgplatform {manifest.made_by} at {manifest.made_at}.")
    echo(f"Digest of the graph  {manifest.digest}")
    echo(f"SHA-256 of the file  {sha256}")
