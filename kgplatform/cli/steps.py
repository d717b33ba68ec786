"""Prints what a method did, for people: a line a step, and a line for each thing a step lists."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kgplatform.records import Step

__all__ = ["write_step"]

INDENT = "  "


def write_step(step: Step) -> Iterator[str]:
    """Yield the lines of a step; lists of objects and objects within it are indented."""
    yield from _write(f"step: {step.name}", step.detail, 1)


def _write(head: str, detail: Mapping[str, Any], depth: int) -> Iterator[str]:
    nested = {name: value for name, value in detail.items() if _is_nested(value)}
    flat = [f"{name}: {value}" for name, value in detail.items() if name not in nested]
    yield INDENT * depth + " ".join([head, "; ".join(flat)]).rstrip()
    for name, value in nested.items():
        if isinstance(value, Mapping):
            yield from _write(f"{name}:", value, depth + 1)
            continue
        yield f"{INDENT * (depth + 1)}{name}:"
        for item in value:
            yield from _write("-", item, depth + 2)


def _is_nested(value: Any) -> bool:
    """Tell whether a value is an object, or a list of objects with something in it."""
    if isinstance(value, list | tuple):
        return bool(value) and all(isinstance(item, Mapping) for item in value)
    return isinstance(value, Mapping)
