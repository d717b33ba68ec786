"""Records as the commands write them: JSON-ready values of the command contracts."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from kgplatform.records.evidence import ScoredStatement, Step

__all__ = ["NOT_WRITTEN", "to_json"]

NOT_WRITTEN: Mapping[str, bool] = MappingProxyType({"written": False})
"""Metadata of a field that is no part of its record's wire form."""


def to_json(record: Any) -> Any:
    """Return a record, or a sequence of records, as JSON-ready dicts and lists.

    Qualifiers become {relation, value} objects and steps one flat object each, as in the
    command contracts; everything else keeps its field names.
    """
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
    if isinstance(record, list | tuple):
        return [to_json(item) for item in record]
    return record
