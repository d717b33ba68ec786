"""The lines of a pack: nodes and relationships as JSON that any program reads.

    {"key": "27772b…", "kind": "Passage", "labels": […], "properties": {…}, "vector": "AAAA…"}
    {"end": ["Document", "51c0…"], "properties": {}, "start": ["Passage", "27…"], "type": "PART_OF"}

A node is known by its kind and its key: the id that the platform made of its content, or the name
of a type. Days and times are {"@date": …}, {"@datetime": …}, {"@time": …}; a vector is its numbers
as little-endian float32 in base64.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import math
import re
from collections.abc import Mapping
from datetime import date, datetime, time
from typing import Any

import numpy as np

from kgplatform.errors import UsageError
from kgplatform.graph.labels import KINDS, own_label
from kgplatform.graph.values import vector_array
from kgplatform.records import ENTITY_TYPES

__all__ = [
    "CONFIGURATION",
    "PACK_KINDS",
    "Digest",
    "check_node",
    "check_relationship",
    "line_of",
    "node_row",
    "read_properties",
    "read_vector",
    "relationship_row",
]

CONFIGURATION = "Configuration"
OF_VECTORS = ("Passage", "Statement", "RelationType")
PACK_KINDS = tuple(
    kind
    for kind in KINDS
    if not kind.endswith("Embedding") and kind not in ("Migration", "WriterLock")
)
"""What a pack holds: vectors go with what they are of, and the schema is the program's."""
LABELS = frozenset({*PACK_KINDS, *map(own_label, PACK_KINDS), *ENTITY_TYPES, "Resolved"})
LANGUAGE = re.compile(r"__KGPlatformPassage_[a-z]{2,3}__")
TYPE = re.compile(r"[A-Z][A-Z_]{0,49}")
NAME = re.compile(r"[A-Za-z]\w{0,99}", re.ASCII)
LONGEST_KEY = 10_000  # a relation may be a long phrase
FORMS: dict[str, Any] = {
    "@datetime": datetime.fromisoformat,
    "@date": date.fromisoformat,
    "@time": time.fromisoformat,
}
DIGEST_BYTES = 32
INTEGER_BITS = 64
Row = dict[str, Any]


class Digest:
    """A digest of lines in any order: the sum of their hashes."""

    def __init__(self) -> None:
        self._sum = 0

    def add(self, line: bytes) -> None:
        """Count a line in."""
        self._sum += int.from_bytes(hashlib.sha256(line).digest())

    def hexdigest(self) -> str:
        """Return the digest of all lines so far."""
        return (self._sum % (1 << 8 * DIGEST_BYTES)).to_bytes(DIGEST_BYTES).hex()


