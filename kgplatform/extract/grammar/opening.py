"""Reads how an encyclopaedic passage opens: where it names its title's entity, and what that is.

"Shawn Adam Levy (born July 23, 1968) is a Canadian film director" under the title "Shawn Levy"
names Shawn Levy, a Person. What the title is decides what "he", "it" and "the film" stand for.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from kgplatform.extract.grammar.classes import type_of_noun
from kgplatform.records import Entity, Passage
from kgplatform.text.names import iterate_tokens, make_entity, strip_disambiguation

__all__ = ["Opening", "find_opening_name", "gender_of_noun", "read_opening", "subject_span"]

MAX_NAME_CHARS = 110
MAX_REGION_CHARS = 300
MAX_PERSON_WORDS = 3
MAX_CLASS_WORDS = 16
NAME_END = re.compile(
    r"\s*(?:\(|\[|,|;|\"|\b(?:is|was|are|were|also|or|aka|a\.k\.a\.|[nN]ée|better|born|refers"
    r"|called|nicknamed|known|full|who|and his)\b)"
)
VERB = re.compile(r"(?<![\w(])(?:is|was|are|were|had|has)(?!\w)|[.!?]\s+[A-Z]")
LIFE = re.compile(r"[\s,]*\((?:[^()]{0,60}?\bborn\b|[^()]{0,60}?\d{3,4}[^()]{0,40}?[–—-])")
NICKNAME = re.compile(r"(?<=\w) ?[\"“][^\"“”()]{1,25}[\"”](?= ?[A-Z])")
BRACKETS = re.compile(r"(?:[\s,]*\([^()]*(?:\([^()]*\)[^()]*)*\))+")
OTHER_NAMES = re.compile(
    r"[\s,]*(?:(?:[A-Z][A-Z.]+[\s,]*)*|(?:\w+[\s,]+){0,3}(?:known|aka|n[ée]e|born|nicknamed|credited|called)\b.*)",
    re.DOTALL,
)
MALE = {"he", "his", "him", "himself"}
FEMALE = {"she", "her", "hers", "herself"}
MEN = set("son brother father husband king prince duke emperor actor nobleman businessman".split())
WOMEN = set("daughter sister mother wife queen heiress noblewoman woman girl".split())
CLASS_ENDS = {"IN", "VBN", "VBG", "WDT", "WP", "WRB", "TO", "VBD", "VBZ", "VBP", "."}


class Opening(NamedTuple):
    """The entity that a passage is about.

    `span` is where the text first names it (None where it does not begin with a name of it),
    `verb` where the first clause's verb stands (0 without a span), `kind` an entity type,
    `nouns` the nouns of its class ("film", "director"), `gender` "he", "she" or "".
    """

    entity: Entity
    span: tuple[int, int] | None
    verb: int
    kind: str
    nouns: frozenset[str]
    gender: str


def find_opening_name(passage: Passage) -> tuple[int, int] | None:
    """Return the span of the name that a passage begins with, if that names its title."""
    text = passage.text
    title = [token.form for token in iterate_tokens(strip_disambiguation(passage.title))]
    start = len(text) - len(text.lstrip(" \"“'«"))
    if not title or start == len(text) or title[:2] == ["list", "of"]:
        return None
    end = _end_of_title(text, start, title)
    if end is not None:
        return start, end
    plain = NICKNAME.sub(lambda match: " " * len(match.group()), text[: start + MAX_NAME_CHARS])
    found = NAME_END.search(plain, start)
    end = found.start() if found else start
    name = [token.form for token in iterate_tokens(text[start:end])]
    if name[:1] == ["the"] and title[0] != "the" and " " in text[start:end]:
        name, start = name[1:], text.index(" ", start) + 1
    if not _names_title(name, title) and not _names_title_after(text, end, passage.title):
        return None
    return (start, end) if name else None


def subject_span(text: str, name: tuple[int, int] | None) -> tuple[int, int] | None:
    """Return the span of an opening name with the brackets and other names that follow it."""
    if name is None:
        return None
    verb = _first_verb(text, name[1])
    between = text[name[1] : verb]
    clear = verb < len(text) and text[verb] not in ".!?" and len(between) < MAX_REGION_CHARS
    if clear and OTHER_NAMES.fullmatch(BRACKETS.sub(" ", between)):
        return name[0], name[1] + len(between.rstrip())
    brackets = BRACKETS.match(text, name[1])
    return name[0], brackets.end() if brackets else name[1]


def read_opening(passage: Passage, parsed: Any, *, span: tuple[int, int] | None) -> Opening | None:
    """Return what a passage's title is, by its first sentences; None without a title.

    Args:
        parsed: the spaCy Doc of the passage's text.
        span: where the text begins with a name of it.
    """
    if not passage.title.strip():
        return None
    verb = _first_verb(passage.text, span[1]) if span else 0
    nouns = _class_nouns(parsed, verb) if span else []
    kinds = [kind for noun in nouns if (kind := type_of_noun(noun))]
    kind = kinds[0] if kinds else "Thing"
    if kind == "Thing" and span and LIFE.match(passage.text, span[1]):
        kind = "Person"
    entity = make_entity(passage.title, kind)
    gender = _gender(parsed, nouns) if kind in ("Person", "Thing") else ""
    return Opening(entity, span, verb, kind, frozenset(nouns), gender)


def _end_of_title(text: str, start: int, title: list[str]) -> int | None:
    """Return where the title itself ends if the text begins with it and its name ends there."""
    tokens = list(iterate_tokens(text[start : start + MAX_NAME_CHARS]))[: len(title)]
    if [token.form for token in tokens] != title:
        return None
    end = start + tokens[-1].end
    while end < len(text) and text[end] in "!?":
        end += 1
    return end if NAME_END.match(text, end) else None


def _names_title(name: list[str], title: list[str]) -> bool:
    """Return whether a name holds the title's words in order, begins like it, or ends like it."""
    if not name:
        return False
    rest = iter(name)
    if all(word in rest for word in title):
        return True
    if 1 < len(title) <= MAX_PERSON_WORDS and len(name) > 1 and name[-1] == title[-1]:
        return name[-1].isalpha()
    if len(name) > 1 and len(title) > MAX_PERSON_WORDS and name[0] == title[0]:
        return name[-1] in title[1:4]  # "Archibald Seton Montgomerie, 16th Earl"
    return len(name) < len(title) and title[: len(name)] == name and name[0] not in ("the", "a")


