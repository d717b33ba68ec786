"""What a document is about: what its title names, or, without one, what its opening defines.

Texts that explain an entity name it in their first words: "The Norge was an airship", "Ada Lovelace
(10 December 1815 – 27 November 1852) was a mathematician". Rules of form, no model: a name from the
first word on, with brackets and other names behind it, then a verb that says what it is. A person
is defined by all names and called by fewer elsewhere, so the first and the last are an alias.
"""

from __future__ import annotations

import re
from dataclasses import replace

from kgplatform.extract.grammar.opening import LIFE, NICKNAME
from kgplatform.records import Document, Entity
from kgplatform.text.languages import ENGLISH
from kgplatform.text.names import make_entity, normalize_name, strip_disambiguation

__all__ = ["find_topic", "make_subject", "make_topic"]

OPENING_CHARS = 600  # of a text: a name with a long bracket behind it ends before
MAX_NAME_WORDS = 12
MAX_SMALL_WORDS = 3  # "1973 Oklahoma Sooners football team"

LEAD = re.compile(r"\s*(?:The\s+)?")
QUOTED = re.compile(r"(?:[\"“„«]|``|'')\s*([^\"“”„«»`]{1,120}?)[\s,]*(?:[\"”»]|``|'')")
WORD = re.compile(r"[^\s()\[\]\"“”„«»`,;:]+")
BRACKETS = re.compile(r"(?:\s*\([^()]*(?:\([^()]*\)[^()]*)*\))*")
DEFINES = re.compile(
    r"(?:\s*,[^.;:]{1,160}?,?)?\s*\b(?:is|was|are|were|has\s+been|refers\s+to|consists?\s+of)\b"
    r"|[\s,–—-]*(?:born|née|formerly|(?:also|better|best)\s+known|known\s+as|or\s+simply)\b"
)
SAYS_WHAT = re.compile(r"(?:\s*,[^.;:]{1,160}?,?)?\s+(?:is|was|are|were)\s+(?:an?|the|one)\b")
VERB = re.compile(r"\b(?:is|was|are|were)\b")
BRACKET = re.compile(r"\([^()]*\)")
KNOWN_AS = re.compile(
    r"\b(?:known|credited|billed)(?:\s\w+){0,4}?\s(?:as|name)\s(?:the\s)?"
    r"[\"“]?([A-Z][\w.'’-]*(?:\s[A-Z][\w.'’-]*){0,4})"
)
PLURAL = re.compile(r"(?:\s*,[^.;:]{1,160}?,?)?\s+(?:are|were)\b")
PARTICLES = frozenset(
    "of the and in on at for to from with by a an de la le les du des del della der den das von "
    "van zu y e et & al el ibn bin bint da do dos di no ni ya".split()
)
"""Words within names that have no capital."""
NOT_FIRST = frozenset(
    "and after although among as at because before between both but by during each every for from "
    "he her here his however i if in into it its later like many most near no not of officially on "
    "once one originally our over she since so some that their then there these they this those "
    "through to under unlike until upon usually we what when where which while who with within "
    "you your".split()
)
"""Words that begin a sentence about something else than a name of theirs."""
NOT_INSIDE = frozenset(
    "is was are were be been has have had refers consists may might can could will would shall "
    "should must did do does who whom whose which that where when while as or".split()
)
"""Small words that end a name."""
NOT_CALLED = frozenset(
    "sir dame lord lady dr prof rev msgr captain colonel general major lieutenant admiral prince "
    "princess king queen count countess duke duchess baron baroness saint st jr sr ii iii iv esq "
    "mr mrs ms".split()
)
"""Words before and behind names that a short name leaves out."""


def make_topic(document: Document) -> Entity | None:
    """Return the entity that a document is about, None where nothing names one."""
    title = document.title.strip()
    if not title:
        return find_topic(document.text)
    return make_entity(title) if document.facts or _is_named(title, document) else None


def make_subject(document: Document) -> Entity | None:
    """Return what the fields of a document are of: what it is about, else its title."""
    title = document.title.strip()
    return make_topic(document) or (make_entity(title) if title else None)


