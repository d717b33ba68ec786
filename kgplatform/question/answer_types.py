"""The types that answers can have, and the everyday nouns that name them."""

from __future__ import annotations

from typing import Any

__all__ = ["KIND_WORDS", "TYPE_OF_LABEL", "kind_of_noun", "read_definition"]

KIND_WORDS: dict[str, frozenset[str]] = {
    "PERSON": frozenset(
        "person man woman actor actress director singer songwriter author writer novelist poet "
        "president king queen emperor politician musician composer player footballer quarterback "
        "golfer scientist physicist chemist mathematician engineer architect artist painter "
        "sculptor photographer general officer admiral captain explorer sailor lawyer judge "
        "senator governor mayor minister bishop saint pope philosopher economist historian "
        "journalist businessman businesswoman entrepreneur founder producer rapper guitarist "
        "drummer "
        "comedian model dancer star character wrestler boxer coach manager driver cyclist "
        "screenwriter playwright filmmaker nobleman duke earl count prince princess baron monarch "
        "ruler sultan leader father mother husband wife son daughter brother sister child spouse "
        "performer inventor designer sibling celebrity grandfather grandmother professor".split()
    ),
    "PLACE": frozenset(
        "place city town village country state county province region island continent river lake "
        "sea ocean mountain district municipality borough suburb neighborhood neighbourhood "
        "location birthplace territory peninsula valley bay capital nation kingdom area commune "
        "community locality settlement street parish prefecture department republic seat "
        "township census-designated venue stadium airport harbor harbour park".split()
    ),
    "ORG": frozenset(
        "organization organisation company band group team club university college school "
        "institution institute agency label network station channel party league airline studio "
        "newspaper magazine publisher manufacturer corporation firm bank church army unit squadron "
        "association federation orchestra brand museum hospital employer duo trio "
        "conference board society".split()
    ),
    "WORK": frozenset(
        "film movie song album single book novel play show series sitcom opera painting poem "
        "documentary game comedy drama thriller soundtrack musical program programme title "
        "episode story manga anime work essay record track symphony".split()
    ),
    "DATE": frozenset("year date day month decade century time birthday season".split()),
    "NUMBER": frozenset(
        "number population amount percentage age height length size distance area capacity "
        "rank score count speed weight depth".split()
    ),
    "GROUP": frozenset("nationality ethnicity religion descent language denomination".split()),
    "EVENT": frozenset("war battle event tournament festival election championship cup".split()),
}

TYPE_OF_LABEL = {
    "PERSON": "PERSON",
    "GPE": "PLACE",
    "LOC": "PLACE",
    "FAC": "PLACE",
    "ORG": "ORG",
    "NORP": "GROUP",
    "LANGUAGE": "GROUP",
    "DATE": "DATE",
    "TIME": "NUMBER",
    "CARDINAL": "NUMBER",
    "QUANTITY": "NUMBER",
    "MONEY": "NUMBER",
    "PERCENT": "NUMBER",
    "ORDINAL": "NUMBER",
    "WORK_OF_ART": "WORK",
    "EVENT": "EVENT",
    "PRODUCT": "PRODUCT",
    "LAW": "WORK",
}


def kind_of_noun(noun: str) -> str | None:
    """Return the type of answer that a noun names, or None if it names none of the known ones."""
    singular = noun[:-3] + "y" if noun.endswith("ies") else noun.removesuffix("s")
    for kind, nouns in KIND_WORDS.items():
        if noun in nouns or singular in nouns:
            return kind
    return None


def read_definition(doc: Any) -> tuple[str, str | None]:
    """Return what follows the first "is a", "was the" …, and the type that it names."""
    words = [token.lower_ for token in doc[:80]]
    for n in range(len(words) - 1):
        if words[n] in ("is", "was", "are", "were") and words[n + 1] in ("a", "an", "the", "one"):
            phrase = words[n + 2 : n + 14]
            kinds = [kind for word in phrase if (kind := kind_of_noun(word))]
            return " ".join(phrase), kinds[0] if kinds else None
    return "", None
