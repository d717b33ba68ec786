"""What the migrations make, read from their own text, and how it differs from what a graph has.

There is no second list of constraints and indexes to keep in step with the migration files.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

__all__ = [
    "SchemaElement",
    "changes_schema",
    "describe_difference",
    "find_extra",
    "parse_elements",
]

CREATE = re.compile(
    r"CREATE\s+(?:(?P<kind>RANGE|TEXT|POINT|FULLTEXT|VECTOR)\s+)?(?P<thing>CONSTRAINT|INDEX)"
    r"\s+(?P<name>\w+)\s+IF\s+NOT\s+EXISTS\s+FOR\s+\((?P<variable>\w+):(?P<labels>\w+(?:\|\w+)*)\)"
    r"(?P<properties>.*?)(?P<options>\bOPTIONS\b.*)?",
    re.IGNORECASE | re.DOTALL,
)
DROP = re.compile(r"DROP\s+(?:CONSTRAINT|INDEX)\s+(\w+)\s+IF\s+EXISTS", re.IGNORECASE)
OPTION = re.compile(r"`(?P<key>[\w.]+)`:\s*(?P<value>\$?\w+|'[^']*')")
UNIQUENESS_KINDS = frozenset({"UNIQUENESS", "NODE_PROPERTY_UNIQUENESS"})
"""Cypher 5 and Cypher 25 name the same constraint differently."""


@dataclass(frozen=True, slots=True)
class SchemaElement:
    """A constraint or index that the migrations make, and the statement that makes it."""

    name: str
    kind: str
    labels: tuple[str, ...]
    properties: tuple[str, ...]
    options: dict[str, str]
    statement: str


def changes_schema(statement: str) -> bool:
    """Return whether a statement makes or drops a constraint or index."""
    return bool(DROP.fullmatch(statement) or CREATE.fullmatch(statement))


def parse_elements(statements: Iterable[str]) -> dict[str, SchemaElement]:
    """Return by name what a series of statements leaves behind once all have run."""
    elements: dict[str, SchemaElement] = {}
    for statement in statements:
        if dropped := DROP.fullmatch(statement):
            elements.pop(dropped[1], None)
        elif created := CREATE.fullmatch(statement):
            elements[created["name"]] = _element(created, statement)
    return elements


def describe_difference(
    element: SchemaElement, row: dict[str, Any], parameters: dict[str, Any]
) -> str | None:
    """Say how a constraint or index in a graph differs from what it should be; None: it does not.

    An option that the server does not report under the name it was given by is ignored.

    Args:
        element: what it should be.
        row: what show_constraints or show_indexes report of it.
        parameters: values of the $parameters among the element's options.
    """
    wanted = (element.kind, element.labels, element.properties)
    kind = "UNIQUENESS" if row["kind"] in UNIQUENESS_KINDS else row["kind"]
    found = (kind, tuple(row["labels"]), tuple(row["properties"]))
    if wanted != found:
        return f"{element.name} is {_in_words(*found)}, not {_in_words(*wanted)}"
    config = row.get("config") or {}
    for key, value in element.options.items():
        wanted_value = str(parameters.get(value.removeprefix("$"), value.strip("'")))
        if key in config and str(config[key]).casefold() != wanted_value.casefold():
            return f"{element.name} has {key} {config[key]}, not {wanted_value}"
    if row.get("state", "ONLINE") != "ONLINE":
        return f"{element.name} is {row['state']}"
    return None


def find_extra(
    elements: dict[str, SchemaElement], rows: Iterable[dict[str, Any]]
) -> tuple[str, ...]:
    """Return the names of constraints and indexes on our labels that no migration makes."""
    ours = {label for element in elements.values() for label in element.labels}
    return tuple(
        sorted(
            row["name"]
            for row in rows
            if row["name"] not in elements and ours.intersection(row["labels"] or ())
        )
    )


def _element(created: re.Match[str], statement: str) -> SchemaElement:
    is_constraint = created["thing"].upper() == "CONSTRAINT"
    kind = "UNIQUENESS" if is_constraint else (created["kind"] or "RANGE").upper()
    options = OPTION.finditer(created["options"] or "")
    return SchemaElement(
        name=created["name"],
        kind=kind,
        labels=tuple(created["labels"].split("|")),
        properties=tuple(re.findall(rf"\b{created['variable']}\.(\w+)", created["properties"])),
        options={option["key"]: option["value"] for option in options},
        statement=statement,
    )


def _in_words(kind: str, labels: tuple[str, ...], properties: tuple[str, ...]) -> str:
    return f"{kind.lower()} on {'|'.join(labels)} ({', '.join(properties)})"
