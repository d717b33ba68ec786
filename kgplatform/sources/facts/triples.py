"""Reads texts that come with triples, as HippoRAG's and TRACE's tools write them.

HippoRAG keeps {"docs": [{"title", "text", "passage", "extracted_triples": [[s, r, o], …]}]};
TRACE (section 3.1, figure 5) makes triples <title; relation; tail> of a title and a text. The
triples are claims: a model wrote them, so they are kept as they are, like a model's reply, and
each has to be proven by its text later (extract/given.py).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

from kgplatform.records import Document
from kgplatform.records.ids import content_sha256
from kgplatform.sources.facts.documents import FRAGMENT_SAFE
from kgplatform.sources.facts.rows import row_names
from kgplatform.sources.facts.values import one_line
from kgplatform.sources.text import make_document

__all__ = ["has_triples", "list_triples", "read_text_with_triples", "text_of"]

TRIPLE_KEYS = ("extracted_triples", "triples", "triplets")
MEDIA_TYPE = "application/jsonl"  # its passages are lines of a corpus, cut by their makers
PARTS = 3
TRACE_TRIPLE = re.compile(r"[<⟨][^;]+;[^;]+;[^;]+[>⟩]")


def has_triples(item: Any) -> bool:
    """Return whether a JSON value holds triples under one of the known keys."""
    return isinstance(item, Mapping) and any(isinstance(item.get(k), list) for k in TRIPLE_KEYS)


def text_of(item: Mapping[str, Any]) -> str:
    """Return the text that triples were read from, or nothing.

    HippoRAG's "passage" repeats the title as its first line; "text" is the same without it.
    """
    for key in ("text", "passage", "sentences"):
        value = item.get(key)
        if isinstance(value, list) and value and all(isinstance(part, str) for part in value):
            return " ".join(part.strip() for part in value)
        if isinstance(value, str) and value.strip():
            return value.removeprefix(f"{_title(item)}\n") if key == "passage" else value
    return ""


def list_triples(item: Mapping[str, Any]) -> Iterator[dict[str, Any] | None]:
    """Yield each triple as a row with canonical names, None for one that is no triple."""
    return (_row_of(triple) for triple in _triples(item))


def read_text_with_triples(
    item: Mapping[str, Any], *, file: Path, uris: dict[str, int]
) -> Document:
    """Return the document of a text with its triples and entities as claims.

    Args:
        item: one text; its `_id`, or its title, makes the URI.
        uris: how often each key was used in the file so far; the same title comes more often.
    """
    claims = json.dumps(
        {"entities": item.get("extracted_entities") or [], "facts": list(_triples(item))},
        ensure_ascii=False,
    )
    key = next((str(item[k]) for k in ("_id", "id", "idx") if item.get(k) is not None), "")
    key = key or _title(item) or "text"
    uris[key] = uris.get(key, 0) + 1
    number = "" if uris[key] == 1 else f"-{uris[key]}"
    document = make_document(
        uri=f"{file.as_uri()}#{quote(key, safe=FRAGMENT_SAFE)}{number}",
        title=_title(item),
        text=text_of(item),
        media_type=MEDIA_TYPE,
    )
    return replace(document, claims=claims, sha256=content_sha256(document.sha256, claims))


def _triples(item: Mapping[str, Any]) -> Iterator[Any]:
    for key in TRIPLE_KEYS:
        value = item.get(key)
        for triple in value if isinstance(value, list) else ():
            is_trace = isinstance(triple, str) and TRACE_TRIPLE.fullmatch(triple.strip())
            yield triple.strip()[1:-1].split(";") if is_trace else triple


def _title(item: Mapping[str, Any]) -> str:
    title = item.get("title")
    return one_line(title) if isinstance(title, str) else ""


def _row_of(triple: Any) -> dict[str, Any] | None:
    """Return a triple given as a list or as an object as a row, None for anything else."""
    if isinstance(triple, list) and len(triple) == PARTS:
        return dict(zip(("subject", "relation", "object"), triple, strict=True))
    if isinstance(triple, Mapping):
        return {name: triple[key] for key, name in row_names(triple).items()}
    return None
