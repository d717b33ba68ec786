"""What parts documents have, as the graph knows them: their pages, sections and tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kgplatform.graph.connection import Graph

__all__ = ["Outline", "Part", "fetch_outlines"]

TABLE_CHARS = 1500  # the header and some rows: what a table is about


@dataclass(frozen=True, slots=True)
class Part:
    """A page, section or table at document.text[start:end].

    `number` is a page's, or the page that a table is on (None where there are no pages); `name`
    is a page's label, a section's heading or a table's caption; `level` is a section's; `text` is
    the beginning of a table's Markdown, `heading` that of the innermost section a table stands in.
    """

    kind: str
    id: str
    start: int
    end: int
    name: str = ""
    number: int | None = None
    level: int = 0
    rows: int = 0
    columns: int = 0
    text: str = ""
    heading: str = ""


@dataclass(frozen=True, slots=True)
class Outline:
    """A document's parts of each kind, in reading order."""

    document_id: str
    title: str
    uri: str
    pages: tuple[Part, ...] = ()
    sections: tuple[Part, ...] = ()
    tables: tuple[Part, ...] = ()

    def parts(self, kind: str) -> tuple[Part, ...]:
        """Return the parts of a kind: page, section or table."""
        return {"page": self.pages, "section": self.sections, "table": self.tables}[kind]


def fetch_outlines(document_ids: Sequence[str], *, graph: Graph) -> list[Outline]:
    """Return the outlines of documents, in the order given; one query."""
    rows = graph.read("fetch_outlines", ids=list(document_ids), chars=TABLE_CHARS)
    return [
        Outline(
            document_id=row["id"],
            title=row["title"],
            uri=row["uri"],
            pages=tuple(
                Part("page", p["id"], p["start"], p["end"], p["label"] or "", p["number"])
                for p in row["pages"]
            ),
            sections=tuple(
                Part("section", s["id"], s["start"], s["end"], s["heading"], level=s["level"])
                for s in row["sections"]
            ),
            tables=tuple(
                Part(
                    "table", t["id"], t["start"], t["end"], t["caption"], t["page"],
                    rows=t["rows"], columns=t["columns"], text=t["text"],
                    heading=_find_heading(t["start"], row["sections"]),
                )
                for t in row["tables"]
            ),
        )
        for row in rows
    ]  # fmt: skip


def _find_heading(start: int, sections: Sequence[Mapping[str, Any]]) -> str:
    """Return the heading of the innermost section that a place lies in; empty if in none."""
    around = [section for section in sections if section["start"] <= start < section["end"]]
    inner = max(around, key=lambda section: (section["start"], section["level"]), default=None)
    return str(inner["heading"]) if inner else ""
