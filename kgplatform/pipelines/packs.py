"""Takes a whole graph away in one file, and brings it into another.

Into an empty graph a pack comes as it is, which is seen by its digest. Into a graph that holds
documents it is added: what both have is one node, a document that is there in another version stays
as it is there, and what is derived from the whole graph (merged names, links, the schema) is
derived anew. A run that is cut off is finished by the next.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version as installed_version
from pathlib import Path
from typing import Any

from kgplatform.errors import SchemaError, UsageError
from kgplatform.graph.connection import Graph
from kgplatform.graph.labels import own_label
from kgplatform.graph.migration_files import load_migrations
from kgplatform.graph.pack_files import Manifest, Pack, write_pack
from kgplatform.graph.pack_rows import (
    CONFIGURATION,
    Digest,
    Row,
    line_of,
    node_row,
    read_properties,
    read_vector,
    relationship_row,
)
from kgplatform.graph.writer import delete_orphans
from kgplatform.ingest import ingest
from kgplatform.ingest.paging import in_parts
from kgplatform.pipelines.ingest_job import WITHOUT_EXTRACTOR
from kgplatform.progress import Progress
from kgplatform.runtime.ingest_models import ingest_models
from kgplatform.runtime.resources import Resources

__all__ = ["PackReport", "export_pack", "import_pack"]

NODES_AT_ONCE = 1_000
RELATIONSHIPS_AT_ONCE = 5_000
DOCUMENT, IGNORED = "Document", "Ignored"
DERIVED = frozenset({"DIFFERENT_FROM", "MAY_BE", "SAME_AS", "SCHEMA", "SIMILAR", "SIMILAR_TO"})
"""Types of relationships that are derived from the whole graph."""
PARTS = frozenset({"CLAIMED_IN", "HAS_PAGE", "HAS_PASSAGE", "HAS_SECTION", "HAS_TABLE", "PART_OF"})
"""Types of relationships between a document and what is part of it."""
VECTORS = {
    "Passage": "write_passage_embeddings",
    "RelationType": "write_relation_embeddings",
    "Statement": "write_statement_embeddings",
}
Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class PackReport:
    """What an import did.

    Attributes:
        nodes: how many were made.
        relationships: how many were made.
        documents: how many are `new`, were there `same`, and stay as they are `other` versions.
        digest: of the graph, equal to that of the pack; '' where the graph was not empty.
    """

    nodes: int
    relationships: int
    documents: dict[str, int]
    digest: str


def export_pack(resources: Resources, path: Path) -> Manifest:
    """Write the graph into a pack, while no other process changes it; return what it holds.

    Raises:
        UsageError: the file exists, or its folder does not.
        SchemaError: the graph is empty, or its vectors are of another embedder than is set.
    """
    graph, embedder = resources.searched
    progress = resources.progress
    with graph.turn("run"), graph.turn("write"):
        progress.begin("Writing the pack", total=None, unit="rows")
        return write_pack(
            path,
            _counted(_stored_nodes(graph), progress),
            _counted(_stored_relationships(graph), progress),
            made_by=installed_version("kgplatform"),
            made_at=datetime.now(UTC).isoformat(timespec="seconds"),
            schema=_newest_migration(),
            embedder=embedder.name,
            dimension=embedder.dimension,
        )


def import_pack(resources: Resources, path: Path) -> PackReport:
    """Check a pack whole, then bring it into the graph.

    Raises:
        UsageError: it is no pack, is damaged, was changed, or is of another kgplatform or embedder;
            nothing is written.
        SchemaError: an empty graph is not what the pack says once it is written.
    """
    progress = resources.progress
    progress.begin("Checking the pack", total=None, unit="rows")
    pack = Pack(path)
    _refuse_other(pack.manifest, resources)
    resources.migrate()
    graph = resources.graph()
    with graph.turn("run"):
        is_new = not any(row["count"] for row in graph.read("show_overview"))
        with graph.turn("write"):
            report = _Import(graph, pack, progress, is_new=is_new).run()
        if not is_new:
            ingest(
                (),
                graph=graph,
                models=ingest_models(resources, WITHOUT_EXTRACTOR),
                name=f"pack {path.name}",
                progress=progress,
            )
    return report


def _refuse_other(manifest: Manifest, resources: Resources) -> None:
    """Refuse a pack whose graph this program cannot use."""
    newest, embedder = _newest_migration(), resources.embedder
    if manifest.schema != newest:
        raise UsageError(
            f"The pack has a graph of the schema {manifest.schema}, and this kgplatform uses "
            f"{newest}: use one version of kgplatform at both ends."
        )
    if (manifest.embedder, manifest.dimension) != (embedder.name, embedder.dimension):
        raise UsageError(
            f"The pack has vectors of the embedder '{manifest.embedder}' ({manifest.dimension} "
            f"dimensions), not of '{embedder.name}' ({embedder.dimension}): set that embedder "
            "(KGPLATFORM_EMBEDDER) and another data folder."
        )


@dataclass(slots=True)
class _Import:
    """Brings the rows of a pack into a graph.

    `_made` and `_found` are Neo4j's ids of nodes by kind and key; `_excluded` are those of the
    pack's nodes that belong to documents which stay as they are.
    """

    graph: Graph
    pack: Pack
    progress: Progress
    is_new: bool
    _made: dict[Key, str] = field(default_factory=dict)
    _found: dict[Key, str] = field(default_factory=dict)
    _excluded: set[Key] = field(default_factory=set)
    _shown: dict[Key, Key] = field(default_factory=dict)
    _documents: Counter[str] = field(default_factory=Counter)
    _relationships: int = 0

    def run(self) -> PackReport:
        """Write all of it; documents are marked as whole at the end."""
        if not self.is_new:
            self.graph.write("mark_derivation", signature=None, threshold=None, links=None)
            self.graph.write("restore_ignored")
            self._exclude_other_versions()
        self.progress.begin("Writing nodes", total=self._total("nodes"), unit="nodes")
        for kind, rows in self._batches():
            self._write_nodes(kind, rows)
            self.progress.advance(len(rows))
        total = self._total("relationships")
        self.progress.begin("Writing relationships", total=total, unit="relationships")
        for part in in_parts(self.pack.relationships(), RELATIONSHIPS_AT_ONCE):
            self._write_relationships(part)
            self.progress.advance(len(part))
        self._finish_documents()
        if self.is_new:
            return self._report(_digest(self.graph, self.pack, self.progress))
        self.graph.write("hide_ignored")
        delete_orphans(self.graph)
        return self._report("")

    def _total(self, part: str) -> int:
        return sum(getattr(self.pack.manifest, part).values())

    def _exclude_other_versions(self) -> None:
        """Find out which documents are there in another version, and what is part of the pack's."""
        for kind, rows in self._batches():
            if kind == DOCUMENT:
                self._exclude_documents(rows)
        found = bool(self._excluded)
        while found:  # a page is part of a document, what was claimed in a passage of the passage
            found = False
            for row in self.pack.relationships():
                ends = {(row["start"][0], row["start"][1]), (row["end"][0], row["end"][1])}
                part = {end for end in ends - self._excluded if end[0] != DOCUMENT}
                if row["type"] in PARTS and part and ends & self._excluded:
                    self._excluded |= part
                    found = True

    def _exclude_documents(self, rows: list[Row]) -> None:
        stored = self._find(DOCUMENT, rows, "sha256")
        for row in rows:
            there = stored.get(row["key"])
            if there is not None and there != row["properties"].get("sha256"):
                self._excluded.add((DOCUMENT, row["key"]))
        self._documents["other"] = len(self._excluded)

    def _batches(self) -> Iterator[tuple[str, list[Row]]]:
        """Yield the nodes by kind, some at a time."""
        waiting: dict[str, list[Row]] = {}
        for row in map(self._show, self.pack.nodes()):
            if (row["kind"], row["key"]) in self._excluded:
                continue
            rows = waiting.setdefault(row["kind"], [])
            rows.append(row)
            if len(rows) == NODES_AT_ONCE:
                yield row["kind"], waiting.pop(row["kind"])
        yield from waiting.items()

    def _show(self, row: Row) -> Row:
        """Return a node as it is where nothing is hidden, as is the graph that it is added to."""
        if self.is_new or row["kind"] != IGNORED:
            return row
        kind = "Statement" if "relation" in row["properties"] else "Entity"
        self._shown[IGNORED, row["key"]] = (kind, row["key"])
        hidden = {IGNORED, own_label(IGNORED)}
        more = [row["properties"]["type"]] if kind == "Entity" else []
        labels = [*(set(row["labels"]) - hidden), kind, own_label(kind), *more]
        return {**row, "kind": kind, "labels": labels}

    def _write_nodes(self, kind: str, rows: list[Row]) -> None:
        if kind == CONFIGURATION and not self.is_new:
            return
        stored = self._find(kind, rows, "node")
        there = [row for row in rows if row["key"] in stored]
        new = [row for row in rows if row["key"] not in stored]
        self._found |= {(kind, key): node for key, node in stored.items()}
        change = "replace_pack_nodes" if kind == CONFIGURATION else "complete_pack_nodes"
        if there:
            self.graph.write(
                change, rows=[[stored[row["key"]], self._properties(row)] for row in there]
            )
        made = self.graph.write(
            "create_pack_nodes",
            rows=[[row["key"], row["labels"], self._properties(row)] for row in new],
        )
        self._made |= {(kind, row["key"]): row["node"] for row in made}
        if kind == DOCUMENT:
            self._documents.update(new=len(new), same=len(there))
        self._write_vectors(kind, new)

    def _write_vectors(self, kind: str, rows: list[Row]) -> None:
        given = ((row["key"], read_vector(row)) for row in rows)
        vectors = [[key, self.graph.vector(v)] for key, v in given if v is not None]
        if vectors:
            self.graph.write(VECTORS[kind], rows=vectors)

    def _find(self, kind: str, rows: list[Row], column: str) -> dict[str, Any]:
        """Return a column of those of some nodes that are there, by key."""
        keys = [row["key"] for row in rows]
        found = self.graph.read("find_pack_nodes", kind=kind, keys=keys)
        return {row["key"]: row[column] for row in found}

    def _properties(self, row: Row) -> dict[str, Any]:
        """Return a node's properties; a document is whole, and linked, only at the end."""
        properties = read_properties(row)
        if row["kind"] == DOCUMENT:
            properties.pop("sha256", None)
            if not self.is_new:
                properties.pop("linkedAt", None)
        return properties

    def _write_relationships(self, rows: Iterable[Row]) -> None:
        """Write relationships; between nodes that were there before, those that are not there."""
        new: list[list[Any]] = []
        other: list[list[Any]] = []
        for row in rows:
            start, end = self._end(row["start"]), self._end(row["end"])
            ids = [self._made.get(key) or self._found.get(key) for key in (start, end)]
            if None in ids or (not self.is_new and row["type"] in DERIVED):
                continue
            written = [ids[0], row["type"], ids[1], read_properties(row)]
            (new if start in self._made or end in self._made else other).append(written)
        for part, is_new in ((new, True), (other, False)):
            if part:
                done = self.graph.write("create_pack_relationships", rows=part, is_new=is_new)
                self._relationships += done[0]["relationships"]

    def _end(self, end: list[str]) -> Key:
        key = (end[0], end[1])
        return self._shown.get(key, key)

    def _finish_documents(self) -> None:
        rows = (
            [row["key"], row["properties"].get("sha256")]
            for row in self.pack.nodes()
            if row["kind"] == DOCUMENT and (DOCUMENT, row["key"]) not in self._excluded
        )
        for part in in_parts(rows, RELATIONSHIPS_AT_ONCE):
            self.graph.write("finish_pack_documents", rows=list(part))

    def _report(self, digest: str) -> PackReport:
        documents = {name: self._documents[name] for name in ("new", "same", "other")}
        return PackReport(len(self._made), self._relationships, documents, digest)


def _digest(graph: Graph, pack: Pack, progress: Progress) -> str:
    """Return the digest of a graph, which must be that of the pack."""
    progress.begin("Comparing", total=None, unit="rows")
    digest = Digest()
    for rows in (_stored_nodes(graph), _stored_relationships(graph)):
        for row in _counted(rows, progress):
            digest.add(line_of(row))
    if digest.hexdigest() != pack.manifest.digest:
        raise SchemaError(
            f"The graph is not what {pack.path} says, though all of it was written: remove what "
            "is there (kgplatform db reset for the local Neo4j) and import again."
        )
    return digest.hexdigest()


def _stored_nodes(graph: Graph) -> Iterator[Row]:
    for row in graph.stream("list_pack_nodes"):
        yield node_row(row["labels"], row["properties"], row["vector"])


def _stored_relationships(graph: Graph) -> Iterator[Row]:
    return map(relationship_row, graph.stream("list_pack_relationships"))


def _counted(rows: Iterable[Row], progress: Progress) -> Iterator[Row]:
    for row in rows:
        progress.advance()
        yield row


def _newest_migration() -> str:
    return load_migrations()[-1].name
