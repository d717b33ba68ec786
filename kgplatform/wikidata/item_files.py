"""Writes an item as a fact file, which `ingest` reads into the graph like any other.

So its statements get passages, spans, citations and resolution by the same code as all others, and
an item that is fetched again replaces its document in place. Ranks other than normal and references
become qualifiers, since the graph keeps nothing else of a statement.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

from kgplatform.graph.connection import Graph
from kgplatform.ingest.paging import in_parts
from kgplatform.sources.facts.rows import is_known_type
from kgplatform.storage.permissions import private_file
from kgplatform.wikidata.items import Item, ItemStatement, ItemValue
from kgplatform.wikidata.named import bind_query
from kgplatform.wikidata.terms import Endpoint, entity_iri

__all__ = ["fetch_classes", "item_path", "mark_statements", "write_item"]

BATCH = 400


def item_path(folder: Path, qid: str) -> Path:
    """Return the fact file of an item."""
    return folder / "items" / f"{qid}.jsonl"


def write_item(item: Item, path: Path, *, classes: Mapping[str, str]) -> None:
    """Write the facts of an item, a line each.

    Args:
        item: what to write.
        path: the file; its folder is made.
        classes: what other items are instances of, in words; see `fetch_classes`.
    """
    lines = [json.dumps(_row(item, s, classes), ensure_ascii=False) for s in item.statements]
    private_file(path).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def fetch_classes(endpoint: Endpoint, item: Item) -> dict[str, str]:
    """Return the first class, in words, of each entity that an item's statements name."""
    values = [v for s in item.statements for v in (s.value, *(v for _, v in s.qualifiers))]
    wanted = sorted({v.identifier for v in values if v.identifier and v.identifier[0] == "Q"})
    classes: dict[str, str] = {}
    for part in in_parts(wanted, BATCH):
        items = [entity_iri(qid) for qid in part]
        for row in endpoint.run(bind_query("fetch_classes", items=items)).rows:
            classes.setdefault(row["item"].identifier or "", row["class"].value)
    return classes


def mark_statements(graph: Graph, path: Path, qid: str, *, retrieved_at: datetime) -> int:
    """Mark an ingested item's statements as Wikidata's; return how many there are."""
    with graph.turn("write"):
        rows = graph.write(
            "mark_wikidata_statements",
            uri=f"{path.as_uri()}#{quote(qid)}",
            folder=f"{path.parent.as_uri()}/",
            retrievedAt=retrieved_at,
        )
    return int(rows[0]["statements"])


def _row(item: Item, statement: ItemStatement, classes: Mapping[str, str]) -> dict[str, Any]:
    value = statement.value
    rank = [{"relation": "rank", "value": statement.rank, "type": "string"}]
    stated = [{"relation": name, **_named(v, classes)} for name, v in statement.qualifiers]
    sources = [{"relation": "source", "value": r, "type": "string"} for r in statement.references]
    return {
        "subject": item.label,
        "subject_type": _type_of(item.classes),
        "subject_qid": item.qid,
        "relation": statement.relation,
        "object": value.text,
        "object_type": _named(value, classes)["type"],
        "object_qid": value.identifier,
        "qualifiers": [*stated, *(rank if statement.rank != "normal" else []), *sources],
    }


def _named(value: ItemValue, classes: Mapping[str, str]) -> dict[str, str | None]:
    is_thing = value.kind == "thing"
    kind = _type_of([classes.get(value.identifier or "", "")]) if is_thing else value.kind
    return {"value": value.text, "type": kind, "qid": value.identifier}


def _type_of(classes: Iterable[str]) -> str:
    """Return the first class whose words name a type; most of Wikidata's name none."""
    return next((name for name in classes if name and is_known_type(name)), "Thing")
