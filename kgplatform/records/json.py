"""Records as the commands write them, and back: JSON-ready values of the command contracts."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, TypeVar, cast, get_args, get_origin, get_type_hints

from kgplatform.records.evidence import ScoredStatement, Step

__all__ = ["NOT_WRITTEN", "from_json", "to_json"]

T = TypeVar("T")

NOT_WRITTEN: Mapping[str, bool] = MappingProxyType({"written": False})
"""Metadata of a field that is no part of its record's wire form."""


def to_json(record: Any) -> Any:
    """Return a record, or a sequence of records, as JSON-ready dicts and lists.

    Qualifiers become {relation, value} objects and steps one flat object each, as in the
    command contracts; everything else keeps its field names.
    """
    if isinstance(record, str | int | float | None):
        return record
    if isinstance(record, ScoredStatement):
        fields = {f.name: getattr(record, f.name) for f in dataclasses.fields(record)}
        pairs = [{"relation": relation, "value": value} for relation, value in record.qualifiers]
        return {**fields, "qualifiers": pairs}
    if isinstance(record, Step):
        return {"step": record.name, **to_json(record.detail)}
    if dataclasses.is_dataclass(record) and not isinstance(record, type):
        return {
            f.name: to_json(getattr(record, f.name))
            for f in dataclasses.fields(record)
            if f.metadata.get("written", True)
        }
    if isinstance(record, dict):
        return {key: to_json(value) for key, value in record.items()}
    return [to_json(item) for item in record] if isinstance(record, list | tuple) else record


def from_json(record: type[T], value: Mapping[str, Any]) -> T:
    """Return the record that `to_json` wrote; what is not written has its default."""
    hints = get_type_hints(record)
    given = dict(value)
    if record is Step:
        return cast("T", Step(given.pop("step"), given))
    if record is ScoredStatement:
        pairs = ((pair["relation"], pair["value"]) for pair in given["qualifiers"])
        given["qualifiers"] = tuple(pairs)
    return record(**{name: _read(hints[name], inner) for name, inner in given.items()})


def _read(hint: Any, value: Any) -> Any:
    if dataclasses.is_dataclass(hint):
        return from_json(cast("type", hint), value)
    if get_origin(hint) is tuple and isinstance(value, list):
        return tuple(_read(get_args(hint)[0], inner) for inner in value)
    return value
