"""Prints what a method did, for people: a line a step, and a line for each item a step lists.

The place of a fact is given as a span, and a list of passages by their titles, ids behind; other
ids are for programs, which get the steps as JSON.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from kgplatform.records import Step

__all__ = ["list_ids", "title_steps", "write_span", "write_step"]

INDENT = "  "
SPAN = ("passage_id", "start", "end")
ID = re.compile(r"[0-9a-f]{24}")
NOTHING = "none"  # of an empty list, and of what is not known


def write_step(step: Step) -> Iterator[str]:
    """Yield the lines of a step; lists and objects within it are indented."""
    yield from _write(f"step: {step.name}", step.detail, 1)


def write_span(passage_id: str, start: int, end: int) -> str:
    """Return where something stands: the passage, and the characters of its text."""
    return f"{passage_id} [{start}:{end}]"


def list_ids(steps: Iterable[Step]) -> list[str]:
    """Return all that looks like an id in the lists of some steps, each once."""
    return list(dict.fromkeys(found for step in steps for found in _ids(step.detail)))


def _ids(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        for inner in value.values():
            if not isinstance(inner, str):
                yield from _ids(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _ids(inner)
    elif isinstance(value, str) and ID.fullmatch(value):
        yield value


def title_steps(steps: Iterable[Step], titles: Mapping[str, str]) -> list[Step]:
    """Return steps whose lists name passages by their titles, ids behind in parentheses."""
    return [Step(step.name, _title(step.detail, titles)) for step in steps]


def _title(value: Any, titles: Mapping[str, str], *, is_listed: bool = False) -> Any:
    if isinstance(value, Mapping):
        return {name: _title(inner, titles) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        known = all(isinstance(inner, str) and inner in titles for inner in value)
        if is_listed and value and known:  # a path, on one line
            named = ", ".join(titles[inner] for inner in value)
            return f"{named} ({', '.join(value)})"
        return [_title(inner, titles, is_listed=True) for inner in value]
    if is_listed and isinstance(value, str) and value in titles:
        return f"{titles[value]} ({value})"
    return value


def _write(head: str, detail: Mapping[str, Any], depth: int) -> Iterator[str]:
    shown = _place(detail)
    nested = {name: value for name, value in shown.items() if _is_nested(value)}
    flat = [f"{name}: {_say(value)}" for name, value in shown.items() if name not in nested]
    yield INDENT * depth + " ".join([head, "; ".join(flat)]).rstrip()
    for name, value in nested.items():
        if isinstance(value, Mapping):
            yield from _write(f"{name}:", value, depth + 1)
            continue
        if isinstance(value, str):
            yield f"{INDENT * (depth + 1)}{name}:"
            yield from (INDENT * (depth + 2) + line for line in _lines(value))
            continue
        yield f"{INDENT * (depth + 1)}{name}:"
        for item in value:
            if isinstance(item, Mapping):
                yield from _write("-", item, depth + 2)
            else:
                yield f"{INDENT * (depth + 2)}- {_say(item)}"


def _place(detail: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is shown of a detail: passage, start and end as a span, and no other ids."""
    shown = {name: value for name, value in detail.items() if not _is_id(name)}
    if not all(name in detail for name in SPAN):
        return shown
    stated = {name: value for name, value in shown.items() if name not in SPAN}
    return stated | {"span": write_span(*(detail[name] for name in SPAN))}


def _is_id(name: str) -> bool:
    return name == "ids" or name.endswith(("_id", "_ids"))


def _is_nested(value: Any) -> bool:
    """Return whether a value is an object, a list of anything but numbers, or a text of lines."""
    if isinstance(value, str):
        return len(_lines(value)) > 1
    if isinstance(value, list | tuple):
        return any(isinstance(item, str | list | tuple | Mapping) for item in value)
    return isinstance(value, Mapping)


def _lines(text: str) -> list[str]:
    """Return the lines of a text that hold something: plans and queries are read by their lines."""
    return [line.expandtabs(len(INDENT)).rstrip() for line in text.splitlines() if line.strip()]


def _say(value: Any) -> str:
    """Return a value on one line."""
    if isinstance(value, list | tuple):
        return ", ".join(map(_say, value)) or NOTHING
    return NOTHING if value is None else " ".join(str(value).split())
