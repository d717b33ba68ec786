"""Reads one row of a fact file: named columns or keys to a fact, or why it is none.

CSV, JSON Lines and triple files share these rules, so that a column and a key of the same name
mean the same.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

from kgplatform.errors import SourceError
from kgplatform.records import ENTITY_TYPES, LITERAL_TYPES
from kgplatform.sources.facts.documents import SOURCE, GivenFact, Term
from kgplatform.sources.facts.values import kind_of_value, one_line
from kgplatform.sources.json_values import load_json
from kgplatform.text.classes import entity_type_of

__all__ = ["is_fact_header", "is_known_type", "parse_row", "row_names"]

CANONICAL = {
    "head": "subject",
    "tail": "object",
    "predicate": "relation",
    "property": "relation",
    "head_type": "subject_type",
    "tail_type": "object_type",
}
REQUIRED = ("subject", "relation", "object")
QUALIFIER_PREFIX = "qualifier:"
MAX_CHARS = 2_000  # a longer value is a text, not a part of a fact
QID = re.compile(r"(?:https?://www\.wikidata\.org/(?:entity|wiki)/|wd:)?(?P<qid>[QP][1-9]\d*)")
TRUE_FALSE = {True: "true", False: "false"}


def row_names(keys: Mapping[str, Any] | list[str]) -> dict[str, str]:
    """Return the keys or columns of a row with the name each stands for here."""
    names = {key: key.strip().casefold() for key in keys if key}
    return {key: CANONICAL.get(name, name) for key, name in names.items()}


def is_fact_header(keys: Mapping[str, Any] | list[str]) -> bool:
    """Return whether columns or keys name a subject, a relation and an object."""
    return set(REQUIRED) <= set(row_names(keys).values())


def is_known_type(name: str) -> bool:
    """Return whether a type named in a file has a place in the closed set."""
    return not name.strip() or entity_type_of(name) is not None


def parse_row(row: Mapping[str, Any]) -> GivenFact:
    """Return the fact of a row.

    Args:
        row: canonical names to values; a value that is missing is None or empty.

    Raises:
        SourceError: what is wrong with the row, as the end of a sentence.
    """
    parts = {name: _text(row.get(name), name) for name in REQUIRED}
    missing = [name for name in REQUIRED if not parts[name]]
    if missing:
        raise SourceError(f"has no {' and no '.join(missing)}")
    subject = _subject(parts["subject"], row)
    obj = _term(parts["object"], row.get("object_type"), row.get("object_qid"), row.get("object"))
    return GivenFact(
        subject=subject,
        relation=parts["relation"].replace("_", " "),
        object=obj,
        qualifiers=tuple(_qualifiers(row)),
        confidence=_confidence(row.get("confidence")),
    )


def _subject(name: str, row: Mapping[str, Any]) -> Term:
    """Return the subject, which is an entity even where its name looks like a number or a date."""
    given = _text(row.get("subject_type"), "subject_type")
    kind = entity_type_of(given) or ENTITY_TYPES[-1]
    if kind in LITERAL_TYPES:
        raise SourceError(f"has a subject of type '{given}': a subject is an entity, not a value")
    return Term(name, kind, _qid(row.get("subject_qid"), "subject_qid"))


def _term(name: str, kind_name: Any, qid_value: Any, raw: Any = None) -> Term:
    """Return an object's or qualifier's term; its kind is what is said, or what it looks like."""
    qid = _qid(qid_value, "object_qid")
    given = _text(kind_name, "object_type")
    kind = entity_type_of(given) if given else None
    if kind is None and not qid and not given:
        is_number = isinstance(raw, int | float) and not isinstance(raw, bool)
        kind = kind_of_value(name) or ("quantity" if is_number else None)
    if qid and kind in LITERAL_TYPES:
        raise SourceError(f"gives the {kind} '{name}' a Wikidata id: only entities have one")
    return Term(name, kind or ENTITY_TYPES[-1], qid)


def _text(value: Any, name: str) -> str:
    """Return a value as one line of text; nothing is the empty text."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return TRUE_FALSE[value]
    if not isinstance(value, str | int | float):
        raise SourceError(f"has a {name} that is no text")
    text = one_line(str(value))
    if len(text) > MAX_CHARS:
        raise SourceError(f"has a {name} of {len(text):,} characters; {MAX_CHARS:,} is the most")
    return text


def _qid(value: Any, name: str) -> str | None:
    text = _text(value, name)
    if not text:
        return None
    match = QID.fullmatch(text)
    if match is None:
        raise SourceError(f"has '{text}' as {name}: a Wikidata id is a Q and a number")
    return match["qid"]


def _confidence(value: Any) -> float:
    text = _text(value, "confidence")
    try:
        confidence = float(text) if text else 1.0
    except ValueError:
        confidence = math.nan
    if not 0 <= confidence <= 1:
        raise SourceError(f"has '{text}' as confidence: give a number from 0 to 1")
    return confidence


def _qualifiers(row: Mapping[str, Any]) -> Iterator[tuple[str, Term]]:
    """Yield the qualifiers of a row in its order; its source is the last one."""
    seen = set()
    for name, value in _named_qualifiers(row):
        for item in value if isinstance(value, list) else [value]:
            term = _qualifier_term(item)
            if term.name and (name, term) not in seen:
                seen.add((name, term))
                yield name, term


def _named_qualifiers(row: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    pairs = list(_pairs(row.get("qualifiers")))
    for name, value in row.items():
        if name.startswith(QUALIFIER_PREFIX):
            pairs.append((name.removeprefix(QUALIFIER_PREFIX), value))
    pairs.append((SOURCE, row.get(SOURCE)))
    for name, value in pairs:
        plain = _text(name, "qualifier's name").replace("_", " ")
        if not plain:
            raise SourceError("has a qualifier without a name")
        is_source = plain == SOURCE and isinstance(value, str)
        yield plain, {"value": value, "type": "string"} if is_source else value


def _pairs(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield (relation, value) from a mapping, a list, a JSON text or "time=1892; place=Larvik"."""
    if isinstance(value, str) and value.strip():
        yield from _pairs_of_text(value.strip())
    elif isinstance(value, Mapping):
        yield from value.items()
    elif isinstance(value, list):
        for item in value:
            if isinstance(item, list) and len(item) == 2:
                yield item[0], item[1]
            elif isinstance(item, Mapping) and "relation" in item:
                yield item["relation"], item
            else:
                raise SourceError("has a qualifier that is not a relation with its value")
    elif value not in (None, ""):
        raise SourceError("has qualifiers that are no object and no list")


def _pairs_of_text(text: str) -> Iterator[tuple[Any, Any]]:
    if text[0] in "{[":
        try:
            value = load_json(text)
        except ValueError as exc:
            raise SourceError(f"has qualifiers that are not JSON ({exc})") from exc
        yield from _pairs(value)
        return
    for part in text.split(";"):
        name, equals, value = part.partition("=")
        if part.strip() and not (equals and name.strip() and value.strip()):
            raise SourceError(f"has the qualifier '{part.strip()}': write it as name=value")
        if part.strip():
            yield name, value


def _qualifier_term(value: Any) -> Term:
    if isinstance(value, Mapping):
        named = value.get("value", value.get("name", value.get("object")))
        kind, qid = value.get("type"), value.get("qid")
        return _term(_text(named, "qualifier"), kind, qid, named)
    return _term(_text(value, "qualifier"), None, None, value)
