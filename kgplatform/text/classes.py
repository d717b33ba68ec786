"""What kind of entity a class name means: "film director" a Person, "city of Norway" a Place.

Data name classes in their own words ("Ship", "http://schema.org/City", "sovereign state"); the
closed set of types is found by a class name's head word. What no rule covers has no type and is
never guessed.
"""

from __future__ import annotations

import re
from functools import lru_cache

from kgplatform.records import ENTITY_TYPES, LITERAL_TYPES

__all__ = ["CAMEL_BORDER", "entity_type_of"]

CLASS_WORDS = {
    "Person": "human person people agent actor actress artist author writer poet novelist painter "
    "politician scientist explorer singer musician director athlete player footballer character "
    "king queen emperor pope saint officer",
    "Organization": "organization organisation company corporation business enterprise firm "
    "university college school institution institute agency party club team broadcaster airline "
    "publisher label ministry parliament bank hospital league church government",
    "Place": "place location city town village municipality settlement country state province "
    "region county district island archipelago continent river lake sea ocean bay strait mountain "
    "peak valley desert park building house castle airport station stadium street territory "
    "capital kingdom empire neighborhood neighbourhood borough glacier museum nation",
    "Work": "work film movie book novel poem play song single album series episode show opera "
    "painting sculpture newspaper magazine journal article game franchise composition musical "
    "trilogy comic manga anime soundtrack documentary",
    "Event": "event war battle election expedition festival tournament championship season "
    "competition match conference revolution earthquake ceremony treaty conflict siege occurrence",
    "Group": "group band orchestra choir ensemble duo trio tribe dynasty family ethnicity",
    "Product": "product ship vessel boat aircraft car vehicle locomotive software device weapon "
    "engine phone computer brand rocket spacecraft",
}
TYPE_OF_WORD = {
    word: entity_type for entity_type, words in CLASS_WORDS.items() for word in words.split()
}
CAMEL_BORDER = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
PHRASE_END = re.compile(r"\b(?:of|in|for|by|from|with|at|on|to)\b|[,(]")  # the head stands before


@lru_cache(maxsize=10_000)
def entity_type_of(class_name: str) -> str | None:
    """Return the entity type (or literal type) that a class name means, or None.

    "film", "Ship", "sovereign state" and "city of Norway" are found by their head word.
    """
    name = " ".join(CAMEL_BORDER.sub(" ", class_name).replace("_", " ").split())
    exact = name.casefold()
    for known in (*ENTITY_TYPES, *LITERAL_TYPES):
        if exact == known.casefold():
            return known
    words = re.findall(r"\w+", PHRASE_END.split(exact, maxsplit=1)[0])
    return _type_of_word(words[-1]) if words else None


def _type_of_word(word: str) -> str | None:
    """Return the type of a word or of its singular."""
    for ending, singular in (("", ""), ("ies", "y"), ("es", ""), ("s", "")):
        if word.endswith(ending):
            found = TYPE_OF_WORD.get(word[: len(word) - len(ending)] + singular)
            if found:
                return found
    return None
