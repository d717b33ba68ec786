"""Pieces of Markdown: CommonMark with the tables and bare links of GitHub's dialect."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import quote

__all__ = ["bold", "code", "code_block", "escape", "image", "table"]

ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
MARKS = re.compile(
    r"[\\`*\[\]|~$]|(?<!\w)_|_(?!\w)"  # code, emphasis, links, cells, formulas
    r"|^[-+#=]|(?<=^\d)[.)](?!\d)"  # what makes a list or a heading of a line's beginning
    r"|:(?=//)|(?<=www)\."  # what makes a link of a bare address
)


def escape(text: str) -> str:
    """Return foreign text such that Markdown shows it as it is, on one line."""
    marked = MARKS.sub(lambda match: "\\" + match[0], " ".join(text.split()))
    return re.sub("[&<>]", lambda match: ENTITIES[match[0]], marked)


def bold(text: str) -> str:
    """Return escaped text in bold."""
    return f"**{text}**"


def code(text: str) -> str:
    """Return foreign text as code in a table's cell."""
    line = " ".join(text.split()).replace("|", "\\|")
    fence = _fence(line, at_least=1)
    padding = " " if "`" in line else ""
    return f"{fence}{padding}{line}{padding}{fence}"


def code_block(text: str) -> str:
    """Return foreign text as a block of code."""
    fence = _fence(text, at_least=3)
    return f"{fence}\n{text}\n{fence}"


def image(path: str, *, text: str) -> str:
    """Return a picture of the same folder, with the foreign text that stands for it."""
    return f"![{escape(text)}]({quote(path)})"


def table(headings: Sequence[str], rows: Sequence[Sequence[str]], *, left: int = 1) -> str:
    """Return a table of escaped cells; the first `left` columns are text, the others figures."""
    marks = [":--" if i < left else "--:" for i in range(len(headings))]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in (headings, marks, *rows))


def _fence(text: str, *, at_least: int) -> str:
    """Return more backticks than stand together anywhere in the text."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    return "`" * max(at_least, longest + 1)
