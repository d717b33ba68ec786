"""A small graph with hard text as a stream, and what is read of it by other programs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from kgplatform.export.exporter import ExportOptions
from kgplatform.export.model import KINDS, Node, Relationship
from kgplatform.export.scope import Scope
from kgplatform.export.spans import list_marks
from kgplatform.export.write import export_stream
from kgplatform.plugins import EXPORTERS
from kgplatform.records.document import TextLine, encode_lines

FACT = {
    "statement_id": "s1", "subject": "Ann <b>", "relation": "born in / <on>",
    "object": "1 May 1920",
    "qualifiers": [{"relation": "by", "value": "the deal"}], "polarity": "denied",
    "modality": "asserted", "spans": [{"passage_id": "p1", "attribution": "the union"}],
}  # fmt: skip
NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
HARD_TEXT = 'He said: "C:\\new""" \t\r\n\\u0041 \'é\' 😀 \u2028 end; `x` {y} $z"'
QUOTE_START = HARD_TEXT.index("😀")


@dataclass
class MadeStream:
    """A stream of what is given, in the order of the platform's own."""

    made_nodes: list[Node]
    made_relationships: list[Relationship]

    def nodes(self) -> Iterator[Node]:
        order = list(KINDS)
        yield from sorted(self.made_nodes, key=lambda node: (order.index(node.kind), node.id))

    def relationships(self) -> Iterator[Relationship]:
        yield from self.made_relationships

    def facts(self, question_id: str) -> list[dict[str, Any]]:
        return [FACT]


def node(kind: str, identifier: str, /, *more: str, **properties: Any) -> Node:
    labels = tuple(sorted((kind, *more)))
    return Node(identifier, kind, labels, {"id": identifier, **properties})


def edge(kind: str, start: Node, end: Node, /, **properties: Any) -> Relationship:
    value = None
    if end.kind == "Literal":
        value = (end.properties["value"], end.properties.get("datatype", ""))
    relation = start.properties.get("relation", "")
    ends = (start.kind, start.id, end.kind, end.id)
    return Relationship(kind, *ends, properties, relation=relation, value=value)


QUESTION = node(
    "Question", "q1", text="Who?", answer=HARD_TEXT, abstained=False, method="graph", tokens=7,
    askedAt="2026-01-02T03:04:05Z", details='{"steps": [{"step": "seek"}]}',
)  # fmt: skip
DOCUMENT = node(
    "Document", "d1", title="T", uri="file:a%20b.txt", sha256="ff", fileSha256="ee",
    mediaType="text/plain", date="2024-05-15", copies=["file:c.txt"], unread=["1 image"],
    ingestedAt="2026-01-01T00:00:00Z",
)  # fmt: skip
PASSAGE = node(
    "Passage", "p1", title="T", text=HARD_TEXT, start=100, end=100 + len(HARD_TEXT), index=3, page=2
)
PAGE = node("Page", "g1", number=2, label="ii", start=90, end=300, width=595.5, height=842.0)
SECTION = node("Section", "x1", index=0, level=1, heading="One; two", start=90, end=300)
TABLE = node(
    "Table", "t1", index=0, caption="", text="| a |\n| - |", cells='[["a"]]', rows=1, columns=1,
    box=[1.5, 2.0, 3.25, 4.0], start=100, end=110,
)  # fmt: skip
STATEMENT = node(
    "Statement", "s1", relation="born in / <on>", canonical="bear", text="Ann born",
    extractor="spacy", confidence=0.9, polarity="denied", modality="asserted", isPlain=False,
    source="text",
)  # fmt: skip
ENTITY = node("Entity", "e1", "Person", name="Ann", type="Person", aliases=["Anna", "Ann; B"])
OTHER = node("Entity", "e2", "Person", name="Ann B", type="Person", qid="Q1")
PHRASE = node("Phrase", "f1", name="the deal")
LITERAL = node(
    "Literal", "l1", value="1920-05-01", datatype="date", **{"from": "1920-05-01"}, to="1920-05-01",
    isRelative=False,
)  # fmt: skip
COUNT = node("Literal", "l3", value="016", datatype="quantity", number=16.0)
AMOUNT = node("Literal", "l2", value="3 kg", datatype="quantity", number=3.5, unit="kg")
NODES = [QUESTION, DOCUMENT, PASSAGE, PAGE, SECTION, TABLE, STATEMENT, ENTITY, OTHER, PHRASE,
         LITERAL, AMOUNT, COUNT]  # fmt: skip

