"""The manifest: what an auditor needs to check every span of an export against its source."""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from importlib.metadata import version
from typing import IO, Any, Self

from kgplatform.export.citations import KeptCitation, read_citations
from kgplatform.export.exporter import ExportOptions
from kgplatform.export.model import Node, Relationship, Span
from kgplatform.export.scope import Scope
from kgplatform.export.signing import sign
from kgplatform.export.stream import GraphStream
from kgplatform.records.json import to_json

__all__ = ["Manifest", "RecordedStream", "canonical", "hash_manifest", "node_json", "relation_json"]

MANIFEST_VERSION = 1
HOW_TO_CHECK = (
    "`kgplatform verify` reads the sources again and says of each quote whether it holds; it needs "
    "no database. By hand: offsets count Unicode code points, from 0, the end not included; "
    "passage.text[start:end] and document text[document_start:document_end] are the quote. "
    "`kgplatform documents show ID --text` prints a document's text, made from its file again; "
    "`kgplatform documents show ID --hashed | sha256sum` prints its sha256, as long as the file is "
    "the one that was read. fileSha256 is of the file's own bytes. Each document says what its "
    "text is and what its sha256 is of."
)
NOT_PROVED = (
    "Sources prove quotes and computations. Who asked, when, by which method and with which models "
    "is what the graph has recorded; a signature proves that the manifest is as its signer made it."
)
PLAIN = "text/plain"
TEXTS = {
    PLAIN: "the file's characters, line ends as line feeds",
    "application/jsonl": "the line's text",
}
CONVERTED = "made from the file, whose marks are left out: not the file's characters"
HASHED = "title, U+001F and text, in UTF-8"
HASHED_CONVERTED = (
    "title, text and, where it has them, pages, sections, tables, facts and claims, in the form "
    "that --hashed prints, in UTF-8"
)
_CANONICAL = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))
IN_MEMORY = 16_000_000
"""Bytes of spans that are held; more of them wait on disk until the manifest is written."""


@dataclass(frozen=True)
class Manifest:
    """A manifest whose spans may be too many to be held: all else is in `head`."""

    head: Mapping[str, Any]
    spans: Sequence[Mapping[str, Any]] | _Spool

    def write(self, out: IO[str], *, indent: str = "") -> None:
        """Write it as one JSON object; `indent` stands before each line but the first."""
        out.write("{\n")
        for name, value in self.head.items():
            text = json.dumps(value, ensure_ascii=False, indent=2).replace("\n", f"\n{indent}  ")
            out.write(f"{indent}  {json.dumps(name)}: {text},\n")
        out.write(f'{indent}  "spans": [')
        separator = "\n"
        for span in self.spans:
            out.write(f"{separator}{indent}    {json.dumps(span, ensure_ascii=False)}")
            separator = ",\n"
        out.write(f"\n{indent}  ]\n{indent}}}")


