"""Takes out of an export what is nobody else's business: credentials, and where files lie."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from kgplatform.export.model import Node

__all__ = ["hide"]

ADDRESSES = ("uri", "copies", "citations", "details")
"""Properties with addresses in them; two are JSON texts."""
OF_THIS_MACHINE = ("job", "errors")
"""Properties that name files of the machine that wrote them, in whatever form."""
CREDENTIALS = re.compile(r"\b([a-z][a-z0-9+.-]*://)[^/@\s\"]*@", re.IGNORECASE)
FOLDERS = re.compile(r"\bfile:/[^\"#\s]*/")


def hide(node: Node, *, paths: bool) -> Node:
    """Return a node without credentials in its addresses and, unless `paths`, without folders."""
    changed = {name: _hide(node.properties[name], paths=paths)
               for name in ADDRESSES if name in node.properties}  # fmt: skip
    kept = {
        name: value
        for name, value in node.properties.items()
        if paths or name not in OF_THIS_MACHINE
    }
    return replace(node, properties=kept | changed)


def _hide(value: Any, *, paths: bool) -> Any:
    if isinstance(value, list):
        return [_hide(item, paths=paths) for item in value]
    text = CREDENTIALS.sub(r"\1", value)
    return text if paths else FOLDERS.sub("file:", text)
