"""What JSON of the platform looks like, as models: made from the records and from query headers.

So what `--json` prints, and what the API and MCP return and describe, has one source each.
"""

from __future__ import annotations

import dataclasses
import re
import types
import typing
from functools import cache
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, create_model

from kgplatform.graph.library import load_query
from kgplatform.records import Answer, ScoredPassage, ScoredStatement, Step, Usage
from kgplatform.records.claim import CheckedClaim

__all__ = [
    "FACT",
    "AnswerRecord",
    "CheckRecord",
    "EntityRecord",
    "FoundEvidence",
    "Neighbourhood",
    "PassageRecord",
    "Path",
    "Qualified",
    "StepRecord",
    "list_model",
    "record_model",
    "row_model",
]

EXACT = ConfigDict(extra="forbid")
SCALARS: dict[str, Any] = {
    "string": str,
    "integer": int,
    "float": float,
    "boolean": bool,
    "datetime": str,  # as str() writes it, which is not quite RFC 3339
    "date": str,
    "map": dict[str, Any],
    "node": dict[str, Any],
    "relationship": dict[str, Any],
    "path": list[Any],
}
LIST = re.compile(r"list<(.+)>")
WORDS = re.compile(r"\s*(list<.+>|\w+)(\s+or null)?")


class StepRecord(BaseModel):
    """One step of what was done; its other fields depend on the step."""

    model_config = ConfigDict(extra="allow")
    step: str


class Qualified(BaseModel):
    """A qualifier of a fact."""

    model_config = EXACT
    relation: str
    value: str


@cache
def record_model(record: type, only: tuple[str, ...] = ()) -> type[BaseModel]:
    """Return the model of what `to_json` makes of a record, or of some of its fields."""
    hints = typing.get_type_hints(record)
    written = only or tuple(
        field.name for field in dataclasses.fields(record) if field.metadata.get("written", True)
    )
    fields: dict[str, Any] = {
        name: (_wire_type(record, name, hints[name]), ...) for name in written
    }
    return create_model(
        record.__name__, __config__=EXACT, __doc__=_first_line(record.__doc__), **fields
    )


@cache
def row_model(query_name: str) -> type[BaseModel]:
    """Return the model of a row of a named query."""
    query = load_query(query_name)
    fields: dict[str, Any] = {
        column.name: (_column_type(column.type), Field(description=column.meaning or None))
        for column in query.columns
    }
    name = "".join(part.capitalize() for part in query_name.split("_")) + "Row"
    return create_model(name, __config__=EXACT, __doc__=query.purpose, **fields)


def list_model(of: type[BaseModel]) -> Any:
    """Return the type of a list of them."""
    return list[of]  # type: ignore[valid-type]


def _wire_type(record: type, name: str, hint: Any) -> Any:
    if record is ScoredStatement and name == "qualifiers":
        return list[Qualified]
    return _converted(hint)


def _converted(hint: Any) -> Any:
    """Return what to_json makes of a value of a type."""
    if hint is Step:
        return StepRecord
    if dataclasses.is_dataclass(hint):
        return record_model(typing.cast("type", hint))
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is tuple:
        return list[_converted(arguments[0])]  # type: ignore[misc]
    if origin in (types.UnionType, typing.Union):
        return typing.Union[tuple(_converted(part) for part in arguments)]  # noqa: UP007
    return hint


def _column_type(words: str) -> Any:
    """Return the type that a query's header names; any where it is none of those above."""
    found = WORDS.match(words)
    if found is None:
        return Any
    inner = LIST.fullmatch(found[1])
    kind = list[_column_type(inner[1])] if inner else SCALARS.get(found[1], Any)  # type: ignore[misc]
    return kind | None if found[2] and kind is not Any else kind


def _first_line(text: str | None) -> str:
    return (text or "").partition("\n")[0]


AnswerRecord = record_model(Answer)
CheckRecord = record_model(CheckedClaim)
PassageRecord = record_model(ScoredPassage)
FACT = row_model("list_entity_edges")


class FoundEvidence(BaseModel):
    """What a method found, best first, and how."""

    passages: list[PassageRecord]  # type: ignore[valid-type]
    statements: list[record_model(ScoredStatement)]  # type: ignore[valid-type]
    steps: list[StepRecord]
    usage: record_model(Usage)  # type: ignore[valid-type]


class EntityRecord(row_model("list_entity_things")):  # type: ignore[misc]
    """An entity with all that is known of it; `type_by` is what its type is told by."""

    names: list[str]
    type_by: str
    evidence: list[row_model("list_type_evidence")]  # type: ignore[valid-type]
    facts: list[row_model("list_entity_facts")]  # type: ignore[valid-type]


class Node(BaseModel):
    """An entity, or a literal with its value as name and its datatype as type."""

    id: str
    name: str
    type: str


class Edge(FACT):  # type: ignore[misc, valid-type]
    """A fact between two nodes."""

    subject: str = Field(description="Id of a node.")
    object: str = Field(description="Id of a node.")


class Neighbourhood(BaseModel):
    """The graph around an entity, which is the first node."""

    nodes: list[Node]
    edges: list[Edge]


class Path(BaseModel):
    """A way from one entity to another."""

    facts: list[FACT]  # type: ignore[valid-type]
