"""Puts relations into words: a question about an entity, and a phrase that states the answer.

Known relations stand in relations.toml; the words of any other follow from the form of its name.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from kgplatform.models.english import indefinite_article
from kgplatform.packaged import PACKAGE_DIR
from kgplatform.plan.syntax.asking import is_person

__all__ = [
    "RelationWords",
    "bridged_words",
    "compared_words",
    "is_known",
    "is_worded",
    "kin_of",
    "known_relations",
    "needs_unit",
    "nouns_by_sex",
    "plural",
    "relation_words",
    "said_kinds",
    "shared_words",
    "variants",
    "with_article",
]

FILE = PACKAGE_DIR / "plan" / "relations.toml"
PREPOSITIONS = frozenset("at in by with to of from after on for into as under about over".split())
WITH_ARTICLE = re.compile(
    r"^(?:United |Netherlands$|Philippines$|Bahamas$|Maldives$|Gambia$|"
    r".*\b(?:Republic|Kingdom|Empire|Islands|Ocean|Sea|River|Army|Navy|Union|Party)$|(?:Republic|Kingdom|Empire|University|Province|"
    r"Government|City|Isle|Gulf) of )"
)
IRREGULAR = {"child": "children", "person": "people", "man": "men", "woman": "women"}
VERB = re.compile(r"^(?:is|was|has|had|shares|contains|applies|plays|uses)$")
FORMS_OF_BE = ("is", "are", "was", "were")
FORMS_OF_HAVE = ("has", "have", "had")
OF = re.compile(r"^(?P<first>[\w-]+)(?P<rest> of\b.*)$")


@dataclass(frozen=True, slots=True)
class RelationWords:
    """A relation in words; {} stands for the entity it is asked of."""

    ask: str
    noun: str
    phrase: str
    is_person: bool


@cache
def _read() -> dict[str, Any]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def known_relations() -> tuple[str, ...]:
    """Return the names of the relations of entities and of values in relations.toml."""
    return (*_read()["relations"], *_read()["compare"])


def is_known(name: str) -> bool:
    """Return whether a relation's words stand in relations.toml."""
    return name in _read()["relations"]


def is_worded(name: str) -> bool:
    """Return whether a relation is one to ask about: not of a catalogue, and no code."""
    return name not in _read()["skip"] and not re.search(r"\b(?:ID|Wikimedia|code)\b", name)


def bridged_words(name: str) -> dict[str, list[str]] | None:
    """Return how a relation to values compares what entities are related to: larger, smaller.

    None where it does not: "has the director who was born later".
    """
    words: dict[str, list[str]] | None = _read()["compare"].get(name, {}).get("bridged")
    return words


def shared_words(name: str, *, bridged: bool) -> tuple[str, ...]:
    """Return how to ask whether two entities, or what they are related to, have the same of it."""
    return tuple(_read()["shared"].get(name, {}).get("bridged" if bridged else "ask", ()))


def needs_unit(name: str) -> bool:
    """Return whether a relation's values say nothing without a unit: 152 and 1.93."""
    return name in _read()["measured"]


def compared_words(name: str) -> dict[str, str] | None:
    """Return the questions of a relation to values: ask, larger, smaller; None for any other."""
    words: dict[str, str] | None = _read()["compare"].get(name)
    return words


def kin_of(first: str, then: str) -> str:
    """Return the noun for two relations one after the other, '' where there is none."""
    noun: str = _read()["kin"].get(first, {}).get(then, "")
    return noun


def nouns_by_sex(name: str) -> tuple[str, ...]:
    """Return what the males and the females are called that a relation leads to, () for no such."""
    return tuple(_read()["by_sex"].get(name, ()))


@cache
def said_kinds() -> frozenset[str]:
    """Return the kinds of works that are said before a name: "film Jaws"."""
    return frozenset(_read()["said_kinds"])


def variants(name: str, words: RelationWords) -> tuple[RelationWords, ...]:
    """Return other words for a relation that mean the same as the given."""
    known = _read()["relations"].get(name) or _read()["compare"].get(name) or {}
    return tuple(
        replace(words, ask=other["ask"], phrase=other.get("np", words.phrase))
        for other in known.get("also", ())
    )


