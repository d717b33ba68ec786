"""The forms in which models write one fact: an object, a list of parts, a line of text.

Each form is read where its meaning is clear and refused with a reason where it is not; a guess
would only become a false fact.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from kgplatform.records.document import Claim

__all__ = [
    "FormError",
    "as_text",
    "fact_from_list",
    "fact_from_mapping",
    "fact_from_text",
]

SUBJECT_KEYS = ("subject", "subj", "head", "head_entity", "entity1", "s", "h", "from", "source")
RELATION_KEYS = (
    "relation",
    "predicate",
    "rel",
    "relationship",
    "property",
    "verb",
    "edge",
    "relation_type",
    "label",
    "r",
    "p",
    "type",
)
OBJECT_KEYS = ("object", "obj", "tail", "tail_entity", "entity2", "o", "t", "to", "target", "value")
QUALIFIER_KEYS = ("qualifiers", "qualifier", "attributes", "modifiers", "context")
PLAIN_QUALIFIERS = ("time", "date", "year", "place", "location", "role", "quantity", "source_title")
SAME_QUALIFIER = {
    "date": "time",
    "year": "time",
    "when": "time",
    "point in time": "time",
    "location": "place",
    "where": "place",
    "amount": "quantity",
    "number": "quantity",
    "as": "role",
    "position": "role",
    "title": "source title",
    "source": "source title",
    "document title": "source title",
}
TIME_WORDS = {"since", "until", "during", "before", "after"}
PLACE_WORDS = {"in", "at", "near"}
PREPOSITIONS = TIME_WORDS | PLACE_WORDS | {"on", "of", "to", "from", "with", "by", "for", "as"}
COPULA = re.compile(r"^(is|was|are|were) (?:an? |the )?(?=\S)", re.IGNORECASE)
DATE = re.compile(r"^(?:\w+ )?(?:\d{1,2}(?:st|nd|rd|th)? )?(?:\w+ ){0,2}(?:1\d{3}|20\d{2})s?$")
TEXT_FACT = re.compile(r"^\s*(?:[-*•]|\d+[.)])?\s*[(\[<]?([^|]+)\|([^|]+)\|([^|]+?)[\s)\]>]*$")
COMMA_FACT = re.compile(r"^\s*[(\[<]([^,()]+),([^,()]+),([^,()]+)[)\]>]\s*$")
UNWANTED = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff\ufffe\uffff]+")


class FormError(ValueError):
    """The form of a fact is not clear; the message is the reason that is counted."""


def as_text(value: Any) -> str:
    """Return a part as one line of text: numbers as written, null and lone surrogates as ""."""
    if value is None or isinstance(value, bool):
        return "" if value is None else str(value).lower()
    if isinstance(value, Mapping):  # an entity in place of its name
        named = next(
            (value[key] for key in ("name", "text", "value", "entity") if key in value), ""
        )
        return as_text(named) if not isinstance(named, Mapping) else ""
    if isinstance(value, list | tuple):
        return as_text(value[0]) if len(value) == 1 else ""
    return " ".join(UNWANTED.sub(" ", str(value)).split())


def fact_from_mapping(
    item: Mapping[Any, Any], *, dropped: Counter[str], repaired: Counter[str]
) -> Iterator[Claim]:
    """Yield the facts of an object; one for each object where those are a list.

    Args:
        item: its keys may have any of the usual names.
        dropped: counts the qualifiers without a value.
        repaired: counts what was not as asked.

    Raises:
        FormError: one of the three parts is missing.
    """
    keys = {_relation_name(key).replace(" ", "_"): value for key, value in item.items()}
    subject, relation, objects = (
        _take(keys, names) for names in (SUBJECT_KEYS, RELATION_KEYS, OBJECT_KEYS)
    )
    given = {key: keys.pop(key) for key in QUALIFIER_KEYS if key in keys}
    pairs = [pair for value in given.values() for pair in _qualifier_pairs(value)]
    plain = [(key, keys[key]) for key in PLAIN_QUALIFIERS if keys.get(key)]
    if plain:
        repaired["qualifier outside the fact"] += len(plain)
    qualifiers = _clean([*pairs, *plain], dropped)
    if not (keys.keys() | given.keys()) and subject is relation is objects is None:
        raise FormError("fact of unknown form")
    for value in objects if isinstance(objects, list) and objects else [objects]:
        if _is_coerced(subject) or _is_coerced(value):
            repaired["part of another type"] += 1
        yield _checked(as_text(subject), as_text(relation), as_text(value), qualifiers)


def fact_from_list(parts: list[Any], *, repaired: Counter[str]) -> Iterator[Claim]:
    """Yield the fact of a list of three parts, or of more or fewer where that is clear.

    Raises:
        FormError: a part is missing, or what the parts are is not clear.
    """
    if len(parts) == 3 and isinstance(parts[2], list) and len(parts[2]) > 1:
        for value in parts[2]:
            yield from fact_from_list([*parts[:2], value], repaired=repaired)
        return
    qualifiers: tuple[tuple[str, str], ...] = ()
    if len(parts) == 4 and isinstance(parts[3], Mapping | list):
        qualifiers = _clean(_qualifier_pairs(parts.pop()), Counter())
    if any(map(_is_coerced, parts)):
        repaired["part of another type"] += 1
    texts = [as_text(part) for part in parts]
    if len(texts) > 3:
        texts = _without_empty_tail(texts)
    if len(texts) == 3:
        yield _checked(texts[0], texts[1], texts[2], qualifiers)
    elif len(texts) == 2 and (copula := COPULA.match(texts[1])) and _is_said(texts[1]):
        repaired["fact of two parts"] += 1
        yield Claim(texts[0], copula[1], texts[1][copula.end() :])
    elif len(texts) == 2 or len(texts) == 1:
        raise FormError("fact with too few parts")
    elif texts:
        fact = _from_long_list(texts)
        repaired["fact of more than three parts"] += 1
        yield fact
    else:
        raise FormError("fact without parts")


def fact_from_text(text: str, *, repaired: Counter[str]) -> Iterator[Claim]:
    """Yield the fact of a line "subject | relation | object" or "(subject, relation, object)".

    Raises:
        FormError: the line is neither.
    """
    found = TEXT_FACT.match(text) or COMMA_FACT.match(text)
    if found is None:
        raise FormError("fact of unknown form")
    repaired["fact written as a line"] += 1
    subject, relation, obj = (as_text(part.strip(" \"'")) for part in found.groups())
    yield _checked(subject, relation, obj, ())


def _checked(
    subject: str, relation: str, obj: str, qualifiers: tuple[tuple[str, str], ...]
) -> Claim:
    names = ("subject", "relation", "object")
    for name, part in zip(names, (subject, relation, obj), strict=True):
        if not any(char.isalnum() for char in part):
            raise FormError(f"fact without {name}")
    return Claim(subject, relation.replace("_", " "), obj, qualifiers)


def _from_long_list(texts: list[str]) -> Claim:
    """Read four parts and more: a relation in two pieces, or qualifiers at the end."""
    if not all(texts) or not texts[1][0].islower():
        raise FormError("fact with too many parts")
    subject, relation, third, *rest = texts
    words = third.split()
    if len(rest) == 1 and words[-1] in PREPOSITIONS:
        if len(words) > 1 and words[0][0].isupper():  # "awarded", "Gold Hugo at", "Chicago"
            qualifier = _of_preposition(words[-1], rest[0])
            return Claim(subject, relation, " ".join(words[:-1]), (qualifier,))
        return Claim(subject, f"{relation} {third}", rest[0])
    qualifiers = []
    while rest:
        first, *others = rest
        word, _, value = first.partition(" ")
        last = first.rsplit(maxsplit=1)[-1]
        if others and last in PREPOSITIONS:  # "at the city of", "Cairo"
            qualifiers.append(
                _of_preposition(word if word in PREPOSITIONS else last, others.pop(0))
            )
        elif word in PREPOSITIONS and value:
            qualifiers.append(_of_preposition(word, value))
        elif DATE.match(first):
            qualifiers.append(("time", first))
        else:
            raise FormError("fact with too many parts")
        rest = others
    return Claim(subject, relation, third, tuple(qualifiers))


def _is_said(predicate: str) -> bool:
    """Return whether "is …" says something by itself: "is musician", not "is in"."""
    return predicate.rsplit(maxsplit=1)[-1] not in PREPOSITIONS | {"about", "a", "an", "the"}


def _of_preposition(word: str, value: str) -> tuple[str, str]:
    if word in TIME_WORDS or DATE.match(value):
        return "time", value
    if word in PLACE_WORDS or word == "of":
        return "place", value
    return {"as": "role"}.get(word, word), value


def _without_empty_tail(texts: list[str]) -> list[str]:
    while len(texts) > 3 and not texts[-1]:
        texts = texts[:-1]
    return texts


def _qualifier_pairs(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield (relation, value) of qualifiers in any of the forms in use."""
    if isinstance(value, Mapping):
        keys = {_relation_name(key): inner for key, inner in value.items()}
        relation = _take(keys, ("relation", "key", "name", "type"))
        target = _take(keys, ("value", "object", "target"))
        if relation is not None or target is not None:
            yield relation, target
        else:
            yield from value.items()
    elif isinstance(value, list) and len(value) == 2 and isinstance(value[0], str):
        if isinstance(value[1], str):
            yield value[0], value[1]
    elif isinstance(value, list):
        for item in value:
            yield from _qualifier_pairs(item)
    elif isinstance(value, str) and ":" in value:
        relation, _, target = value.partition(":")
        yield relation, target
    elif value not in (None, ""):
        yield "", value


def _clean(pairs: Iterable[tuple[Any, Any]], dropped: Counter[str]) -> tuple[tuple[str, str], ...]:
    """Return the qualifiers with normalised relations, one for each value of a list, each once."""
    kept: dict[tuple[str, str], None] = {}
    for relation, value in pairs:
        name = _relation_name(relation)
        name = SAME_QUALIFIER.get(name, name)
        for item in value if isinstance(value, list) and value else [value]:
            text = as_text(item)
            if name and any(char.isalnum() for char in text):
                kept[name, text] = None
            elif item not in (None, ""):
                dropped["qualifier without relation or value"] += 1
    return tuple(kept)


def _relation_name(key: Any) -> str:
    """Return "point in time" for "Point_in-time" and "pointInTime"."""
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", as_text(key))
    return " ".join(spaced.replace("_", " ").replace("-", " ").casefold().split())


def _take(keys: dict[str, Any], names: Iterable[str]) -> Any:
    """Remove and return the value of the first name that is there."""
    for name in names:
        if keys.get(name) is not None:
            return keys.pop(name)
    return None


def _is_coerced(value: Any) -> bool:
    if isinstance(value, list):
        return len(value) == 1
    return value is not None and type(value) is not str
