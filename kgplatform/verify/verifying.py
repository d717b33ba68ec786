"""Verifies an export: its content, its signature, each quote, each computation."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from kgplatform.sources.isolated.pool import ReadingProcesses
from kgplatform.sources.limits import DEFAULT_READ_LIMITS
from kgplatform.verify.computations import check_computations, list_needed
from kgplatform.verify.loading import Loaded, check_content, check_signature, load_export
from kgplatform.verify.quotes import Quote, check_quote, list_quotes
from kgplatform.verify.report import CHANGED, HOLDS, MISSING, Check, Report
from kgplatform.verify.rereading import Again, SourceFiles, read_all_again

__all__ = ["verify"]

DOCUMENT = "document"
NOT_A_FILE = "it did not come from a file, so it cannot be read again here"


def verify(
    path: Path,
    *,
    sources: Path | None = None,
    key: Path | None = None,
    processes: ReadingProcesses | None = None,
) -> Report:
    """Return what of an export holds; no graph is needed.

    Args:
        path: the export, or its manifest.
        sources: the folder in which its sources are looked for; None: where their addresses say,
            or the folder of the export.
        key: the public Ed25519 key (PEM) that must have signed the manifest.
        processes: those that read the sources; None starts some and ends them.

    Raises:
        UsageError: there is no manifest, it is malformed, or the key cannot be used.
    """
    loaded = load_export(path)
    checks = [*check_content(loaded), *check_signature(loaded, key)]
    quotes: defaultdict[str, list[Quote]] = defaultdict(list)
    for quote in dict.fromkeys(list_quotes(loaded)):
        quotes[quote.document_id].append(quote)
    questions = loaded.manifest["questions"]
    needed, texts = list_needed(questions), dict[str, str]()
    files = SourceFiles(sources, path.resolve().parent)
    documents = _list_documents(loaded)
    with nullcontext(processes) if processes else ReadingProcesses(DEFAULT_READ_LIMITS) as reading:
        for again in read_all_again(documents.values(), files, processes=reading):
            document_id = again.known["id"]
            checks += _check_document(again, quotes.pop(document_id, []))
            if document_id in needed and again.text is not None:
                texts[document_id] = again.text
    for rest in quotes.values():
        checks += [Check(q.kind, q.subject, MISSING, NOT_A_FILE, q.uri) for q in rest]

    def find_text(document_id: str, start: int, end: int) -> str | None:
        text = texts.get(document_id)
        return None if text is None else text[start:end]

    checks += check_computations(questions, find_text)
    return Report(checks, loaded.manifest["not_proved"])


def _list_documents(loaded: Loaded) -> dict[str, Mapping[str, Any]]:
    """Return the documents by id: those of the manifest, and those of citations that are gone."""
    documents = {document["id"]: document for document in loaded.manifest["documents"]}
    for citation in loaded.manifest["citations"]:
        if citation["document_id"]:
            known = {name: citation[name] for name in ("uri", "title", "sha256")}
            documents.setdefault(citation["document_id"], known | {"id": citation["document_id"]})
    return documents


def _check_document(again: Again, quotes: list[Quote]) -> Iterator[Check]:
    uri, title = again.known["uri"], again.known["title"] or again.known["uri"]
    if again.text is None:
        yield Check(DOCUMENT, title, MISSING, again.problem, uri)
        for quote in quotes:
            yield Check(quote.kind, quote.subject, MISSING, again.problem, uri)
        return
    if again.is_same and again.is_same_file is not False:
        yield Check(DOCUMENT, title, HOLDS, uri=uri)
    else:
        what = "its file, but not its text" if again.is_same else "its text or title"
        yield Check(DOCUMENT, title, CHANGED, f"{what} has changed since it was read", uri)
    for quote in quotes:
        yield check_quote(quote, again.text)
