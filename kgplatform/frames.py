"""Records and rows of queries as pandas DataFrames.

pandas is an extra, loaded when a frame is asked for. Lists and maps stay Python values in a cell;
nothing is computed here that the records do not say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kgplatform.errors import MissingExtra, UsageError
from kgplatform.records.json import to_json

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Rows", "to_frame"]


class Rows(list[dict[str, Any]]):
    """The rows of a query, a dict each by column name; `columns` are known without rows as well."""

    def __init__(self, rows: Iterable[dict[str, Any]] = (), *, columns: Sequence[str] = ()) -> None:
        super().__init__(rows)
        self.columns = tuple(columns)

    def to_frame(self, *, flat: bool = False) -> pd.DataFrame:
        """Return the rows as a DataFrame; see `kgplatform.frames.to_frame`."""
        return to_frame(self, flat=flat)

    def _repr_html_(self) -> str:
        """Return the rows as a table, as notebooks show them."""
        from kgplatform.records.html import table_html

        return table_html(self.columns or tuple(self[0] if self else ()), self)


def to_frame(records: Iterable[Any], *, flat: bool = False) -> pd.DataFrame:
    """Return records as a DataFrame, a row each in their order and a column a field.

    Whole numbers stay whole where some are missing (Int64); dates and times are as pandas infers
    them. Without records there are no columns, but for `Rows`, which know theirs.

    Args:
        records: dicts, or records of `kgplatform.records`, whose fields are named as in `--json`:
            evidence.passages, answer.statements, answers, figures of runs, ingest reports.
        flat: give each key of a map a column of its own, as `recall.5`.

    Raises:
        MissingExtra: pandas is not installed.
        UsageError: `records` is one record, or holds something else than records.
    """
    pd = _load_pandas()
    rows = list(_read_rows(records))
    if flat:
        rows = [dict(_flatten(row)) for row in rows]
    known = records.columns if isinstance(records, Rows) and not rows else ()
    names = dict.fromkeys((*known, *(name for row in rows for name in row)))
    columns = {name: [row.get(name) for row in rows] for name in names}
    return pd.DataFrame(
        {name: pd.Series(values, dtype=_find_type(values)) for name, values in columns.items()},
        index=pd.RangeIndex(len(rows)),
    )


def _load_pandas() -> Any:
    try:
        import pandas
    except ImportError as exc:
        raise MissingExtra("pandas", "A DataFrame") from exc
    return pandas


def _read_rows(records: Iterable[Any]) -> Iterator[dict[str, Any]]:
    """Yield each record as a dict by column name."""
    if isinstance(records, str | Mapping) or not isinstance(records, Iterable):
        raise UsageError(
            f"to_frame was given one {type(records).__name__}: give a sequence of records, such as "
            "evidence.passages, or [record] for a frame of one row."
        )
    for record in records:
        row = to_json(record)
        if not isinstance(row, dict):
            raise UsageError(
                f"to_frame was given a row of type {type(record).__name__}: give records or dicts."
            )
        yield row


def _flatten(row: Mapping[str, Any], *above: str) -> Iterator[tuple[str, Any]]:
    """Yield name and value of all that is no map; an empty map is kept."""
    for name, value in row.items():
        path = (*above, str(name))
        if isinstance(value, Mapping) and value:
            yield from _flatten(value, *path)
        else:
            yield ".".join(path), value


def _find_type(values: Sequence[Any]) -> str | None:
    """Return the type that pandas would not infer: whole numbers with gaps would be floats."""
    kinds = set(map(type, values))
    if kinds == {int, type(None)}:
        return "Int64"
    return None if values else "object"
