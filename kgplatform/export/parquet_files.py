"""Parquet: a file a kind of node and a type of relationship, for pandas, DuckDB, Spark."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kgplatform.errors import MissingExtra
from kgplatform.export.exporter import ExportedStream, ExportOptions, refuse_triple_terms
from kgplatform.export.model import KINDS, TYPES, PropertyTypes, parse_fields

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["export_parquet"]

ROWS_A_GROUP = 20_000
NODE_COLUMNS = parse_fields("labels:string[]")
EDGE_COLUMNS = parse_fields("startKind start endKind end")


def export_parquet(stream: ExportedStream, out: Path, options: ExportOptions) -> None:
    """Write a folder of Parquet files; dates and times are texts in ISO 8601.

    Raises:
        MissingExtra: pyarrow is not installed.
    """
    refuse_triple_terms(options, "Parquet")
    _check_extra()
    out.mkdir()
    with ExitStack() as opened:
        nodes = {kind: _Table(out / f"node_{kind}.parquet", NODE_COLUMNS | types, opened)
                 for kind, types in KINDS.items()}  # fmt: skip
        for node in stream.nodes():
            nodes[node.kind].add({"labels": list(node.labels), **node.properties})
        edges = {kind: _Table(out / f"relation_{kind}.parquet", _edge_columns(types), opened)
                 for kind, types in TYPES.items()}  # fmt: skip
        for item in stream.relationships():
            ends = (item.start_kind, item.start, item.end_kind, item.end)
            row = dict(zip(EDGE_COLUMNS, ends, strict=True))
            edges[item.type].add(row | {f"p_{n}": v for n, v in item.properties.items()})
        for table in (*nodes.values(), *edges.values()):
            table.flush()


def _edge_columns(types: PropertyTypes) -> PropertyTypes:
    """Return the columns of a relationship: its properties begin with p_, as ends do not."""
    return EDGE_COLUMNS | {f"p_{name}": kind for name, kind in types.items()}


def _check_extra() -> None:
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError as exc:
        raise MissingExtra("parquet", "The export format parquet") from exc


class _Table:
    """One file, whose rows are written a group at a time; without rows there is none."""

    def __init__(self, path: Path, columns: PropertyTypes, opened: ExitStack) -> None:
        self._path, self._columns, self._opened = path, columns, opened
        self._rows: list[Mapping[str, Any]] = []
        self._writer: Any = None

    def add(self, row: Mapping[str, Any]) -> None:
        self._rows.append(row)
        if len(self._rows) >= ROWS_A_GROUP:
            self.flush()

    def flush(self) -> None:
        """Write the rows that wait."""
        if not self._rows:
            return
        import pyarrow as pa
        import pyarrow.parquet as pq

        schema = pa.schema(list(_fields(self._columns)))
        if self._writer is None:
            self._writer = self._opened.enter_context(pq.ParquetWriter(self._path, schema))
        self._writer.write_table(pa.Table.from_pylist(self._rows, schema=schema))
        self._rows = []


def _fields(columns: PropertyTypes) -> Iterable[pa.Field]:
    import pyarrow as pa

    types = {"integer": pa.int64(), "float": pa.float64(), "boolean": pa.bool_()}
    for name, kind in columns.items():
        single = types.get(kind.removesuffix("[]"), pa.string())
        yield pa.field(name, pa.list_(single) if kind.endswith("[]") else single)
