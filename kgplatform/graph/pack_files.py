"""Reads and writes packs: a graph with its vectors, decisions and questions in one file.

A pack is a ZIP file of three members: manifest.json says what is in the others and their SHA-256,
nodes.jsonl and relationships.jsonl have a line each (`graph.pack_rows`). A file is checked whole
before anybody is given a line of it: members, sizes, hashes, every line, both ends of every
relationship. Nothing of it is ever written to the disk.
"""

from __future__ import annotations

import hashlib
import json
import os
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, Any

from kgplatform.errors import UsageError
from kgplatform.graph.pack_rows import Digest, Row, check_node, check_relationship, line_of
from kgplatform.storage.permissions import private_file

__all__ = ["Manifest", "Pack", "write_pack"]

FORMAT = "kgplatform-pack"
FORMAT_VERSION = 1
MANIFEST, NODES, RELATIONSHIPS = MEMBERS = (
    "manifest.json",
    "nodes.jsonl",
    "relationships.jsonl",
)
MAX_MANIFEST_BYTES = 1_000_000
MAX_LINE_BYTES = 64_000_000
MAX_RATIO = 200
"""Times that a member may be larger than it is compressed; text is 20 at the most."""
DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError)
"""What zipfile raises for a file that it cannot read; RuntimeError where it is encrypted."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a pack holds.

    Attributes:
        made_by: version of kgplatform.
        made_at: ISO 8601.
        schema: name of the newest migration of the graph.
        embedder: whose vectors these are, of `dimension` numbers.
        digest: of all lines, in any order; equal graphs have equal digests.
        nodes: how many of each kind.
        relationships: how many of each type.
        members: file to its `sha256` and `bytes`.
    """

    made_by: str
    made_at: str
    schema: str
    embedder: str
    dimension: int
    digest: str
    nodes: dict[str, int]
    relationships: dict[str, int]
    members: dict[str, dict[str, Any]]
    format: str = FORMAT
    version: int = FORMAT_VERSION


@dataclass(slots=True)
class _Written:
    """What was counted while members were written or read."""

    digest: Digest = field(default_factory=Digest)
    nodes: Counter[str] = field(default_factory=Counter)
    relationships: Counter[str] = field(default_factory=Counter)
    members: dict[str, dict[str, Any]] = field(default_factory=dict)


def write_pack(
    path: Path, nodes: Iterable[Row], relationships: Iterable[Row], **about: Any
) -> Manifest:
    """Write a pack, which gets its name when it is whole; return its manifest.

    Args:
        path: a file that does not exist.
        nodes: rows of `pack_rows.node_row`.
        relationships: rows of `pack_rows.relationship_row`.
        about: what the manifest says besides counts and hashes.

    Raises:
        UsageError: the file exists, or its folder does not.
    """
    if path.exists():
        raise UsageError(f"{path} exists already: name a new file, or delete it first.")
    if not path.absolute().parent.is_dir():
        raise UsageError(f"There is no folder {path.absolute().parent}: make it first.")
    fresh = private_file(path.with_name(f".{path.name}.new"))
    written = _Written()
    try:
        with zipfile.ZipFile(fresh, "w", zipfile.ZIP_DEFLATED) as file:
            _write_member(file, NODES, nodes, written, written.nodes, "kind")
            _write_member(
                file, RELATIONSHIPS, relationships, written, written.relationships, "type"
            )
            manifest = Manifest(
                digest=written.digest.hexdigest(),
                nodes=dict(sorted(written.nodes.items())),
                relationships=dict(sorted(written.relationships.items())),
                members=written.members,
                **about,
            )
            file.writestr(MANIFEST, json.dumps(asdict(manifest), ensure_ascii=False, indent=2))
        with fresh.open("rb+") as stream:
            os.fsync(stream.fileno())
        fresh.rename(path)
    finally:
        fresh.unlink(missing_ok=True)
    return manifest


def _write_member(
    file: zipfile.ZipFile,
    name: str,
    rows: Iterable[Row],
    written: _Written,
    counts: Counter[str],
    counted: str,
) -> None:
    sha256, size = hashlib.sha256(), 0
    with file.open(name, "w", force_zip64=True) as member:
        for row in rows:
            line = line_of(row)
            written.digest.add(line)
            counts[row[counted]] += 1
            for part in (line, b"\n"):
                member.write(part)
                sha256.update(part)
            size += len(line) + 1
    written.members[name] = {"sha256": sha256.hexdigest(), "bytes": size}


