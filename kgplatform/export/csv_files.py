"""CSV for `neo4j-admin database import`: a file a kind of node and a type of relationship.

Ids are unique within a kind alone, hence an id space a kind. A missing value is an empty field, an
empty text a quoted one. import.txt in the folder is the command that reads it.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TextIO

from kgplatform.export.exporter import ExportedStream, ExportOptions, refuse_triple_terms
from kgplatform.export.files import opened_text
from kgplatform.export.model import KINDS, TYPES

__all__ = ["ARRAY_DELIMITER", "export_csv"]

ARRAY_DELIMITER = "\x1f"
NEO4J_TYPES = {"integer": "long", "float": "double"}
COMMAND = "import.txt"


def export_csv(stream: ExportedStream, out: Path, options: ExportOptions) -> None:
    """Write a folder of CSV files with the headers of neo4j-admin."""
    refuse_triple_terms(options, "CSV")
    out.mkdir()
    with ExitStack() as opened:
        files = _Files(out, opened)
        for node in stream.nodes():
            columns = KINDS[node.kind]
            file = files.get(f"node_{node.kind}", lambda kind=node.kind: _node_header(kind))
            fields = [_field(node.properties.get(name)) for name in columns]
            file.write(f"{','.join([*fields, _field(list(node.labels))])}\n")
        for item in stream.relationships():
            ends = (item.type, item.start_kind, item.end_kind)
            file = files.get(f"relation_{'_'.join(ends)}", lambda ends=ends: _edge_header(*ends))
            fields = [_field(item.properties.get(name)) for name in TYPES[item.type]]
            row = [_field(item.start), _field(item.end), _field(item.type), *fields]
            file.write(f"{','.join(row)}\n")
    with opened_text(out / COMMAND) as file:
        file.write(_command(sorted(files.names)))


class _Files:
    """The files of a folder, each begun with its header when its first row comes."""

    def __init__(self, folder: Path, opened: ExitStack) -> None:
        self._folder, self._opened = folder, opened
        self._files: dict[str, TextIO] = {}

    @property
    def names(self) -> Iterable[str]:
        """Names without the suffix."""
        return self._files.keys()

    def get(self, name: str, header: Any) -> TextIO:
        """Return the file of a name."""
        file = self._files.get(name)
        if file is None:
            file = self._opened.enter_context(opened_text(self._folder / f"{name}.csv"))
            file.write(f"{','.join(header())}\n")
            self._files[name] = file
        return file


def _node_header(kind: str) -> list[str]:
    columns = [f"{name}:{_type(of)}" for name, of in KINDS[kind].items() if name != "id"]
    return [f"id:ID({kind})", *columns, ":LABEL"]


def _edge_header(kind: str, start: str, end: str) -> list[str]:
    columns = [f"{name}:{_type(of)}" for name, of in TYPES[kind].items()]
    return [f":START_ID({start})", f":END_ID({end})", ":TYPE", *columns]


def _type(kind: str) -> str:
    name, array, _ = kind.partition("[]")
    return NEO4J_TYPES.get(name, name) + array


def _field(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, list):
        value = ARRAY_DELIMITER.join(map(str, value))
    return '"' + str(value).replace('"', '""') + '"'


def _command(names: list[str]) -> str:
    """Return the command that imports the folder, run in it."""
    options = {"node_": "--nodes", "relation_": "--relationships"}
    sources = [
        f"{option}={name}.csv"
        for start, option in options.items()
        for name in names
        if name.startswith(start)
    ]
    how = ["--array-delimiter=U+001F", "--multiline-fields=true", "--overwrite-destination=true"]
    return " \\\n  ".join(["neo4j-admin database import full neo4j", *how, *sources]) + "\n"
