"""Reads reStructuredText (.rst) through docutils, whose web page is then read as one.

Nothing that a file names is included, and no raw text of other formats passes. Directives and
roles that docutils does not know (those of Sphinx and its extensions) are read as what they
enclose.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from kgplatform.errors import SourceError
from kgplatform.records import Document
from kgplatform.sources.encoding import decode_file
from kgplatform.sources.html.parsing import read_page
from kgplatform.sources.marked import write_parts
from kgplatform.sources.text import count_parts, make_document, title_from_name

__all__ = ["read_rst"]

MEDIA_TYPE = "text/x-rst"
DIRECTIVE = re.compile(r"^[ \t]*\.\.[ \t]+(?:\|[^|\n]+\|[ \t]+)?([\w:.+-]+)::", re.M)
ROLE = re.compile(r":([A-Za-z][\w:.+-]*):`|`:([A-Za-z][\w:.+-]*):")
TARGET = re.compile(r"\s*<[^<>]*>$")  # of a role's text: "the words <target>"
SAYS_NOTHING = frozenset(
    {"toctree", "include", "raw", "literalinclude", "index", "meta", "highlight", "contents"}
)
LEFT_OUT = ((("include", "literalinclude"), "included file"), (("raw",), "raw part"))
SETTINGS = {
    "_disable_config": True,
    "file_insertion_enabled": False,
    "raw_enabled": False,
    "report_level": 5,  # nothing about mistakes in the text itself
    "halt_level": 5,
    "syntax_highlight": "none",
    "math_output": "LaTeX",
    "embed_stylesheet": False,
    "stylesheet_path": "",
    "section_self_link": False,
    "warning_stream": False,
    "smart_quotes": False,
}


def read_rst(file: Path) -> Iterator[Document | SourceError]:
    """Yield a reStructuredText file with its sections and tables.

    Its title is its first heading, or its name.
    """
    from docutils.core import publish_parts

    text = decode_file(file)
    if isinstance(text, SourceError):
        yield text
        return
    _know(text)
    parts = publish_parts(text, writer="html5", settings_overrides=SETTINGS)
    marked = write_parts(read_page(parts["html_body"]).parts)
    if not marked.text.strip():
        yield SourceError(f"'{file}' holds no text: there is nothing to read.")
        return
    yield make_document(
        uri=file.as_uri(),
        title=marked.title or title_from_name(file),
        text=marked.text,
        media_type=MEDIA_TYPE,
        sections=marked.sections,
        tables=marked.tables,
        unread=_unread(text),
    )


def _unread(text: str) -> tuple[str, ...]:
    names = [name.lower() for name in DIRECTIVE.findall(text)]
    counted = ((sum(map(names.count, of)), what) for of, what in LEFT_OUT)
    return tuple(count_parts(count, what) for count, what in counted if count)


def _know(text: str) -> None:
    """Have docutils read the directives and roles of a text that it does not know."""
    from docutils.parsers.rst import directives, roles
    from docutils.parsers.rst.languages import en

    for name in set(DIRECTIVE.findall(text)):
        is_silent = name.lower() in SAYS_NOTHING
        if is_silent or name.lower() not in en.directives:
            directives.register_directive(name, _directive(is_silent))
    for before, behind in set(ROLE.findall(text)):
        name = (before or behind).lower()
        if name not in en.roles:
            roles.register_local_role(name, _role)


@cache
def _directive(is_silent: bool) -> type[Any]:
    from docutils import nodes
    from docutils.parsers.rst import Directive

    class Enclosing(Directive):  # type: ignore[misc]  # docutils has no types
        """Stands for what it encloses."""

        has_content = True
        optional_arguments = 1_000
        final_argument_whitespace = True

        def run(self) -> list[Any]:
            if is_silent:
                return []
            inside = nodes.container()
            if self.arguments:
                line = " ".join(self.arguments)
                inside += nodes.paragraph("", "", *self.state.inline_text(line, self.lineno)[0])
            self.state.nested_parse(self.content, self.content_offset, inside)
            return [inside]

    return Enclosing


def _role(_name: str, rawtext: str, text: str, *_: Any, **__: Any) -> tuple[list[Any], list[Any]]:
    from docutils import nodes
    from docutils.utils import unescape

    return [nodes.inline(rawtext, TARGET.sub("", unescape(text)))], []
