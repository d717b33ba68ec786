"""What JSON of the platform looks like, as models: made from the records and from query headers.

So what `--json` prints, and what the API and MCP return and describe, has one source each.
"""

from __future__ import annotations

import dataclasses
import re
import types
import typing
from functools import cache
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, Field, create_model

from kgplatform.graph.library import load_query
from kgplatform.records import Answer, ScoredPassage, ScoredStatement, Step, Usage
from kgplatform.records.claim import CheckedClaim

__all__ = [
    "AnswerRecord",
    "CheckRecord",
    "EntityRecord",
    "FactRow",
    "FoundEvidence",
    "Neighbourhood",
    "PassageRecord",
    "Path",
    "Qualified",
    "QuestionRow",
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
def row_model(query_name: str, without: str = "") -> type[BaseModel]:
    """Return the model of a row of a named query; one of its columns may be left out."""
    query = load_query(query_name)
    fields: dict[str, Any] = {
        column.name: (_column_type(column.type), Field(description=column.meaning or None))
        for column in query.columns
        if column.name != without
    }
    name = "".join(part.capitalize() for part in query_name.split("_")) + "Row"
    return create_model(name, __config__=EXACT, __doc__=query.purpose, **fields)


def list_model(of: Any) -> types.GenericAlias:
    """Return the type of a list of them."""
    return types.GenericAlias(list, (of,))


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
        return list_model(_converted(arguments[0]))
    if origin in (types.UnionType, typing.Union):
        return typing.Union[tuple(_converted(part) for part in arguments)]  # noqa: UP007
    return hint


def _column_type(words: str) -> Any:
    """Return the type that a query's header names; any where it is none of those above."""
    found = WORDS.match(words)
    if found is None:
        return Any
    inner = LIST.fullmatch(found[1])
    kind = list_model(_column_type(inner[1])) if inner else SCALARS.get(found[1], Any)
    return kind | None if found[2] and kind is not Any else kind


def _first_line(text: str | None) -> str:
    return (text or "").partition("\n")[0]


if TYPE_CHECKING:  # they are made as the program runs, and their fields are known to it alone
    AnswerRecord = BaseModel
    CheckRecord = BaseModel
    PassageRecord = BaseModel
    StatementRecord = BaseModel
    UsageRecord = BaseModel
    FactRow = BaseModel
    QuestionRow = BaseModel
    _EntityRow = BaseModel
    _TypeRow = BaseModel
    _EntityFactRow = BaseModel
else:
    AnswerRecord = record_model(Answer)
    CheckRecord = record_model(CheckedClaim)
    PassageRecord = record_model(ScoredPassage)
    StatementRecord = record_model(ScoredStatement)
    UsageRecord = record_model(Usage)
    FactRow = row_model("list_entity_edges")
    QuestionRow = row_model("fetch_question")
    _EntityRow = row_model("fetch_entity_things", without="others")
    _TypeRow = row_model("list_type_evidence")
    _EntityFactRow = row_model("list_entity_facts")


class FoundEvidence(BaseModel):
    """What a method found, best first, and how."""

    passages: list[PassageRecord]
    statements: list[StatementRecord]
    steps: list[StepRecord]
    usage: UsageRecord


class EntityRecord(_EntityRow):
    """An entity with all that is known of it; `type_by` is what its type is told by."""

    members: list[dict[str, Any]] = Field(description="Names that were joined to it.")
    may_be: list[dict[str, Any]]
    different_from: list[dict[str, Any]]
    names: list[str]
    type_by: str
    evidence: list[_TypeRow]
    fact_count: int = Field(description="Of them in all; `facts` has the first.")
    facts: list[_EntityFactRow]


class Node(BaseModel):
    """An entity, or a literal with its value as name and its datatype as type."""

    id: str
    name: str
    type: str


class Edge(FactRow):
    """A fact between two nodes."""

    subject: str = Field(description="Id of a node.")
    object: str = Field(description="Id of a node.")


class Neighbourhood(BaseModel):
    """The graph around an entity, which is the first node."""

    nodes: list[Node]
    edges: list[Edge]


class Path(BaseModel):
    """A way from one entity to another."""

    facts: list[FactRow]