class RecordedStream:
    """Hands on a stream, and makes its manifest of what passes.

    Args:
        stream: what is exported.
        scope: what it was asked for by.
        generated_at: when.
        options: how.
    """

    def __init__(
        self, stream: GraphStream, scope: Scope, *, generated_at: datetime, options: ExportOptions
    ) -> None:
        self.scope = scope
        self.has_manifest_inside = False
        self.counts: dict[str, Counter[str]] = {"nodes": Counter(), "relationships": Counter()}
        self.citations: list[KeptCitation] = []
        self.generated_at = generated_at
        self._stream, self._options = stream, options
        self._questions: list[dict[str, Any]] = []
        self._documents: list[dict[str, Any]] = []
        self._spans = _Spool()
        self._digest = hashlib.sha256()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._spans.close()

    def nodes(self) -> Iterator[Node]:
        """Yield each node."""
        for node in self._stream.nodes():
            self.counts["nodes"][node.kind] += 1
            self._digest.update(canonical(node_json(node)))
            if node.kind == "Document":
                self._documents.append(_describe(node))
            elif node.kind == "Question":
                self._add_question(node)
            yield node

    def relationships(self) -> Iterator[Relationship]:
        """Yield each relationship."""
        for item in self._stream.relationships():
            self.counts["relationships"][item.type] += 1
            self._digest.update(canonical(relation_json(item)))
            if item.span is not None:
                self._spans.add(item.span)
            yield item

    def manifest(self, files: Mapping[str, str] | None = None) -> Manifest:
        """Return the manifest, signed where the options name a key.

        Args:
            files: SHA-256 of the files that were written, by name.

        Raises:
            UsageError: the key cannot be used.
        """
        scope = {"kind": self.scope.kind, "value": self.scope.value}
        if self.scope.kind == "entity":
            scope["depth"] = str(self.scope.depth)
        head: dict[str, Any] = {
            "manifest_version": MANIFEST_VERSION,
            "kgplatform_version": version("kgplatform"),
            "scope": scope,
            "question_id": self.scope.value if self.scope.kind == "question" else None,
            "generated_at": self.generated_at.isoformat(timespec="seconds"),
            "counts": {name: dict(counter) for name, counter in self.counts.items()},
            "content_sha256": self._digest.hexdigest(),
            "files": dict(files or {}),
            "how_to_check": HOW_TO_CHECK,
            "not_proved": NOT_PROVED,
            "questions": sorted(self._questions, key=_asked_at),
            "documents": self._documents,
            "citations": to_json(self.citations),
        }
        if self._options.key is not None:
            head["signature"] = sign(hash_manifest(head, self._spans), self._options.key)
        return Manifest(head, self._spans)

    def _add_question(self, node: Node) -> None:
        kept = read_citations(
            node.properties.get("citations", ()), cited=node.cited, question_id=node.id
        )
        self.citations += kept
        known = node.properties
        names = ("id", "text", "understood", "answer", "abstained", "method", "reader", "askedAt")
        record = json.loads(known["details"]) if "details" in known else {}
        facts = self._stream.facts(node.id)
        self._questions.append({n: known.get(n) for n in names} | record | {"facts": facts})


def canonical(value: Any) -> bytes:
    """Return the one form of a JSON value that hashes are of, ended by a line feed."""
    return f"{_CANONICAL.encode(value)}\n".encode("utf-8", "surrogatepass")


def node_json(node: Node) -> dict[str, Any]:
    """Return a node as JSON exports have it."""
    return {"id": node.id, "labels": list(node.labels), "properties": node.properties}


def relation_json(item: Relationship) -> dict[str, Any]:
    """Return a relationship as JSON exports have it."""
    return {
        "type": item.type,
        "start": item.start,
        "end": item.end,
        "properties": item.properties,
    }


def hash_manifest(head: Mapping[str, Any], spans: Iterator[Any] | Sequence[Any] | _Spool) -> bytes:
    """Return the SHA-256 that a signature is of: all of a manifest but the signature."""
    digest = hashlib.sha256()
    digest.update(canonical({k: v for k, v in head.items() if k not in ("signature", "spans")}))
    for span in spans:
        digest.update(canonical(span))
    return digest.digest()


def _asked_at(question: Mapping[str, Any]) -> str:
    return question["askedAt"] or ""


class _Spool:
    """Spans as JSON, in the order in which they were added; many of them on disk."""

    def __init__(self) -> None:
        self._file = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115  # as long

    def add(self, span: Span) -> None:
        self._file.write(canonical(to_json(span)))

    def close(self) -> None:
        self._file.close()

    def __iter__(self) -> Iterator[dict[str, Any]]:
        self._file.seek(0)
        for line in self._file:
            yield json.loads(line.decode("utf-8", "surrogatepass"))


def _describe(document: Node) -> dict[str, Any]:
    """Return what names a document, and how its text and its hash came about."""
    names = ("id", "title", "uri", "mediaType", "sha256", "fileSha256", "date", "language")
    described = {name: document.properties.get(name) for name in names}
    kind = document.properties.get("mediaType", "")
    return {
        **described,
        "text_is": TEXTS.get(kind, CONVERTED),
        "sha256_is_of": HASHED if kind == PLAIN else HASHED_CONVERTED,
    }
