"""Finds the names that a document defines for itself: terms and abbreviations.

`Aldous Foods Ltd, a company registered in England (the "Supplier")` lets "the Supplier" stand for
the company in that document, `Advanced Metal Works (AMW)` lets "AMW" stand for the works.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kgplatform.extract.grammar.classes import type_of_noun
from kgplatform.records import Entity, Mention

__all__ = ["Definition", "find_definitions"]

MAX_TERM_WORDS = 6
BRACKET = re.compile(r"\(([^()]{1,160})\)")
QUOTED = re.compile(r"[\"“‘'«]([^\"“”‘’'«»]{1,60}?)[\"”’'»]")
DEFINING = re.compile(
    r"(?:the|an?|or|and|each|here(?:in)?after|herein|in this \w+|referred to|called|known|as|also"
    r"|collectively|together|jointly|individually|[\s,;:])*",
    re.IGNORECASE,
)
"""What stands in the brackets of a definition beside the quoted terms."""
OF_SEVERAL = re.compile(r"\b(?:collectively|together|jointly|each|individually)\b", re.IGNORECASE)
UNQUOTED = re.compile(r"the ([A-Z][\w-]*(?: [A-Z][\w-]*){0,3})")
HEREINAFTER = re.compile(
    r",?\s+here(?:in)?after(?:,? (?:referred to as|called|known as))?,? (?:the )?"
    r"(?:[\"“‘']([^\"“”‘’']{1,60})[\"”’']|([A-Z][\w-]*))"
)
MEANS = re.compile(
    r"[\"“‘']([^\"“”‘’']{1,60})[\"”’']\s+(?:shall )?(?:means?|refers? to|denotes?)\s+(?:the )?"
)
IN_ROLE = re.compile(r"\b[Tt]he ([A-Z][a-z]+),? (?:being )?(?:the )?")
ROLE = re.compile(r"[a-z]{2,}(?:er|or|ee|ant|ent|lord|lady)")
"""Who does or gets something by a contract: supplier, lessor, licensee, tenant, landlord."""
JOINS = re.compile(r" (?:and|or) ")
PARTS = re.compile(r"\bbetween\b|[;\"“”)]")
DESCRIBES = re.compile(r"\s*(?:,|\(|(?:of|in|at|from|by)\b)")
PARTIES = ("Person", "Organization", "Thing")
SENTENCE_END = re.compile(r"[.!?]\s+(?=[A-Z\"“])|\n\s*\n")
NO_SENTENCE_END = re.compile(r"\b(?:Ltd|Inc|Co|Corp|No|Mr|Mrs|Ms|Dr|St|[A-Z])$")


class Definition(NamedTuple):
    """`term` stands for the entity in this document; None: for several, so for none of them."""

    term: str
    entity: Entity | None
    is_abbreviation: bool = False


def find_definitions(
    text: str, mentions: Sequence[Mention], *, topic: Entity | None = None
) -> list[Definition]:
    """Return the terms and the abbreviations that a text defines for what it names.

    Args:
        text: of a passage.
        mentions: of it, by position.
        topic: what the document is about, which is no party of its own.
    """
    mentions = [m for m in mentions if topic is None or m.entity.id != topic.id]
    found: list[Definition] = []
    after = 0
    for bracket in BRACKET.finditer(text):
        abbreviation = _read_abbreviation(bracket, mentions)
        if abbreviation is not None:
            found.append(abbreviation)
            continue
        terms = _read_terms(bracket[1])
        if not terms:
            continue
        start = max(after, _sentence_start(text, bracket.start()))
        owner = _owner(text, terms, mentions, start, bracket.start())
        is_one = not OF_SEVERAL.search(bracket[1])
        if owner is not None or not is_one:
            found += [Definition(term, owner if is_one else None) for term in terms]
        after = bracket.end()
    return [*found, *_without_brackets(text, mentions)]


def _read_terms(inside: str) -> list[str]:
    terms = [match[1].strip(" ,.") for match in QUOTED.finditer(inside)]
    if terms and DEFINING.fullmatch(QUOTED.sub(" ", inside)):
        return [term for term in terms if term and len(term.split()) <= MAX_TERM_WORDS]
    plain = UNQUOTED.fullmatch(inside.strip())
    return [plain[1]] if plain else []


def _owner(
    text: str, terms: Sequence[str], mentions: Sequence[Mention], start: int, end: int
) -> Entity | None:
    """Return what a bracket at `end` defines terms for, which stands after `start`.

    That is the name right before it; of a party the one that begins the phrase: "X Ltd, a company
    registered in England (the ...)".
    """
    near = [m for m in mentions if start <= m.start and m.end <= end]
    last = [term.split()[-1].lower() for term in terms]
    is_party = any(ROLE.fullmatch(w) or type_of_noun(w) == "Organization" for w in last)
    beside = [m for m in near if end - m.end <= 2]
    if not is_party:
        return beside[-1].entity if beside else None
    first = len(near)
    while first and not (first < len(near) and _are_two(text, *near[first - 1 : first + 1])):
        first -= 1
    parties = [m for m in near[first:] if m.entity.type in PARTIES]
    return parties[0].entity if parties else None


def _are_two(text: str, one: Mention, other: Mention) -> bool:
    """Return whether two names beside each other are two parties: "A Ltd and B plc"."""
    between = text[one.end : other.start]
    if PARTS.search(between) or not (DESCRIBES.match(between) or JOINS.match(between)):
        return True
    are_parties = {one.entity.type, other.entity.type} <= set(PARTIES)
    return are_parties and JOINS.search(between) is not None  # "England and Wales" is one


def _sentence_start(text: str, end: int) -> int:
    start = 0
    for match in SENTENCE_END.finditer(text, 0, end):
        if match.group().startswith("\n") or not NO_SENTENCE_END.search(text[: match.start()]):
            start = match.end()
    return start


def _without_brackets(text: str, mentions: Sequence[Mention]) -> Iterator[Definition]:
    """Yield `X, hereinafter "Y"`, `"Y" means X` and `The Landlord, X,`."""
    starts = {mention.start: mention for mention in mentions}
    for said in HEREINAFTER.finditer(text):
        term = said[1] or said[2]
        owner = _owner(text, [term], mentions, _sentence_start(text, said.start()), said.start())
        if owner is not None:
            yield Definition(term, owner)
    for match in MEANS.finditer(text):
        if match.end() in starts:
            yield Definition(match[1], starts[match.end()].entity)
    for match in IN_ROLE.finditer(text):
        party = starts.get(match.end())
        is_apart = "," in match.group() and party is not None and text[party.end : party.end + 1]
        is_role = ROLE.fullmatch(match[1].lower()) is not None
        if party is not None and is_role and is_apart == "," and party.entity.type in PARTIES:
            yield Definition(match[1], party.entity)


def _read_abbreviation(bracket: re.Match[str], mentions: Sequence[Mention]) -> Definition | None:
    """Return what "Long Name (LN)" or "LN (Long Name)" abbreviates."""
    before = next((m for m in mentions if 0 <= bracket.start() - m.end <= 1), None)
    if before is None:
        return None
    inside = bracket[1].strip()
    if abbreviates(inside, before.surface):
        return Definition(inside, before.entity, is_abbreviation=True)
    long = next((m for m in mentions if (m.start, m.end) == bracket.span(1)), None)
    if long is not None and abbreviates(before.surface, long.surface):
        return Definition(before.surface, long.entity, is_abbreviation=True)
    return None


def abbreviates(short: str, name: str) -> bool:
    """Return whether the letters of a short form stand in a name in order, the first begins it.

    Schwartz and Hearst, "A simple algorithm for identifying abbreviation definitions in biomedical
    text" (2003).
    """
    letters = [char for char in short.lower() if char.isalnum()]
    capitals = sum(char.isupper() for char in short)
    if " " in short or not 2 <= len(letters) <= 10 or capitals < 2 or " " not in name:
        return False
    at = len(name)
    for place in range(len(letters) - 1, -1, -1):
        at = name.lower().rfind(letters[place], 0, at)
        while at > 0 and place == 0 and name[at - 1].isalnum():
            at = name.lower().rfind(letters[0], 0, at)
        if at < 0:
            return False
    return at == 0
