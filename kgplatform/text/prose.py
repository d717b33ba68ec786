"""What of a text is prose: sentences, and not the tables, fields and code between them.

Names, sentences and clauses are looked for in that alone; what the rest states is read from its
structure (kgplatform.extract.structure).
"""

from __future__ import annotations

import re

from kgplatform.text.aligned import find_aligned
from kgplatform.text.fields import FENCE, find_runs, is_prose
from kgplatform.text.table_rows import is_table

__all__ = ["prose_text"]

CELL = re.compile(r"(?:\\\||[^|\n])+")


def prose_text(text: str, *, in_table: bool = False) -> str:
    """Return a text in which line feeds stand for all that is no prose; offsets stay the same.

    Args:
        in_table: whether it is a part of a table, of which only cells with sentences are left.
    """
    if in_table or is_table(text):
        spans = [cell.span() for cell in CELL.finditer(text) if is_prose(cell.group().strip())]
        return _only(text, spans)
    if text.startswith(FENCE):
        return _only(text, [])
    hidden = [(table.start, table.end) for table in find_aligned(text)]
    for field in (field for run in find_runs(text) for field in run):
        end = field.start if is_prose(field.value) else field.end
        hidden.append((field.key_start, end))
    edges = [0, *(edge for span in sorted(hidden) for edge in span), len(text)]
    return _only(text, list(zip(edges[::2], edges[1::2], strict=True))) if hidden else text


def _only(text: str, spans: list[tuple[int, int]]) -> str:
    """Return a text with line feeds in place of all that is not within some spans."""
    parts, at = [], 0
    for start, end in spans:
        parts += ["\n" * (start - at), text[start:end]]
        at = end
    return "".join([*parts, "\n" * (len(text) - at)])
