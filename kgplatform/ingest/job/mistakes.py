"""Puts what is wrong with a job's file into words: the line, the key, and what to write instead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError
from rapidfuzz import process

from kgplatform.ingest.job.lines import find_line

__all__ = ["explain_mistakes"]

MISTAKES_SHOWN = 5
SECRETS = {"key", "apikey", "password", "token", "secret", "credentials"}  # words of a key

WHERE_SECRETS_GO = "set it in the environment, never in a job."
SHAPES = {
    "tuple_type": "a list",
    "model_type": "a table",
    "model_attributes_type": "a table",
    "dict_type": "a table",
    "too_short": "at least one",
}
"""What a value should have been, where pydantic's own words are about Python."""

Tables = Mapping[str, type[BaseModel]]


def explain_mistakes(
    file: Path, text: str, exc: ValidationError, *, tables: Tables
) -> Iterator[str]:
    """Yield one sentence a mistake, each with its line, in the order of the file.

    Args:
        text: the file's text, which is TOML.
        exc: what pydantic found wrong with it.
        tables: the models by the keys that hold them; "" is the whole file's.
    """
    found = []
    for error in exc.errors(include_url=False):
        if error["type"] == "too_short" and error["input"]:
            continue  # a list is too short because its items are mistakes: they are reported
        place = [part for part in error["loc"] if not str(part).startswith("function-")]
        found.append((find_line(text, place), _explain(place, error, tables)))
    found.sort(key=lambda mistake: mistake[0])
    for line, stated in found[:MISTAKES_SHOWN]:
        yield f"{file} line {line}: {stated}"
    if len(found) > MISTAKES_SHOWN:
        yield f"And {len(found) - MISTAKES_SHOWN} more."


def _explain(place: Sequence[int | str], error: Any, tables: Tables) -> str:
    """Return what is wrong with a key and what to write."""
    key = _spell(place)
    kind = error["type"]
    if kind == "extra_forbidden":
        return _explain_unknown(key, str(place[-1]), _known_keys(place[:-1], tables))
    if kind == "secret":
        return f"'{key}' holds {error['msg']}: {WHERE_SECRETS_GO}"
    if kind == "missing":
        around = _spell(place[:-1])
        return f"'{key}' is missing: {f'[{around}]' if around else 'a job'} needs it."
    message = error["msg"].removeprefix("Value error, ")
    advice = f"{message[:1].lower()}{message[1:]}"
    if kind == "literal_error":
        advice = f"choose {error['ctx']['expected']}"
    elif kind in SHAPES:
        advice = f"give {SHAPES[kind]}"
    return f"'{key}' is {error['input']!r}: {advice}."


def _explain_unknown(key: str, name: str, known: Sequence[str]) -> str:
    if SECRETS & set(name.casefold().replace("-", "_").split("_")):
        return f"'{key}' looks like a secret: {WHERE_SECRETS_GO}"
    near = process.extractOne(name, known, score_cutoff=60)
    hint = f"did you mean '{near[0]}'?" if near else f"known here: {', '.join(known)}."
    return f"there is no key '{key}': {hint}"


def _spell(place: Sequence[int | str]) -> str:
    """Return "sources[1].path" for ("sources", 1, "path")."""
    key = ""
    for part in place:
        key += f"[{part + 1}]" if isinstance(part, int) else f".{part}" if key else str(part)
    return key


def _known_keys(place: Sequence[int | str], tables: Tables) -> list[str]:
    """Return the keys of the table at a place."""
    names = [part for part in place if isinstance(part, str)]
    model = tables[names[-1] if names else ""]
    return [field.alias or name for name, field in model.model_fields.items()]
