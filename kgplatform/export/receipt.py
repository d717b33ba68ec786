"""HTML: a receipt of an answer for anybody to read and print, one file that loads nothing.

All texts are those of others and are escaped; the page has no scripts, and its policy lets none
run.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kgplatform.errors import UsageError
from kgplatform.export.cells import join_rows, read_piece
from kgplatform.export.exporter import ExportedStream, ExportOptions, refuse_triple_terms
from kgplatform.export.files import opened_text
from kgplatform.export.model import Node
from kgplatform.export.page_marks import MarkedPages
from kgplatform.export.words import in_words
from kgplatform.text import visible

__all__ = ["export_receipt"]

SCOPES = ("question", "conversation")
TEMPLATE = "receipt.html.j2"  # has tables by cells.html.j2, as the server's pages do
SHOWN_KINDS = ("Passage", "Table")
UNSHOWN = ("passages", "sides")
SHOWN_STEPS = 40
"""Steps of a method that a receipt lists; the JSON export has all."""


def export_receipt(stream: ExportedStream, out: Path, options: ExportOptions) -> None:
    """Write the receipt of a question's answer, or of each in a conversation.

    Raises:
        UsageError: the scope is neither.
    """
    refuse_triple_terms(options, "HTML")
    if stream.scope.kind not in SCOPES:
        raise UsageError(
            f"A receipt is of an answer, not of a scope '{stream.scope.kind}': give --question or "
            "--conversation, or choose another format."
        )
    nodes, headers, pages = dict[str, Node](), dict[str, str](), MarkedPages(options.draw_page)
    for node in stream.nodes():
        pages.add_node(node)
        if node.kind in SHOWN_KINDS:
            nodes[node.id] = node
    for item in stream.relationships():
        pages.add_relationship(item)
        if (item.type, item.start_kind) == ("HAS_PASSAGE", "Table"):
            headers[item.end] = _find_header(nodes[item.start])
    manifest = stream.manifest()
    spans = list(manifest.spans)
    questions = [
        _describe(question, manifest.head, spans, nodes, headers)
        for question in manifest.head["questions"]
    ]
    page = _render(
        questions=[{**one, "pages": pages.list_pages(one["quotes"])} for one in questions],
        pages=pages,
        manifest=manifest.head,
        scope=stream.scope,
    )
    with opened_text(out) as file:
        file.write(page)


def _render(**shown: Any) -> str:
    from jinja2 import Environment, PackageLoader

    environment = Environment(
        loader=PackageLoader("kgplatform.export", ""),
        autoescape=True,
        finalize=visible.show_text,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template(TEMPLATE).render(**shown)


def _describe(
    question: Mapping[str, Any],
    head: Mapping[str, Any],
    spans: list[Mapping[str, Any]],
    nodes: Mapping[str, Node],
    headers: Mapping[str, str],
) -> dict[str, Any]:
    """Return what the page shows of a question."""
    documents = {document["id"]: document for document in head["documents"]}
    places = {
        (span["passage_id"], span["start"], span["end"]): span
        for span in spans
        if span["role"] == "CITES" and span["node_id"] == question["id"]
    }
    quotes = [
        _describe_quote(citation, places, documents, nodes, headers)
        for citation in head["citations"]
        if citation["question_id"] == question["id"]
    ]
    _gather_cells(quotes)
    steps = question.get("steps") or []
    return {
        **question,
        "quotes": quotes,
        "chain": [_describe_step(step) for step in steps[:SHOWN_STEPS]],
        "more_steps": max(len(steps) - SHOWN_STEPS, 0),
        "computations": [_describe_computation(one) for one in question.get("computations") or ()],
    }


def _describe_quote(
    citation: Mapping[str, Any],
    places: Mapping[tuple[str, int, int], Mapping[str, Any]],
    documents: Mapping[str, Mapping[str, Any]],
    nodes: Mapping[str, Node],
    headers: Mapping[str, str],
) -> dict[str, Any]:
    """Return a quote with the text around it, cut where the quote begins and ends.

    Of a table the rows are given too, where the quote is of cells.
    """
    span = places.get((citation["passage_id"], citation["start"], citation["end"]), {})
    passage = nodes.get(citation["passage_id"])
    text = passage.properties.get("text", "") if passage else ""
    start, end = citation["start"], citation["end"]
    is_there = text[start:end] == citation["quote"]
    header = headers.get(citation["passage_id"]) if is_there else None
    rows = read_piece(text, start, end, header=header) if header else []
    document = documents.get(citation["document_id"], {})
    return {
        **citation,
        "before": text[:start] if is_there else "",
        "after": text[end:] if is_there else "",
        "rows": rows if any(cell.is_cited for row in rows for cell in row) else [],
        "page": span.get("page") or citation["page"],
        "section": span.get("section") or citation["section"],
        "table": span.get("table") or citation["table"],
        "boxes": span.get("boxes", ()),
        "file_sha256": document.get("fileSha256"),
    }


def _gather_cells(quotes: list[dict[str, Any]]) -> None:
    """Have a piece of a table stand once, with the cells of all quotes of it marked."""
    shown: dict[str, tuple[int, dict[str, Any]]] = {}
    for number, quote in enumerate(quotes, start=1):
        if quote["rows"]:
            at, first = shown.setdefault(quote["passage_id"], (number, quote))
            if first is not quote:
                first["rows"] = join_rows(first["rows"], quote["rows"])
                quote.update(rows=[], shown_at=at)


def _find_header(table: Node) -> str:
    """Return the first line of a table, which the later pieces of a long one do not have."""
    known = table.properties
    return str(known.get("header") or known.get("text", "").partition("\n")[0])


def _describe_step(step: Mapping[str, Any]) -> tuple[str, str]:
    """Return a step's name, and the rest of it as one text."""
    rest = {name: value for name, value in step.items() if name != "step"}
    stated = "; ".join(
        f"{name.replace('_', ' ')}: {in_words(value)}"
        for name, value in rest.items()
        if value not in (None, "", [], {})
    )
    return str(step.get("step", "")).replace("_", " "), stated


def _describe_computation(computation: Mapping[str, Any]) -> dict[str, Any]:
    """Return a computation with texts in place of its values; its rows are among the quotes."""
    shown = {n: in_words(value) or "none" for n, value in computation.items() if n not in UNSHOWN}
    return {"values": shown, "sides": computation.get("sides") or []}
