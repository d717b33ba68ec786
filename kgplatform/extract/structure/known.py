"""Which cells and values name an entity that is known: a row of a table, or a document's title."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import replace

from kgplatform.extract.gazetteer import Gazetteer
from kgplatform.records import Entity, Literal
from kgplatform.text.cells import CODE, TEXT, kind_of_cell
from kgplatform.text.names import make_entity

__all__ = ["KnownNames"]


class KnownNames:
    """What cells may name.

    Args:
        rows: names of the rows of the document's tables, case folded.
        gazetteer: the titles that the corpus knows.
    """

    def __init__(self, rows: AbstractSet[str], gazetteer: Gazetteer) -> None:
        self._rows, self._gazetteer = rows, gazetteer
        self._found: dict[str, Entity | None] = {}

    def resolve(self, text: str, target: Entity | Literal) -> Entity | Literal:
        """Return the known entity that a text names as a whole, else what it was read as."""
        if isinstance(target, Literal) and target.datatype != "string":
            return target
        if text not in self._found:
            self._found[text] = self._find(text)
        known = self._found[text]
        if known is None:
            return target
        if isinstance(target, Entity) and target.type != "Thing":
            return replace(known, type=target.type)
        return known

    def _find(self, text: str) -> Entity | None:
        if kind_of_cell(text) not in (TEXT, CODE):
            return None
        for match in self._gazetteer.find(text):
            if (match.start, match.end) == (0, len(text)) and len(match.candidates) == 1:
                return match.candidates[0]
        return make_entity(text) if text.casefold() in self._rows else None