def line_of(row: Row) -> bytes:
    """Return the one line that a row is written as."""
    return json.dumps(row, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def node_row(labels: list[str], properties: Mapping[str, Any], vector: Any) -> Row:
    """Return the row of a node as a query gives it."""
    kind = kind_of(labels)
    row: Row = {
        "kind": kind,
        "key": properties["name" if kind.endswith("Type") else "id"],
        "labels": sorted(labels),
        "properties": {name: _encode(value) for name, value in properties.items()},
    }
    if vector is not None:
        numbers = np.asarray(vector_array(vector), dtype="<f4")
        row["vector"] = base64.b64encode(numbers.tobytes()).decode("ascii")
    return row


def relationship_row(found: Mapping[str, Any]) -> Row:
    """Return the row of a relationship as a query gives it."""
    return {
        "start": [kind_of(found["start_labels"]), found["start"]],
        "type": found["type"],
        "end": [kind_of(found["end_labels"]), found["end"]],
        "properties": {name: _encode(value) for name, value in found["properties"].items()},
    }


def kind_of(labels: list[str]) -> str:
    """Return the kind of a node with these labels; '' if it is none of a pack."""
    return next((kind for kind in PACK_KINDS if own_label(kind) in labels), "")


def read_properties(row: Row) -> dict[str, Any]:
    """Return the properties of a row that was checked, as the graph takes them."""
    return {name: _decode(value) for name, value in row["properties"].items()}


def read_vector(row: Row) -> np.ndarray | None:
    """Return the vector of a row that was checked; None where it has none."""
    if "vector" not in row:
        return None
    return np.frombuffer(base64.b64decode(row["vector"]), dtype="<f4").astype(np.float32)


def check_node(row: Any, *, dimension: int) -> tuple[str, str]:
    """Return kind and key of a row that is a node of ours.

    Raises:
        UsageError: it is none.
    """
    if not isinstance(row, dict) or not {"kind", "key", "labels", "properties"} <= row.keys():
        raise _bad("a node has not kind, key, labels and properties")
    kind, key, labels = row["kind"], row["key"], row["labels"]
    if kind not in PACK_KINDS or not isinstance(key, str) or not 0 < len(key) <= LONGEST_KEY:
        raise _bad("a node is of an unknown kind, or has no key")
    if not (isinstance(labels, list) and all(isinstance(label, str) for label in labels)):
        raise _bad("the labels of a node are no texts")
    if kind_of(labels) != kind or not all(map(_is_label, labels)):
        raise _bad(f"a node of kind {kind} has labels that are not its own")
    _check_properties(row["properties"])
    if row["properties"].get("name" if kind.endswith("Type") else "id") != key:
        raise _bad(f"a node of kind {kind} has another key than its properties say")
    if "vector" in row and not (kind in OF_VECTORS and _is_vector(row["vector"], dimension)):
        raise _bad(f"a node of kind {kind} has a vector that is none of {dimension} numbers")
    return kind, key


def check_relationship(row: Any) -> tuple[tuple[str, str], tuple[str, str]]:
    """Return kind and key of both ends of a row that is a relationship.

    Raises:
        UsageError: it is none.
    """
    if not isinstance(row, dict) or row.keys() != {"start", "type", "end", "properties"}:
        raise _bad("a relationship has not start, type, end and properties")
    if not (isinstance(row["type"], str) and TYPE.fullmatch(row["type"])):
        raise _bad("a relationship has a type that is no name")
    _check_properties(row["properties"])
    ends = []
    for end in (row["start"], row["end"]):
        if not (isinstance(end, list) and len(end) == 2 and all(isinstance(e, str) for e in end)):
            raise _bad("an end of a relationship is not kind and key")
        ends.append((end[0], end[1]))
    return ends[0], ends[1]


def _check_properties(properties: Any) -> None:
    if not isinstance(properties, dict):
        raise _bad("properties are no map")
    for name, value in properties.items():
        values = value if isinstance(value, list) else [value]
        if not (
            NAME.fullmatch(name) and all(map(_is_value, values)) and len(set(map(type, values))) < 2
        ):
            raise _bad("a property is neither a value nor a list of values of one type")


def _is_value(value: Any) -> bool:
    """Return whether a graph keeps a value as it is."""
    if isinstance(value, dict):
        try:
            return bool(_encode(_decode(value)) == value)
        except (KeyError, TypeError, ValueError):
            return False
    if isinstance(value, float):
        return math.isfinite(value)
    if isinstance(value, int):
        return value.bit_length() < INTEGER_BITS
    return isinstance(value, str)


def _is_label(label: str) -> bool:
    return label in LABELS or LANGUAGE.fullmatch(label) is not None


def _is_vector(text: Any, dimension: int) -> bool:
    try:
        numbers = np.frombuffer(base64.b64decode(text, validate=True), dtype="<f4")
    except (binascii.Error, TypeError, ValueError):
        return False
    return len(numbers) == dimension and bool(np.isfinite(numbers).all())


def _encode(value: Any) -> Any:
    if isinstance(value, list):
        return [_encode(item) for item in value]
    if isinstance(value, datetime):  # which is a date as well
        return {"@datetime": value.isoformat()}
    if isinstance(value, date):
        return {"@date": value.isoformat()}
    return {"@time": value.isoformat()} if isinstance(value, time) else value


def _decode(value: Any) -> Any:
    if isinstance(value, list):
        return [_decode(item) for item in value]
    if isinstance(value, dict):
        ((form, text),) = value.items()
        return FORMS[form](text)
    return value


def _bad(reason: str) -> UsageError:
    return UsageError(f"The pack cannot be used: {reason}; have it written again.")
