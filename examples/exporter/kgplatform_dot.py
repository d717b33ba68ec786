"""The export format `dot`: a part of the graph as a diagram, for Graphviz.

`dot -Tsvg answer.dot -o answer.svg` draws it.
"""

import json
from pathlib import Path
from textwrap import shorten, wrap

from kgplatform.export.exporter import ExportedStream, ExportOptions
from kgplatform.export.model import Node

SHAPES = {"Question": "box", "Passage": "note", "Document": "folder", "Statement": "ellipse"}
CAPTIONS = ("text", "name", "title", "value")
MOST_CHARS, LINE_CHARS = 160, 32


def export_dot(stream: ExportedStream, out: Path, options: ExportOptions) -> None:
    del options  # paths are left out before, and a diagram has no triple terms
    with out.open("w", encoding="utf-8") as file:
        file.write("// kgplatform\ndigraph answer {\n  rankdir=LR;\n")
        for node in stream.nodes():
            shape = SHAPES.get(node.kind, "plaintext")
            name = quote(f"{node.kind} {node.id}")
            file.write(f"  {name} [label={quote(caption(node))}, shape={shape}];\n")
        for item in stream.relationships():
            start, end = f"{item.start_kind} {item.start}", f"{item.end_kind} {item.end}"
            label = quote(item.type.lower().replace("_", " "))
            file.write(f"  {quote(start)} -> {quote(end)} [label={label}];\n")
        file.write("}\n")


def caption(node: Node) -> str:
    text = next((str(node.properties[name]) for name in CAPTIONS if name in node.properties), "")
    return "\n".join([node.kind, *wrap(shorten(text, MOST_CHARS, placeholder=" …"), LINE_CHARS)])


def quote(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)  # DOT's strings are escaped in the same way