@cache
def relation_words(name: str, phrase: str = "", *, of_people: bool = False) -> RelationWords | None:
    """Return the words for a relation; None where its name does not show how to ask for it.

    Args:
        name: of a relation: a noun, or a verb's base form or participle with its preposition.
        phrase: how sentences put it between its two ends, '' where there are none.
        of_people: whether what it leads to are people.
    """
    known = _read()["relations"].get(name)
    if known:
        np = known.get("np", f"the {known['noun']} of {{}}")
        return RelationWords(known["ask"], known["noun"], np, known.get("person", False))
    compared = compared_words(name)
    if compared:
        return RelationWords(compared["ask"], name, f"the {name} of {{}}", False)
    if not phrase or phrase == name:
        return _guess(name)
    is_of_noun = phrase.split(maxsplit=1)[0] in (*FORMS_OF_BE, *FORMS_OF_HAVE)
    said = _conjugate(name, phrase, of_people=of_people)
    return said or (_guess(name) if is_of_noun else None)


def _conjugate(name: str, phrase: str, *, of_people: bool) -> RelationWords | None:
    """Return words by the form of a verb: "left" of "leave", "was built in" of "built in"."""
    wh, noun = ("Who", "person") if of_people else ("What", "thing")
    verb, *rest = phrase.split()
    base, *tail = name.split()
    if verb in FORMS_OF_BE and rest == [base, *tail]:
        ask = f"{wh} {verb} {{}} {name}?"
    elif rest == tail and verb not in FORMS_OF_BE:
        ask = f"{wh} {'does' if _is_present(verb, base) else 'did'} {{}} {name}?"
    else:
        return None
    return RelationWords(ask, noun, f"{wh.lower()} {{}} {phrase}", of_people)


def _is_present(verb: str, base: str) -> bool:
    return verb in (f"{base}s", f"{base}es", f"{base[:-1]}ies")


def _guess(name: str) -> RelationWords | None:
    """Return words by the form of a name: "influenced by", "part of", "shares border", "owner"."""
    words = name.split()
    if len(words) > 1 and words[-1] == "of":
        noun = " ".join(words[:-1])
        ask = f"What is {{}} {indefinite_article(noun)} {noun} of?"
        return RelationWords(
            ask, "thing", f"what {{}} is {indefinite_article(noun)} {noun} of", False
        )
    if words[0].endswith("ed") and not is_person(words[0]):
        is_passive = words[-1] == "by"  # "sailed to" and "painted with" may be either
        ask, np = f"What was {{}} {name}?", f"what {{}} was {name}"
        return RelationWords(ask, "thing", np, False) if is_passive else None
    if len(words) > 1 and words[-1] in PREPOSITIONS:
        return RelationWords(f"What is {{}} {name}?", "thing", f"what {{}} is {name}", False)
    if len(words) > 1 and VERB.match(words[0]) and not is_person(words[0]):
        return RelationWords(f"What is it that {{}} {name}?", "thing", f"what {{}} {name}", False)
    wh = "Who" if is_person(words[-1]) else "What"
    return RelationWords(f"{wh} is the {name} of {{}}?", name, f"the {name} of {{}}", wh == "Who")


def plural(noun: str) -> str:
    """Return a noun phrase's plural: "places of death", "countries", "children"."""
    match = OF.match(noun)
    if match:
        return plural(match["first"]) + match["rest"]
    *before, last = noun.split()
    if last in IRREGULAR:
        many = IRREGULAR[last]
    elif re.search(r"[^aeiou]y$", last):
        many = last[:-1] + "ies"
    elif last.endswith("s") and not last.endswith(("ss", "us")):
        many = last  # it is one already, or has but one form
    elif last.endswith(("s", "x", "ch", "sh")):
        many = last + "es"
    else:
        many = last + "s"
    return " ".join((*before, many))


def with_article(label: str) -> str:
    """Return a name as it stands in a sentence: "the United Kingdom", "Norway"."""
    return f"the {label}" if WITH_ARTICLE.match(label) else label
