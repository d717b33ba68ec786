"""A SPARQL store over an RDF file, in this process: on disk in a folder, or in memory."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any, cast

import pyoxigraph

from kgplatform.errors import QueryError, SourceError

__all__ = ["RdfStore"]


class RdfStore:
    """The triples of one N-Triples file, ready to be asked.

    Args:
        source: the file (.nt, or .nt.gz).
        folder: where the store is kept; loaded once, found again later. None: in memory.

    Raises:
        SourceError: the file cannot be read as N-Triples.
    """

    def __init__(self, source: Path, *, folder: Path | None = None) -> None:
        self._store = pyoxigraph.Store(str(folder)) if folder else pyoxigraph.Store()
        if len(self._store) == 0:
            self._load(source)

    def select(self, query: str) -> list[dict[str, str]]:
        """Return a SELECT query's rows: variable to the text of its value, unbound ones left out.

        Raises:
            QueryError: the query is malformed.
        """
        try:
            solutions = cast("Any", self._store.query(query))
        except SyntaxError as exc:
            raise QueryError(f"The SPARQL query is malformed: {exc}.", query_name="sparql") from exc
        names = [variable.value for variable in solutions.variables]
        return [
            {name: row[name].value for name in names if row[name] is not None} for row in solutions
        ]

    def _load(self, source: Path) -> None:
        try:
            with gzip.open(source) if source.suffix == ".gz" else source.open("rb") as file:
                self._store.bulk_load(cast("Any", file), format=pyoxigraph.RdfFormat.N_TRIPLES)
        except (OSError, SyntaxError, ValueError) as exc:
            raise SourceError(f"{source} cannot be read as N-Triples: {exc}.") from exc