class Pack:
    """A pack that was checked whole; its rows can be read as often as they are needed.

    Args:
        path: the file.

    Raises:
        UsageError: it is no pack, is damaged, or was changed.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        with self._open() as file:
            self.manifest = self._read_manifest(file)
        self._check()

    def nodes(self) -> Iterator[Row]:
        """Yield the rows of all nodes."""
        return self._rows(NODES, _Written())

    def relationships(self) -> Iterator[Row]:
        """Yield the rows of all relationships."""
        return self._rows(RELATIONSHIPS, _Written())

    def _check(self) -> None:
        """Read the file to its end; refuse it if anything in it is not as it should be."""
        manifest, read = self.manifest, _Written()
        known: set[tuple[str, str]] = set()
        for row in self._rows(NODES, read):
            node = check_node(row, dimension=manifest.dimension)
            if node in known:
                raise self._refusal(f"it has the {node[0]} {node[1]} twice")
            known.add(node)
            read.nodes[node[0]] += 1
        for row in self._rows(RELATIONSHIPS, read):
            if missing := [end for end in check_relationship(row) if end not in known]:
                raise self._refusal(f"a relationship leads to a {missing[0][0]} that it has not")
            read.relationships[row["type"]] += 1
        if read.members != manifest.members or read.digest.hexdigest() != manifest.digest:
            raise self._refusal("its hashes are not those that it was written with")
        if (read.nodes, read.relationships) != (manifest.nodes, manifest.relationships):
            raise self._refusal("its counts are not those that it was written with")

    @contextmanager
    def _open(self) -> Iterator[zipfile.ZipFile]:
        if not self.path.is_file():
            raise UsageError(f"There is no file {self.path}: name a pack.")
        try:
            with zipfile.ZipFile(self.path) as file:
                names = sorted(info.filename for info in file.infolist())
                if names != sorted(MEMBERS):
                    raise self._refusal("its members are not those of a pack")
                for info in file.infolist():
                    if info.file_size > MAX_RATIO * info.compress_size + MAX_MANIFEST_BYTES:
                        raise self._refusal(f"{info.filename} is packed more than text can be")
                yield file
        except DAMAGED as exc:
            raise self._refusal(f"it is no ZIP file, or damaged ({exc})") from exc

    def _read_manifest(self, file: zipfile.ZipFile) -> Manifest:
        """Return the manifest, with the names and types that it must have."""
        with file.open(MANIFEST) as member:
            text = member.read(MAX_MANIFEST_BYTES + 1)
        try:
            manifest = Manifest(**json.loads(text))
        except (TypeError, ValueError, RecursionError) as exc:
            raise self._refusal("its manifest cannot be read") from exc
        if (manifest.format, manifest.version) != (FORMAT, FORMAT_VERSION):
            raise self._refusal(f"it is not of the format {FORMAT} {FORMAT_VERSION}")
        texts = (manifest.made_by, manifest.schema, manifest.embedder, manifest.digest)
        if not all(isinstance(text, str) for text in texts) or type(manifest.dimension) is not int:
            raise self._refusal("its manifest cannot be read")
        return manifest

    def _rows(self, name: str, read: _Written) -> Iterator[Row]:
        """Yield the rows of a member, whose size and hash are then in `read`."""
        sha256, size = hashlib.sha256(), 0
        with self._open() as file, file.open(name) as member:
            for line in _lines(member):
                if len(line) > MAX_LINE_BYTES or not line.endswith(b"\n"):
                    raise self._refusal(f"a line of {name} is too long, or cut off")
                sha256.update(line)
                size += len(line)
                read.digest.add(line[:-1])
                try:
                    row = json.loads(line)
                    is_written_so = line_of(row) == line[:-1]
                except (ValueError, RecursionError) as exc:
                    raise self._refusal(f"a line of {name} is no JSON") from exc
                if not is_written_so:  # else equal graphs would have other digests
                    raise self._refusal(f"a line of {name} is not as kgplatform writes it")
                yield row
        read.members[name] = {"sha256": sha256.hexdigest(), "bytes": size}

    def _refusal(self, reason: str) -> UsageError:
        return UsageError(
            f"{self.path} cannot be used as a pack: {reason}; have it written or sent again."
        )


def _lines(member: IO[bytes]) -> Iterator[bytes]:
    """Yield lines, of one that is too long no more than what shows it."""
    while line := member.readline(MAX_LINE_BYTES + 1):
        yield line