STATED = {
    "start": 0, "end": 7, "subjectStart": 0, "subjectEnd": 3, "objectStart": 4, "objectEnd": 7,
    "qualifierRelations": ["time", "object"], "qualifierStarts": [5, 6], "qualifierEnds": [7, 8],
    "alignment": ["exact", "fuzzy", *["exact"] * 9], "attribution": "the union",
}  # fmt: skip
CITED = {"rank": 1, "score": 0.5, "start": QUOTE_START, "end": QUOTE_START + 1, "quote": "😀"}


def marks(
    *given: tuple[str, Node, dict[str, Any]], lines: tuple[TextLine, ...] = ()
) -> list[Relationship]:
    """Return what marks spans of the passage, as the platform reads them.

    Args:
        lines: of the page, where spans are to have boxes.
    """
    pages = [{**PAGE.properties, "lines": encode_lines(lines)}] if lines else []
    row = {
        "id": PASSAGE.id, "text": HARD_TEXT, "start": 100, "page": 2, "heading": "One",
        "document": DOCUMENT.id, "table": None, "pages": pages,
        "marks": [{"type": kind, "kind": start.kind, "start": start.id, "properties": properties}
                  for kind, start, properties in given],
    }  # fmt: skip
    return list(list_marks(row, lambda properties, known: dict(properties)))


RELATIONSHIPS = [
    edge("CITES", QUESTION, STATEMENT, rank=1, score=0.25),
    edge("HAS_PAGE", DOCUMENT, PAGE),
    edge("HAS_SECTION", DOCUMENT, SECTION),
    edge("HAS_TABLE", DOCUMENT, TABLE),
    edge("ABOUT", DOCUMENT, ENTITY),
    edge("HAS_PASSAGE", PAGE, PASSAGE),
    edge("HAS_PASSAGE", TABLE, PASSAGE),
    edge("PART_OF", PASSAGE, DOCUMENT),
    edge("MENTIONS", PASSAGE, ENTITY, start=0, end=2, surface="He", type="Person", typeBy="form"),
    edge("REFERS_TO", PASSAGE, OTHER, start=0, end=2, surface="He", kind="pronoun"),
    edge("SUBJECT", STATEMENT, ENTITY),
    edge("OBJECT", STATEMENT, LITERAL),
    edge("QUALIFIER", STATEMENT, AMOUNT, relation="weight"),
    edge("QUALIFIER", STATEMENT, COUNT, relation="object"),
    edge("QUALIFIER", STATEMENT, PHRASE, relation="by"),
    edge("SAME_AS", OTHER, ENTITY, method="names", score=0.75, decidedBy="rule"),
    *marks(("CITES", QUESTION, CITED), ("STATED_IN", STATEMENT, STATED)),
]
STREAM = MadeStream(NODES, RELATIONSHIPS)
OF_QUESTION = Scope("question", "q1")

FoundNode = tuple[str, str, frozenset[str], frozenset[tuple[str, str]]]
FoundEdge = tuple[str, str, str, str, str, frozenset[tuple[str, str]]]


def frozen(properties: dict[str, Any], *, unordered: bool = False) -> frozenset[tuple[str, str]]:
    """Return properties to be compared; numbers that are equal are the same."""
    return frozenset(
        (name, repr(sorted(value) if unordered and isinstance(value, list) else _number(value)))
        for name, value in properties.items()
    )


def _number(value: Any) -> Any:
    if isinstance(value, list):
        return [_number(item) for item in value]
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


def list_nodes(nodes: list[Node] = NODES, *, unordered: bool = False) -> set[FoundNode]:
    """Return the nodes as what is read by others is compared to."""
    return {
        (n.kind, n.id, frozenset(n.labels), frozen(dict(n.properties), unordered=unordered))
        for n in nodes
    }


def list_edges(items: list[Relationship] = RELATIONSHIPS) -> set[FoundEdge]:
    """Return the relationships as what is read by others is compared to."""
    return {
        (r.type, r.start_kind, r.start, r.end_kind, r.end, frozen(dict(r.properties)))
        for r in items
    }


def export(
    tmp_path: Path,
    format: str,
    stream: MadeStream = STREAM,
    *,
    scope: Scope = OF_QUESTION,
    **options: Any,
) -> Path:
    """Write a stream and return where."""
    out = tmp_path / f"out.{format}"
    export_stream(
        stream,
        scope,
        write=EXPORTERS.load(format),
        out=out,
        options=ExportOptions(**options),
        clock=lambda: NOW,
    )
    return out
