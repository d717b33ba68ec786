"""Puts relations into words: the question about a thing, and the phrase that describes the answer.

Known relations stand in relations.toml; the words of any other follow from the form of its name.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from typing import Any

from kgplatform.plan.syntax.asking import is_person
from kgplatform.resources import PACKAGE_DIR

__all__ = [
    "RelationWords",
    "compared_words",
    "is_known",
    "is_worded",
    "plural",
    "relation_words",
    "with_article",
]

FILE = PACKAGE_DIR / "plan" / "data" / "relations.toml"
PREPOSITIONS = frozenset("at in by with to of from after on for into as under about over".split())
WITH_ARTICLE = re.compile(
    r"^(?:United |Netherlands$|Philippines$|Bahamas$|Maldives$|Gambia$|"
    r".*\b(?:Republic|Kingdom|Empire|Islands|Ocean|Sea|River|Army|Navy|Union|Party)$|(?:Republic|Kingdom|Empire|University|Province|"
    r"Government|City|Isle|Gulf) of )"
)
IRREGULAR = {"child": "children", "person": "people", "man": "men", "woman": "women"}
VERB = re.compile(r"^(?:is|was|has|had|shares|contains|applies|plays|uses|\w+ed)$")
OF = re.compile(r"^(?P<first>[\w-]+)(?P<rest> of\b.*)$")


@dataclass(frozen=True, slots=True)
class RelationWords:
    """A relation in words; {} stands for the thing it is asked of."""

    ask: str
    noun: str
    phrase: str
    is_person: bool


@cache
def _read() -> dict[str, Any]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def is_known(name: str) -> bool:
    """Tell whether a relation's words stand in relations.toml."""
    return name in _read()["relations"]


def is_worded(name: str) -> bool:
    """Tell whether a relation is one to ask about: not of a catalogue, and no code."""
    return name not in _read()["skip"] and not re.search(r"\b(?:ID|Wikimedia|code)\b", name)


def compared_words(name: str) -> dict[str, str] | None:
    """Return the questions of a relation to values: ask, larger, smaller; None for any other."""
    words: dict[str, str] | None = _read()["compare"].get(name)
    return words


@cache
def relation_words(name: str) -> RelationWords:
    """Return the words for a relation's name."""
    known = _read()["relations"].get(name)
    if known:
        phrase = known.get("np", f"the {known['noun']} of {{}}")
        return RelationWords(known["ask"], known["noun"], phrase, known.get("person", False))
    return _guess(name)


def _guess(name: str) -> RelationWords:
    """Return words by the form of a name: "influenced by", "part of", "shares border", "owner"."""
    words = name.split()
    if len(words) > 1 and words[-1] == "of":
        noun = " ".join(words[:-1])
        ask = f"What is {{}} {_article(noun)} {noun} of?"
        return RelationWords(ask, "thing", f"what {{}} is {_article(noun)} {noun} of", False)
    if len(words) > 1 and words[-1] in PREPOSITIONS:
        return RelationWords(f"What is {{}} {name}?", "thing", f"what {{}} is {name}", False)
    if len(words) > 1 and VERB.match(words[0]) and not is_person(words[0]):
        return RelationWords(f"What is it that {{}} {name}?", "thing", f"what {{}} {name}", False)
    wh = "Who" if is_person(words[-1]) else "What"
    return RelationWords(f"{wh} is the {name} of {{}}?", name, f"the {name} of {{}}", wh == "Who")


def _article(noun: str) -> str:
    return "an" if re.match(r"[aeiou]|hour|heir|honou?r", noun, re.IGNORECASE) else "a"


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