def _is_named(title: str, document: Document) -> bool:
    """Return whether a title names what its document is about.

    English writes "Lost shipment" and "Court overturns fine" without another capital, and a name
    only where it is of a kind of thing: then the text begins with it ("A black hole is …").
    """
    behind = title.partition(" ")[2]
    if document.language != ENGLISH or not behind:
        return True
    if any(char.isupper() or char.isdigit() for char in behind):
        return True
    text = document.text.lstrip()
    first, _, rest = text.partition("\n")
    body = rest.lstrip() if first.strip() == title else text  # below its heading
    opening = normalize_name(body[: 2 * len(title)])
    return f"{opening} ".startswith(f"{normalize_name(strip_disambiguation(title))} ")


def find_topic(text: str) -> Entity | None:
    """Return the entity that the first words of a text define, None where they define none.

    Args:
        text: from its beginning; no more than its first OPENING_CHARS are looked at.
    """
    opening = text[:OPENING_CHARS]
    plain = NICKNAME.sub("", opening)
    lead = LEAD.match(plain)
    start = lead.end() if lead else 0
    if quoted := QUOTED.match(plain, start):
        return make_entity(quoted[1]) if _is_defined(plain, quoted.end()) else None
    for end in _find_ends(plain, start):
        name = plain[start:end]
        if _is_defined(plain, end) and _is_name(name, plain[end:]):
            topic = make_entity(name)
            written = opening[: end + len(opening) - len(plain)]
            short = _list_short_names(name, written) if LIFE.match(plain, end) else ()
            known = KNOWN_AS.findall(plain, end, _find_verb(plain, end))
            return replace(topic, aliases=tuple(dict.fromkeys((*topic.aliases, *short, *known))))
    return None


def _list_short_names(name: str, opening: str) -> tuple[str, ...]:
    """Return what a person is called for short: first and last name, nickname and last name.

    Args:
        name: all names: "Leonard Francis Worley Jr."
        opening: the same as it is written, with a nickname in quotes if any.
    """
    words = [word for word in name.split() if word.lower().strip(".,") not in NOT_CALLED]
    if len(words) < 2 or "of" in words:
        return ()
    last = len(words) - 1
    while last > 1 and words[last - 1] in PARTICLES:
        last -= 1
    calling = [words[0]] if last > 1 else []
    calling += [match.group().strip(' "“”') for match in NICKNAME.finditer(opening)]
    return tuple(" ".join([first, *words[last:]]) for first in calling)


def _is_defined(text: str, end: int) -> bool:
    """Return whether what follows a name says what it is."""
    behind = BRACKETS.match(text, end)
    return DEFINES.match(text, behind.end() if behind else end) is not None


def _find_verb(text: str, end: int) -> int:
    """Return where the clause ends that names an entity: what follows may name another."""
    verb = VERB.search(BRACKET.sub(lambda match: " " * len(match.group()), text), end)
    return verb.start() if verb else end


def _find_ends(text: str, start: int) -> list[int]:
    """Return where a name may end that begins there.

    With its last word, and with the last one that has a capital.
    """
    at = end = last = start
    small = 0
    for count, match in enumerate(WORD.finditer(text, start)):
        word = match.group()
        is_apart = count > 0 and text[at : match.start()].strip() not in ("", ":")
        if is_apart or count == MAX_NAME_WORDS or not _may_belong(word, is_first=count == 0):
            break
        at = match.end()
        if word in PARTICLES:
            continue
        small += word[0].islower()
        if small > MAX_SMALL_WORDS:
            break
        last = at
        end = end if word[0].islower() else at
    return [last, end]


def _may_belong(word: str, *, is_first: bool) -> bool:
    """Return whether a word may be part of a name."""
    if is_first:
        return word[0].isdigit() or (word[0].isupper() and word.lower() not in NOT_FIRST)
    return word[0].isupper() or (word not in NOT_INSIDE and not word.endswith("ed"))


def _is_name(name: str, rest: str) -> bool:
    """Return whether capitals at the beginning of a sentence are the name of one entity.

    "Education is compulsory", "Born in Oslo, she is", "A German is" and "Ann and Bo were" are not.
    """
    words = name.split()
    if len(words) < 2 or any(word[0].islower() and word not in PARTICLES for word in words):
        return bool(words) and (rest.lstrip().startswith("(") or bool(SAYS_WHAT.match(rest)))
    if words[0] in ("A", "An"):
        return len(words) > 2 and words[1][0].isupper()
    is_part = words[0] == "Born" or words[0].endswith(("ed", "ing"))
    is_several = "and" in words and PLURAL.match(rest)
    return not (is_part and words[1] in PARTICLES) and not is_several
