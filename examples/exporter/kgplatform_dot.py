"""The export format `dot`: what an answer rests on as a diagram, for Graphviz.

`dot -Tsvg answer.dot -o answer.svg` draws it.
"""

import json
from datetime import datetime
from textwrap import shorten, wrap

from kgplatform.export.subgraph import Node, Subgraph

SHAPES = {"Question": "box", "Passage": "note", "Document": "folder", "Statement": "ellipse"}
CAPTIONS = ("text", "name", "title", "value")
MOST_CHARS, LINE_CHARS = 160, 32


def render_dot(subgraph: Subgraph, *, generated_at: datetime) -> str:
    lines = [f"// kgplatform, {generated_at:%Y-%m-%d %H:%M}", "digraph answer {", "  rankdir=LR;"]
    for node in subgraph.nodes:
        shape = SHAPES.get(node.label, "plaintext")
        lines.append(f"  {quote(node.id)} [label={quote(caption(node))}, shape={shape}];")
    for item in subgraph.relationships:
        label = item.type.lower().replace("_", " ")
        lines.append(f"  {quote(item.start)} -> {quote(item.end)} [label={quote(label)}];")
    return "\n".join([*lines, "}", ""])


def caption(node: Node) -> str:
    text = next((str(node.properties[name]) for name in CAPTIONS if name in node.properties), "")
    return "\n".join([node.label, *wrap(shorten(text, MOST_CHARS, placeholder=" …"), LINE_CHARS)])


def quote(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)  # DOT's strings are escaped in the same way
