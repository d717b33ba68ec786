"""Reads the set pieces of encyclopaedic text from its characters: lives, names and other names.

"(born 5 May 1950)", "(12 March 1890, Pest – 3 June 1950)", "born Maria Smith", "née Smith", "also
known as". No parser is trained on these brackets, so they are read by pattern.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from kgplatform.extract.grammar.arguments import Argument, Arguments, literal_argument
from kgplatform.extract.grammar.found import Found
from kgplatform.records import Mention
from kgplatform.text.names import make_entity

__all__ = ["read_set_pieces"]

_MONTH = (
    r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|"
    r"Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\.?"
)
_DATE = (
    rf"(?:(?:c\.|ca\.|circa|about)\s?)?(?:\d{{1,2}}(?:st|nd|rd|th)?\s+{_MONTH},?\s+\d{{3,4}}|"
    rf"{_MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?\s?,?\s+\d{{3,4}}|{_MONTH},?\s+\d{{4}}|\d{{3,4}})"
    r"(?:\s?(?:BC|AD|BCE|CE)\b)?"
)
DATE = re.compile(_DATE)
DAY = re.compile(rf"\d.*{_MONTH}|{_MONTH}\s*\d{{1,2}}\b")
BRACKET = re.compile(r"\(([^()]{4,220}(?:\([^()]*\)[^()]*)?)\)")
AFTER_NAME = re.compile(r"[\s,]*(?:(?:[A-Z]{2,}|[A-Z]\.|Jr\.?|Sr\.?|KBE|OBE|PhD)[\s,]*)*")
DASH = re.compile(r"\s*(?:[–—−-]|to\b|until\b)\s*")
BORN = re.compile(r"\b(?:born|b\.)")
DIED = re.compile(r"\b(?:died|d\.|†)")
PLACE = re.compile(r"\s*(?:,?\s*(?:in|at)\s+|,\s*)(?=[^\W\d_])")
BIRTH_NAME = re.compile(
    r"\b(?:born|n[ée]e|né)\s+(?:as\s+)?((?:[^\W\d_a-z][\w.'’-]*|de|von|van|der|la|el|al|bin|ibn)"
    r"(?:\s+(?:[^\W\d_a-z][\w.'’-]*|de|von|van|der|la|el|al|bin|ibn))*)"
)
KNOWN_AS = re.compile(
    r"\b(?:known\s+(?:\w+ly\s+)?(?:as|by\s+(?:his|her|the)\s+(?:stage|pen|ring)\s+names?)|aka|a\.k\.a\."
    r"|credited\s+as|nicknamed)\s+"
)
QUOTED = re.compile(r"[\"“]\s?([^\"”]{2,60}?)\s?[\"”]")
CAPITALISED = re.compile(
    r"(?:The\s+)?[^\W\d_a-z][\w.'’&-]*(?:\s+(?:(?:of|the|de|von|van|and|in)\s+)*[^\W\d_a-z][\w.'’&-]*)*"
)
MONTHS = re.compile(rf"{_MONTH}(?!\w)")
MOST_GAP_CHARS = 30
MAX_PLACE_WORDS = 3


def read_set_pieces(arguments: Arguments, mentions: Sequence[Mention]) -> Iterator[Found]:
    """Yield the facts of life brackets and of other names.

    Args:
        mentions: those of the passage, in order; a bracket belongs to the name before it.
    """
    text = arguments.passage.text
    for match in BRACKET.finditer(text):
        subject = _named_before(match.start(), arguments, mentions)
        if subject is not None:
            yield from _life(subject, match.start(1), match.end(1), arguments, mentions)
    yield from _other_names(arguments)


def _named_before(at: int, arguments: Arguments, mentions: Sequence[Mention]) -> Argument | None:
    """Return the entity whose name ends right before a bracket."""
    text = arguments.passage.text
    named = arguments.opened_before(at)  # between: other names, ranks, a pronunciation
    if named is not None:
        return named
    for mention in reversed(mentions):
        if mention.end <= at and at - mention.end <= MOST_GAP_CHARS:
            if AFTER_NAME.fullmatch(text, mention.end, at) and mention.entity.type == "Person":
                return Argument(mention.entity, mention.start, mention.end)
            return None
    return None


def _life(
    subject: Argument,
    start: int,
    end: int,
    arguments: Arguments,
    mentions: Sequence[Mention],
) -> Iterator[Found]:
    """Yield birth and death, each with its place, of one bracket text[start:end]."""
    text = arguments.passage.text
    opening = arguments.is_title(subject)
    born, died = BORN.search(text, start, end), DIED.search(text, start, end)
    dates = list(DATE.finditer(text, start, end))
    if born:
        yield from _birth_name(subject, born.start(), end, arguments)
    birth = death = None
    if born:
        birth = next((date for date in dates if date.start() >= born.end()), None)
        if birth is not None and text[born.end() : birth.start()].count(";") > 1:
            birth = None
    for one, other in pairwise(dates):
        between = text[one.end() : other.start()]
        if _is_life(text[one.start() : other.end()], between, born is not None, opening, subject):
            birth, death = birth or one, other
            break
    if died and death is None:
        death = next((date for date in dates if date.start() >= died.end()), None)
    for date, relation, place in (
        (birth, "date of birth", "place of birth"),
        (death, "date of death", "place of death"),
    ):
        if date is not None and subject.kind in ("Person", "Thing"):
            value = literal_argument(arguments.passage, date.span(), "date")
            yield Found(subject, relation, value, "life")
            found = _place_after(date.end(), end, arguments, mentions)
            if found is not None:
                yield Found(subject, place, found, "life")


def _is_life(words: str, between: str, born: bool, opening: bool, subject: Argument) -> bool:
    """Return whether two dates with a dash between are a life, and not a reign or a season."""
    if subject.kind not in ("Person", "Thing") or not re.search(r"[–—−-]\s*\D{0,40}$", between):
        return False
    if ";" in between.rstrip()[:-1] and not born:
        return False
    if "reign" in words or re.search(r"\br\.", words):
        return False
    days = DAY.search(words)
    return born or bool(days) or (opening and subject.kind == "Person")


def _place_after(
    at: int, end: int, arguments: Arguments, mentions: Sequence[Mention]
) -> Argument | None:
    """Return the place named right after a date, by mention or by its capitals."""
    text = arguments.passage.text
    link = PLACE.match(text, at, end)
    if link is None:
        return None
    for mention in mentions:
        if mention.start == link.end() and mention.entity.type in (
            "Place",
            "Organization",
            "Thing",
        ):
            return Argument(mention.entity, mention.start, mention.end)
    name = CAPITALISED.match(text, link.end(), end)
    if (
        name is None
        or len(name.group().split()) > MAX_PLACE_WORDS
        or MONTHS.match(text, name.start())
        or not _ends_well(text, name.end(), end)
    ):
        return None
    if any(
        m.start < name.end() and name.start() < m.end and m.entity.type == "Person"
        for m in mentions
    ):
        return None
    entity = make_entity(name.group(), "Place")
    surface = Mention(arguments.passage.id, entity, name.start(), name.end(), name.group())
    arguments.added[name.span()] = surface
    return Argument(entity, *name.span())


def _ends_well(text: str, at: int, end: int) -> bool:
    return at == end or bool(re.match(r"\s*[,;)–—−-]", text[at : end + 1]))


def _birth_name(subject: Argument, start: int, end: int, arguments: Arguments) -> Iterator[Found]:
    match = BIRTH_NAME.match(arguments.passage.text, start, end)
    if match and not MONTHS.match(match.group(1)) and " " in match.group(1).strip():
        value = literal_argument(arguments.passage, match.span(1), "string")
        yield Found(subject, "birth name", value, "alias")


def _other_names(arguments: Arguments) -> Iterator[Found]:
    """Yield the other names that stand between the opening name and its verb."""
    opening, text = arguments.opening, arguments.passage.text
    if opening is None or opening.span is None:
        return
    verb = re.compile(r"(?<!\w)(?:is|was|are|were)(?!\w)|\.\s+[A-Z]").search(text, opening.span[1])
    end = verb.start() if verb else min(len(text), opening.span[1] + 200)
    subject = arguments.opening_argument(opening, opening.span)
    for known in KNOWN_AS.finditer(text, opening.span[1], end):
        name = QUOTED.match(text, known.end(), end) or CAPITALISED.match(text, known.end(), end)
        if name is not None:
            span = name.span(1) if name.re is QUOTED else name.span()
            if text[slice(*span)] not in (text[slice(*opening.span)], opening.entity.name):
                value = literal_argument(arguments.passage, span, "string")
                yield Found(subject, "also known as", value, "alias")
    for nee in re.finditer(r"\bn[ée]e?\b", text[opening.span[1] : end]):
        yield from _birth_name(subject, opening.span[1] + nee.start(), end, arguments)