def _names_title_after(text: str, end: int, title: str) -> bool:
    """Return whether the title is given as another name before the verb: "(known as TITLE) is"."""
    region = text[end : _first_verb(text, end)].casefold()
    return strip_disambiguation(title).casefold() in region


def _first_verb(text: str, start: int) -> int:
    end = min(len(text), start + MAX_REGION_CHARS)
    at = start
    while (found := VERB.search(text, at, end)) is not None:
        depth = text.count("(", start, found.start()) - text.count(")", start, found.start())
        if depth <= 0:
            return found.start()
        at = found.end()
    return end


def _class_nouns(parsed: Any, verb: int) -> list[str]:
    """Return the nouns of the first "is a NOUN (and NOUN)", by the tree, else by their order."""
    copula = next((token for token in parsed if token.idx >= verb), None)
    if copula is None or copula.lower_ not in ("is", "was", "are", "were"):
        return []
    for token in copula.children:
        if token.dep_ == "attr" and type_of_noun(token.lower_):
            return [token.lower_, *(other.lower_ for other in token.conjuncts)]
    noun = ""
    for token in parsed[copula.i + 1 : copula.i + 1 + MAX_CLASS_WORDS]:
        if noun and token.tag_ in CLASS_ENDS:
            break
        if token.lower_ in ("of", "that", "in", "'s", "’s") and not noun:
            break
        if type_of_noun(token.lower_) and token.pos_ in ("NOUN", "PROPN", "ADJ"):
            noun = token.lower_
    return [noun] if noun else []


def gender_of_noun(noun: str) -> str:
    """Return "he" or "she" where a common noun for people says so, or ""."""
    if noun in MEN:
        return "he"
    return "she" if noun in WOMEN or (noun.endswith("ess") and type_of_noun(noun)) else ""


def _gender(parsed: Any, nouns: list[str]) -> str:
    """Return "he" or "she": what the class says, else the pronoun the passage uses more."""
    said = next(filter(None, map(gender_of_noun, nouns)), "")
    if said:
        return said
    words = [token.lower_ for token in parsed if token.tag_ in ("PRP", "PRP$")]
    # "She was a daughter of Floris and his wife": who acts counts most.
    he, she = (sum(word in forms for word in words) for forms in (MALE, FEMALE))
    he, she = he + 2 * words.count("he"), she + 2 * words.count("she")
    return "" if he == she else ("he" if he > she else "she")
