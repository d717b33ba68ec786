"""Decides whether an extracted fact expresses a gold evidence [subject, relation, object] of 2Wiki.

Strict: subject and object are the same name (or date), and the relation is one that means the gold
relation by RELATION_WORDS. Pair: subject and object match, whatever the relation. A demonym in the
place of its country ("American", "United States") counts apart, as lenient.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from kgplatform.text.names import normalize_name, strip_disambiguation

__all__ = ["LEVELS", "RELATION_WORDS", "PlainFact", "covers"]

LEVELS = ("strict", "lenient", "pair")

RELATION_WORDS: dict[str, tuple[str, ...]] = {
    "director": ("director", "directed by"),
    "producer": ("producer", "produced by"),
    "composer": ("composer", "composed by", "music by", "scored by", "written by", "author"),
    "performer": ("performer", "performed by", "recorded by", "recorded", "sung by", "released by"),
    "publisher": ("publisher", "published by"),
    "date of birth": ("date of birth", "born", "born on", "born in"),
    "date of death": ("date of death", "died", "died on", "died in", "die in", "die on"),
    "place of birth": ("place of birth", "born in", "born at"),
    "place of death": ("place of death", "died in", "died at", "die in", "die at"),
    "cause of death": ("cause of death", "died of", "die of"),
    "country of citizenship": ("country of citizenship", "nationality"),
    "country of origin": ("country of origin",),
    "country": ("country", "country of origin", "located in", "located in the administrative unit"),
    "publication date": ("publication date", "released in", "released on", "released"),
    "inception": ("inception", "founded in", "established in", "formed in", "founded on"),
    "father": ("father", "parent", "son of", "daughter of"),
    "mother": ("mother", "parent", "son of", "daughter of"),
    "child": ("child", "father of", "mother of"),
    "sibling": ("sibling", "brother of", "sister of"),
    "spouse": ("spouse", "married", "married to", "wife of", "husband of"),
    "award received": ("award received", "won", "win", "received", "awarded"),
    "educated at": ("educated at", "studied at", "attended", "graduated from"),
    "employer": ("employer", "worked at", "worked for"),
    "founded by": ("founded by", "established by"),
    "has part": ("has part", "member"),
}
"""For each gold relation the relations, canonical or as the old extractor wrote them, that mean it.

"parent" stands for both father and mother: "X, son of A and B" does not say which is which. What
is read in the opposite direction (a child fact for a gold father) is compared turned round.
"""

INVERSE = {"father": ("child",), "mother": ("child",), "child": ("father", "mother", "parent")}
SYMMETRIC = ("spouse", "sibling")

COUNTRY_OF_DEMONYM = {
    "american": "united states",
    "argentine": "argentina",
    "argentinian": "argentina",
    "australian": "australia",
    "austrian": "austria",
    "bangladeshi": "bangladesh",
    "belgian": "belgium",
    "brazilian": "brazil",
    "british": "united kingdom",
    "bulgarian": "bulgaria",
    "canadian": "canada",
    "chinese": "china",
    "croatian": "croatia",
    "czech": "czech republic",
    "danish": "denmark",
    "dutch": "netherlands",
    "egyptian": "egypt",
    "english": "england",
    "estonian": "estonia",
    "filipino": "philippines",
    "finnish": "finland",
    "french": "france",
    "georgian": "georgia",
    "german": "germany",
    "greek": "greece",
    "hungarian": "hungary",
    "icelandic": "iceland",
    "indian": "india",
    "indonesian": "indonesia",
    "iranian": "iran",
    "irish": "ireland",
    "israeli": "israel",
    "italian": "italy",
    "jamaican": "jamaica",
    "japanese": "japan",
    "kenyan": "kenya",
    "malaysian": "malaysia",
    "mexican": "mexico",
    "new zealander": "new zealand",
    "nigerian": "nigeria",
    "norwegian": "norway",
    "pakistani": "pakistan",
    "polish": "poland",
    "portuguese": "portugal",
    "romanian": "romania",
    "russian": "russia",
    "scottish": "scotland",
    "serbian": "serbia",
    "south african": "south africa",
    "south korean": "south korea",
    "soviet": "soviet union",
    "spanish": "spain",
    "swedish": "sweden",
    "swiss": "switzerland",
    "syrian": "syria",
    "turkish": "turkey",
    "ukrainian": "ukraine",
    "welsh": "wales",
}
SAME_COUNTRY = {
    "america": "united states",
    "us": "united states",
    "u s": "united states",
    "usa": "united states",
    "united states of america": "united states",
    "uk": "united kingdom",
    "great britain": "united kingdom",
}
MONTHS = (
    "january february march april may june july august september october november december"
).split()
YEAR = re.compile(r"\b(\d{3,4})\b")
DAY = re.compile(r"\b(\d{1,2})(?:st|nd|rd|th)?\b(?!\d)")


class PlainFact(NamedTuple):
    """A fact as words; `title` is that of the passage it was read in."""

    title: str
    subject: str
    relation: str
    object: str


def covers(gold: tuple[str, str, str], facts: Iterable[PlainFact]) -> str | None:
    """Return at which of LEVELS some fact expresses a gold evidence, or None."""
    found = {level for fact in facts for level in _levels(gold, fact)}
    return next((level for level in LEVELS if level in found), None)


def _levels(gold: tuple[str, str, str], fact: PlainFact) -> list[str]:
    subject, relation, obj = gold
    levels = []
    for one, other, turned in (
        (fact.subject, fact.object, False),
        (fact.object, fact.subject, True),
    ):
        if not _same_name(subject, one):
            continue
        exact = _same_name(obj, other) or _same_date(obj, other)
        lenient = exact or _same_country(obj, other)
        if lenient and _means(relation, fact.relation, turned):
            levels.append("strict" if exact else "lenient")
        elif exact:
            levels.append("pair")
    return levels


def _means(gold: str, relation: str, turned: bool) -> bool:
    if turned:
        return relation in INVERSE.get(gold, ()) or (
            gold in SYMMETRIC and relation in RELATION_WORDS[gold]
        )
    return relation == gold or relation in RELATION_WORDS.get(gold, ())


def _same_name(gold: str, name: str) -> bool:
    """Equal as keys; or one begins and ends like the other; or gold's part before a comma."""
    wanted, given = (_key(text) for text in (gold, name))
    if not given:
        return False
    if wanted == given or _before_comma(gold) == given or _before_comma(name) == wanted:
        return True
    one, other = wanted.split(), given.split()
    if len(one) > 1 and len(other) > 1:
        return one[0] == other[0] and one[-1] == other[-1]
    return len(one) > 1 and len(other) == 1 and one[-1] == other[0]


def _before_comma(name: str) -> str:
    return _key(name.partition(",")[0])


def _key(name: str) -> str:
    return normalize_name(strip_disambiguation(name.strip()))


def _same_date(gold: str, value: str) -> bool:
    """Year, month and day of the gold date are all in the value; a year alone asks for a year."""
    wanted, given = _read_date(gold), _read_date(value)
    return bool(wanted and given) and wanted.items() <= given.items()


def _read_date(text: str) -> dict[str, str]:
    year = YEAR.search(text)
    if year is None:
        return {}
    date = {"year": year.group(1)}
    folded = text.casefold()
    month = next((name for name in MONTHS if name[:3] in folded), None)
    if month:
        date["month"] = month
        day = DAY.search(text.replace(year.group(1), " "))
        if day:
            date["day"] = day.group(1)
    return date


def _same_country(gold: str, value: str) -> bool:
    return _country(gold) == _country(value)


def _country(name: str) -> str:
    key = _key(name)
    country = COUNTRY_OF_DEMONYM.get(key, key)
    return SAME_COUNTRY.get(country, country)
